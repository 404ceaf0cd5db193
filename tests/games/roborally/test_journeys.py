"""Games at random with all option cards and on the courses with rules of their own."""

import random
from typing import Any

import pytest

from algorally.core.compile import MODE
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.roborally.boards import courses
from algorally.games.roborally.names import (
    COAT_LAYERS,
    EMPTY,
    HOWITZER_SHOTS,
    OPTION_CARDS,
    PIT,
    VOID,
)
from tests.playing import contents

pytestmark = pytest.mark.modes
CHOICES = 150 if MODE == "interpreted" else 1500
SPECIAL = [name for name, course in courses().items() if course.rules]


def share_out_options(position: Position, first: int) -> None:
    """Every robot gets its share of all option cards."""
    race = position.state
    for option in range(OPTION_CARDS):
        race.robots[(option + first) % int(position.field.robots)].options |= 1 << option
    for robot in race.robots:
        robot.howitzer = HOWITZER_SHOTS if int(robot.options) >> 15 & 1 else 0
        robot.coat = COAT_LAYERS if int(robot.options) & 1 else 0
    race.option_deck.count = 0
    race.option_deck.cards[:] = EMPTY


def check_robots(position: Position) -> None:
    """No robot is where it cannot be."""
    squares = [int(robot.square) for robot in position.state.robots if robot.square >= 0]
    if not position.field.options.turning_boards:
        assert all(position.field.kinds[square] not in (PIT, VOID) for square in squares)


def journey(position: Position, seed: int, choices: int) -> None:
    """Play at random, with the clock now and then; all views follow what they are told."""
    dice = random.Random(seed)
    pieces = position.game.words.inventory(position)
    views = {viewer: position.view(viewer) for viewer in (-1, 0, position.seats - 1)}
    for _ in range(choices):
        if position.over:
            return
        seat = dice.choice(position.acting())
        if dice.random() < 0.1:
            events = position.time_up(seat)
        else:
            legal = position.legal(seat)
            # Whoever can do something unusual does it half of the time.
            events = position.play(seat, legal[-1] if dice.random() < 0.5 else dice.choice(legal))
        check_robots(position)
        assert position.game.words.inventory(position) == pieces
        for viewer, view in views.items():
            view.follow(events)
            assert contents(view) == contents(position.view(viewer))


@pytest.mark.parametrize("first", range(3))
def test_all_option_cards_at_once(first: int) -> None:
    settings: dict[str, Any] = {"lives": 5, "option_reshuffle": "yes", "start_damage": 1}
    position = find_game("roborally").start(3, first, course="dizzy_dash", **settings)
    share_out_options(position, first)
    journey(position, first, CHOICES)


@pytest.mark.parametrize("name", SPECIAL)
def test_a_course_with_rules_of_its_own(name: str) -> None:
    game = find_game("roborally")
    seats = max(int(players) for players in courses()[name].players.split("-"))
    position = game.start(seats, 3, course=name)
    journey(position, 5, CHOICES // 3)
