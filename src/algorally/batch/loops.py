"""Loops over the rows of a workspace; `bind` compiles them for each game.

Each loop takes the rows from `first` to before `last`, so that several threads can share the work.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.core.bits import first_bit
from algorally.core.compile import compiled
from algorally.core.dice import Dice, seed
from algorally.core.events import MUTE, Log, clear
from algorally.core.placeholders import acting, legal, play, points, start, turns, winners
from algorally.core.records import Mask, Rows
from algorally.core.search import FOR_EVER, Numbers, play_on, random_action
from algorally.core.workspace import Workspace

NOBODY = -1  # no seat acts, or none is to
LEAVE = -1  # no action: the row stays as it is

Counts = npt.NDArray[np.int32]


class Sheet(NamedTuple):
    """What came of games, a row for each; nothing in it for what nobody asked for."""

    lengths: Counts  # turns
    choices: Counts
    winners: Counts  # bit masks of seats
    points: Counts  # a column for each seat
    events: Counts  # a column for each kind, or none
    states: Rows  # as the games ended, or none


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


@compiled
def count_events(log: Log, counts: Counts) -> None:
    """Add what the log holds, by kind; a mute one holds nothing."""
    if log.lost != MUTE:
        for place in range(log.count):
            counts[log.events[place].kind] += 1


def play_rows(
    work: Workspace, first: int, last: int, movers: Numbers, actions: Numbers, events: Counts
) -> None:
    """Play an action in each row that is not left as it is; all must be legal."""
    log = work.logs[0]
    for row in range(first, last):
        if actions[row] != LEAVE:
            clear(log)
            field = work.fields[work.places[row]]
            play(work.states[row], field, movers[row], actions[row], log)
            count_events(log, events[row])


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


def note_result(state: Any, field: Any, choices: int, sheet: Sheet, place: int) -> None:
    """Write down what came of a finished game; its events have been counted before."""
    sheet.lengths[place] = turns(state)
    sheet.choices[place] = choices
    sheet.winners[place] = winners(state)
    for seat in range(field.seats):
        sheet.points[place, seat] = points(state, seat)


def play_and_count(state: Any, field: Any, log: Log, mask: Mask, dice: Dice, counts: Counts) -> int:
    """Play at random to the end, and count the events; the number of choices."""
    choices = 0
    seats = acting(state, field)
    while seats:
        seat = first_bit(seats)
        legal(state, field, seat, mask)
        clear(log)
        play(state, field, seat, random_action(mask, dice), log)
        count_events(log, counts)
        choices += 1
        seats = acting(state, field)
    return choices


def random_game(work: Workspace, number: int, sheet: Sheet, place: int) -> None:
    """Play a whole game at random in the first row, which is all zeros, from its seed."""
    state = work.states[0]
    field = work.fields[0]
    mask = work.masks[0]
    dice = work.dices[0]
    log = work.logs[0]
    start(state, field, number)
    seed(dice, number)
    if log.lost == MUTE:
        choices = play_on(state, field, log, mask, dice, FOR_EVER)
    else:
        choices = play_and_count(state, field, log, mask, dice, sheet.events[place])
    note_result(state, field, choices, sheet, place)


def random_games(work: Workspace, empty: Rows, first: int, sheet: Sheet) -> None:
    """Play whole games at random, each from its own seed, until the sheet is full."""
    for place in range(len(sheet.lengths)):
        work.states[0] = empty[0]
        random_game(work, first + place, sheet, place)
        if len(sheet.states):
            sheet.states[place] = work.states[0]
