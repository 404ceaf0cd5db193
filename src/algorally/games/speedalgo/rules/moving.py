"""How cars move: one square at a time, and what a collision is."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.layout import square_beside
from algorally.games.speedalgo.names import (
    ABD,
    ABG,
    ATD,
    ATG,
    BY_COLLISION,
    CARS,
    TRAFFIC,
    UNPLACED,
    Happens,
)
from algorally.games.speedalgo.rules.finish import leaves_track
from algorally.games.speedalgo.rules.happen import tell
from algorally.games.speedalgo.state import Field, Race

NOBODY = -1


@compiled
def bolide(seat: int) -> int:
    """The car of a seat."""
    return TRAFFIC + seat


@compiled
def car_at(race: Race, square: int) -> int:
    """The car on a square, NOBODY if it is free."""
    for car in range(CARS):
        if race.places[car] == square:
            return car
    return NOBODY


@compiled
def sideways(card: int) -> int:
    """How many lanes to the right a movement card leads."""
    if card in (ABD, ATD):
        return 1
    return -1 if card in (ABG, ATG) else 0


@rule("SA-19")
def hits(race: Race, square: int) -> bool:
    """A moved car collides if it hits a border of the track or another vehicle."""
    return square == UNPLACED or car_at(race, square) != NOBODY


@rule("SA-20", "SA-B27")
def interrupt(race: Race, field: Field, log: Log, reason: int) -> None:
    """The program is interrupted: its repetitions and blocks are not run any further."""
    tell(race, field, log, Happens.STOPPED, race.seat, reason, 0, 0)


@rule("SA-21")
def collide(race: Race, field: Field, log: Log, car: int, square: int) -> bool:
    """After a collision all cars stay on the last square they held; earlier moves stand."""
    other = NOBODY if square == UNPLACED else car_at(race, square)
    tell(race, field, log, Happens.COLLIDED, race.seat, car, square, other)
    interrupt(race, field, log, BY_COLLISION)
    return False


@rule("SA-18")
def move(race: Race, field: Field, log: Log, car: int, square: int) -> bool:
    """Cars move step by step; False after a collision.

    SA-B38: traffic hits a bolide that stands behind the line before it could be taken out.
    """
    if hits(race, square):
        return collide(race, field, log, car, square)
    here = race.places[car]
    if car < TRAFFIC and leaves_track(field, square):
        tell(race, field, log, Happens.REMOVED, race.seat, car, here, 0)
    else:
        tell(race, field, log, Happens.MOVED, race.seat, car, here, square)
    return True


@rule("SA-26", "SA-27", "SA-28")
def advance_bolide(race: Race, field: Field, log: Log, card: int) -> bool:
    """AB: the own bolide one square ahead; ABD and ABG: diagonally to the right and left."""
    car = bolide(race.seat)
    return move(race, field, log, car, square_beside(race.places[car], 1, sideways(card)))


@rule("SA-31", "SA-32", "SA-B15")
def advance_traffic(race: Race, field: Field, log: Log, card: int, car: int) -> bool:
    """A chosen traffic car advances: AT straight, ATD and ATG diagonally; one after the other."""
    return move(race, field, log, car, square_beside(race.places[car], 1, sideways(card)))
