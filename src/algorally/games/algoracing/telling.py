"""Events in words; in those that are only foreseen, numbers may be hidden."""

from collections.abc import Callable, Mapping

from algorally.core.events import Happening
from algorally.core.game import Position
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
    Happens,
)
from algorally.games.algoracing.speech import HEADING_NAMES, at, seat_name

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


def tell(position: Position, event: Happening) -> str:
    """An event in words, "" where there is nothing to tell."""
    kind = Happens(event.kind)
    who = seat_name(position, event.seat)
    plain = {
        Happens.TURN_BEGAN: f"{who}'s turn",
        Happens.ROW_DISCARDED: "the row is discarded",
        Happens.WAITS: f"{who} waits: the elevator is busy (AR-78)",
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


def _tell_skip(position: Position, who: str, event: Happening) -> str:
    skipped = f"{CARDS[event.a]} is skipped"
    if event.b not in REASONS or event.c < 0:
        return skipped
    why = REASONS[event.b].format(other=seat_name(position, event.c))
    return f"{skipped}: {why} ({REASON_RULES[event.b]})"


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
    Happens.SKIPPED: _tell_skip,
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
