"""Events in words; in those that are only foreseen, numbers may be hidden."""

from collections.abc import Callable, Mapping

from algorally.core.events import Happening
from algorally.core.game import Position
from algorally.games.speedalgo.names import (
    BY_ROUND_CAP,
    CARDS,
    NO_TRAFFIC,
    NOTHING_TO_PUSH,
    TARGET_AWAY,
    TRAFFIC,
    Happens,
)
from algorally.games.speedalgo.speech import at, car_name, seat_name

REASONS = {
    NOTHING_TO_PUSH: "there is no car to push",
    NO_TRAFFIC: "no traffic is left",
    TARGET_AWAY: "the car written down is not there",
}


def tell(position: Position, event: Happening) -> str:
    """An event in words, "" where there is nothing to tell."""
    kind = Happens(event.kind)
    who = seat_name(position, event.seat)
    plain = {
        Happens.READY: f"{who} is ready",
        Happens.TAKEN_BACK: f"{who} takes the last card back",
        Happens.RUN_BEGAN: f"{who}'s program runs",
        Happens.ENOUGH: f"{who} moves no further car",
        Happens.TIME_UP: f"{who}'s time is up",
    }
    if kind in plain:
        return plain[kind]
    teller = TELLERS.get(kind)
    return teller(position, who, event) if teller else ""


def _number(value: int) -> str:
    return "?" if value < 0 else str(value)


def _tell_laid(position: Position, who: str, event: Happening) -> str:
    return f"{who} lays {'a card' if event.secret <= 0 else CARDS[event.secret]}"


def _tell_written(position: Position, who: str, event: Happening) -> str:
    if not 0 <= event.secret < len(position.state.places):
        return f"{who} writes a car down"
    return f"{who} writes {car_name(position, event.secret)} down"


def _tell_chosen(position: Position, who: str, event: Happening) -> str:
    return "" if event.a < 0 else f"{who} chooses {car_name(position, event.a)}"


def _tell_move(position: Position, who: str, event: Happening) -> str:
    if event.a < 0 or event.c < 0:
        return ""
    verb = "drives" if event.a - TRAFFIC == event.seat else "moves"
    return f"{car_name(position, event.a)} {verb} to {at(event.c)}"


def _tell_collision(position: Position, who: str, event: Happening) -> str:
    if event.a < 0:
        return "a collision"
    hit = car_name(position, event.c) if event.c >= 0 else "the border"
    return f"{car_name(position, event.a)} hits {hit}"


def _tell_stop(position: Position, who: str, event: Happening) -> str:
    why = f": {REASONS[event.a]}" if event.a in REASONS else ""
    return f"{who}'s program is interrupted{why}"


def _tell_advance(position: Position, who: str, event: Happening) -> str:
    name = car_name(position, event.a)
    return f"{name} leaves the track" if event.c < 0 else f"{name} advances to {at(event.c)}"


def _tell_end(position: Position, who: str, event: Happening) -> str:
    if event.a < 0 or event.b < 0:
        return "the game is over"
    winners = [seat_name(position, s) for s in range(position.seats) if event.a >> s & 1]
    reason = "the last round is over" if event.b == BY_ROUND_CAP else "the finish line is crossed"
    return f"{reason}: {' and '.join(winners)} wins"


TELLERS: Mapping[Happens, Callable[[Position, str, Happening], str]] = {
    Happens.TRAFFIC_PLACED: lambda p, who, e: f"{who} places {car_name(p, e.a)} on {at(e.b)}",
    Happens.BOLIDE_PLACED: lambda p, who, e: f"{who} starts on {at(e.b)}",
    Happens.ROUND_BEGAN: lambda p, who, e: f"round {_number(e.a)}: {who} begins",
    Happens.ROLLED: lambda p, who, e: f"{who} rolls {_number(e.a)}",
    Happens.LAID: _tell_laid,
    Happens.WRITTEN: _tell_written,
    Happens.INSTRUCTION: lambda p, who, e: f"{who}: {CARDS[e.a]}",
    Happens.TESTED: lambda p, who, e: (
        f"{who}: a car is in front" if e.a else f"{who}: no car is in front"
    ),
    Happens.CHOSE: _tell_chosen,
    Happens.MOVED: _tell_move,
    Happens.REMOVED: lambda p, who, e: f"{car_name(p, e.a)} leaves the track",
    Happens.COLLIDED: _tell_collision,
    Happens.STOPPED: _tell_stop,
    Happens.SKIPPED: lambda p, who, e: f"{CARDS[e.a]} is skipped: no traffic is left",
    Happens.FLIPPED: lambda p, who, e: f"{who} turns the condition card to {CARDS[e.a]}",
    Happens.ADVANCED: _tell_advance,
    Happens.GAME_OVER: _tell_end,
}
