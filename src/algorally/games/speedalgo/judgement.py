"""How good a race is for a seat: what the stock bots go by."""

from algorally.core.compile import compiled
from algorally.core.search import WIN, Chart
from algorally.games.speedalgo.names import (
    AB,
    CARS,
    ENOUGH,
    LAY,
    READY,
    SA,
    SAS,
    TAKE_BACK,
    TARGET,
    TRAFFIC,
    UNPLACED,
    P,
    Phase,
)
from algorally.games.speedalgo.rules.ending import points
from algorally.games.speedalgo.rules.moving import NOBODY, bolide, car_at, hits, sideways
from algorally.games.speedalgo.rules.program import last_of
from algorally.games.speedalgo.rules.pushing import columns_to, lanes_to
from algorally.games.speedalgo.rules.targets import may_target, may_write
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.terrain import column_of, lane_of, square_beside

# Weights, in thousandths of a column.
COLUMN = 1000
FREE_SQUARE = 60  # for each free square ahead, the nearer the better
SIDE_STEP = 40  # a neighbouring square ahead that is free
RIVAL = 2  # a rival's place counts half of one's own

SIGHT = 5  # squares ahead that a driver looks at
FAR = 1000


@compiled
def free_road(race: Race, square: int) -> int:
    """Free squares straight ahead, as far as a driver looks."""
    for far in range(1, SIGHT + 1):
        if car_at(race, square_beside(square, far, 0)) != NOBODY:
            return far - 1
    return SIGHT


@compiled
def prospect(race: Race, square: int) -> int:
    """How well the drive can go on from a square."""
    value = FREE_SQUARE * free_road(race, square)
    for lanes in range(-1, 2, 2):
        beside = square_beside(square, 1, lanes)
        if not hits(race, beside):
            value += SIDE_STEP + FREE_SQUARE // 2 * free_road(race, beside)
    return value


@compiled
def judge(race: Race, field: Field, seat: int, chart: Chart) -> int:
    """How good a race is for a seat; nothing needs to be known of a track beforehand."""
    if race.phase == Phase.OVER:
        return WIN if race.winners >> seat & 1 else -WIN
    square = race.places[bolide(seat)]
    if square == UNPLACED:
        return 0
    value = RIVAL * (COLUMN * points(race, seat) + prospect(race, square))
    ahead = 0
    for rival in range(field.seats):
        if rival != seat:
            ahead = max(ahead, points(race, rival))
    return value - COLUMN * ahead


# --- which choices need no trying ---------------------------------------------------------------


@compiled
def nuisance(race: Race, seat: int, card: int, car: int) -> int:
    """How far a traffic car is from being in the way, FAR if it would collide."""
    here = race.places[bolide(seat)]
    there = race.places[car]
    if hits(race, square_beside(there, 1, sideways(card))):
        return FAR
    columns = column_of(there) - column_of(here)
    lanes = abs(lane_of(there) - lane_of(here))
    if columns <= 0 or columns > SIGHT + 1 or lanes > 1:
        return FAR - 1 - column_of(there)
    return 3 * lanes + columns


@compiled
def may_aim(race: Race, seat: int, car: int) -> bool:
    """Whether a car may be chosen now, while running or while programming."""
    return may_target(race, car) if race.phase == Phase.TARGET else may_write(race, seat, car)


@compiled
def best_target(race: Race, seat: int, card: int) -> int:
    """The traffic car that is most in the way and can be moved, NOBODY if none may be chosen."""
    best = NOBODY
    least = FAR + 1
    for car in range(TRAFFIC):
        if may_aim(race, seat, car) and nuisance(race, seat, card, car) < least:
            best = car
            least = nuisance(race, seat, card, car)
    return best


@compiled
def pushed_to(race: Race, seat: int, car: int) -> int:
    """SA-35: the square behind a car, seen from the bolide."""
    columns = columns_to(race, seat, car)
    return square_beside(race.places[car], columns, lanes_to(race, seat, car))


@compiled
def needless_push(race: Race, seat: int, car: int) -> bool:
    """Whether pushing a car collides while another one can be pushed."""
    if race.phase != Phase.TARGET or not hits(race, pushed_to(race, seat, car)):
        return False
    for other in range(CARS):
        if may_target(race, other) and not hits(race, pushed_to(race, seat, other)):
            return True
    return False


@compiled
def redundant(race: Race, field: Field, seat: int, last: int, action: int) -> bool:
    """Whether a choice needs no trying.

    On the one world that a plan is tried on a condition is never better than what it leads to,
    and of the traffic cars only the one most in the way is worth moving.
    """
    if action < READY:
        card = action - LAY + AB
        return card in (SA, SAS)
    if action == TAKE_BACK:
        return True
    if not TARGET <= action <= ENOUGH:
        return False
    card = race.card if race.phase == Phase.TARGET else last_of(race.drivers[seat])
    if card == P:
        return needless_push(race, seat, action - TARGET)
    return action - TARGET != best_target(race, seat, card)
