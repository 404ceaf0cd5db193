"""Plays many games at random in compiled code and counts all pieces after every choice.

Use: python -m tests.games.roborally.census [GAMES [COURSE]]
"""

import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from algorally.core.bits import first_bit
from algorally.core.dice import seed
from algorally.core.events import clear
from algorally.core.game import find_game
from algorally.core.records import Rows
from algorally.core.search import random_action
from algorally.games.roborally.boards import courses
from algorally.games.roborally.choices import acting, legal, play
from algorally.games.roborally.names import (
    CARDS,
    HAND,
    OFF,
    OPTION_CARDS,
    PIT,
    PLACES,
    REGISTERS,
)
from algorally.games.roborally.rules.floor import kind_at
from algorally.games.roborally.setup import start
from algorally.games.roborally.state import Field, Race

Marks = npt.NDArray[np.int64]  # how often each card was found
Function = TypeVar("Function", bound=Callable[..., Any])
ENDLESS = 100_000  # choices after which a game is taken for one that never ends
FINE, CARDS_LOST, OPTIONS_LOST, MISPLACED, STUCK, HANGS = range(6)
MISHAPS = ("", "program cards are lost", "option cards are lost", "a robot is where it cannot be",
           "nobody can do anything", "it never ends")  # fmt: skip


def jitted(function: Function) -> Function:
    """A loop around the compiled rules."""
    return cast("Function", numba.njit(function))


@jitted
def has_all_cards(race: Race, found: Marks) -> bool:
    """Whether each program card lies somewhere, and nowhere else."""
    found[:] = 0
    for pile in (race.deck, race.discard, race.aside):
        for place in range(pile.count):
            found[pile.cards[place]] += 1
    for who in range(8):
        robot = race.robots[who]
        for slot in range(HAND):
            found[robot.hand[slot]] += 1
        for register in range(REGISTERS):
            found[robot.registers[register]] += 1
            found[robot.seconds[register]] += 1
        found[robot.conditional] += 1
    return is_each_once(found, CARDS)


@jitted
def has_all_options(race: Race, found: Marks) -> bool:
    """Whether each option card lies somewhere, and nowhere else."""
    found[:] = 0
    for pile in (race.option_deck, race.option_discard):
        for place in range(pile.count):
            found[pile.cards[place]] += 1
    for option in range(OPTION_CARDS):
        for who in range(8):
            found[option + 1] += int(race.robots[who].options) >> option & 1
        found[option + 1] += int(race.offered) >> option & 1
    return is_each_once(found, OPTION_CARDS)


@jitted
def is_each_once(found: Marks, count: int) -> bool:
    """Whether so many cards were found, and each of them once; a place without one has 0."""
    for card in range(1, count + 1):
        if found[card] != 1:
            return False
    return True


@jitted
def is_misplaced(race: Race, field: Field) -> bool:
    """Whether a robot stands in a pit or on another robot."""
    for who in range(field.robots):
        square = race.robots[who].square
        if square == OFF:
            continue
        if field.options.turning_boards == 0 and kind_at(race, field, square) == PIT:
            return True
        for other in range(who):
            if race.robots[other].square == square:
                return True
    return False


@jitted
def mishap_in(race: Race, field: Field, found: Marks) -> int:
    """What is wrong with a race."""
    if not has_all_cards(race, found):
        return CARDS_LOST
    if field.options.option_cards == 0 and not has_all_options(race, found):
        return OPTIONS_LOST
    return MISPLACED if is_misplaced(race, field) else FINE


@jitted
def play_games(work: Any, empty: Rows, first: int, games: int) -> tuple[int, int, int]:
    """Play games from neighbouring seeds: the first mishap and its seed, then the turns played."""
    states = work.states
    field, mask, dice, log = work.fields[0], work.masks[0], work.dices[0], work.logs[0]
    turns = 0
    found = np.zeros(PLACES, np.int64)
    for number in range(first, first + games):
        states[0] = empty[0]
        race = states[0]
        start(race, field, number)
        seed(dice, number)
        choices = 0
        seats = acting(race, field)
        while seats:
            legal(race, field, first_bit(seats), mask)
            if not mask.any():
                return STUCK, number, turns
            clear(log)
            play(race, field, first_bit(seats), random_action(mask, dice), log)
            mishap = mishap_in(race, field, found)
            choices += 1
            if mishap == FINE and choices > ENDLESS:
                mishap = HANGS
            if mishap != FINE:
                return mishap, number, turns
            seats = acting(race, field)
        turns += race.turn
    return FINE, first + games, turns


def census(course: str, seats: int, games: int, first: int = 0) -> int:
    """Play games on a course; the turns that were played, an error at the first mishap."""
    game = find_game("roborally")
    fields: Rows = game.make_field(seats, {"course": course})
    mishap, number, turns = play_games(game.workspace(fields), game.state.rows(), first, games)
    if mishap != FINE:
        raise AssertionError(f"{course}, {seats} seats, seed {number}: {MISHAPS[mishap]}")
    return int(turns)


def most_seats(course: str) -> int:
    """As many players as a course takes."""
    return max(int(number) for number in courses()[course].players.split("-"))


def main() -> None:
    """Play on one course, or on all."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for course in sys.argv[2:] or courses():
        seats = 4 if sys.argv[2:] else most_seats(course)
        turns = census(course, seats, games)
        sys.stdout.write(f"{course}: {games:,} games of {seats}, {turns:,} turns: all fine\n")


if __name__ == "__main__":
    main()
