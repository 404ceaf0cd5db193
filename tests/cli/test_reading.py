"""`games` and `rules`."""

import json
from pathlib import Path

import pytest

from algorally.core.compile import RULES
from algorally.core.game import Game, find_game, games
from algorally.core.rule_book import read_book
from tests.cli.conftest import Run


@pytest.fixture
def game() -> Game:
    return find_game(games()[0])


def test_games_lists_every_game(run: Run) -> None:
    said = run("games").stdout
    for name in games():
        assert name in said
        assert find_game(name).sentence in said


def test_a_game_shows_all_its_settings_and_fields(run: Run, game: Game) -> None:
    said = run("games", game.name.upper()).stdout
    for setting in game.settings:
        assert setting.name in said
        assert setting.sentence in said
        assert setting.rule in said
    assert all(preset.name in said for preset in game.presets())


def test_a_game_as_json(run: Run, game: Game) -> None:
    parts = json.loads(run("games", game.name, "--json").stdout)
    assert [setting["name"] for setting in parts["settings"]] == [s.name for s in game.settings]
    cap = next(setting for setting in parts["settings"] if setting["name"] == "turn_cap")
    assert cap["values"] == {"from": 1, "to": 1000}
    assert cap["default"] == 60


@pytest.mark.parametrize("typed", ["AR-42", "ar-42", "ar42", "AR 42"])
def test_a_rule_by_its_number(run: Run, typed: str) -> None:
    said = run("rules", *typed.split()).stdout
    assert said.startswith("AR-42: ")
    assert "source: all" in said
    where = RULES["AR-42"]
    assert f"code: {where.module}:{where.line} {where.name}" in said
    assert "scene: " in said


def test_scenes_that_are_named_exist(run: Run) -> None:
    [rule] = json.loads(run("rules", "AR-24", "--json").stdout)
    assert rule["scenes"]
    assert all(Path(path).is_file() for path in rule["scenes"])


def test_every_rule_of_the_book_can_be_shown(run: Run, game: Game) -> None:
    shown = json.loads(run("rules", game.name, "--json").stdout)
    assert [rule["number"] for rule in shown] == list(read_book(game))
    assert len(shown) > 100


@pytest.mark.parametrize("family", ["AR-", "AR-A"])
def test_an_unknown_number_tells_the_range_and_the_nearest(
    run: Run, game: Game, family: str
) -> None:
    numbers = [number.removeprefix(family) for number in read_book(game)]
    last = max(int(number) for number in numbers if number.isdecimal())
    error = run("rules", f"{family}{last + 400}").stderr
    assert f"{family}1 to {family}{last}" in error
    assert error.endswith(f"the nearest is {family}{last}\n")


def test_words_find_rules(run: Run) -> None:
    said = run("rules", "jump", "WALL").stdout
    assert "AR-29: " in said
    assert "AR-17: " not in said


def test_words_that_no_rule_has_fail(run: Run) -> None:
    result = run("rules", "submarine")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "submarine" in result.stderr


def test_without_a_word_the_chapters_are_listed(run: Run) -> None:
    said = run("rules").stdout
    assert "  Commands\n" in said
    assert "AR-1 to AR-" in said
