"""Lays a given position out: track, cars, order, throws, programs."""

from collections.abc import Mapping
from typing import Any

from algorally.core.errors import SceneError
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.core.scene import check_keys, one_of, table, words
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

KEYS = ("columns", "runoff", "scenery", "traffic", "order", "cars", "exact")
CAR_KEYS = ("at", "roll")
DRIVER_KEYS = ("program", "written", "due", "ready", "side", "crossed")
SINGLE = ("turn", "taken", "ran", "step", "card", "due", "moved", "winners")
EXACT_KEYS = ("phase", "seat", *SINGLE, "drivers", "steps", "throws", "dice")
AWAY = {UNPLACED: "unplaced", GONE: "gone"}


class Laying:
    """Lays a given position out: track, cars, order, throws, programs."""

    def __init__(self, game: Game, given: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        check_keys("given", given, KEYS)
        self.given = given
        self.exact = table("exact", given.get("exact", {}))
        check_keys("exact", self.exact, EXACT_KEYS)
        self.cars = table("cars", given.get("cars", {}))
        self.colours = list(self.cars)
        if not self.colours:
            raise SceneError("given needs a car: [given.cars.red]")
        for name, car in self.cars.items():
            one_of("cars", name, COLOURS)
            check_keys(f"cars.{name}", table(f"cars.{name}", car), CAR_KEYS)
        self.position = Position(game, read_field(given, options, self.colours))
        self.race: Race = self.position.state
        self.field: Field = self.position.field

    def lay_cars(self) -> None:
        """All cars, no two on one square."""
        for car in range(CARS):
            self.race.places[car] = UNPLACED if car >= TRAFFIC else GONE
        for number, text in enumerate(words("traffic", self.given.get("traffic", []))):
            self.lay_car("traffic", number, text, behind=False)
        for seat, (name, car) in enumerate(self.cars.items()):
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

    def lay_exact(self) -> None:
        """The rest of the state."""
        exact, race = self.exact, self.race
        phases = [phase.name.lower() for phase in Phase]
        race.phase = one_of("phase", exact["phase"], phases)
        race.seat = self.colours.index(exact["seat"])
        for name in SINGLE:
            setattr(race, name, exact[name])
        for seat, name in enumerate(self.colours):
            self.lay_driver(seat, table(f"drivers.{name}", exact["drivers"][name]))
        for number, text in enumerate(words("steps", exact["steps"])):
            card, place, leap = text.split()
            step = race.steps[number]
            step.card, step.place, step.leap = CARDS.index(card), int(place), int(leap)
        race.length = len(exact["steps"])
        for number, value in enumerate(exact["throws"][: PREPARED_ROUNDS * len(COLOURS)]):
            self.field.throws[number] = value
        dice = race.dice
        dice.a, dice.b, dice.c, dice.counter = exact["dice"]

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
