"""Finding games, and errors with their rules."""

import pytest

from algorally.core import placeholders
from algorally.core.errors import GameError, IllegalChoice, UnknownGame
from algorally.core.game import Rules, Steps, find_game, games


def test_games_are_found_by_their_folders_in_order() -> None:
    assert games() == sorted(games())
    assert [find_game(name).name for name in games()] == games()


def test_an_unknown_game_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(UnknownGame, match=f"'chess'; there are {', '.join(games())}"):
        find_game("chess")


def test_an_error_carries_its_rules_and_begins_with_the_first() -> None:
    error = IllegalChoice("lay three cards, not four", "ZZ-19", "ZZ-A3")
    assert isinstance(error, GameError)
    assert error.rules == ("ZZ-19", "ZZ-A3")
    assert str(error) == "ZZ-19: lay three cards, not four"


def test_an_error_without_a_rule_is_its_message() -> None:
    assert str(GameError("not now")) == "not now"
    assert GameError("not now").rules == ()


def test_templates_can_leave_every_rule_open() -> None:
    open_names = {name for name, value in vars(placeholders).items() if value is None}
    assert {*Rules._fields, *Steps._fields, "judge", "redundant"} <= open_names
