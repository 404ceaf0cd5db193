"""Events in words; in those that are only foreseen, numbers may be hidden."""

from collections.abc import Mapping

from algorally.core.events import SeenEvent
from algorally.core.position import Position
from algorally.core.seats import names_in
from algorally.core.words import Teller, tell_by
from algorally.games.speedalgo.names import (
    BORDER_RULES,
    BORDERS,
    BY_COLLISION,
    BY_PUSH,
    BY_ROUND_CAP,
    CARDS,
    CARS,
    NO_TRAFFIC,
    NOTHING_TO_PUSH,
    REASON_RULES,
    TARGET_APART,
    TARGET_GONE,
    TRAFFIC,
    EventKind,
)
from algorally.games.speedalgo.vocabulary import at, car_name

REASONS = {
    BY_COLLISION: "there was a collision",
    BY_PUSH: "a car is pushed only onto a free square",
    NOTHING_TO_PUSH: "no car that it could push touches the bolide",
    NO_TRAFFIC: "no traffic is left",
    TARGET_GONE: "{car}, written down for it, has left the track",
    TARGET_APART: "{car}, written down for it, does not touch the bolide",
}


def tell(position: Position, event: SeenEvent) -> str:
    """An event in words, "" where there is nothing to tell."""
    return tell_by(TELLERS, position, event)


def _number(value: int) -> str:
    return "?" if value < 0 else str(value)


def _tell_laid(position: Position, who: str, event: SeenEvent) -> str:
    return f"{who} lays {'a card' if event.secret <= 0 else CARDS[event.secret]}"


def _tell_written(position: Position, who: str, event: SeenEvent) -> str:
    if not 0 <= event.secret < len(position.state.places):
        return f"{who} writes a car down"
    return f"{who} writes {car_name(position, event.secret)} down"


def _tell_chosen(position: Position, who: str, event: SeenEvent) -> str:
    return "" if event.a < 0 else f"{who} chooses {car_name(position, event.a)}"


def _tell_move(position: Position, who: str, event: SeenEvent) -> str:
    if event.a < 0 or event.c < 0:
        return ""
    verb = "drives" if event.a - TRAFFIC == event.seat else "moves"
    return f"{car_name(position, event.a)} {verb} to {at(event.c)}"


def _tell_collision(position: Position, who: str, event: SeenEvent) -> str:
    if event.a < 0:
        return "a collision"
    name = car_name(position, event.a)
    if event.c < 0:
        return f"{name} collides (SA-19)"
    if event.c < CARS:
        return f"{name} hits {car_name(position, event.c)} (SA-19)"
    border = event.c - CARS
    return f"{name} hits the {BORDERS[border]} border ({BORDER_RULES[border]})"


def _tell_stop(position: Position, who: str, event: SeenEvent) -> str:
    stopped = f"{who}'s program is interrupted"
    if event.a not in REASONS:
        return f"{stopped}: the rest of it is not run (SA-20)"
    car = "the car" if event.b < 0 else car_name(position, event.b)
    why = REASONS[event.a].format(car=car)
    return f"{stopped}, the rest of it is not run: {why} ({REASON_RULES[event.a]})"


def _tell_run(position: Position, who: str, event: SeenEvent) -> str:
    if event.a == 0:
        return f"{who}'s program is empty: nothing is run (SA-B8)"
    return f"{who}'s program runs"


def _tell_test(position: Position, who: str, event: SeenEvent) -> str:
    if event.a < 0:
        return ""
    if event.a:
        return f"{who}: a car is in front (SA-41)"
    return f"{who}: no car is in front, so the then part is not run (SA-B12)"


def _tell_advance(position: Position, who: str, event: SeenEvent) -> str:
    name = car_name(position, event.a)
    return f"{name} leaves the track" if event.c < 0 else f"{name} advances to {at(event.c)}"


def _tell_end(position: Position, who: str, event: SeenEvent) -> str:
    if event.a < 0 or event.b < 0:
        return "the game is over"
    winners = names_in(position, event.a)
    reason = "the last round is over" if event.b == BY_ROUND_CAP else "the finish line is crossed"
    return f"{reason}: {' and '.join(winners)} wins"


TELLERS: Mapping[EventKind, Teller] = {
    EventKind.READY: lambda p, who, e: f"{who} is ready",
    EventKind.TAKEN_BACK: lambda p, who, e: f"{who} takes the last card back",
    EventKind.ENOUGH: lambda p, who, e: f"{who} moves no further car",
    EventKind.TIME_UP: lambda p, who, e: f"{who}'s time is up",
    EventKind.TRAFFIC_PLACED: lambda p, who, e: f"{who} places {car_name(p, e.a)} on {at(e.b)}",
    EventKind.BOLIDE_PLACED: lambda p, who, e: f"{who} starts on {at(e.b)}",
    EventKind.ROUND_BEGAN: lambda p, who, e: f"round {_number(e.a)}: {who} begins",
    EventKind.ROLLED: lambda p, who, e: f"{who} rolls {_number(e.a)}",
    EventKind.LAID: _tell_laid,
    EventKind.WRITTEN: _tell_written,
    EventKind.INSTRUCTION: lambda p, who, e: f"{who}: {CARDS[e.a]}",
    EventKind.RUN_BEGAN: _tell_run,
    EventKind.TESTED: _tell_test,
    EventKind.CHOSE: _tell_chosen,
    EventKind.MOVED: _tell_move,
    EventKind.REMOVED: lambda p, who, e: f"{car_name(p, e.a)} leaves the track",
    EventKind.COLLIDED: _tell_collision,
    EventKind.STOPPED: _tell_stop,
    EventKind.SKIPPED: lambda p, who, e: f"{CARDS[e.a]} is skipped: no traffic is left (SA-B26)",
    EventKind.FEWER: lambda p, who, e: (
        f"fewer traffic cars are left than the die shows: {_number(e.a)} (SA-B14)"
    ),
    EventKind.FLIPPED: lambda p, who, e: f"{who} turns the condition card to {CARDS[e.a]}",
    EventKind.ADVANCED: _tell_advance,
    EventKind.GAME_OVER: _tell_end,
}
