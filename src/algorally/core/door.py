"""Loops over the rules that are the same for every game; `bind` compiles them for each.

The names below `rules of the game` are left open here and filled in by `bind`. All arguments
are arrays, because a record costs more to hand from Python to compiled code than a whole turn.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.core.deck import HIDDEN
from algorally.core.dice import Dice, below, seed
from algorally.core.events import LAID_OPEN, Log, may_see
from algorally.core.records import Mask, Octets, Rows

NOT_ACTING = -1
NOT_LEGAL = -2

# What random_games adds up, in a row of numbers: then points and wins of each seat.
GAMES, TURNS, CHOICES, SEATS_FROM = range(4)
MAX_SEATS = 8
TALLIES = SEATS_FROM + 2 * MAX_SEATS

Tally = npt.NDArray[np.float64]

# --- rules of the game -------------------------------------------------------------------------
start: Any = None
acting: Any = None
legal: Any = None
play: Any = None
blank: Any = None
guess: Any = None
happen: Any = None
points: Any = None
winners: Any = None
turns: Any = None


def begin(states: Rows, row: int, fields: Rows, number: int) -> None:
    """Start a game from a seed in a row of zeros."""
    start(states[row], fields[0], number)


def who_acts(states: Rows, row: int, fields: Rows) -> int:
    """The seats that act, as a bit mask."""
    return int(acting(states[row], fields[0]))


def find_legal(states: Rows, row: int, fields: Rows, seat: int, mask: Mask) -> None:
    """Set the mask of a seat's legal actions."""
    legal(states[row], fields[0], seat, mask)


def carry_out(state: Any, field: Any, seat: int, action: int, log: Log) -> int:
    """Play an action of a seat that acts into an empty log: the number of events."""
    log.count = 0
    play(state, field, seat, action, log)
    return int(log.count)


def try_play(
    states: Rows, row: int, fields: Rows, seat: int, action: int, logs: Rows, mask: Mask
) -> int:
    """Play an action if it is legal: the number of events, or why it was refused."""
    state = states[row]
    field = fields[0]
    if not acting(state, field) >> seat & 1:
        return NOT_ACTING
    legal(state, field, seat, mask)
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return NOT_LEGAL
    return carry_out(state, field, seat, action, logs[0])


def run_out(states: Rows, row: int, fields: Rows, seat: int, action: int, logs: Rows) -> int:
    """Play what only the clock plays: the number of events, or why it was refused."""
    state = states[row]
    field = fields[0]
    if not acting(state, field) >> seat & 1:
        return NOT_ACTING
    return carry_out(state, field, seat, action, logs[0])


def hide_from(states: Rows, row: int, fields: Rows, seat: int) -> None:
    """Turn a state into a seat's view of it."""
    blank(states[row], fields[0], seat)


def fill_in(states: Rows, row: int, fields: Rows, seat: int, dices: Rows) -> None:
    """Turn a view into a possible state."""
    guess(states[row], fields[0], seat, dices[0])


def follow(
    views: Rows,
    row: int,
    fields: Rows,
    viewer: int,
    events: Rows,
    now: Octets,
    before: Octets,
    patch: Octets,
) -> int:
    """Bring a view up to date with events as its viewer sees them, noting the bytes each changes.

    `now` are the bytes of that view itself, `before` a copy of them. The patch gets, for each
    event, the number of bytes that it changed, and the place and new value of each; numbers and
    places take two bytes, the lower one first. Returns how much of the patch is filled.
    """
    view = views[row]
    field = fields[0]
    end = 0
    for number in range(len(events)):
        event = events[number]
        secret = event.secret if may_see(viewer, event.audience) else HIDDEN
        happen(view, field, event.kind, event.seat, event.a, event.b, event.c, secret)
        if viewer != LAID_OPEN:
            blank(view, field, viewer)
        end = note_changes(now, before, patch, end)
    return end


def note_changes(now: Octets, before: Octets, patch: Octets, end: int) -> int:
    """Write the bytes that differ behind the end of a patch and level them; the new end."""
    head = end
    end += 2
    count = 0
    for place in range(len(now)):
        if now[place] != before[place]:
            before[place] = now[place]
            patch[end] = place & 0xFF
            patch[end + 1] = place >> 8
            patch[end + 2] = now[place]
            end += 3
            count += 1
    patch[head] = count & 0xFF
    patch[head + 1] = count >> 8
    return end


def copy_row(source: Rows, row: int, target: Rows, target_row: int) -> None:
    """Copy one state over another."""
    target[target_row] = source[row]


def standing(states: Rows, row: int, fields: Rows, result: npt.NDArray[np.int64]) -> None:
    """Write the turns played, the winners' bit mask and the points of each seat."""
    state = states[row]
    result[0] = turns(state)
    result[1] = winners(state)
    for seat in range(len(result) - 2):
        result[2 + seat] = points(state, seat)


def nth_legal(mask: Mask, number: int) -> int:
    """The legal action with this number, counted from 0."""
    action = 0
    while number > 0 or mask[action] == 0:
        number -= mask[action]
        action += 1
    return action


def random_action(mask: Mask, dice: Dice) -> int:
    """Any of the legal actions, all alike."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return nth_legal(mask, below(dice, count))


def random_game(
    states: Rows, row: int, fields: Rows, logs: Rows, mask: Mask, dices: Rows, tally: Tally
) -> None:
    """Play a started game to its end at random and add what came of it to the tally."""
    state = states[row]
    field = fields[0]
    log = logs[row]
    dice = dices[row]
    seats = acting(state, field)
    while seats:
        seat = 0
        while not seats >> seat & 1:
            seat += 1
        legal(state, field, seat, mask)
        log.count = 0
        play(state, field, seat, random_action(mask, dice), log)
        tally[CHOICES] += 1
        seats = acting(state, field)
    tally[GAMES] += 1
    tally[TURNS] += turns(state)


def add_result(states: Rows, row: int, seats: int, tally: Tally) -> None:
    """Add the points and wins of a finished game; a shared win counts in parts."""
    state = states[row]
    won = winners(state)
    count = 0
    for seat in range(seats):
        count += won >> seat & 1
    for seat in range(seats):
        tally[SEATS_FROM + seat] += points(state, seat)
        if won >> seat & 1:
            tally[SEATS_FROM + MAX_SEATS + seat] += 1 / count


def random_games(
    states: Rows,
    empty: Rows,
    fields: Rows,
    logs: Rows,
    mask: Mask,
    dices: Rows,
    tally: Tally,
    seats: int,
    first_seed: int,
    games: int,
) -> None:
    """Play whole games at random, one after the other, each from its own seed."""
    for number in range(first_seed, first_seed + games):
        states[0] = empty[0]
        start(states[0], fields[0], number)
        seed(dices[0], number)
        random_game(states, 0, fields, logs, mask, dices, tally)
        add_result(states, 0, seats, tally)
