"""The field as a picture: an SVG document of own shapes, without ids, so that many fit one page."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from algorally.core.drawing import area, box, document, faint, group, line, round_box, sign
from algorally.core.grid import DX, DY, EAST, NORTH, SOUTH, WEST
from algorally.core.position import Position
from algorally.games.algoracing.bodies import (
    ARROW,
    DEAD_ARROW,
    INK,
    LIGHT,
    MARK,
    PLATFORM,
    TURN,
    WALL,
    WALL_SHADOW,
    base,
    rover,
    sample,
)
from algorally.games.algoracing.names import COMPLETE, LEVELS, Phase
from algorally.games.algoracing.plain_text import (
    Sight,
    carried,
    labs_at,
    look,
    text,
    words,
)
from algorally.games.algoracing.terrain import Side, Square, over

__all__ = ["ground", "svg", "text"]

Point = tuple[float, float]

UNIT = 100  # one square
MARGIN = 66
RISE = (-6, -17)  # how far a storey moves on the paper: we look from above and the south-east
RIPPLE = "q17 -14 34 0t34 0m-56 12q13 -10 26 0t26 0"
FALL = (9, 8)  # how far the shadow of a storey reaches: the light comes from the north-west


class Palette(NamedTuple):
    """The colours of one side of the board, from the ground up."""

    frame: str
    tops: tuple[str, str, str]
    fronts: tuple[str, str]  # south faces of the first and the second storey
    flanks: tuple[str, str]  # east faces


YELLOW_SIDE = Palette(
    "#4a2f16", ("#e3a83f", "#f5d98d", "#fdf1cb"), ("#a8722a", "#c08a3b"), ("#7d5220", "#946529")
)
RED_SIDE = Palette(
    "#33151a", ("#b8492f", "#e28d62", "#f8cfa6"), ("#8c3722", "#b4603a"), ("#5f2018", "#7d3a22")
)


# --- paper ---------------------------------------------------------------------------------------


def _point(at: Point, storey: int) -> tuple[int, int]:
    """A point of the field on the paper."""
    x, y = (round(MARGIN + UNIT * at[axis] + RISE[axis] * storey) for axis in range(2))
    return x, y


def _middle(sight: Sight, square: Square) -> tuple[int, int]:
    """The middle of what can be seen of a square, as higher ones may hide a part of it."""
    hidden = [max(0, -sight.falls((*square, heading))) for heading in (EAST, SOUTH)]
    x, y = (square[axis] + 0.5 + RISE[axis] * hidden[axis] / 2 / UNIT for axis in range(2))
    return _point((x, y), sight.terrain.storey(square))


# --- land ----------------------------------------------------------------------------------------


def _shadow(squares: Iterable[Square], storey: int) -> str:
    """The soft shadow of a storey: one path for all its squares, its rim drawn wider and wider."""
    outline = ""
    for square in squares:
        x, y = _point(square, 0)
        outline += f"M{x + FALL[0] * storey} {y + FALL[1] * storey}h{UNIT}v{UNIT}h-{UNIT}z"
    rims = "".join(f'<path d="{outline}" stroke-width="{width}"/>' for width in (0, 7, 14, 21))
    return f'<g fill="#200a08" stroke="#200a08" opacity="0.14">{rims}</g>'


def _faces(sight: Sight, square: Square, palette: Palette) -> Iterator[str]:
    """The south and east faces of a square above lower ones, a band for each storey."""
    x, y = square
    top = sight.terrain.storey(square)
    for heading, first, shades in (
        (SOUTH, (x, y + 1), palette.fronts),
        (EAST, (x + 1, y), palette.flanks),
    ):
        for storey in range(sight.terrain.storey(over((x, y, heading))[:2]), top):
            rim = [_point(first, storey), _point((x + 1, y + 1), storey)]
            rim += [_point((x + 1, y + 1), storey + 1), _point(first, storey + 1)]
            outline = "L".join(f"{left} {upper}" for left, upper in rim)
            yield area(f"M{outline}Z", shades[storey])


def _top(sight: Sight, square: Square, palette: Palette) -> str:
    """The upper face of a square, every other one a little lighter, some with ripples of sand."""
    storey = sight.terrain.storey(square)
    x, y = _point(square, storey)
    rim = f' stroke="{INK}" stroke-opacity="0.16"'
    shapes = box(x, y, UNIT, UNIT, palette.tops[storey], rim)
    if sum(square) % 2:
        shapes += box(x, y, UNIT, UNIT, "#fff", ' opacity="0.07"')
    if (3 * square[0] + 5 * square[1]) % 7 in (0, 3) and not storey:
        shapes += line(f"M{x + 16} {y + 70}{RIPPLE}", "#fff", 1, ' opacity="0.18"')
    if storey:
        shapes += faint(0.55, sign(storey, 18, INK, x + 77, y + 74))
    return shapes


def _rims(sight: Sight, square: Square) -> Iterator[str]:
    """Lines where the land falls off, bright towards the light, and faint ones between blocks."""
    x, y = square
    corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    storey = sight.terrain.storey(square)
    for heading in range(4):
        lower = sight.falls((x, y, heading)) > 0
        if lower or (*square, heading) in sight.seams:
            left, upper = _point(corners[heading], storey)
            right, under = _point(corners[(heading + 1) % 4], storey)
            width = 4 if lower and heading in (NORTH, WEST) else 2
            way, seam = f"M{left} {upper}L{right} {under}", ' opacity="0.3"'
            yield line(way, LIGHT, width) if lower else line(way, INK, width, seam)


def _land(sight: Sight, palette: Palette) -> Iterator[str]:
    """Storey upon storey: shadows, faces, tops and rims."""
    for storey in range(len(palette.tops)):
        squares = [square for square, high in sight.terrain.storeys.items() if high == storey]
        if storey and squares:
            yield _shadow(squares, storey)
        for square in squares:
            yield from _faces(sight, square, palette)
        for square in squares:
            yield _top(sight, square, palette)
        for square in squares:
            yield from _rims(sight, square)


# --- what stands on the land ---------------------------------------------------------------------


def _wall(sight: Sight, side: Side) -> str:
    """A stone wall on an edge, on the higher of its two squares."""
    x, y, heading = side
    storey = max(sight.terrain.storey((x, y)), sight.terrain.storey(over(side)[:2]))
    across, down = _point((x + 0.5 + DX[heading] / 2, y + 0.5 + DY[heading] / 2), storey)
    upright = 3 if heading in (EAST, WEST) else 0
    shadow = group("shadow", across + 4, down + 6, WALL_SHADOW, quarters=upright)
    return shadow + group("wall", across, down, WALL, quarters=upright)


def _walls(sight: Sight) -> Iterator[str]:
    """Each wall once."""
    for side in sorted(sight.terrain.walls):
        if side[:2] in sight.terrain and (
            side[2] in (SOUTH, EAST) or over(side)[:2] not in sight.terrain
        ):
            yield _wall(sight, side)


def _elevators(sight: Sight) -> Iterator[str]:
    """A frame on each platform and an arrow on each upper one, grey and crossed out if dead."""
    for square in sorted({side[:2] for side in sight.lifts}):
        yield group("platform", *_middle(sight, square), PLATFORM)
    for side in sorted(sight.terrain.arrows):
        kind, arrow = ("elevator", ARROW) if sight.works(side) else ("dead elevator", DEAD_ARROW)
        yield group(kind, *_middle(sight, side[:2]), arrow, quarters=side[2])


def _marks(sight: Sight) -> Iterator[str]:
    """The marks on which no sample lies."""
    for mark in sight.terrain.marks:
        if not sight.samples[mark]:
            yield group("mark", *_middle(sight, mark), faint(0.6, MARK))


def _pieces(position: Position, sight: Sight) -> Iterator[str]:
    """Marks, bases, samples and rovers."""
    yield from _marks(sight)
    for square, colour in sight.bases.items():
        labs = labs_at(position.field, colour) if position.field.level == COMPLETE else ()
        yield group("base", *_middle(sight, square), base(colour, labs))
    yield from _rovers(position, sight)
    for square, count in sorted(sight.samples.items()):
        x, y = _middle(sight, square)
        aside, scale = (28, 0.7) if square in sight.rovers else (0, 1)
        yield group("sample", x - aside, y + aside, sample(count), scale)


def _rovers(position: Position, sight: Sight) -> Iterator[str]:
    """Rovers, smaller on a base, with a frame under the one that has to decide."""
    race = position.state
    for square, who in sight.rovers.items():
        where, scale = _middle(sight, square), 0.8 if square in sight.bases else 1
        kind = "idle rover" if who >= position.seats else "rover"
        colour, heading = int(race.rovers[who].colour), int(race.rovers[who].heading)
        if who == race.seat and race.phase != Phase.OVER:
            yield group("turn", *where, TURN)
        body = rover(colour, heading, carried(race, who), idle=who >= position.seats)
        yield group(kind, *where, body, scale)


# --- document ------------------------------------------------------------------------------------


def _size(sight: Sight) -> tuple[int, int]:
    """How wide and how high the paper is."""
    return 2 * MARGIN + UNIT * sight.terrain.width, 2 * MARGIN + UNIT * sight.terrain.height


def _frame(sight: Sight, palette: Palette) -> str:
    """The rim of the board with the numbers of columns and rows."""
    wide, high = _size(sight)
    shapes = round_box(0, 0, wide, high, 28, palette.frame)
    for x in range(sight.terrain.width):
        for y in (20, high - 20):
            shapes += sign(x, 26, LIGHT, MARGIN + UNIT * x + UNIT // 2, y)
    for y in range(sight.terrain.height):
        for x in (20, wide - 20):
            shapes += sign(y, 26, LIGHT, x, MARGIN + UNIT * y + UNIT // 2)
    return shapes


def svg(position: Position) -> str:
    """The field as an SVG document: land in relief, walls, elevators, bases, samples, rovers."""
    sight = look(position)
    return _document(position, sight, _pieces(position, sight))


def ground(position: Position) -> str:
    """The field without its pieces: what the browser moves them over."""
    sight = look(position)
    sight.samples.clear()
    return _document(position, sight, _marks(sight))


def _document(position: Position, sight: Sight, pieces: Iterable[str]) -> str:
    level = int(position.field.level)
    palette = RED_SIDE if level == COMPLETE else YELLOW_SIDE
    wide, high = _size(sight)
    shapes = [_frame(sight, palette), *_land(sight, palette), *_elevators(sight)]
    shapes += [*pieces, *_walls(sight)]
    title = f"Algoracing, {LEVELS[level]} level"
    return document(title, words(position, sight), wide, high, shapes)
