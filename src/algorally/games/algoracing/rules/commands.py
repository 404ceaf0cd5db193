"""The command cards of the basic level."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import NOWHERE, neighbour, turned
from algorally.games.algoracing.names import (
    BORDER,
    BY_DRIVING,
    BY_JUMP,
    HIGHER,
    LEFT,
    LOWER,
    NOTHING,
    OF_ROVER,
    OFF_BOARD,
    RIGHT,
    ROVER_AHEAD,
    SEAM,
    TWO_STOREYS,
    WALL,
    EventKind,
    Phase,
)
from algorally.games.algoracing.options import OBSTRUCTS, PASS_OVER
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.meeting import NOBODY, meet, rover_at
from algorally.games.algoracing.rules.samples import arrive, tokens_at
from algorally.games.algoracing.state import Field, Race


@rule("AR-36")
def ahead(race: Race, field: Field, who: int) -> int:
    """A rover only ever moves forward: the next square in its heading."""
    rover = race.rovers[who]
    return neighbour(field.width, field.height, rover.square, rover.heading)


@compiled
def wall_at(field: Field, square: int, heading: int) -> bool:
    """Whether a stone wall stands on this side of a square."""
    return field.walls[square] >> heading & 1 == 1


@rule("AR-25", "AR-A16")
def obstruction(field: Field, here: int, there: int, heading: int) -> int:
    """Border, stone wall and the edge between storeys obstruct a rover that drives."""
    if there == NOWHERE:
        return BORDER
    if wall_at(field, here, heading):
        return WALL
    climb = field.storeys[there] - field.storeys[here]
    if climb != 0:
        return HIGHER if climb > 0 else LOWER
    other_block = field.blocks[here] != field.blocks[there]
    return SEAM if other_block and field.options.seam_between_blocks == OBSTRUCTS else NOTHING


@rule("AR-30", "AR-31", "AR-A17")
def jump_obstruction(field: Field, here: int, there: int) -> int:
    """A jump clears a wall and one storey up or down, never two, and stays on the board."""
    if there == NOWHERE:
        return OFF_BOARD
    climb = field.storeys[there] - field.storeys[here]
    return NOTHING if -1 <= climb <= 1 else TWO_STOREYS


@compiled
def go(race: Race, field: Field, log: Log, who: int, there: int, way: int) -> None:
    """The rover moves, and what lies or stands on the new square takes effect."""
    tell(race, field, log, EventKind.MOVED, who, race.rovers[who].square, there, way)
    arrive(race, field, log, who)


@compiled
def advance(race: Race, field: Field, log: Log, who: int, obstructed: int, way: int) -> int:
    """Go to the square ahead if nothing obstructs and no rover is there; what kept it here."""
    there = ahead(race, field, who)
    if obstructed != NOTHING:
        return obstructed
    other = rover_at(race, there)
    if other != NOBODY:
        meet(race, field, log, who, other)
        return ROVER_AHEAD + OF_ROVER * other
    go(race, field, log, who, there, way)
    return NOTHING


@compiled
def drive(race: Race, field: Field, log: Log, who: int) -> int:
    """Drive one square if nothing obstructs."""
    rover = race.rovers[who]
    obstructed = obstruction(field, rover.square, ahead(race, field, who), rover.heading)
    return advance(race, field, log, who, obstructed, BY_DRIVING)


@rule("AR-24")
def step(race: Race, field: Field, log: Log, who: int) -> int:
    """Step: one square forward if nothing obstructs."""
    return drive(race, field, log, who)


@rule("AR-28", "AR-A11")
def ends_at_sample(race: Race, field: Field, square: int, lying: int) -> bool:
    """All the way ends where a sample lay, also when the rover has no room for it."""
    if lying == 0:
        return False
    taken = tokens_at(race, square) < lying
    return taken or field.options.full_rover_at_sample != PASS_OVER


@rule("AR-26", "AR-27", "AR-A18")
def all_the_way(race: Race, field: Field, log: Log, who: int) -> int:
    """All the way: forward until an obstruction, before which it stops, or a sample."""
    moved = False
    going = True
    obstructed = NOTHING
    while going and race.phase != Phase.OVER:
        there = ahead(race, field, who)
        lying = tokens_at(race, there)
        obstructed = drive(race, field, log, who)
        going = obstructed == NOTHING
        moved = moved or going
        if going and ends_at_sample(race, field, there, lying):
            going = False
    return NOTHING if moved else obstructed


@rule("AR-29")
def jump(race: Race, field: Field, log: Log, who: int) -> int:
    """Jump: one square forward, over a wall, up onto a block or down from it."""
    here = race.rovers[who].square
    obstructed = jump_obstruction(field, here, ahead(race, field, who))
    return advance(race, field, log, who, obstructed, BY_JUMP)


@rule("AR-32")
def turn(race: Race, field: Field, log: Log, who: int, command: int) -> int:
    """Turn left, turn right and U-turn change the heading and nothing else."""
    quarters = 3 if command == LEFT else 1 if command == RIGHT else 2
    heading = turned(race.rovers[who].heading, quarters)
    tell(race, field, log, EventKind.FACED, who, heading, 0, 0)
    return NOTHING
