"""A setting that says with which other one it counts is idle with any other value of that one."""

import hashlib
from typing import Any

import pytest

from algorally.core.game import Game, find_game, games
from algorally.core.settings import Setting
from tests.playing import choices, contents, values_of

SEEDS = 4
CHOICES = 300
CONDITIONAL = [
    pytest.param(game, setting, id=f"{game.name}-{setting.name}")
    for game in map(find_game, games())
    for setting in game.settings
    if setting.only_with
]


def played(game: Game, seed: int, settings: dict[str, Any]) -> str:
    """A digest of all that happens in a game of random choices."""
    position = game.start(game.seats[-1], seed, **settings)
    digest = hashlib.sha256(contents(position))
    for seat, action in choices(position, seed, CHOICES):
        digest.update(position.play(seat, action).tobytes() + contents(position))
    return digest.hexdigest()


@pytest.mark.parametrize(("game", "setting"), CONDITIONAL)
def test_a_setting_is_idle_without_the_one_it_counts_with(game: Game, setting: Setting) -> None:
    assert setting.only_with
    other, needed = setting.only_with
    (condition,) = [one for one in game.settings if one.name == other]
    assert needed in condition.values
    for value in condition.values:
        ends = [
            {played(game, seed, {other: value, setting.name: one}) for one in values_of(setting)}
            for seed in range(SEEDS)
        ]
        assert all(len(same) == 1 for same in ends) == (value != needed), value
