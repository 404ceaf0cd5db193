"""A position as readable text that can be read back to the last byte."""

import tomllib
from typing import Any

import tomli_w

from algorally.core.errors import AlgorallyError, NotationError, SceneError
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.seats import seat_name
from algorally.games.speedalgo.given_position import AWAY, SINGLE, Laying
from algorally.games.speedalgo.names import (
    AB,
    CARDS,
    ELSE,
    GONE,
    SAS,
    SCENERIES,
    TRAFFIC,
    UNPLACED,
    Phase,
)
from algorally.games.speedalgo.options import SHEET
from algorally.games.speedalgo.rules.program import is_unused
from algorally.games.speedalgo.terrain import square_text
from algorally.games.speedalgo.vocabulary import program_text

KEYS = ("game", "rules_version", "options", "given")


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
    return tomli_w.dumps(
        {
            "game": position.game.name,
            "rules_version": position.game.rules_version,
            "options": SHEET.text(field.options),
            "given": given,
        }
    )


def _place(square: int) -> str:
    return AWAY[square] if square < 0 else square_text(square)


def exact_table(position: Position) -> dict[str, Any]:
    """What a scene leaves open."""
    race, field = position.state, position.field
    steps = race.steps[: int(race.length)]
    dice = race.dice
    return {
        "phase": Phase(int(race.phase)).name.lower(),
        "seat": seat_name(position, int(race.seat)),
        **{name: int(getattr(race, name)) for name in SINGLE},
        "steps": [f"{CARDS[int(s.card)]} {int(s.place)} {int(s.leap)}" for s in steps],
        "throws": [int(value) for value in field.throws],
        "dice": [int(dice.a), int(dice.b), int(dice.c), int(dice.counter)],
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
    try:
        table = tomllib.loads(text)
        if unknown := [key for key in table if key not in KEYS]:
            raise SceneError(f"a position has no key {unknown[0]!r}; it has {', '.join(KEYS)}")
        game = find_game(table.get("game", "speedalgo"))
        if table.get("rules_version") != game.rules_version:
            raise SceneError(f"rules_version must be {game.rules_version}")
        return _lay_exactly(Laying(game, table.get("given", {}), table.get("options", {})))
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"not the text of a position: {error}") from error
    except (AlgorallyError, KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise NotationError(f"the text of a position: {error}") from error


def _lay_exactly(laying: Laying) -> Position:
    if not laying.exact:
        raise SceneError("a position needs the table given.exact; a file without it is a scene")
    laying.lay_cars()
    laying.lay_order()
    laying.lay_exact()
    return laying.position


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
