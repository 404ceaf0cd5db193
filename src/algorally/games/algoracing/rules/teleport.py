"""The teleport card."""

from algorally.core.compile import rule
from algorally.core.events import Log
from algorally.core.grid import NOWHERE, neighbour
from algorally.games.algoracing.names import (
    AT_HOME,
    BASE_TAKEN,
    BY_TELEPORT,
    CARRIED,
    IMPULSE_ENDS,
    NOTHING,
    NOTHING_AHEAD,
    OF_ROVER,
    TOKENS,
    WALL_HOLDS,
    EventKind,
)
from algorally.games.algoracing.options import NO, OVER_VALLEY, TO_ROVER
from algorally.games.algoracing.rules.commands import go, wall_at
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.meeting import NOBODY, rover_at
from algorally.games.algoracing.rules.samples import pick_up, stand, tokens_at
from algorally.games.algoracing.state import Field, Race


@rule("AR-58", "AR-59", "AR-A39")
def impulse_goes_on(field: Field, level: int, there: int) -> bool:
    """The impulse stays on the storey of the rover: it ends at blocks, edges and the border."""
    if there == NOWHERE:
        return False
    if field.options.impulse_path == OVER_VALLEY:
        return field.storeys[there] <= level
    return field.storeys[there] == level


@rule("AR-56", "AR-57", "AR-A40")
def end_of_impulse(race: Race, field: Field, who: int) -> int:
    """The square of the first rover or sample ahead, walls or not, else where the impulse ends."""
    rover = race.rovers[who]
    level = field.storeys[rover.square]
    valley = False
    there = neighbour(field.width, field.height, rover.square, rover.heading)
    while impulse_goes_on(field, level, there):
        if field.storeys[there] < level:
            valley = True
        elif rover_at(race, there) != NOBODY or (not valley and tokens_at(race, there) > 0):
            return there
        there = neighbour(field.width, field.height, there, rover.heading)
    return there


@rule("AR-62")
def leave_samples(race: Race, field: Field, log: Log, who: int) -> None:
    """All samples that the rover carried stay on the square it leaves."""
    square = race.rovers[who].square
    for token in range(TOKENS):
        if race.places[token] == CARRIED + who:
            tell(race, field, log, EventKind.LAID_DOWN, who, token, square, 0)


@rule("AR-60", "AR-61", "AR-63", "AR-73", "AR-A22", "AR-A42", "AR-A43")
def send_home(race: Race, field: Field, log: Log, who: int) -> int:
    """A rover that is hit goes to its own base, heading kept, unless a rover stands there.

    It is no meeting: nobody pays compensation.
    """
    home = race.bases[race.rovers[who].colour]
    there = rover_at(race, home)
    if there != NOBODY:
        return (AT_HOME if there == who else BASE_TAKEN) + OF_ROVER * who
    leave_samples(race, field, log, who)
    go(race, field, log, who, home, BY_TELEPORT)
    return NOTHING


@rule("AR-66")
def wall_in_between(race: Race, field: Field, here: int, there: int, heading: int) -> bool:
    """Samples move through walls, unless the option says no."""
    if field.options.sample_through_walls != NO:
        return False
    square = here
    while square != there:
        if wall_at(field, square, heading):
            return True
        square = neighbour(field.width, field.height, square, heading)
    return False


@rule("AR-64", "AR-65", "AR-A41")
def pull_samples(race: Race, field: Field, log: Log, who: int, hit: int) -> int:
    """All samples on the square that is hit move one square towards the rover."""
    rover = race.rovers[who]
    back = (rover.heading + 2) % 4
    target = neighbour(field.width, field.height, hit, back)
    if field.options.sample_pull == TO_ROVER:
        target = rover.square
    if wall_in_between(race, field, target, hit, rover.heading):
        return WALL_HOLDS
    for token in range(TOKENS):
        if race.places[token] == hit:
            tell(race, field, log, EventKind.LAID_DOWN, who, token, target, 0)
    if target == rover.square:
        pick_up(race, field, log, who)
        stand(race, field, log, who)
    return NOTHING


@rule("AR-A44")
def teleport(race: Race, field: Field, log: Log, who: int) -> int:
    """Teleport: the impulse acts on the first object ahead; without one it is skipped."""
    hit = end_of_impulse(race, field, who)
    if hit == NOWHERE:
        return NOTHING_AHEAD
    if field.storeys[hit] != field.storeys[race.rovers[who].square]:
        return IMPULSE_ENDS
    other = rover_at(race, hit)
    if other != NOBODY:
        return send_home(race, field, log, other)
    return pull_samples(race, field, log, who, hit)
