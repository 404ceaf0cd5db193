"""Data files to a field record: boards, docking bays and courses."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from algorally.core.compile import rule
from algorally.core.errors import SettingError
from algorally.core.game import Preset
from algorally.core.grid import DX, DY
from algorally.core.records import Rows
from algorally.core.seats import check_players, write_colours
from algorally.games.roborally.names import (
    BLOCKED,
    COLOURS,
    LENGTHS,
    LEVELS,
    MAX_BOARDS,
    MAX_FLAGS,
    MAX_LASERS,
    MAX_ROBOTS,
    MAX_SQUARES,
    OFF,
    SEATS,
    VOID,
)
from algorally.games.roborally.options import CAPTURE, NO_TEAMS, OPTION_SET, OPTIONS, VARIANT
from algorally.games.roborally.state import Field
from algorally.games.roborally.terrain import (
    Board,
    Placed,
    Square,
    Terrain,
    lay_boards,
    read_board,
)

DATA = Path(__file__).parent / "data"
PLACED = re.compile(r"(\w+)(?:@([0-3]))?\s+(\d+),(\d+)")
FLAG = re.compile(r"(?:(\w+)\s+)?(\d+),(\d+)")


class Course(NamedTuple):
    """A course as its data file describes it."""

    title: str
    page: int  # of the course manual, 0 for one of your own
    players: str
    length: str
    level: str
    boards: list[str]
    dock: str
    flags: list[str]
    rules: dict[str, Any]
    sentence: str


@cache
def boards() -> dict[str, Board]:
    """All boards and docking bays by name."""
    files = sorted((DATA / "boards").glob("*.txt"))
    return {path.stem: read_board(path.stem, path.read_text(encoding="utf-8")) for path in files}


@cache
def courses() -> dict[str, Course]:
    """All courses by name."""
    table = tomllib.loads((DATA / "courses.toml").read_text(encoding="utf-8"))
    return {name: read_course(name, entry) for name, entry in table.items()}


def read_course(name: str, entry: Mapping[str, Any]) -> Course:
    """A course from its table; the error says what would have been right."""
    if set(entry) != set(Course._fields):
        raise SettingError(f"course {name}: it needs {', '.join(Course._fields)} and nothing else")
    course = Course(**entry)
    for what, value, known in (
        ("length", course.length, LENGTHS),
        ("level", course.level, LEVELS),
    ):
        if value not in known:
            raise SettingError(f"course {name}: {what} can be {', '.join(known)}, not {value!r}")
    return course


SETTINGS = (VARIANT, *OPTIONS)


def presets() -> list[Preset]:
    """The courses, for people to choose."""
    return [
        Preset("course", name, course.sentence, {"course": name}, int(course.players[0]))
        for name, course in courses().items()
    ]


# --- courses of one's own ----------------------------------------------------------------------


def own_course(text: str) -> Course:
    """A course in a line: "exchange@1 0,0; vault 12,0; dock_a@3 24,0; flags 3,4 15,6"."""
    placed: list[str] = []
    dock, flags = "", []
    for part in (part.strip() for part in text.split(";")):
        if part.startswith("flags"):
            flags = part.split()[1:]
        elif part.startswith("dock"):
            dock = part
        elif part:
            placed.append(part)
    return Course("", 0, "2-8", "medium", "easy", placed, dock, flags, {}, "")


def find_course(chosen: object) -> Course:
    """A course of the manual by its name, or one's own."""
    text = str(chosen).strip().lower()
    name = re.sub(r"[\s-]+", "_", text)
    if name in courses():
        return courses()[name]
    if ";" in text:
        return own_course(text)
    raise SettingError(
        f"there is no course {text!r}; there are {', '.join(courses())}, or lay out your own:"
        ' "exchange@1 0,0; dock_b 0,12; flags 7,1 9,7"'
    )


# --- laying out --------------------------------------------------------------------------------


def read_placed(text: str, known: Mapping[str, Board]) -> Placed:
    """A board where it lies: "exchange@1 0,0"."""
    match = PLACED.fullmatch(text.strip())
    if not match:
        words = 'a board is laid as "name@turns x,y" (quarter turns clockwise, upper left square)'
        raise SettingError(f"{words}, not {text!r}")
    if match[1] not in known:
        raise SettingError(f"there is no board {match[1]!r}; there are {', '.join(known)}")
    return Placed(known[match[1]], int(match[3]), int(match[4]), int(match[2] or 0))


@rule("RR-6", in_python=True)
def lay_course(course: Course) -> Terrain:
    """A course is one to four boards side by side, a docking bay, and flags in their order."""
    known = boards()
    floors = [read_placed(text, known) for text in course.boards]
    bays = [read_placed(course.dock, known)] if course.dock else []
    if not 1 <= len(floors) <= MAX_BOARDS:
        raise SettingError(f"a course has 1 to {MAX_BOARDS} boards, not {len(floors)}")
    terrain = lay_boards(floors, bays)
    if terrain.width * terrain.height > MAX_SQUARES:
        raise SettingError("the boards lie too far apart; lay them side by side")
    names = [placed.board.name for placed in floors]
    terrain.flags = [flag_square(text, names, terrain) for text in course.flags]
    check_flags(terrain)
    return terrain


def flag_square(text: str, names: Sequence[str], terrain: Terrain) -> Square:
    """Where a flag stands: "exchange 7,1" on that board, "7,1" on the whole floor."""
    match = FLAG.fullmatch(text)
    if not match or (match[1] and match[1] not in names):
        raise SettingError(f'a flag is written "x,y" or "{names[0]} x,y", not {text!r}')
    x, y = terrain.corners[names.index(match[1])] if match[1] else (0, 0)
    return x + int(match[2]), y + int(match[3])


