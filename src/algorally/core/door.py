"""Loops over the rules that are the same for every game; `bind` compiles them for each.

All arguments are arrays, because a record costs more to hand from Python to compiled code than a
whole turn.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.core.deck import HIDDEN
from algorally.core.events import LAID_OPEN, Log, may_hear, may_see
from algorally.core.placeholders import (
    acting,
    blank,
    guess,
    happen,
    legal,
    play,
    points,
    start,
    turns,
    winners,
)
from algorally.core.records import Mask, Octets, Rows

NOT_ACTING = -1
NOT_LEGAL = -2
TOO_MANY = -3  # events for the log


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
    log.lost = 0
    play(state, field, seat, action, log)
    return TOO_MANY if log.lost > 0 else int(log.count)


def try_play(
    states: Rows,
    row: int,
    fields: Rows,
    seat: int,
    action: int,
    logs: Rows,
    mask: Mask,
    freely: bool,
) -> int:
    """Play an action if it is legal: the number of events, or why it was refused.

    What only the clock plays is never legal, and is played freely.
    """
    state = states[row]
    field = fields[0]
    if not acting(state, field) >> seat & 1:
        return NOT_ACTING
    if not freely:
        legal(state, field, seat, mask)
        if action < 0 or action >= len(mask) or mask[action] == 0:
            return NOT_LEGAL
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
    event that the viewer hears of, the number of bytes that it changed, and the place and new value
    of each; numbers and places take two bytes, the lower one first. Returns how much of the patch
    is filled.
    """
    view = views[row]
    field = fields[0]
    end = 0
    for number in range(len(events)):
        event = events[number]
        if not may_hear(viewer, event.audience):
            continue
        secret = event.secret if may_see(viewer, event.audience) else HIDDEN
        seat, a, b, c = int(event.seat), int(event.a), int(event.b), int(event.c)
        happen(view, field, event.kind, seat, a, b, c, int(secret))
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
