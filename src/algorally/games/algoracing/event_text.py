"""Events in words; in those that are only foreseen, numbers may be hidden."""

from collections.abc import Mapping

from algorally.core.events import SeenEvent
from algorally.core.position import Position
from algorally.core.seats import names_in, seat_name
from algorally.core.words import Teller, tell_by
from algorally.games.algoracing.names import (
    AT_HOME,
    BASE_TAKEN,
    BASIC,
    BORDER,
    BY_ELEVATOR,
    BY_JUMP,
    BY_LAST_SAMPLE,
    BY_TELEPORT,
    BY_TURN_CAP,
    CARDS,
    HIGHER,
    IMPULSE_ENDS,
    LOWER,
    NOTHING_AHEAD,
    OFF_BOARD,
    REASON_RULES,
    ROVER_AHEAD,
    SAMPLES,
    SEAM,
    TWO_STOREYS,
    WALL,
    WALL_HOLDS,
    EventKind,
)
from algorally.games.algoracing.vocabulary import HEADING_NAMES, at

REASONS = {
    WALL: "a wall is in the way",
    BORDER: "the edge of the board is in the way",
    HIGHER: "the block ahead is too high to drive onto",
    LOWER: "it is too steep to drive down ahead",
    SEAM: "the edge of the next block is in the way",
    ROVER_AHEAD: "{other} is in the way",
    OFF_BOARD: "the jump would lead off the board",
    TWO_STOREYS: "a jump leads up or down one storey, not two",
    NOTHING_AHEAD: "there is no rover and no sample ahead",
    IMPULSE_ENDS: "the impulse ends where the height changes, before it strikes anything",
    BASE_TAKEN: "a rover stands on the base of {other}",
    AT_HOME: "{other} is on its own base already",
    WALL_HOLDS: "a wall holds the sample back",
}


def tell(position: Position, event: SeenEvent) -> str:
    """An event in words, "" where there is nothing to tell."""
    return tell_by(TELLERS, position, event)


def _tell_move(position: Position, who: str, event: SeenEvent) -> str:
    ways = {BY_JUMP: "jumps", BY_ELEVATOR: "rides the elevator", BY_TELEPORT: "is teleported home"}
    return f"{who} {ways.get(event.c, 'drives')} to {at(position, event.b)}"


def _tell_skip(position: Position, who: str, event: SeenEvent) -> str:
    skipped = f"{CARDS[event.a]} is skipped"
    if event.b not in REASONS or event.c < 0:
        return skipped
    why = REASONS[event.b].format(other=seat_name(position, event.c))
    return f"{skipped}: {why} ({REASON_RULES[event.b]})"


def _tell_base(position: Position, who: str, event: SeenEvent) -> str:
    corner = "a free corner" if event.a < 0 else at(position, event.a)
    return f"the {who} base lies on {corner}"


def _tell_score(position: Position, who: str, event: SeenEvent) -> str:
    sample = "sample" if event.b < 0 else f"{SAMPLES[event.b]} sample"
    return f"{who} delivers a {sample}"


def _tell_end(position: Position, who: str, event: SeenEvent) -> str:
    if event.a < 0 or event.b < 0:
        return "the game is over"
    winners = names_in(position, event.a)
    reasons = {BY_LAST_SAMPLE: "the last sample is delivered", BY_TURN_CAP: "the last turn is over"}
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{reasons.get(event.b, 'enough points')}: {' and '.join(winners)} {verb}"


def _tell_uncycle(position: Position, who: str, event: SeenEvent) -> str:
    gone = "breaks" if event.b else "is taken away"
    return f"the cycle above {event.a} {gone}"


def _tell_draw(position: Position, who: str, event: SeenEvent) -> str:
    card = "a card" if event.secret < 0 else CARDS[event.secret]
    return f"{who} draws {card}"


TELLERS: Mapping[EventKind, Teller] = {
    EventKind.TURN_BEGAN: lambda p, who, e: f"{who}'s turn",
    EventKind.ROW_DISCARDED: lambda p, who, e: "the row is discarded",
    EventKind.WAITS: lambda p, who, e: f"{who} waits: the elevator is busy (AR-78)",
    EventKind.PASSED: lambda p, who, e: f"{who} passes",
    EventKind.RESHUFFLED: lambda p, who, e: "the discard pile is shuffled into a new draw pile",
    EventKind.RUN_BEGAN: lambda p, who, e: f"{who} runs the row",
    EventKind.TIME_UP: lambda p, who, e: f"{who}'s time is up",
    EventKind.BASE_PLACED: _tell_base,
    EventKind.FACED: lambda p, who, e: f"{who} faces {HEADING_NAMES[e.a]}",
    EventKind.LAID_DOWN: lambda p, who, e: f"a sample comes to lie on {at(p, e.b)}",
    EventKind.INSERTED: lambda p, who, e: (
        f"{who} lays {CARDS[e.a]}" + ("" if p.field.level == BASIC else f" at {e.b}")
    ),
    EventKind.COVERED: lambda p, who, e: f"{who} covers {e.b} with {CARDS[e.a]}",
    EventKind.CYCLED: lambda p, who, e: (
        f"{who} lays {CARDS[e.a]} over {e.b}" + (f"-{e.b + 1}" if e.c > 1 else "")
    ),
    EventKind.UNCYCLED: _tell_uncycle,
    EventKind.SKIPPED: _tell_skip,
    EventKind.MOVED: _tell_move,
    EventKind.BUMPED: lambda p, who, e: f"{who} runs into {seat_name(p, e.a)}",
    EventKind.PAID: lambda p, who, e: f"{who} pays {seat_name(p, e.b)} a sample",
    EventKind.PICKED_UP: lambda p, who, e: f"{who} picks up a sample on {at(p, e.b)}",
    EventKind.SCORED: _tell_score,
    EventKind.REPLACED: lambda p, who, e: f"{who} discards {CARDS[e.a]}",
    EventKind.DREW: _tell_draw,
    EventKind.SHORT: lambda p, who, e: f"{who} draws {e.a} fewer: no cards are left",
    EventKind.GAME_OVER: _tell_end,
}
