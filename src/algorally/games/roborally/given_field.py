"""Reads the floor of a scene or of a position's text."""

import re
from collections.abc import Mapping
from typing import Any

from algorally.core.errors import SceneError, SettingError
from algorally.core.grid import HEADINGS
from algorally.core.records import Rows
from algorally.core.scene import check_type, words
from algorally.core.seats import write_colours
from algorally.games.roborally.boards import write_terrain
from algorally.games.roborally.names import (
    COLOURS,
    MAX_BOARDS,
    MAX_FLAGS,
    MAX_LASERS,
    MAX_ROBOTS,
    MAX_SQUARES,
    PIT,
    VOID,
)
from algorally.games.roborally.options import ALWAYS, OPTION_SET
from algorally.games.roborally.state import Field
from algorally.games.roborally.terrain import (
    LASER,
    SIDE,
    SIGNS,
    SQUARE,
    Laser,
    Square,
    Terrain,
    read_registers,
)

FACED = re.compile(r"(\d+),(\d+)([NESW])")
BOARD = re.compile(r"(\d+),(\d+) (\d+)x(\d+)")
NOTHING = " "  # a square on which no board lies


def on_floor(what: str, terrain: Terrain, x: int, y: int) -> Square:
    """A square of the floor, or an error that says which there are."""
    if (x, y) not in terrain:
        last = f"{terrain.width - 1},{terrain.height - 1}"
        raise SceneError(f"{what}: {x},{y} lies off the floor, which has 0,0 to {last}")
    return x, y


def match_on_floor(
    what: str, terrain: Terrain, text: Any, pattern: re.Pattern[str], form: str
) -> re.Match[str]:
    """A text of a certain form whose square lies on the floor."""
    check_type(what, text, str, form)
    match = pattern.fullmatch(text.strip())
    if not match:
        raise SceneError(f"{what}: it is written {form}, not {text!r}")
    on_floor(what, terrain, int(match[1]), int(match[2]))
    return match


def square_of(what: str, terrain: Terrain, text: Any) -> Square:
    """A square written "x,y"."""
    match = match_on_floor(what, terrain, text, SQUARE, '"x,y"')
    return int(match[1]), int(match[2])


def side_of(what: str, terrain: Terrain, text: Any) -> tuple[int, int, int]:
    """A square with a side or a heading, written "x,yN"."""
    match = match_on_floor(what, terrain, text, SIDE, '"x,yN" (N, E, S or W)')
    return int(match[1]), int(match[2]), HEADINGS.index(match[3])


def read_rows(rows: Any) -> Terrain:
    """The squares, one glyph each."""
    lines = words("rows", rows)
    if not lines or not lines[0]:
        raise SceneError('rows: a floor needs a row: rows = ["....", "...."]')
    terrain = Terrain(len(lines[0]), len(lines))
    if len(lines) * len(lines[0]) > MAX_SQUARES:
        raise SceneError(f"rows: a floor has at most {MAX_SQUARES} squares")
    for y, line in enumerate(lines):
        if len(line) != terrain.width:
            raise SceneError(f"rows: row {y} has {len(line)} squares, not {terrain.width}")
        for x, glyph in enumerate(line):
            if glyph == NOTHING:
                continue
            if glyph not in SIGNS:
                signs = " ".join(SIGNS)
                raise SceneError(f"rows: {glyph!r} at {x},{y} is no square; squares are {signs}")
            terrain.add_glyph((x, y), glyph)
            terrain.boards[x, y] = 0
    return terrain


def few(key: str, given: Mapping[str, Any], most: int) -> list[str]:
    """What is written at a key, of which there is room for so many."""
    texts = words(key, given.get(key, []))
    if len(texts) > most:
        raise SceneError(f"{key}: a floor has at most {most}, not {len(texts)}")
    return texts


