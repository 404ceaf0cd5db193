"""Loops over the rows of a workspace; `bind` compiles them for each game.

Each loop takes the rows from `first` to before `last`, so that several threads can share the work.
"""

import numpy as np
import numpy.typing as npt

from algorally.core.bits import count_bits, first_bit
from algorally.core.dice import seed
from algorally.core.events import MOST_SEATS, clear
from algorally.core.placeholders import acting, legal, play, points, start, turns, winners
from algorally.core.records import Rows
from algorally.core.search import FOR_EVER, Numbers, play_on
from algorally.core.workspace import Workspace

NOBODY = -1  # no seat acts, or none is to
LEAVE = -1  # no action: the row stays as it is

# What came of games, in a row of numbers: then points and wins of each seat.
GAMES, TURNS, CHOICES, SEATS_FROM = range(4)
TALLIES = SEATS_FROM + 2 * MOST_SEATS

Tally = npt.NDArray[np.float64]


# --- step by step ------------------------------------------------------------------------------


def begin_rows(work: Workspace, empty: Rows, rows: Numbers, seeds: Numbers) -> None:
    """Start the games of some rows, each from its seed."""
    for place in range(len(rows)):
        row = rows[place]
        work.states[row] = empty[0]
        start(work.states[row], work.fields[work.places[row]], seeds[place])


def acting_rows(work: Workspace, first: int, last: int, seats: Numbers) -> None:
    """The seats that act in each row, as bit masks."""
    for row in range(first, last):
        seats[row] = acting(work.states[row], work.fields[work.places[row]])


def movers_of_rows(work: Workspace, first: int, last: int, movers: Numbers) -> None:
    """The first seat that acts in each row."""
    for row in range(first, last):
        seats = acting(work.states[row], work.fields[work.places[row]])
        movers[row] = first_bit(seats) if seats else NOBODY


def legal_rows(work: Workspace, first: int, last: int, movers: Numbers) -> None:
    """Set the masks of what a seat of each row may do."""
    for row in range(first, last):
        mask = work.masks[row]
        field = work.fields[work.places[row]]
        if 0 <= movers[row] < field.seats:
            legal(work.states[row], field, movers[row], mask)
        else:
            for action in range(len(mask)):
                mask[action] = 0


def refused_row(work: Workspace, first: int, last: int, movers: Numbers, actions: Numbers) -> int:
    """The first row whose action is not legal for its seat, NOBODY if all are."""
    for row in range(first, last):
        if actions[row] == LEAVE:
            continue
        state = work.states[row]
        field = work.fields[work.places[row]]
        mask = work.masks[row]
        seat = movers[row]
        if seat < 0 or seat >= field.seats or not acting(state, field) >> seat & 1:
            return row
        if actions[row] < 0 or actions[row] >= len(mask):
            return row
        legal(state, field, seat, mask)
        if mask[actions[row]] == 0:
            return row
    return NOBODY


def play_rows(work: Workspace, first: int, last: int, movers: Numbers, actions: Numbers) -> None:
    """Play an action in each row that is not left as it is; all must be legal."""
    log = work.logs[0]
    for row in range(first, last):
        if actions[row] != LEAVE:
            clear(log)
            field = work.fields[work.places[row]]
            play(work.states[row], field, movers[row], actions[row], log)


def standing_rows(
    work: Workspace, first: int, last: int, begun: Numbers, won: Numbers, scores: Numbers
) -> None:
    """Turns, winners as bit masks, and the points of each seat."""
    for row in range(first, last):
        state = work.states[row]
        begun[row] = turns(state)
        won[row] = winners(state)
        for seat in range(work.fields[work.places[row]].seats):
            scores[row, seat] = points(state, seat)


# --- whole games -------------------------------------------------------------------------------


def add_result(work: Workspace, row: int, choices: int, tally: Tally) -> None:
    """Add what came of a finished game; a shared win counts in parts."""
    state = work.states[row]
    seats = work.fields[work.places[row]].seats
    won = winners(state)
    for seat in range(seats):
        tally[SEATS_FROM + seat] += points(state, seat)
        if won >> seat & 1:
            tally[SEATS_FROM + MOST_SEATS + seat] += 1 / count_bits(won)
    tally[GAMES] += 1
    tally[TURNS] += turns(state)
    tally[CHOICES] += choices


def random_game(work: Workspace, row: int, number: int, tally: Tally) -> None:
    """Play a whole game at random in a row of zeros, from its seed."""
    state = work.states[row]
    field = work.fields[work.places[row]]
    dice = work.dices[row]
    start(state, field, number)
    seed(dice, number)
    choices = play_on(state, field, work.logs[0], work.masks[row], dice, FOR_EVER)
    add_result(work, row, choices, tally)


def random_games(work: Workspace, empty: Rows, first: int, games: int, tally: Tally) -> None:
    """Play whole games at random in the first row, each from its own seed."""
    for number in range(first, first + games):
        work.states[0] = empty[0]
        random_game(work, 0, number, tally)
