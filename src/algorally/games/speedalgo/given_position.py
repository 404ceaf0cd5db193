"""Lays a given position out: track, cars, order, throws, programs."""

from collections.abc import Mapping
from typing import Any

from algorally.core.errors import SceneError
from algorally.core.position_builder import PositionBuilder
from algorally.core.records import Rows
from algorally.core.scene import check_keys, table, words
from algorally.games.speedalgo.choice_text import read_cards
from algorally.games.speedalgo.given_field import read_field, roll_of, square_of
from algorally.games.speedalgo.names import (
    CARDS,
    CARS,
    COLOURS,
    EMPTY,
    GONE,
    PREPARED_ROUNDS,
    TRAFFIC,
    UNPLACED,
    WRITTEN,
    Phase,
)
from algorally.games.speedalgo.rules.finish import is_behind_line
from algorally.games.speedalgo.state import Field, Race

DRIVER_KEYS = ("program", "written", "due", "ready", "side", "crossed")
AWAY = {UNPLACED: "unplaced", GONE: "gone"}


class RaceBuilder(PositionBuilder):
    """Lays out track, cars, order, throws and programs."""

    game = "speedalgo"
    phases = Phase
    keys = ("columns", "runoff", "scenery", "traffic", "order", "cars", "exact")
    exact_keys = ("seat", "drivers", "steps", "throws")
    numbers = ("turn", "taken", "ran", "step", "card", "due", "moved", "winners")
    piece = "car"
    piece_keys = ("at", "roll")
    race: Race
    field: Field

    def read_field(self, options: Mapping[str, Any]) -> Rows:
        """The track, and how much traffic there is."""
        return read_field(self.given, options, self.colours)

    def lay_cars(self) -> None:
        """All cars, no two on one square."""
        for car in range(CARS):
            self.race.places[car] = UNPLACED if car >= TRAFFIC else GONE
        for number, text in enumerate(words("traffic", self.given.get("traffic", []))):
            self.lay_car("traffic", number, text, behind=False)
        for seat, (name, car) in enumerate(self.pieces.items()):
            if "at" not in car:
                raise SceneError(f'cars.{name} needs a place: at = "C0"')
            self.lay_car(f"cars.{name}.at", TRAFFIC + seat, car["at"], behind=True)
            roll = car.get("roll", 1)
            self.race.drivers[seat].roll = (
                roll if self.exact else roll_of(f"cars.{name}.roll", roll)
            )

    def lay_car(self, what: str, car: int, text: Any, behind: bool) -> None:
        """A car on its square."""
        if self.exact and text in AWAY.values():
            self.race.places[car] = next(key for key, name in AWAY.items() if name == text)
            return
        square = square_of(what, self.field, text, behind or bool(self.exact))
        if square in self.race.places:
            raise SceneError(f"{what}: another car stands on {text} already")
        self.race.places[car] = square

    def lay_order(self) -> None:
        """The running order; that of the file unless given."""
        order = words("order", self.given.get("order", self.colours))
        if sorted(order) != sorted(self.colours):
            raise SceneError(f"order must name each of {', '.join(self.colours)} once")
        for place, name in enumerate(order):
            self.race.order[place] = self.colours.index(name)

    def begin(self) -> None:
        """The first round, with the throws made: all are to build their programs (SA-B22)."""
        self.race.turn = 1
        self.race.phase = Phase.PROGRAM
        self.race.seat = self.race.order[0]
        for seat in range(self.position.seats):
            square = int(self.race.places[TRAFFIC + seat])
            self.race.drivers[seat].crossed = int(is_behind_line(self.field, square))

    # --- what a scene leaves open ------------------------------------------------------------

    def lay_exactly(self) -> None:
        """Everything, programs and throws as they are written."""
        self.lay_cars()
        self.lay_order()
        self.lay_numbers()
        exact, race = self.exact, self.race
        race.seat = self.colours.index(exact["seat"])
        for seat, name in enumerate(self.colours):
            self.lay_driver(seat, table(f"drivers.{name}", exact["drivers"][name]))
        for number, text in enumerate(words("steps", exact["steps"])):
            card, place, leap = text.split()
            step = race.steps[number]
            step.card, step.place, step.leap = CARDS.index(card), int(place), int(leap)
        race.length = len(exact["steps"])
        for number, value in enumerate(exact["throws"][: PREPARED_ROUNDS * len(COLOURS)]):
            self.field.throws[number] = value

    def lay_driver(self, seat: int, given: Mapping[str, Any]) -> None:
        """A holder and what is noted beside it."""
        check_keys("drivers", given, DRIVER_KEYS)
        driver = self.race.drivers[seat]
        cards = read_cards(given["program"])
        driver.length = len(cards)
        for place, card in enumerate(cards):
            driver.program[place] = card
        for place, car in enumerate(given["written"][:WRITTEN]):
            driver.written[place] = car
        driver.side = CARDS.index(given["side"]) if given["side"] else EMPTY
        driver.due, driver.ready, driver.crossed = given["due"], given["ready"], given["crossed"]
