"""The command cards of the basic level."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import NOWHERE, neighbour, turned
from algorally.games.algoracing.names import (
    BY_DRIVING,
    BY_JUMP,
    LEFT,
    RIGHT,
    Happens,
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
def can_drive(field: Field, here: int, there: int, heading: int) -> bool:
    """Border, stone wall and the edge between storeys obstruct a rover that drives."""
    if there == NOWHERE or wall_at(field, here, heading):
        return False
    if field.storeys[here] != field.storeys[there]:
        return False
    other_block = field.blocks[here] != field.blocks[there]
    return not (other_block and field.options.seam_between_blocks == OBSTRUCTS)


@rule("AR-30", "AR-31", "AR-A17")
def can_jump(field: Field, here: int, there: int) -> bool:
    """A jump clears a wall and one storey up or down, never two, and stays on the board."""
    if there == NOWHERE:
        return False
    climb = field.storeys[there] - field.storeys[here]
    return -1 <= climb <= 1


@compiled
def go(race: Race, field: Field, log: Log, who: int, there: int, way: int) -> None:
    """The rover moves, and what lies or stands on the new square takes effect."""
    tell(race, field, log, Happens.MOVED, who, race.rovers[who].square, there, way)
    arrive(race, field, log, who)


@compiled
def advance(race: Race, field: Field, log: Log, who: int, passable: bool, way: int) -> bool:
    """Go to the square ahead if the edge can be passed and no rover is there."""
    there = ahead(race, field, who)
    if not passable:
        return False
    other = rover_at(race, there)
    if other != NOBODY:
        meet(race, field, log, who, other)
        return False
    go(race, field, log, who, there, way)
    return True


@compiled
def drive(race: Race, field: Field, log: Log, who: int) -> bool:
    """Drive one square if nothing obstructs."""
    rover = race.rovers[who]
    passable = can_drive(field, rover.square, ahead(race, field, who), rover.heading)
    return advance(race, field, log, who, passable, BY_DRIVING)


@rule("AR-24")
def step(race: Race, field: Field, log: Log, who: int) -> bool:
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
def all_the_way(race: Race, field: Field, log: Log, who: int) -> bool:
    """All the way: forward until an obstruction, before which it stops, or a sample."""
    moved = False
    going = True
    while going and race.phase != Phase.OVER:
        there = ahead(race, field, who)
        lying = tokens_at(race, there)
        going = drive(race, field, log, who)
        moved = moved or going
        if going and ends_at_sample(race, field, there, lying):
            going = False
    return moved


@rule("AR-29")
def jump(race: Race, field: Field, log: Log, who: int) -> bool:
    """Jump: one square forward, over a wall, up onto a block or down from it."""
    here = race.rovers[who].square
    passable = can_jump(field, here, ahead(race, field, who))
    return advance(race, field, log, who, passable, BY_JUMP)


@rule("AR-32")
def turn(race: Race, field: Field, log: Log, who: int, command: int) -> bool:
    """Turn left, turn right and U-turn change the heading and nothing else."""
    quarters = 3 if command == LEFT else 1 if command == RIGHT else 2
    heading = turned(race.rovers[who].heading, quarters)
    tell(race, field, log, Happens.FACED, who, heading, 0, 0)
    return True
