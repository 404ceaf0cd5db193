"""What happened: rules write events into a fixed log, everything that shows a game reads them.

An event has a kind, a seat and up to three public numbers, and at most one secret number that
only its audience may see. What the numbers mean is said beside each kind in the game's names.py.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from algorally.core.compile import compiled
from algorally.core.deck import HIDDEN
from algorally.core.records import I8, I16, Record, Rows, field_names

MAX_EVENTS = 600  # more than any one choice can cause; a log counts what it had to leave out
MUTE = -1  # what a full log has lost that counts nothing, because nobody listens
NO_SEAT = -1
EVERYONE = 0xFF


class Event(Record):
    """One thing that happened."""

    kind: I8
    seat: I8
    a: I16
    b: I16
    c: I16
    secret: I16
    audience: I16  # bit mask of the seats that may see the secret


class Log(Record):
    """What one choice caused, in order."""

    count: I16
    lost: I16  # or MUTE
    events: Annotated[Sequence[Event], MAX_EVENTS]


class Happening(NamedTuple):
    """An event as Python values, as a certain seat (or nobody in particular) may see it."""

    kind: int
    seat: int
    a: int
    b: int
    c: int
    secret: int


@compiled
def write(
    log: Log, kind: int, seat: int, a: int, b: int, c: int, secret: int, audience: int
) -> None:
    """Add an event to the log."""
    if log.count == MAX_EVENTS:
        if log.lost != MUTE:
            log.lost += 1
        return
    event = log.events[log.count]
    event.kind = kind
    event.seat = seat
    event.a = a
    event.b = b
    event.c = c
    event.secret = secret
    event.audience = audience
    log.count += 1


@compiled
def clear(log: Log) -> None:
    """Make room for the events of the next choice; a mute log stays full."""
    if log.lost != MUTE:
        log.count = 0


def mute_log() -> Rows:
    """A log that takes no event and is never written to, so that any number of games share it."""
    logs = Log.rows()
    logs["count"], logs["lost"] = MAX_EVENTS, MUTE
    return logs


FIELDS = list(field_names(Event.dtype))


def seen_by(seat: int, events: Rows) -> list[Happening]:
    """The events as a seat may see them; NO_SEAT is a spectator."""
    return [_seen(seat, *event) for event in events[FIELDS].tolist()]


def laid_open(events: Rows) -> list[Happening]:
    """The events with their secrets, for a game that is over."""
    return [Happening(*event[:-1]) for event in events[FIELDS].tolist()]


def _seen(
    viewer: int, kind: int, seat: int, a: int, b: int, c: int, secret: int, audience: int
) -> Happening:
    told = audience == EVERYONE or (viewer >= 0 and audience >> viewer & 1)
    return Happening(kind, seat, a, b, c, secret if told else HIDDEN)
