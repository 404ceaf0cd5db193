"""How cars move: one square at a time, and what a collision is."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.names import (
    ABD,
    ABG,
    ATD,
    ATG,
    BACK_BORDER,
    BY_COLLISION,
    BY_PUSH,
    CARS,
    LANES,
    LEFT_BORDER,
    RIGHT_BORDER,
    TRAFFIC,
    UNPLACED,
    EventKind,
    P,
)
from algorally.games.speedalgo.rules.finish import leaves_track
from algorally.games.speedalgo.rules.happen import tell
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.terrain import lane_of, square_beside

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
def interrupt(race: Race, field: Field, log: Log, reason: int, car: int) -> None:
    """The program is interrupted: its repetitions and blocks are not run any further."""
    tell(race, field, log, EventKind.STOPPED, race.seat, reason, car, 0)


@compiled
def border_of(lane: int) -> int:
    """The border beyond a lane; where the lane is one of the track, the one behind column 0."""
    if lane < 0:
        return LEFT_BORDER
    return RIGHT_BORDER if lane >= LANES else BACK_BORDER


@rule("SA-21")
def collide(race: Race, field: Field, log: Log, car: int, square: int, lane: int) -> bool:
    """After a collision all cars stay on the last square they held; earlier moves stand."""
    hit = border_of(lane) if square == UNPLACED else car_at(race, square)
    tell(race, field, log, EventKind.COLLIDED, race.seat, car, square, hit)
    interrupt(race, field, log, BY_PUSH if race.card == P else BY_COLLISION, car)
    return False


@rule("SA-18")
def move(race: Race, field: Field, log: Log, car: int, columns: int, lanes: int) -> bool:
    """Cars move step by step; False after a collision.

    SA-B38: traffic hits a bolide that stands behind the line before it could be taken out.
    """
    here = race.places[car]
    square = square_beside(here, columns, lanes)
    if hits(race, square):
        return collide(race, field, log, car, square, lane_of(here) + lanes)
    if car < TRAFFIC and leaves_track(field, square):
        tell(race, field, log, EventKind.REMOVED, race.seat, car, here, 0)
    else:
        tell(race, field, log, EventKind.MOVED, race.seat, car, here, square)
    return True


@rule("SA-26", "SA-27", "SA-28")
def advance_bolide(race: Race, field: Field, log: Log, card: int) -> bool:
    """AB: the own bolide one square ahead; ABD and ABG: diagonally to the right and left."""
    return move(race, field, log, bolide(race.seat), 1, sideways(card))


@rule("SA-31", "SA-32", "SA-B15")
def advance_traffic(race: Race, field: Field, log: Log, card: int, car: int) -> bool:
    """A chosen traffic car advances: AT straight, ATD and ATG diagonally; one after the other."""
    return move(race, field, log, car, 1, sideways(card))
