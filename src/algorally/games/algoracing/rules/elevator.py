"""Elevators."""

from algorally.core.bits import count_bits, first_bit
from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import neighbour
from algorally.games.algoracing.names import BY_ELEVATOR, EventKind, Phase
from algorally.games.algoracing.options import AFTER_RUN, MID_RUN
from algorally.games.algoracing.rules.commands import go
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.meeting import NOBODY, compensate, rover_at
from algorally.games.algoracing.state import Field, Race


@rule("AR-76")
def lift_there(race: Race, field: Field, who: int, heading: int) -> bool:
    """An elevator joins the block square with its arrow and the square the arrow points to."""
    return field.lifts[race.rovers[who].square] >> heading & 1 == 1


@compiled
def other_end(race: Race, field: Field, who: int, heading: int) -> int:
    """The other platform of the elevator on this side."""
    return neighbour(field.width, field.height, race.rovers[who].square, heading)


@rule("AR-78")
def is_free(race: Race, field: Field, who: int, heading: int) -> bool:
    """An elevator does not work while another rover stands on its other platform."""
    return rover_at(race, other_end(race, field, who, heading)) == NOBODY


@rule("AR-A47")
def free_lifts(race: Race, field: Field, who: int) -> int:
    """The elevators that could carry the rover now, as a bit mask of directions."""
    mask = 0
    for heading in range(4):
        if lift_there(race, field, who, heading) and is_free(race, field, who, heading):
            mask |= 1 << heading
    return mask


@rule("AR-75", "AR-81", "AR-A49")
def ride(race: Race, field: Field, log: Log, who: int, heading: int) -> None:
    """The elevator carries the rover up or down, heading kept, and it arrives like any rover."""
    go(race, field, log, who, other_end(race, field, who, heading), BY_ELEVATOR)


@rule("AR-79", "AR-A51")
def wait_for_lift(race: Race, field: Field, log: Log, who: int) -> None:
    """Whoever makes an elevator busy pays the rover that waits for it, as in a meeting."""
    if field.lifts[race.rovers[who].square] == 0:
        return
    tell(race, field, log, EventKind.WAITS, who, 0, 0, 0)
    for heading in range(4):
        if lift_there(race, field, who, heading) and race.phase != Phase.OVER:
            obstructing = rover_at(race, other_end(race, field, who, heading))
            compensate(race, field, log, obstructing, who)


@compiled
def take_lift(race: Race, field: Field, log: Log, who: int, decision: int) -> None:
    """Ride, or wait, or let the player choose between two elevators that are free."""
    lifts = free_lifts(race, field, who)
    if lifts == 0:
        wait_for_lift(race, field, log, who)
    elif count_bits(lifts) == 1:
        ride(race, field, log, who, first_bit(lifts))
    else:
        tell(race, field, log, EventKind.DECISION, who, decision, 0, 0)


@rule("AR-77", "AR-A45")
def ride_after_run(race: Race, field: Field, log: Log, who: int) -> None:
    """A rover that stands on a platform after a run rides, wanted or not, once."""
    when = field.options.ride_when
    if race.phase != Phase.OVER and (when == AFTER_RUN or (when != MID_RUN and race.moved == 1)):
        take_lift(race, field, log, who, Phase.RIDE_LAST)


@rule("AR-A54")
def ride_between(race: Race, field: Field, log: Log, who: int) -> None:
    """Under `mid_run` a rover rides as soon as a command has brought it to a platform."""
    if race.phase != Phase.OVER and field.options.ride_when == MID_RUN:
        take_lift(race, field, log, who, Phase.RIDE_BETWEEN)


@rule("AR-80", "AR-A48")
def ride_first(race: Race, field: Field, log: Log, who: int) -> None:
    """A rover whose elevator was busy rides when its next turn begins, if it is free then."""
    if race.phase != Phase.OVER and race.rovers[who].waits == 1:
        take_lift(race, field, log, who, Phase.RIDE_FIRST)