def read_boards(terrain: Terrain, given: Mapping[str, Any]) -> None:
    """Where boards lie, for those that can turn: "0,0 12x12"; all is one board unless given."""
    texts = few("boards", given, MAX_BOARDS)
    for square in terrain.boards:
        terrain.boards[square] = -1 if texts else 0
    terrain.corners = [] if texts else [(0, 0)]
    terrain.side = max(terrain.width, terrain.height)
    for number, text in enumerate(texts):
        match = match_on_floor("boards", terrain, text, BOARD, '"x,y 12x12"')
        left, top, wide, high = (int(match[place]) for place in range(1, 5))
        terrain.corners.append((left, top))
        terrain.side = wide
        for y in range(top, top + high):
            for x in range(left, left + wide):
                terrain.boards[on_floor("boards", terrain, x, y)] = number


def check_turnable(terrain: Terrain) -> None:
    """Boards that turn are squares, all of one size."""
    for number in range(len(terrain.corners)):
        squares = [square for square, board in terrain.boards.items() if board == number]
        if len(squares) != terrain.side**2:
            words = "a board that turns is a square"
            raise SceneError(f'{words}: rows of such a size, or boards = ["0,0 12x12"] inside them')


def read_elements(terrain: Terrain, given: Mapping[str, Any]) -> None:
    """Walls, pushers, crushers and lasers."""
    for text in words("walls", given.get("walls", [])):
        terrain.add_wall(side_of("walls", terrain, text))
    for text in words("pushers", given.get("pushers", [])):
        place, _, registers = text.partition(" ")
        x, y, heading = side_of("pushers", terrain, place)
        if (x, y) in terrain.pushers:
            raise SceneError(f"pushers: two are on {x},{y}")
        terrain.add_pusher((x, y), heading, registers_of("pushers", registers))
    for text in words("crushers", given.get("crushers", [])):
        place, _, registers = text.partition(" ")
        square = square_of("crushers", terrain, place)
        terrain.crushers[square] = registers_of("crushers", registers)
    for text in few("lasers", given, MAX_LASERS):
        match = match_on_floor("lasers", terrain, text, LASER, '"x,yN" or "x,yN*2"')
        heading = HEADINGS.index(match[3])
        laser = Laser(int(match[1]), int(match[2]), heading, int(match[4] or 1))
        terrain.lasers.append(laser)


def registers_of(what: str, text: str) -> int:
    """Registers as bits."""
    try:
        return read_registers(text.strip())
    except SettingError as error:
        raise SceneError(f"{what}: {error}") from error


def read_flags(terrain: Terrain, given: Mapping[str, Any]) -> None:
    """Flags in their order."""
    for text in few("flags", given, MAX_FLAGS):
        flag = square_of("flags", terrain, text)
        if terrain.kinds[flag] == PIT:
            raise SceneError(f"flags: {text} is a pit")
        if flag in terrain.flags:
            raise SceneError(f"flags: two stand on {text}")
        terrain.flags.append(flag)


def read_docks(terrain: Terrain, given: Mapping[str, Any]) -> None:
    """Docks with the way that robots face there, in their order."""
    terrain.docks = [side_of("docks", terrain, t) for t in few("docks", given, MAX_ROBOTS)]


def read_field(given: Mapping[str, Any], options: Mapping[str, Any], robots: int) -> Rows:
    """The field of a scene: its floor, and as many seats as there are robots."""
    if "rows" not in given:
        raise SceneError('given needs rows: rows = ["....", "...."]')
    rows = Field.rows()
    field = Field.record(rows)
    OPTION_SET.write(field.options, options)
    field.robots = robots
    field.seats = max(1, robots // int(field.options.robots_each))
    terrain = read_rows(given["rows"])
    read_boards(terrain, given)
    if field.options.turning_boards == ALWAYS:
        check_turnable(terrain)
    read_elements(terrain, given)
    read_flags(terrain, given)
    read_docks(terrain, given)
    write_terrain(field, terrain)
    colours = given.get("colours", COLOURS[: field.seats])
    write_colours(field, colours, COLOURS, "RR-7")
    return rows


def is_pit(field: Field, square: int) -> bool:
    """Whether nobody can stand on a square."""
    return bool(field.kinds[square] in (PIT, VOID))
