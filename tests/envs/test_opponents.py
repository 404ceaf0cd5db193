"""Compiled opponents are the bots of the same names."""

import numpy as np
import pytest

from algorally.bots.levels import carry_out
from algorally.bots.rivals import PLANNERS
from algorally.bots.thinker import SKILLS, think
from algorally.core.dice import Dice, draw_seed
from algorally.core.game import find_game, games
from algorally.core.position import Position
from algorally.envs.arena import Arena
from algorally.envs.loops import reward_of
from tests.envs.playing import SHORT, draw

MOST_PLANS = 12  # that are compared in one game


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("level", PLANNERS)
def test_a_level_plays_as_it_does_anywhere(name: str, level: str) -> None:
    game = find_game(name)
    arena, lots = Arena(game, 1, 2, [0], level, **SHORT[name]), np.random.default_rng(3)
    arena.set_dice(0, 5)
    arena.begin()
    plans = 0
    while not arena.table.over[0] and plans < MOST_PLANS:
        position, dices = arena.position().clone(), arena.work.dices.copy()
        action = draw(arena.masks, lots)
        arena.play(action)
        position.play(0, int(action[0]))
        plans += answer(position, Dice.record(dices), level)
        assert position.states.tobytes() == arena.work.states.tobytes()
        assert dices.tobytes() == arena.work.dices.tobytes()
    assert plans


def answer(position: Position, dice: Dice, level: str) -> int:
    """Let a level plan until seat 0 is to choose again; how many plans that took."""
    plans = 0
    while (acting := position.acting()) and 0 not in acting:
        view = position.view(acting[0])
        best = think(view, acting[0], SKILLS[level], None, draw_seed(dice))
        carry_out(position, acting[0], best[0].actions if best else [])
        plans += 1
    return plans


def test_what_is_at_stake_is_shared_out() -> None:
    assert [reward_of(0b01, seat, 2) for seat in (0, 1)] == [1, -1]
    assert [reward_of(0b11, seat, 2) for seat in (0, 1)] == [0, 0]
    assert [reward_of(0b00, seat, 3) for seat in (0, 1, 2)] == [0, 0, 0]
    assert [reward_of(0b0100, seat, 4) for seat in range(4)] == pytest.approx(
        [-1 / 3] * 2 + [1, -1 / 3]
    )
    assert sum(reward_of(0b0101, seat, 4) for seat in range(4)) == pytest.approx(0)
