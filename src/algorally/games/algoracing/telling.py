"""Events in words; in those that are only foreseen, numbers may be hidden."""

from collections.abc import Callable, Mapping

from algorally.core.events import Happening
from algorally.core.game import Position
from algorally.games.algoracing.names import (
    BASIC,
    BY_ELEVATOR,
    BY_JUMP,
    BY_LAST_SAMPLE,
    BY_TELEPORT,
    BY_TURN_CAP,
    CARDS,
    SAMPLES,
    Happens,
)
from algorally.games.algoracing.speech import HEADING_NAMES, at, seat_name


def tell(position: Position, event: Happening) -> str:
    """An event in words, "" where there is nothing to tell."""
    kind = Happens(event.kind)
    who = seat_name(position, event.seat)
    plain = {
        Happens.TURN_BEGAN: f"{who}'s turn",
        Happens.ROW_DISCARDED: "the row is discarded",
        Happens.WAITS: f"{who} waits: the elevator is busy",
        Happens.PASSED: f"{who} passes",
        Happens.RESHUFFLED: "the discard pile is shuffled into a new draw pile",
        Happens.RUN_BEGAN: f"{who} runs the row",
        Happens.TIME_UP: f"{who}'s time is up",
    }
    if kind in plain:
        return plain[kind]
    teller = TELLERS.get(kind)
    return teller(position, who, event) if teller else ""


def _tell_move(position: Position, who: str, event: Happening) -> str:
    ways = {BY_JUMP: "jumps", BY_ELEVATOR: "rides the elevator", BY_TELEPORT: "is teleported home"}
    return f"{who} {ways.get(event.c, 'drives')} to {at(position, event.b)}"


def _tell_base(position: Position, who: str, event: Happening) -> str:
    corner = "a free corner" if event.a < 0 else at(position, event.a)
    return f"the {who} base lies on {corner}"


def _tell_score(position: Position, who: str, event: Happening) -> str:
    sample = "sample" if event.b < 0 else f"{SAMPLES[event.b]} sample"
    return f"{who} delivers a {sample}"


def _tell_end(position: Position, who: str, event: Happening) -> str:
    if event.a < 0 or event.b < 0:
        return "the game is over"
    winners = [seat_name(position, s) for s in range(position.seats) if event.a >> s & 1]
    reasons = {BY_LAST_SAMPLE: "the last sample is delivered", BY_TURN_CAP: "the last turn is over"}
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{reasons.get(event.b, 'enough points')}: {' and '.join(winners)} {verb}"


def _tell_uncycle(position: Position, who: str, event: Happening) -> str:
    gone = "breaks" if event.b else "is taken away"
    return f"the cycle above {event.a} {gone}"


def _tell_draw(position: Position, who: str, event: Happening) -> str:
    card = "a card" if event.secret < 0 else CARDS[event.secret]
    return f"{who} draws {card}"


TELLERS: Mapping[Happens, Callable[[Position, str, Happening], str]] = {
    Happens.BASE_PLACED: _tell_base,
    Happens.FACED: lambda p, who, e: f"{who} faces {HEADING_NAMES[e.a]}",
    Happens.LAID_DOWN: lambda p, who, e: f"a sample comes to lie on {at(p, e.b)}",
    Happens.INSERTED: lambda p, who, e: (
        f"{who} lays {CARDS[e.a]}" + ("" if p.field.level == BASIC else f" at {e.b}")
    ),
    Happens.COVERED: lambda p, who, e: f"{who} covers {e.b} with {CARDS[e.a]}",
    Happens.CYCLED: lambda p, who, e: (
        f"{who} lays {CARDS[e.a]} over {e.b}" + (f"-{e.b + 1}" if e.c > 1 else "")
    ),
    Happens.UNCYCLED: _tell_uncycle,
    Happens.SKIPPED: lambda p, who, e: f"{CARDS[e.a]} is skipped",
    Happens.MOVED: _tell_move,
    Happens.BUMPED: lambda p, who, e: f"{who} runs into {seat_name(p, e.a)}",
    Happens.PAID: lambda p, who, e: f"{who} pays {seat_name(p, e.b)} a sample",
    Happens.PICKED_UP: lambda p, who, e: f"{who} picks up a sample on {at(p, e.b)}",
    Happens.SCORED: _tell_score,
    Happens.REPLACED: lambda p, who, e: f"{who} discards {CARDS[e.a]}",
    Happens.DREW: _tell_draw,
    Happens.SHORT: lambda p, who, e: f"{who} draws {e.a} fewer: no cards are left",
    Happens.GAME_OVER: _tell_end,
}
