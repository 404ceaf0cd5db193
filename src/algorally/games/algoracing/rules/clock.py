"""What happens when a player's time is up."""

from algorally.core.bits import first_bit
from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.algoracing.names import EventKind, Phase
from algorally.games.algoracing.rules.elevator import free_lifts
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.row import may_run
from algorally.games.algoracing.rules.turn import end_pass, ride_chosen, run
from algorally.games.algoracing.setup import (
    choose_corner,
    choose_facing,
    empty_marks,
    facings,
    free_corners,
    lay_sample,
)
from algorally.games.algoracing.state import Field, Race


@compiled
def finish_building(race: Race, field: Field, log: Log) -> None:
    """A row that was changed is run; without a change, or without a row, the turn is a pass."""
    if race.changed == 1 and may_run(race, field):
        run(race, field, log)
    else:
        end_pass(race, field, log)


@rule("AR-A56")
def time_up(race: Race, field: Field, log: Log) -> None:
    """When a player's time is up, the decision is made for the player in the plainest way."""
    tell(race, field, log, EventKind.TIME_UP, race.seat, 0, 0, 0)
    if race.phase == Phase.PLACE_SAMPLES:
        lay_sample(race, field, log, first_bit(empty_marks(race, field)))
    elif race.phase == Phase.CORNERS:
        choose_corner(race, field, log, first_bit(free_corners(race, field)))
    elif race.phase == Phase.FACINGS:
        choose_facing(race, field, log, first_bit(facings(race, field)))
    elif race.phase == Phase.BUILD:
        finish_building(race, field, log)
    elif race.phase == Phase.REPLACE:
        end_pass(race, field, log)
    else:
        ride_chosen(race, field, log, first_bit(free_lifts(race, field, race.seat)))
