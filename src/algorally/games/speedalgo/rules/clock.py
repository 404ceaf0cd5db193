"""What happens when a player's time is up."""

from algorally.core.bits import first_bit
from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.names import CARS, LANES, EventKind, Phase
from algorally.games.speedalgo.rules.happen import tell, tell_program
from algorally.games.speedalgo.rules.moving import NOBODY
from algorally.games.speedalgo.rules.program import may_be_ready
from algorally.games.speedalgo.rules.targets import may_target
from algorally.games.speedalgo.rules.turn import choose_target, get_ready
from algorally.games.speedalgo.setup import (
    choose_place,
    free_places,
    may_place_traffic,
    place_traffic,
)
from algorally.games.speedalgo.state import Field, Race


@compiled
def place_first(race: Race, field: Field, log: Log) -> None:
    """The traffic car goes to the first square that is allowed."""
    for square in range(LANES, field.columns * LANES):
        if may_place_traffic(race, field, square):
            place_traffic(race, field, log, square)
            return


@compiled
def finish_program(race: Race, field: Field, log: Log, seat: int) -> None:
    """What lies on the holder counts; a block half done is taken away."""
    while not may_be_ready(race.drivers[seat], field):
        tell_program(race, field, log, EventKind.TAKEN_BACK, seat, 0)
    get_ready(race, field, log, seat)


@compiled
def take_front_car(race: Race, field: Field, log: Log) -> None:
    """The frontmost car is moved."""
    front = NOBODY
    for car in range(CARS):
        if may_target(race, car) and (front == NOBODY or race.places[car] > race.places[front]):
            front = car
    choose_target(race, field, log, front)


@rule("SA-B36")
def time_up(race: Race, field: Field, log: Log, seat: int) -> None:
    """When a player's time is up, the decision is made for the player in the plainest way."""
    tell(race, field, log, EventKind.TIME_UP, seat, 0, 0, 0)
    if race.phase == Phase.TRAFFIC:
        place_first(race, field, log)
    elif race.phase == Phase.PLACES:
        choose_place(race, field, log, first_bit(free_places(race)))
    elif race.phase == Phase.PROGRAM:
        finish_program(race, field, log, seat)
    else:
        take_front_car(race, field, log)
