"""The track as a picture: an SVG document of own shapes, without ids, so that many fit one page.

The square in a column and a lane has its upper left corner at x = MARGIN + UNIT * column and
y = MARGIN + UNIT * lane, its middle half a UNIT farther on; cars drive to the right, lane A is
on top. Height and margins are the same for all tracks. The width grows with the columns only,
to the right, so that no square ever changes its place.
"""

from collections.abc import Iterable, Iterator

from algorally.core.drawing import area, box, circle, document, faint, group, line, round_box, sign
from algorally.core.position import Position
from algorally.games.speedalgo.bodies import BEAM, INK, LIGHT, bolide, traffic
from algorally.games.speedalgo.names import LANE_NAMES, LANES, SCENERIES, TRAFFIC
from algorally.games.speedalgo.plain_text import (
    cars_by_square,
    columns_seen,
    line_words,
    text,
    words,
)
from algorally.games.speedalgo.scenery import LANDS, Land, beside
from algorally.games.speedalgo.terrain import column_of, lane_of

__all__ = ["MARGIN", "UNIT", "ground", "svg", "text"]

UNIT = 100  # one square
MARGIN = 170  # on all sides of the road: kerbs, numbers and what stands beside
KERB = 16
CHEQUER = 12
HIGH = 2 * MARGIN + UNIT * LANES
BOTTOM = MARGIN + UNIT * LANES  # of the road


def middle(square: int) -> tuple[int, int]:
    """The middle of a square on the paper."""
    column, lane = int(column_of(square)), int(lane_of(square))
    return MARGIN + UNIT * column + UNIT // 2, MARGIN + UNIT * lane + UNIT // 2


# --- road ----------------------------------------------------------------------------------------


def _squares(first: int, behind: int, fills: tuple[str, str]) -> str:
    """The squares of some columns, every other one a little lighter."""
    outlines = ["", ""]
    for column in range(first, behind):
        for lane in range(LANES):
            x, y = MARGIN + UNIT * column + 3, MARGIN + UNIT * lane + 5
            outlines[(column + lane) % 2] += f"M{x} {y}h94v90h-94z"
    return "".join(area(outline, fill) for outline, fill in zip(outlines, fills, strict=True))


def _lanes(wide: int, land: Land) -> str:
    """Dashed lines between the lanes, full ones at the edges of the road."""
    dashes = "".join(f"M{MARGIN} {MARGIN + UNIT * lane}H{wide}" for lane in range(1, LANES))
    edges = f"M{MARGIN} {MARGIN + 2}H{wide}M{MARGIN} {BOTTOM - 2}H{wide}"
    dashed = ' stroke-dasharray="44 56" stroke-dashoffset="-28" stroke-linecap="butt"'
    return line(dashes, land.paint, 5, dashed) + line(edges, land.paint, 4)


def _kerbs(wide: int, land: Land) -> str:
    """Kerbs in two colours along both edges."""
    shapes = ""
    for y in (MARGIN - KERB, BOTTOM):
        shapes += box(MARGIN, y, wide - MARGIN, KERB, land.kerbs[0])
        dashes = f"M{MARGIN} {y + KERB // 2}H{wide}"
        shapes += line(dashes, land.kerbs[1], KERB, ' stroke-dasharray="50" stroke-linecap="butt"')
        shapes += faint(0.3, line(f"M{MARGIN} {y + KERB}H{wide}", "#000", 3))
    return shapes


def _start(land: Land) -> str:
    """A painted place in each lane of column 0, and the wall behind it."""
    shapes = ""
    for lane in range(LANES):
        x, y = MARGIN, MARGIN + UNIT * lane
        place = f"M{x + 26} {y + 15}H{x + 92}V{y + 85}H{x + 26}"
        shapes += line(place, land.paint, 5, ' opacity="0.9"')
    return shapes + line(f"M{MARGIN + UNIT} {MARGIN}V{BOTTOM}", land.paint, 6) + _tyre_wall()


def _tyre_wall() -> str:
    """Stacks of tyres, the border behind column 0."""
    shapes = box(MARGIN - 26, MARGIN - KERB, 26, UNIT * LANES + 2 * KERB, "#2a2c31")
    for number in range(21):
        y = MARGIN - 3 + number * 25.3
        shapes += circle(MARGIN - 13, y, 11, ("#c8323c", "#f4f1ea")[number % 2])
        shapes += circle(MARGIN - 13, y, 5, "#2a2c31")
    return shapes


