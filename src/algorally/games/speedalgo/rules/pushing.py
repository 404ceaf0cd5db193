"""Pushing."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.names import CARS, EventKind
from algorally.games.speedalgo.rules.happen import tell
from algorally.games.speedalgo.rules.moving import bolide, move
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.terrain import column_of, lane_of


@compiled
def columns_to(race: Race, seat: int, car: int) -> int:
    """How many columns a car is ahead of the bolide."""
    return column_of(race.places[car]) - column_of(race.places[bolide(seat)])


@compiled
def lanes_to(race: Race, seat: int, car: int) -> int:
    """How many lanes a car is to the right of the bolide."""
    return lane_of(race.places[car]) - lane_of(race.places[bolide(seat)])


@rule("SA-34", "SA-B23", "SA-B24")
def can_reach(race: Race, seat: int, car: int) -> bool:
    """A car can be pushed if its square touches the bolide's by a side or a corner."""
    if race.places[car] < 0 or car == bolide(seat):
        return False
    return abs(columns_to(race, seat, car)) <= 1 and abs(lanes_to(race, seat, car)) <= 1


@rule("SA-37")
def has_car_to_push(race: Race, seat: int) -> bool:
    """With no car to push the instruction cannot be run."""
    for car in range(CARS):
        if can_reach(race, seat, car):
            return True
    return False


@rule("SA-33", "SA-35", "SA-36", "SA-B25")
def push(race: Race, field: Field, log: Log, car: int) -> bool:
    """Bolide and pushed car both move one square along the vector from one to the other.

    Only one car can be pushed, so the square behind it must be free.
    """
    seat = race.seat
    there = race.places[car]
    if not move(race, field, log, car, columns_to(race, seat, car), lanes_to(race, seat, car)):
        return False
    here = race.places[bolide(seat)]
    tell(race, field, log, EventKind.MOVED, seat, bolide(seat), here, there)
    return True
