"""The factory floor: where a step leads, what lies on a square, who stands where."""

from algorally.core.compile import compiled, rule
from algorally.core.grid import NOWHERE, neighbour, turned
from algorally.games.roborally.names import (
    BLOCKED,
    FLOOR,
    HAMMER,
    NOBODY,
    OFF,
    PIT,
    VOID,
    WRENCH,
)
from algorally.games.roborally.options import ALWAYS
from algorally.games.roborally.state import Field, Race

# --- boards that turn ---------------------------------------------------------------------------


@compiled
def quarters_of(race: Race, field: Field, square: int) -> int:
    """How far the board under a square has been turned."""
    if field.options.turning_boards != ALWAYS or field.on_board[square] < 0:
        return 0
    return int(race.turns_of[field.on_board[square]])


@compiled
def printed(race: Race, field: Field, square: int) -> int:
    """The square of the unturned board that now lies here."""
    quarters = quarters_of(race, field, square)
    if quarters == 0:
        return square
    width = int(field.width)
    corner = int(field.board_corners[field.on_board[square]])
    x = square % width - corner % width
    y = square // width - corner // width
    for _ in range(quarters):  # back, against the clock
        x, y = y, int(field.board_side) - 1 - x
    return corner + y * width + x


@compiled
def lies_at(race: Race, field: Field, square: int) -> int:
    """Where a square of an unturned board now lies."""
    quarters = quarters_of(race, field, square)
    if quarters == 0:
        return square
    width = int(field.width)
    corner = int(field.board_corners[field.on_board[square]])
    x = square % width - corner % width
    y = square // width - corner // width
    for _ in range(quarters):
        x, y = int(field.board_side) - 1 - y, x
    return corner + y * width + x


# --- squares ------------------------------------------------------------------------------------


@compiled
def kind_at(race: Race, field: Field, square: int) -> int:
    """What a square is: floor, pit, gear or repair site."""
    return int(field.kinds[printed(race, field, square)])


@compiled
def belt_at(race: Race, field: Field, square: int) -> int:
    """The belt on a square: heading + 1, + 4 if it is an express belt, 0 if there is none."""
    belt = int(field.belts[printed(race, field, square)])
    if belt == 0:
        return 0
    quarters = quarters_of(race, field, square)
    if quarters == 0:
        return belt
    return (belt - 1 & 4) + turned((belt - 1) & 3, quarters) + 1


@compiled
def has_wall(race: Race, field: Field, square: int, way: int) -> bool:
    """Whether a wall stands on a side of a square."""
    side = turned(way, 4 - quarters_of(race, field, square))
    return bool(field.walls[printed(race, field, square)] >> side & 1)


@compiled
def step_over_turned(race: Race, field: Field, square: int, way: int) -> int:
    """Where a step leads while boards may lie turned."""
    if has_wall(race, field, square, way):
        return BLOCKED
    there = neighbour(field.width, field.height, square, way)
    if there == NOWHERE or field.kinds[there] == VOID:
        return OFF
    return BLOCKED if has_wall(race, field, there, turned(way, 2)) else there


@rule("RR-33")
def step_from(race: Race, field: Field, square: int, way: int) -> int:
    """A wall stops a step from whichever side it stands; beyond the edge there is nothing."""
    if field.options.turning_boards == ALWAYS:
        return step_over_turned(race, field, square, way)
    return int(field.steps[int(square) * 4 + int(way)])


@compiled
def is_pit(race: Race, field: Field, square: int) -> bool:
    """Whether a square is a pit."""
    return kind_at(race, field, square) == PIT


@compiled
def flag_at(race: Race, field: Field, square: int) -> int:
    """The flag on a square, NOBODY if there is none."""
    for flag in range(field.flag_count):
        if race.flag_squares[flag] == square:
            return flag
    return NOBODY


@compiled
def site_at(race: Race, field: Field, square: int) -> int:
    """What a square does for a robot in cleanup: WRENCH (flags, too), HAMMER or FLOOR."""
    kind = kind_at(race, field, square)
    if kind == HAMMER:
        return HAMMER
    if kind == WRENCH or flag_at(race, field, square) != NOBODY:
        return WRENCH
    return FLOOR


# --- robots -------------------------------------------------------------------------------------


@compiled
def robot_at(race: Race, field: Field, square: int) -> int:
    """The robot on a square, NOBODY if there is none."""
    for who in range(field.robots):
        if race.robots[who].square == square:
            return who
    return NOBODY


@compiled
def is_active(race: Race, who: int) -> bool:
    """Whether a robot stands on the board."""
    return race.robots[who].square != OFF


@rule("RR-70")
def is_awake(race: Race, who: int) -> bool:
    """A robot that is powered down gets no cards, does not move by itself and does not fire."""
    return race.robots[who].square != OFF and race.robots[who].powered_down == 0


@compiled
def seat_of(field: Field, who: int) -> int:
    """Whose robot it is: the remainder, without a division, which takes long on a GPU."""
    while who >= field.seats:
        who -= int(field.seats)
    return who


@rule("RR-46")
def first_in_line(race: Race, field: Field, square: int, way: int) -> int:
    """A shot flies straight on until a wall or a robot stops it."""
    there = step_from(race, field, square, way)
    while there >= 0:
        other = robot_at(race, field, there)
        if other != NOBODY:
            return other
        there = step_from(race, field, there, way)
    return NOBODY


@compiled
def end_of_line(race: Race, field: Field, square: int, way: int) -> int:
    """The square where a shot ends."""
    there = step_from(race, field, square, way)
    while there >= 0:
        square = there
        if robot_at(race, field, there) != NOBODY:
            return square
        there = step_from(race, field, there, way)
    return square