def _finish(columns: int) -> str:
    """The chequered line behind the last column, with a flag at either end."""
    x = MARGIN + UNIT * columns - CHEQUER
    top, high = MARGIN - KERB, UNIT * LANES + 2 * KERB
    shapes = box(x, top, 4 * CHEQUER, high, "#f8f8f5")
    outline = ""
    for row in range(high // CHEQUER + 1):
        for column in range(row % 2, 4, 2):
            tall = min(CHEQUER, high - row * CHEQUER)
            outline += f"M{x + column * CHEQUER} {top + row * CHEQUER}h{CHEQUER}v{tall}h-{CHEQUER}z"
    shapes += area(outline, "#15171b")
    flags = group("flag", x + 24, top - 8, FLAG) + group("flag", x + 24, BOTTOM + 156, FLAG)
    return shapes + flags


def _flag() -> str:
    """A chequered flag on a pole."""
    cloth = box(2, -76, 54, 36, "#f8f8f5", f' stroke="{INK}" stroke-width="2"')
    dark = "".join(
        f"M{2 + 9 * x} {-76 + 9 * y}h9v9h-9z" for y in range(4) for x in range(y % 2, 6, 2)
    )
    return (
        faint(0.3, line("M4 4L30 10", "#000", 7))
        + line("M0 0V-80", "#8a6a45", 6)
        + cloth
        + area(dark, "#15171b")
    )


FLAG = _flag()


def _numbers(seen: int, land: Land) -> str:
    """The numbers of the columns above and below the road."""
    shapes, wide = "", MARGIN + UNIT * seen
    for y in (MARGIN - KERB - 36, BOTTOM + KERB):
        shapes += box(MARGIN - 26, y, wide - MARGIN + 26 + MARGIN, 36, land.verge)
        for column in range(seen):
            shapes += sign(column, 25, land.numerals, MARGIN + UNIT * column + 50, y + 18)
    return shapes


def _letters(land: Land) -> str:
    """The letters of the lanes on the apron behind the start."""
    top = MARGIN - KERB - 36
    shapes = round_box(24, top, MARGIN - 50, BOTTOM + KERB + 36 - top, 16, land.verge)
    for lane in range(LANES):
        y = MARGIN + UNIT * lane + UNIT // 2
        shapes += circle(84, y, 32, LIGHT, f' stroke="{INK}" stroke-width="4"')
        shapes += sign(LANE_NAMES[lane], 40, INK, 84, y)
    return shapes


def _road(position: Position, seen: int, wide: int, land: Land) -> Iterator[str]:
    """Everything of the road, from the verge up."""
    columns = int(position.field.columns)
    yield _numbers(seen, land)
    yield _letters(land)
    yield box(MARGIN, MARGIN, wide - MARGIN, UNIT * LANES, land.asphalt)
    yield _squares(0, columns, land.squares)
    yield _squares(columns, seen, land.runoff)
    yield _lanes(wide, land)
    yield _kerbs(wide, land)
    yield _start(land)
    yield _finish(columns)


# --- cars ----------------------------------------------------------------------------------------

TURN = "".join(
    f'<rect x="-49" y="-44" width="98" height="88" rx="18" {stroke}/>'
    for stroke in (
        f'stroke="{INK}" stroke-width="10" opacity="0.7"',
        f'stroke="{LIGHT}" stroke-width="5" stroke-dasharray="16 11"',
    )
)
LAUREL = "".join(
    f'<ellipse cx="0" cy="-44" rx="6" ry="12" fill="#f0b429" stroke="{INK}" stroke-width="1.5"'
    f' transform="rotate({angle}) skewX(-25)"/>'
    for angle in range(0, 360, 20)
)


def _cars(position: Position) -> Iterator[str]:
    """All cars, the bolides above the traffic."""
    beam = BEAM if SCENERIES[int(position.field.scenery)] == "night" else ""
    cars = sorted(cars_by_square(position).items(), key=lambda item: item[1])
    if beam:
        yield from (group("beam", *middle(square), beam) for square, car in cars)
    yield from _frames(position, cars)
    for square, car in cars:
        if car < TRAFFIC:
            yield group("traffic", *middle(square), traffic(car))
        else:
            colour = int(position.field.colours[car - TRAFFIC])
            yield group("bolide", *middle(square), bolide(colour))


def _frames(position: Position, cars: Iterable[tuple[int, int]]) -> Iterator[str]:
    """A frame under each bolide that has to decide, a wreath under one that has won."""
    race, acting = position.state, position.acting()
    winners = [seat for seat in range(position.seats) if int(race.winners) >> seat & 1]
    for square, car in cars:
        if car - TRAFFIC in winners:
            yield group("winner", *middle(square), LAUREL)
        elif car - TRAFFIC in acting:
            yield group("turn", *middle(square), TURN)


# --- document ------------------------------------------------------------------------------------


def svg(position: Position) -> str:
    """The track as an SVG document: scenery, road, traffic, bolides."""
    return _document(position, words(position), _cars(position))


def ground(position: Position) -> str:
    """The track without its cars: what the browser moves them over."""
    return _document(position, [line_words(position)], ())


def _document(position: Position, told: Iterable[str], cars: Iterable[str]) -> str:
    field = position.field
    land = LANDS[SCENERIES[int(field.scenery)]]
    seen = columns_seen(position, int(field.runoff))
    wide = 2 * MARGIN + UNIT * seen
    flag = MARGIN + UNIT * int(field.columns) + UNIT // 3
    shapes = [beside(land, wide, HIGH, flag), *_road(position, seen, wide, land), *cars]
    title = f"SpeedAlgo, a track of {int(field.columns)} columns"
    return document(title, told, wide, HIGH, shapes)
