"""What happens when a player's time is up."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.algoracing.names import CORNERS, EventKind, Phase
from algorally.games.algoracing.rules.elevator import free_lifts
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.row import may_run
from algorally.games.algoracing.rules.turn import end_pass, ride_chosen, run
from algorally.games.algoracing.setup import (
    choose_corner,
    choose_facing,
    corner_is_free,
    lay_sample,
    mark_is_empty,
    may_face,
)
from algorally.games.algoracing.state import Field, Race


@compiled
def take_first_mark(race: Race, field: Field, log: Log) -> None:
    """The sample goes to the first empty mark."""
    for mark in range(field.marks):
        if mark_is_empty(race, field, mark):
            lay_sample(race, field, log, mark)
            return


@compiled
def take_first_corner(race: Race, field: Field, log: Log) -> None:
    """The base goes to the first free corner."""
    for corner in range(CORNERS):
        if corner_is_free(race, field, corner):
            choose_corner(race, field, log, corner)
            return


@compiled
def take_first_facing(race: Race, field: Field, log: Log) -> None:
    """The rover faces the first side that it may face."""
    for heading in range(4):
        if may_face(race, field, heading):
            choose_facing(race, field, log, heading)
            return


@compiled
def take_first_lift(race: Race, field: Field, log: Log) -> None:
    """The rover takes the first elevator that is free."""
    lifts = free_lifts(race, field, race.seat)
    for heading in range(4):
        if lifts >> heading & 1:
            ride_chosen(race, field, log, heading)
            return


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
        take_first_mark(race, field, log)
    elif race.phase == Phase.CORNERS:
        take_first_corner(race, field, log)
    elif race.phase == Phase.FACINGS:
        take_first_facing(race, field, log)
    elif race.phase == Phase.BUILD:
        finish_building(race, field, log)
    elif race.phase == Phase.REPLACE:
        end_pass(race, field, log)
    else:
        take_first_lift(race, field, log)
