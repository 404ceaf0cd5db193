"""The field of a given position: the parts of a scene's [given] that do not change."""

from collections.abc import Mapping
from typing import Any

from algorally.core.errors import SceneError
from algorally.core.records import Rows
from algorally.core.scene import one_of, read_with, table, words
from algorally.core.seats import write_colours
from algorally.games.algoracing.boards import (
    LEVEL,
    drop_basic_arrows,
    read_side,
    read_square,
    write_deck,
    write_labs,
    write_level,
    write_terrain,
)
from algorally.games.algoracing.names import (
    BASIC,
    COLOURS,
    LEVELS,
    MAX_MARKS,
    MAX_SQUARES,
)
from algorally.games.algoracing.options import HIDE, OPTION_SET
from algorally.games.algoracing.state import Field
from algorally.games.algoracing.terrain import Square, Terrain, hide_rim_walls

GROUND = "."


def square_of(what: str, terrain: Terrain, text: Any) -> Square:
    """A square of the board."""
    square = read_with(read_square, what, text, 'a square "x,y"')
    if square not in terrain:
        last = f"{terrain.width - 1},{terrain.height - 1}"
        raise SceneError(f"{what}: {text} is off the board, whose last square is {last}")
    return square


def side_of(what: str, terrain: Terrain, text: Any) -> tuple[int, int, int]:
    """A square of the board and a direction."""
    side = read_with(read_side, what, text, 'a square with a direction "x,yN"')
    square_of(what, terrain, f"{side[0]},{side[1]}")
    return side


# --- the field ---------------------------------------------------------------------------------


def read_terrain(given: Mapping[str, Any]) -> Terrain:
    """Board, blocks, walls, elevators and marks."""
    rows = words("rows", given.get("rows", []))
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise SceneError('rows must be texts of the same length, one sign a square: ["..1", "..."]')
    if len(rows) * len(rows[0]) > MAX_SQUARES:
        raise SceneError(f"rows: a board has at most {MAX_SQUARES} squares")
    terrain = Terrain(len(rows[0]), len(rows))
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            storey = one_of(f"rows, square {x},{y}", sign, (GROUND, "1", "2"))
            if storey:
                terrain.storeys[x, y] = storey
    read_blocks(terrain, given)
    for wall in words("walls", given.get("walls", [])):
        terrain.add_wall(side_of("walls", terrain, wall))
    for arrow in words("elevators", given.get("elevators", [])):
        terrain.arrows.add(side_of("elevators", terrain, arrow))
    marks = words("marks", given.get("marks", []))
    if len(marks) > MAX_MARKS:
        raise SceneError(f"marks: a field has at most {MAX_MARKS}")
    terrain.marks = [square_of("marks", terrain, mark) for mark in marks]
    return terrain


def read_blocks(terrain: Terrain, given: Mapping[str, Any]) -> None:
    """Which squares belong to one block; unless given, all of a storey do."""
    rows = words("blocks", given.get("blocks", given["rows"]))
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if (x, y) in terrain and sign != GROUND:
                terrain.blocks[x, y] = one_of("blocks", sign, tuple("0123456789"))


def read_field(given: Mapping[str, Any], options: Mapping[str, Any], colours: list[str]) -> Rows:
    """The field record of a given position, with one row."""
    rows = Field.rows()
    field = Field.record(rows)
    level = LEVELS[LEVEL.read(given.get("level", LEVELS[0]))]
    field.seats = len(colours)
    OPTION_SET.write(field.options, options)
    write_level(field, level)
    write_colours(field, colours, COLOURS, "AR-11")
    write_deck(field)
    write_labs(field)
    read_labs(field, given)
    terrain = read_terrain(given)
    drop_basic_arrows(terrain, level, field.options)
    if field.options.wall_on_block_edge == HIDE:
        hide_rim_walls(terrain)
    write_terrain(field, terrain)
    return rows


def read_labs(field: Field, given: Mapping[str, Any]) -> None:
    """At whose bases a colour delivers, where that is given."""
    labs = table("labs", given.get("labs", {}))
    if labs and field.level == BASIC:
        raise SceneError("labs: at the basic level every base is a lab for every rover")
    for name, bases in labs.items():
        colour = one_of("labs", name, COLOURS)
        for base in range(len(COLOURS)):
            field.labs[base] &= ~(1 << colour)
        for base_name in words(f"labs.{name}", bases):
            field.labs[one_of(f"labs.{name}", base_name, COLOURS)] |= 1 << colour
