"""A position as readable text that can be read back to the last byte."""

from typing import Any

from algorally.core.notation import build_position, frame_position
from algorally.core.position import Position
from algorally.core.seats import seat_name
from algorally.games.speedalgo.given_position import AWAY, RaceBuilder
from algorally.games.speedalgo.names import (
    AB,
    CARDS,
    ELSE,
    GONE,
    SAS,
    SCENERIES,
    TRAFFIC,
    UNPLACED,
)
from algorally.games.speedalgo.options import OPTION_SET
from algorally.games.speedalgo.rules.program import is_unused
from algorally.games.speedalgo.terrain import square_text
from algorally.games.speedalgo.vocabulary import program_text


def write_position(position: Position) -> str:
    """A position as TOML: a scene's `given`, and `exact` for what a scene leaves open."""
    race, field = position.state, position.field
    seats = range(position.seats)
    given = {
        "columns": int(field.columns),
        "runoff": int(field.runoff),
        "scenery": SCENERIES[int(field.scenery)],
        "traffic": [_place(int(place)) for place in race.places[: int(field.traffic)]],
        "order": [seat_name(position, int(race.order[place])) for place in seats],
        "cars": {
            seat_name(position, seat): {
                "at": _place(int(race.places[TRAFFIC + seat])),
                "roll": int(race.drivers[seat].roll),
            }
            for seat in seats
        },
        "exact": exact_table(position),
    }
    return frame_position(position, OPTION_SET.text(field.options), given)


def _place(square: int) -> str:
    return AWAY[square] if square < 0 else square_text(square)


def exact_table(position: Position) -> dict[str, Any]:
    """What a scene leaves open."""
    race, field = position.state, position.field
    steps = race.steps[: int(race.length)]
    return {
        **RaceBuilder.numbers_of(race),
        "seat": seat_name(position, int(race.seat)),
        "steps": [f"{CARDS[int(s.card)]} {int(s.place)} {int(s.leap)}" for s in steps],
        "throws": [int(value) for value in field.throws],
        "drivers": {
            seat_name(position, seat): driver_table(race.drivers[seat])
            for seat in range(position.seats)
        },
    }


def driver_table(driver: Any) -> dict[str, Any]:
    """A holder and what is noted beside it."""
    return {
        "program": program_text(driver.program[: int(driver.length)]),
        "written": [int(car) for car in driver.written],
        "due": int(driver.due),
        "ready": int(driver.ready),
        "side": CARDS[int(driver.side)],
        "crossed": int(driver.crossed),
    }


def read_position(text: str) -> Position:
    """A position from its text, checked."""
    return build_position(RaceBuilder, text)


def inventory(position: Position) -> dict[str, int]:
    """All cars, and all cards of the players, on the holders and in the hands."""
    race = position.state
    waiting = [place for place in race.places[:TRAFFIC] if place == UNPLACED]
    gone = [place for place in race.places[:TRAFFIC] if place == GONE]
    driving = [place for place in race.places[:TRAFFIC] if place >= 0]
    return {
        "traffic": len(waiting) + len(gone) + len(driving),
        "bolides": len({int(place) for place in race.places[TRAFFIC:] if place >= 0})
        + sum(1 for place in race.places[TRAFFIC:] if place == UNPLACED),
        "cards": sum(count_cards(race.drivers[seat]) for seat in range(position.seats)),
    }


def count_cards(driver: Any) -> int:
    """The cards of a player: those on the holder, without signs, and those in the hand."""
    laid = sum(1 for card in driver.program[: int(driver.length)] if card < ELSE)
    return laid + sum(1 for card in range(AB, SAS) if is_unused(driver, card))
