"""Traffic that advances by itself."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.names import GONE, TRAFFIC, EventKind
from algorally.games.speedalgo.options import YES
from algorally.games.speedalgo.rules.finish import leaves_track
from algorally.games.speedalgo.rules.happen import tell
from algorally.games.speedalgo.rules.moving import NOBODY, car_at
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.terrain import column_of, square_beside


@compiled
def advance_one(race: Race, field: Field, log: Log, car: int) -> None:
    """A traffic car advances unless something is in its way."""
    here = race.places[car]
    there = square_beside(here, 1, 0)
    if car_at(race, there) == NOBODY:
        to = GONE if leaves_track(field, there) else there
        tell(race, field, log, EventKind.ADVANCED, race.seat, car, here, to)


@rule("SA-54", "SA-B30")
def advance_all_traffic(race: Race, field: Field, log: Log) -> None:
    """In the variant all traffic advances after a round, the frontmost first; blocked cars stay."""
    if field.options.traffic_advances != YES:
        return
    for column in range(field.columns - 1, -1, -1):
        for car in range(TRAFFIC):
            if race.places[car] >= 0 and column_of(race.places[car]) == column:
                advance_one(race, field, log, car)
