"""How robots move: step by step, pushing each other, and off the board."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import DX, DY, turned
from algorally.games.roborally.names import (
    BLOCKED,
    BY_EDGE,
    BY_HOME,
    BY_PIT,
    BY_PUSH,
    NOBODY,
    OFF,
    EventKind,
)
from algorally.games.roborally.rules.courses import is_sent_home
from algorally.games.roborally.rules.floor import is_pit, robot_at, step_from
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.ruin import destroy
from algorally.games.roborally.state import Field, Race


@rule("RR-35")
def put_robot(
    race: Race, field: Field, log: Log, who: int, square: int, cause: int, by: int
) -> None:
    """A robot that comes to a pit, or over the edge, is destroyed at once, even in passing."""
    if square == OFF:
        destroy(race, field, log, who, BY_EDGE, by)
        return
    tell(race, field, log, EventKind.MOVED, who, square, cause, by)
    if is_pit(race, field, square):
        destroy(race, field, log, who, BY_PIT, by)


@compiled
def square_behind(field: Field, square: int, way: int) -> int:
    """The neighbouring square on the other side."""
    back = turned(way, 2)
    return square + DX[back] + DY[back] * int(field.width)


@compiled
def end_of_push(race: Race, field: Field, square: int, way: int) -> int:
    """The square of the last robot in a line that can be pushed, BLOCKED if a wall holds it."""
    there = step_from(race, field, square, way)
    while there >= 0 and robot_at(race, field, there) != NOBODY:
        square = there
        there = step_from(race, field, square, way)
    return BLOCKED if there == BLOCKED else square


@rule("RR-34")
def push(race: Race, field: Field, log: Log, who: int, way: int, cause: int, by: int) -> bool:
    """A moving robot pushes all robots in line before it; if a wall stops one, none moves."""
    start = int(race.robots[who].square)
    square = end_of_push(race, field, start, way)
    if square == BLOCKED:
        return False
    while square != start:
        there = step_from(race, field, square, way)
        pushed = robot_at(race, field, square)
        if is_sent_home(race, field, pushed, by):
            tell(race, field, log, EventKind.DESTROYED, pushed, BY_HOME, by, 0)
        else:
            put_robot(race, field, log, pushed, there, BY_PUSH, by)
        square = square_behind(field, square, way)
    put_robot(race, field, log, who, step_from(race, field, start, way), cause, by)
    return True


@compiled
def neighbour_ahead(race: Race, field: Field, who: int, way: int) -> int:
    """The robot on the next square that way, if no wall is between."""
    there = step_from(race, field, race.robots[who].square, way)
    return robot_at(race, field, there) if there >= 0 else NOBODY
