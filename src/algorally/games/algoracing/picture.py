"""The field as a picture: an SVG document of own shapes, without ids, so that many fit one page."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from algorally.core.grid import DX, DY, EAST, NORTH, SOUTH, WEST
from algorally.core.position import Position
from algorally.games.algoracing.names import CAPACITY, COLOURS, COMPLETE, LEVELS, Phase
from algorally.games.algoracing.plain_text import (
    LETTERS,
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
PAINT = ("#d3202f", "#ffcf2e", "#1f9a55", "#2b6be0")  # by colour of a rover or base
INK, LIGHT, VIOLET, GREY = "#2a1714", "#fff8e7", "#5b3592", "#8d8783"


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


def _group(kind: str, where: Point, shapes: str, turns: int = 0, scale: float = 1) -> str:
    """Shapes moved to a point of the paper, turned clockwise and made smaller."""
    placed = f"translate({where[0]} {where[1]})"
    placed += f" rotate({90 * turns})" if turns else ""
    placed += f" scale({scale})" if scale != 1 else ""
    return f'<g class="{kind}" transform="{placed}">{shapes}</g>'


def _sign(sign: object, size: int, fill: str, where: Point = (0, 0)) -> str:
    """A letter or number centred on a point."""
    x, y = where
    return f'<text x="{x}" y="{y + size * 0.36:.0f}" font-size="{size}" fill="{fill}">{sign}</text>'


def _readable_on(colour: int) -> str:
    """What can be read on the paint of a colour."""
    return INK if COLOURS[colour] == "yellow" else "#fff"


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
            points = " ".join(f"{left},{upper}" for left, upper in rim)
            yield f'<polygon points="{points}" fill="{shades[storey]}"/>'


def _top(sight: Sight, square: Square, palette: Palette) -> str:
    """The upper face of a square, every other one a little lighter, some with ripples of sand."""
    storey = sight.terrain.storey(square)
    x, y = _point(square, storey)
    tile = f'x="{x}" y="{y}" width="{UNIT}" height="{UNIT}"'
    shapes = f'<rect {tile} fill="{palette.tops[storey]}" stroke="{INK}" stroke-opacity="0.16"/>'
    if sum(square) % 2:
        shapes += f'<rect {tile} fill="#fff" opacity="0.07"/>'
    if (3 * square[0] + 5 * square[1]) % 7 in (0, 3) and not storey:
        shapes += f'<path d="M{x + 16} {y + 70}{RIPPLE}" stroke="#fff" opacity="0.18"/>'
    if storey:
        shapes += f'<g opacity="0.55">{_sign(storey, 18, INK, (x + 77, y + 74))}</g>'
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
            stroke = f'stroke="{LIGHT}"' if lower else f'stroke="{INK}" opacity="0.3"'
            line = f"M{left} {upper}L{right} {under}"
            yield f'<path d="{line}" {stroke} stroke-width="{width}"/>'


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

RIPPLE = "q17 -14 34 0t34 0m-56 12q13 -10 26 0t26 0"
STONES = "".join(
    f'<rect x="{x}" y="-9" width="{width}" height="18" rx="5" fill="{fill}"/>'
    for x, width, fill in ((-49, 34, "#b5aea6"), (-15, 27, "#cbc5bc"), (12, 37, "#a69e95"))
)
GLEAM = '<path d="M-43 -4H-21M-9 -4H6M18 -4H42" stroke="#fff" opacity="0.7" stroke-width="2"/>'
MARK = f'<circle r="10" fill="{INK}" stroke="{INK}" fill-opacity="0.2" stroke-width="4"/>'
PLATFORM = (
    f'<path d="M-36 -20V-36H-20M20 -36H36V-20M36 20V36H20M-20 36H-36V20" stroke="{INK}"'
    ' stroke-width="5" opacity="0.75"/>'
)
POINTING_OUT = "M0 -49L16 -31H7V-18H-7V-31H-16Z"
ARROW = f'<path d="{POINTING_OUT}" fill="{LIGHT}" stroke="{INK}" stroke-width="3"/>'
DEAD_ARROW = (
    f'<path d="{POINTING_OUT}" fill="#c4bdb6" stroke="{GREY}" stroke-width="2"/>'
    f'<path d="M-17 -47L17 -19M17 -47L-17 -19" stroke="{INK}" stroke-width="4"/>'
)
BEAM = '<path d="M-7 -30L-24 -54H24L7 -30Z" fill="#fff7c2" opacity="0.6"/>'
WHEELS = f'<g fill="{INK}">{{}}</g>'.format(
    "".join(
        f'<rect x="{x}" y="{y}" width="13" height="16" rx="4"/>'
        for x in (-32, 19)
        for y in (-23, -4, 15)
    )
)
BODY = "M0 -40L22 -17V24Q22 32 14 32H-14Q-22 32 -22 24V-17Z"
WINDOW = f'<path d="M0 -34L13 -18H-13Z" fill="{INK}"/><circle cy="-22" r="3" fill="#fff7c2"/>'
TURN = "".join(
    f'<rect x="-47" y="-47" width="94" height="94" rx="16" {stroke}/>'
    for stroke in (
        f'stroke="{INK}" stroke-width="9" opacity="0.6"',
        f'stroke="{LIGHT}" stroke-width="5" stroke-dasharray="15 10"',
    )
)
SPROUT = "M0 11V0C0 -8 -6 -10 -12 -10C-12 -3 -8 1 0 1M0 5C0 -2 5 -5 11 -5C11 2 7 6 0 6"


def _wall(sight: Sight, side: Side) -> str:
    """A stone wall on an edge, on the higher of its two squares."""
    x, y, heading = side
    storey = max(sight.terrain.storey((x, y)), sight.terrain.storey(over(side)[:2]))
    across, down = _point((x + 0.5 + DX[heading] / 2, y + 0.5 + DY[heading] / 2), storey)
    shade = f'<rect x="-50" y="-10" width="100" height="20" rx="5" fill="{INK}" opacity="0.6"/>'
    stones = f'<g stroke="#4b433e" stroke-width="2">{STONES}</g>{GLEAM}'
    upright = 3 if heading in (EAST, WEST) else 0
    shadow = _group("shadow", (across + 4, down + 6), shade, upright)
    return shadow + _group("wall", (across, down), stones, upright)


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
        yield _group("platform", _middle(sight, square), PLATFORM)
    for side in sorted(sight.terrain.arrows):
        kind, arrow = ("elevator", ARROW) if sight.works(side) else ("dead elevator", DEAD_ARROW)
        yield _group(kind, _middle(sight, side[:2]), arrow, side[2])


def _flask(colour: int, where: Point) -> str:
    """A lab: a round flask with the letter of the colour that delivers here."""
    glass = f'<path d="M-5 -20V-12A13 13 0 1 0 5 -12V-20M-8 -20H8" fill="{PAINT[colour]}"'
    glass += f' stroke="{LIGHT}" stroke-width="3"/>'
    return _group("lab", where, glass + _sign(LETTERS[colour], 19, _readable_on(colour)))


def _base(position: Position, base: int) -> str:
    """A landing pad with the letter of its colour and, at the complete level, its two labs."""
    shapes = f'<rect x="-45" y="-45" width="90" height="90" rx="14" fill="{PAINT[base]}"'
    shapes += f' stroke="{LIGHT}" stroke-width="4"/>'
    shapes += f'<circle r="20" fill="{INK}" fill-opacity="0.16" stroke="{LIGHT}" stroke-width="3"/>'
    shapes += _sign(LETTERS[base], 27, _readable_on(base), (-31, -30))
    if position.field.level == COMPLETE:
        for place, colour in enumerate(labs_at(position.field, base)):
            shapes += _flask(colour, (32, 54 * place - 23))
    return shapes


def _sample(count: int) -> str:
    """A face-down token, or a pile of them with its number."""
    disc = f'<circle r="18" cy="{{}}" fill="{{}}" stroke="{VIOLET}" stroke-width="3"/>'
    shapes = disc.format(4, VIOLET) + disc.format(0, LIGHT)
    if count > 1:
        shapes += disc.format(-5, LIGHT) + _sign(count, 26, VIOLET, (0, -5))
        return shapes
    return shapes + f'<path d="{SPROUT}" fill="{VIOLET}" stroke="{VIOLET}" stroke-width="3"/>'


def _cargo(count: int) -> str:
    """The room for samples on board, as many bright dots as it holds samples."""
    return "".join(
        f'<circle cx="{10 * place - 10}" cy="23" r="4" fill="{LIGHT if place < count else INK}"/>'
        for place in range(CAPACITY)
    )


def _rover(position: Position, who: int) -> str:
    """A vehicle that shines along its heading; grey and without a light if it is idle."""
    rover = position.state.rovers[who]
    colour = int(rover.colour)
    paint, ink, light = PAINT[colour], _readable_on(colour), BEAM
    if who >= position.seats:
        paint, ink, light = GREY, INK, ""
    body = f'<path d="{BODY}" fill="{paint}" stroke="{LIGHT}" stroke-width="3"/>'
    vehicle = light + WHEELS + body + WINDOW + _cargo(carried(position.state, who))
    turned = _group("vehicle", (0, 0), vehicle, int(rover.heading))
    return turned + _sign(LETTERS[colour], 27, ink)


def _marks(sight: Sight) -> Iterator[str]:
    """The marks on which no sample lies."""
    for mark in sight.terrain.marks:
        if not sight.samples[mark]:
            yield _group("mark", _middle(sight, mark), f'<g opacity="0.6">{MARK}</g>')


def _pieces(position: Position, sight: Sight) -> Iterator[str]:
    """Marks, bases, samples and rovers."""
    yield from _marks(sight)
    for square, base in sight.bases.items():
        yield _group("base", _middle(sight, square), _base(position, base))
    for square, who in sight.rovers.items():
        kind = "idle rover" if who >= position.seats else "rover"
        scale = 0.8 if square in sight.bases else 1
        if who == position.state.seat and position.state.phase != Phase.OVER:
            yield _group("turn", _middle(sight, square), TURN)
        yield _group(kind, _middle(sight, square), _rover(position, who), scale=scale)
    for square, count in sorted(sight.samples.items()):
        x, y = _middle(sight, square)
        aside, scale = (28, 0.7) if square in sight.rovers else (0, 1)
        yield _group("sample", (x - aside, y + aside), _sample(count), scale=scale)


# --- document ------------------------------------------------------------------------------------


def _size(sight: Sight) -> tuple[int, int]:
    """How wide and how high the paper is."""
    return 2 * MARGIN + UNIT * sight.terrain.width, 2 * MARGIN + UNIT * sight.terrain.height


def _frame(sight: Sight, palette: Palette) -> str:
    """The rim of the board with the numbers of columns and rows."""
    wide, high = _size(sight)
    shapes = f'<rect width="{wide}" height="{high}" rx="28" fill="{palette.frame}"/>'
    for x in range(sight.terrain.width):
        for y in (20, high - 20):
            shapes += _sign(x, 26, LIGHT, (MARGIN + UNIT * x + UNIT // 2, y))
    for y in range(sight.terrain.height):
        for x in (20, wide - 20):
            shapes += _sign(y, 26, LIGHT, (x, MARGIN + UNIT * y + UNIT // 2))
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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"'
        ' font-family="Verdana, DejaVu Sans, sans-serif" font-weight="bold" text-anchor="middle"'
        ' fill="none" stroke-linejoin="round" stroke-linecap="round">'
        f"<title>Algoracing, {LEVELS[level]} level</title>"
        f"<desc>{'. '.join(words(position, sight))}.</desc>"
        f"{''.join(shapes)}</svg>\n"
    )
