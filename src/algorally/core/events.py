"""What happened: rules write events into a fixed log, everything that shows a game reads them.

An event has a kind, a seat and up to three public numbers, and at most one secret number that
only its audience may see. What the numbers mean is said beside each kind in the game's names.py.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, NamedTuple

from algorally.core.compile import compiled
from algorally.core.deck import HIDDEN
from algorally.core.records import I8, I16, Record, Rows, field_names

MOST_SEATS = 8  # of any game; masks of seats have a bit for each
MAX_EVENTS = 600  # that one choice may cause, unless a game says otherwise
MUTE = -1  # what a full log has lost that counts nothing, because nobody listens
NO_SEAT = -1  # who looks on
LAID_OPEN = -2  # who looks at a game that is over, with everything laid open
EVERYONE = -1  # seats and spectators; the bits of all seats together leave spectators out
UNHEARD = 1 << 14  # a bit of an audience: others do not even hear that it happened


class Event(Record):
    """One thing that happened."""

    kind: I8
    seat: I8
    a: I16
    b: I16
    c: I16
    secret: I16
    audience: I16  # bit mask of the seats that may see the secret, perhaps UNHEARD, or EVERYONE


class Log(Record):
    """What one choice caused, in order."""

    count: I16
    lost: I16  # that did not fit, which is a mistake of the game's; or MUTE
    events: Annotated[Sequence[Event], MAX_EVENTS]


class SeenEvent(NamedTuple):
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
    if len(log.events) == 0:  # known when the rules are compiled, so that nothing is left of this
        return
    if log.count == len(log.events):
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


def mute_log(kind: type[Log]) -> Rows:
    """A log that takes no event and is never written to, so that any number of games share it."""
    logs = kind.rows()
    logs["count"], logs["lost"] = logs["events"].shape[1], MUTE
    return logs


def no_log() -> Rows:
    """A log without room: rules that are compiled for it do not even write.

    They are other rules to the compiler, so it pays only where each instruction counts.
    """
    logs = log_for(0).rows()
    logs["lost"] = MUTE
    return logs


@cache
def log_for(events: int) -> type[Log]:
    """The log of a game of which one choice may cause so many events."""
    return type("Log", (Log,), {"__annotations__": {"events": Annotated[Sequence[Event], events]}})


@compiled
def may_see(viewer: int, audience: int) -> bool:
    """Whether a secret is for a viewer."""
    if viewer < 0:
        return viewer == LAID_OPEN or audience == EVERYONE
    return bool(audience >> viewer & 1)


@compiled
def may_hear(viewer: int, audience: int) -> bool:
    """Whether a viewer may know that something happened: how often it does may be a secret."""
    return may_see(viewer, audience) or not audience & UNHEARD


# Python itself is quicker for a few events.
_may_see, _may_hear = (getattr(rule, "py_func", rule) for rule in (may_see, may_hear))
FIELDS = list(field_names(Event.dtype))


def seen_by(viewer: int, events: Rows) -> list[SeenEvent]:
    """The events as a viewer may see them: a seat, NO_SEAT or LAID_OPEN."""
    return [
        SeenEvent(kind, seat, a, b, c, secret if _may_see(viewer, audience) else HIDDEN)
        for kind, seat, a, b, c, secret, audience in events[FIELDS].tolist()
        if _may_hear(viewer, audience)
    ]


def as_rows(seen: Iterable[SeenEvent]) -> Rows:
    """What a viewer was told, as rows that tell everybody no more than that."""
    told = list(seen)
    events = Event.rows(len(told))
    events["audience"] = EVERYONE
    for name in SeenEvent._fields:
        events[name] = [getattr(event, name) for event in told]
    return events