def check_flags(terrain: Terrain) -> None:
    """Flags stand on squares of the floor, no two on one, and not in pits."""
    if len(terrain.flags) > MAX_FLAGS:
        raise SettingError(f"a course has at most {MAX_FLAGS} flags, not {len(terrain.flags)}")
    for number, flag in enumerate(terrain.flags, 1):
        where = f"flag {number} at {flag[0]},{flag[1]}"
        if flag not in terrain:
            raise SettingError(f"{where} stands off the floor")
        if terrain.kinds[flag] == 1:
            raise SettingError(f"{where} stands in a pit")
        if terrain.flags.count(flag) > 1:
            raise SettingError(f"{where} stands on another flag")


# --- writing the record ------------------------------------------------------------------------


def write_terrain(field: Field, terrain: Terrain) -> None:
    """Copy a floor into a field record."""
    field.width, field.height = terrain.width, terrain.height
    number = {
        (x, y): y * terrain.width + x for y in range(terrain.height) for x in range(terrain.width)
    }
    if len(number) > MAX_SQUARES:
        raise SettingError(f"a floor has at most {MAX_SQUARES} squares")
    for square, index in number.items():
        field.kinds[index] = terrain.kinds.get(square, VOID)
        field.belts[index] = terrain.belts.get(square, 0)
        field.on_board[index] = terrain.boards.get(square, -1)
        field.crushers[index] = terrain.crushers.get(square, 0)
        heading, registers = terrain.pushers.get(square, (0, 0))
        field.pushers[index], field.pushes[index] = registers, heading
        for way in range(4):
            if (*square, way) in terrain.walls:
                field.walls[index] |= 1 << way
            field.steps[index * 4 + way] = step(terrain, square, way, number)
    write_lasers(field, terrain, number)
    field.flag_count = len(terrain.flags)
    for place, flag in enumerate(terrain.flags):
        field.flag_squares[place] = number[flag]
    field.boards = len(terrain.corners)
    field.board_side = terrain.side
    for place, corner in enumerate(terrain.corners):
        field.board_corners[place] = number[corner]
    field.dock_count = min(len(terrain.docks), MAX_ROBOTS)
    for place, (x, y, heading) in enumerate(terrain.docks[:MAX_ROBOTS]):
        field.docks[place], field.dock_facings[place] = number[x, y], heading


def step(terrain: Terrain, square: Square, way: int, number: Mapping[Square, int]) -> int:
    """Where a step from a square leads."""
    if square not in terrain or terrain.is_blocked((*square, way)):
        return BLOCKED
    there = square[0] + DX[way], square[1] + DY[way]
    return number[there] if there in terrain else OFF


def write_lasers(field: Field, terrain: Terrain, number: Mapping[Square, int]) -> None:
    """Lasers, and the squares that they light."""
    if len(terrain.lasers) > MAX_LASERS:
        raise SettingError(f"a floor has at most {MAX_LASERS} lasers")
    field.lasers = len(terrain.lasers)
    for place, laser in enumerate(terrain.lasers):
        field.laser_squares[place] = number[laser.x, laser.y]
        field.laser_headings[place] = laser.heading
        field.laser_beams[place] = laser.beams
        for square in terrain.beam(laser):
            field.lit[number[square]] = 1


# --- the field ---------------------------------------------------------------------------------


@rule("RR-1", in_python=True)
def check_seats(seats: int) -> None:
    """Two to eight players."""
    check_players("RoboRally", seats, SEATS, "RR-1")


@rule("RR-C11", in_python=True)
def write_robots(field: Field, terrain: Terrain) -> None:
    """Every player has one robot, on some courses two, and each robot needs a dock."""
    field.robots = field.seats * field.options.robots_each
    if field.robots > MAX_ROBOTS:
        most = MAX_ROBOTS // int(field.options.robots_each)
        raise SettingError(f"RR-C11: with two robots each there are at most {most} players")
    if len(terrain.docks) < field.robots and field.options.teams != CAPTURE:
        raise SettingError(
            f"{field.robots} robots need as many docks; this course has"
            f" {len(terrain.docks)}: add a docking bay, as in dock_a 0,12"
        )


@rule("RR-C12", in_python=True)
def check_teams(field: Field, terrain: Terrain) -> None:
    """Teams need an even number of players, four at least, to capture flags two boards."""
    if field.options.teams == CAPTURE and (len(terrain.corners) < 2 or len(terrain.flags) != 2):
        raise SettingError("RR-C12: to capture flags takes two boards and a flag for each team")
    if field.options.teams != NO_TEAMS and field.seats not in (4, 6, 8):
        raise SettingError(f"RR-C12: teams are for 4, 6 or 8 players, not {field.seats}")


@rule("RR-7", in_python=True)
def choose_robots(field: Field, chosen: Any) -> None:
    """Each player has a robot of a colour and shape of its own."""
    write_colours(field, chosen, COLOURS, "RR-7")


def make_field(seats: int, settings: Mapping[str, Any]) -> Rows:
    """A checked field record from named settings: course, colours, variant and options."""
    chosen = dict(settings)
    check_seats(seats)
    rows = Field.rows()
    field = Field.record(rows)
    field.seats = seats
    course = find_course(chosen.pop("course", next(iter(courses()))))
    colours = chosen.pop("colours", COLOURS[:seats])
    OPTION_SET.write(field.options, {**course.rules, **chosen})
    terrain = lay_course(course)
    check_teams(field, terrain)
    write_robots(field, terrain)
    choose_robots(field, colours)
    write_terrain(field, terrain)
    return rows
