"""Set-up in play: the traffic, the places on column 0."""

from algorally.core.compile import compiled, rule
from algorally.core.dice import below, seed
from algorally.core.events import Log
from algorally.games.speedalgo.names import (
    CARS,
    LANES,
    TRAFFIC,
    UNPLACED,
    EventKind,
    Phase,
)
from algorally.games.speedalgo.options import AT_RANDOM, BY_CHANCE
from algorally.games.speedalgo.rules.happen import tell, traffic_left
from algorally.games.speedalgo.rules.moving import NOBODY, bolide, car_at
from algorally.games.speedalgo.rules.turn import begin_round
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.terrain import column_of, lane_of


@rule("SA-11", "SA-B4")
def choose_first(race: Race, field: Field) -> None:
    """The first seat begins, or one that the die chooses; the others follow in their order."""
    first = 0
    if field.options.first_player == AT_RANDOM:
        first = below(race.dice, field.seats)
    for place in range(field.seats):
        race.order[place] = (first + place) % field.seats


@compiled
def lane_is_covered(race: Race, lane: int) -> bool:
    """Whether a traffic car stands in a lane."""
    for car in range(TRAFFIC):
        if race.places[car] >= 0 and lane_of(race.places[car]) == lane:
            return True
    return False


@rule("SA-9")
def leaves_lanes_enough(race: Race, field: Field, lane: int) -> bool:
    """Every lane must hold traffic in the end, so cars must be left for those that have none."""
    uncovered = 0
    for other in range(LANES):
        if other != lane and not lane_is_covered(race, other):
            uncovered += 1
    return uncovered <= field.traffic - traffic_left(race) - 1


@rule("SA-7", "SA-8", "SA-B3")
def may_place_traffic(race: Race, field: Field, square: int) -> bool:
    """A traffic car goes on a free square between column 1 and the last."""
    if column_of(square) < 1 or column_of(square) >= field.columns:
        return False
    return car_at(race, square) == NOBODY and leaves_lanes_enough(race, field, lane_of(square))


@compiled
def place_at_random(race: Race, field: Field) -> None:
    """SA-B34: the traffic stands on random squares, every lane covered."""
    for car in range(field.traffic):
        placed = False
        while not placed:
            square = LANES + below(race.dice, (field.columns - 1) * LANES)
            placed = may_place_traffic(race, field, square)
            if placed:
                race.places[car] = square


@rule("SA-5")
def lay_material(race: Race) -> None:
    """Each player has a bolide, nine cards and a holder of one colour; all cars wait beside."""
    for car in range(CARS):
        race.places[car] = UNPLACED


@rule("SA-B34")
def start(race: Race, field: Field, number: int) -> None:
    """A new game from a seed; the players place the traffic, or chance does."""
    seed(race.dice, number)
    lay_material(race)
    choose_first(race, field)
    race.seat = race.order[0]
    if field.options.traffic_placement == BY_CHANCE:
        place_at_random(race, field)
        race.phase = Phase.PLACES


@rule("SA-6")
def place_traffic(race: Race, field: Field, log: Log, square: int) -> None:
    """Traffic is placed one by one, in turns, so that all players place equally many."""
    car = traffic_left(race)
    tell(race, field, log, EventKind.TRAFFIC_PLACED, race.seat, car, square, 0)
    placed = car + 1
    if placed < field.traffic:
        following = race.order[placed % field.seats]
        tell(race, field, log, EventKind.DECISION, following, Phase.TRAFFIC, 0, 0)
    else:
        tell(race, field, log, EventKind.DECISION, race.order[0], Phase.PLACES, 0, 0)


@compiled
def free_places(race: Race) -> int:
    """SA-B4: the lanes in which a bolide may start, as bits: one on each place of column 0."""
    lanes = 0
    for lane in range(LANES):
        if car_at(race, lane) == NOBODY:
            lanes |= 1 << lane
    return lanes


@compiled
def bolides_placed(race: Race) -> int:
    """How many bolides stand on the track."""
    count = 0
    for car in range(TRAFFIC, CARS):
        if race.places[car] >= 0:
            count += 1
    return count


@rule("SA-10")
def choose_place(race: Race, field: Field, log: Log, lane: int) -> None:
    """In turns the bolides are put on places of column 0; then the first round begins."""
    tell(race, field, log, EventKind.BOLIDE_PLACED, race.seat, bolide(race.seat), lane, 0)
    placed = bolides_placed(race)
    if placed < field.seats:
        tell(race, field, log, EventKind.DECISION, race.order[placed], Phase.PLACES, 0, 0)
    else:
        begin_round(race, field, log)
