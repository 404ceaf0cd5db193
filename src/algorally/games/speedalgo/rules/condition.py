"""The condition card."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.names import CARS, EventKind
from algorally.games.speedalgo.options import ANYWHERE
from algorally.games.speedalgo.rules.happen import tell
from algorally.games.speedalgo.rules.moving import NOBODY, bolide, car_at
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.terrain import column_of, lane_of, square_beside


@compiled
def is_ahead(race: Race, square: int, car: int) -> bool:
    """Whether a car is farther on in the same lane."""
    there = race.places[car]
    return lane_of(there) == lane_of(square) and column_of(there) > column_of(square)


@rule("SA-43", "SA-B11")
def car_in_front(race: Race, field: Field, seat: int) -> bool:
    """A car is in front, be it traffic or a bolide, on the square directly ahead."""
    here = race.places[bolide(seat)]
    if field.options.in_front == ANYWHERE:
        for car in range(CARS):
            if race.places[car] >= 0 and is_ahead(race, here, car):
                return True
        return False
    return car_at(race, square_beside(here, 1, 0)) != NOBODY


@rule("SA-41", "SA-44", "SA-B12")
def test(race: Race, field: Field, log: Log, step: int) -> None:
    """SA and SAS test, when they are reached, if a car is in front, and choose what is run."""
    found = 1 if car_in_front(race, field, race.seat) else 0
    tell(race, field, log, EventKind.TESTED, race.seat, found, race.steps[step].place, step)
