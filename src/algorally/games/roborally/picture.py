"""The factory floor as a picture: an SVG document of own shapes, without ids.

The square x,y has its upper left corner at MARGIN + UNIT * x, MARGIN + UNIT * y, its middle half a
UNIT farther on. Nothing is drawn where no board lies.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from algorally.core.drawing import area, box, circle, document, group, line, round_box, sign
from algorally.core.grid import DX, DY, EAST, SOUTH, WEST, turned
from algorally.core.position import Position
from algorally.games.roborally.bodies import INK, LIGHT, TURN, archive, flag, rim, robot
from algorally.games.roborally.names import (
    GEAR_LEFT,
    GEAR_RIGHT,
    HAMMER,
    OFF,
    PIT,
    WRENCH,
    Phase,
)
from algorally.games.roborally.plain_text import (
    edge_kind,
    floor_words,
    look,
    numbers_in,
    robots,
    robots_by_square,
    square_at,
    text,
    words,
)
from algorally.games.roborally.rules.floor import seat_of
from algorally.games.roborally.terrain import Laser, Side, Square, Terrain, over

__all__ = ["MARGIN", "UNIT", "ground", "svg", "text"]

UNIT = 100  # one square
MARGIN = 76
FRAME, NUMERALS = "#23272e", "#e8e4d8"
PLATES, BAY_PLATES = ("#b4b8bb", "#bcc0c2"), ("#8d969f", "#959ea6")
STEEL, RUBBER = "#5a626b", "#33373d"
BUTT = ' stroke-linecap="butt"'


def middle(square: Square) -> tuple[int, int]:
    """The middle of a square on the paper."""
    return MARGIN + UNIT * square[0] + UNIT // 2, MARGIN + UNIT * square[1] + UNIT // 2


def _corner(square: Square) -> tuple[int, int]:
    return MARGIN + UNIT * square[0], MARGIN + UNIT * square[1]


# --- floor ---------------------------------------------------------------------------------------


def _plates(terrain: Terrain) -> Iterator[str]:
    """Steel plates with rivets, every other one a little lighter, bluish in a docking bay."""
    outlines = dict.fromkeys((*PLATES, *BAY_PLATES), "")
    rivets = ""
    for square, board in terrain.boards.items():
        x, y = _corner(square)
        fills = BAY_PLATES if board < 0 else PLATES
        outlines[fills[sum(square) % 2]] += f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z"
        rivets += "".join(f"M{x + left} {y + top}h0" for left in (9, 91) for top in (9, 91))
    seam = ' stroke="#7d848b" stroke-width="2"'
    yield from (area(outline, fill, seam) for fill, outline in outlines.items() if outline)
    yield line(rivets, "#868d94", 5)


def _frame(terrain: Terrain) -> str:
    """The rim around the floor, open where no board lies, with the numbers of columns and rows."""
    wide, high = _size(terrain)
    outline = f"M24 0H{wide - 24}Q{wide} 0 {wide} 24V{high - 24}Q{wide} {high} {wide - 24} {high}"
    outline += f"H24Q0 {high} 0 {high - 24}V24Q0 0 24 0Z"
    for y in range(terrain.height):
        for x in range(terrain.width):
            if (x, y) not in terrain:
                left, top = _corner((x, y))
                outline += f"M{left} {top}h{UNIT}v{UNIT}h-{UNIT}z"
    shapes = area(outline, FRAME, ' fill-rule="evenodd"')
    for x in range(terrain.width):
        for y in (MARGIN // 2 - 5, high - MARGIN // 2 + 5):
            shapes += sign(x, 40, NUMERALS, middle((x, 0))[0], y)
    for y in range(terrain.height):
        for x in (MARGIN // 2 - 4, wide - MARGIN // 2 + 4):
            shapes += sign(y, 40, NUMERALS, x, middle((0, y))[1])
    return shapes


def _edges(terrain: Terrain, kind: str) -> Iterator[Side]:
    """Each edge of a kind once, from a square of the floor."""
    for x, y in terrain.kinds:
        for way in range(4):
            side = (x, y, way)
            is_first = way in (SOUTH, EAST) or over(side)[:2] not in terrain
            if is_first and edge_kind(terrain, side) == kind:
                yield side


def _borders(terrain: Terrain) -> str:
    """Lines around the boards."""
    way = ""
    for kind in ("border", "wall"):
        for side in _edges(terrain, kind):
            if terrain.boards.get(side[:2]) != terrain.boards.get(over(side)[:2]):
                x, y = _corner(side[:2])
                starts = ((x, y, "h"), (x + UNIT, y, "v"), (x, y + UNIT, "h"), (x, y, "v"))
                left, top, along = starts[side[2]]
                way += f"M{left} {top}{along}{UNIT}"
    return line(way, INK, 7) + line(way, "#757d86", 2)


# --- belts ---------------------------------------------------------------------------------------
# Everything leads north and is turned into its place.

STRAIGHT, ACROSS = "M0 50V-50", "M-50 0H50"
CURVES = {EAST: "M50 0A50 50 0 0 1 0 -50", SOUTH: STRAIGHT, WEST: "M-50 0A50 50 0 0 0 0 -50"}
RAILS, BEDS = ("#f2a900", "#3aa0ff"), ("#443f37", "#16345f")  # of normal and of express belts
MARKS, STROKES = ("#ffc42e", "#6cc4ff"), (12, 9)
CHEVRONS = ("M-25 13L0 -12L25 13", "M-21 11L0 -10L21 11")
PLAIN_MARKS = (((0, 0, 0),), ((0, 14, 0), (0, -18, 0)))  # where: x, y, degrees
BENT_MARKS = (((-5, -25, 24),), ((-30, -4, 66), (-3, -33, 20)))  # from the west
MEETING_MARKS = (((0, -24, 0),), ((0, -26, 0), (0, -8, 0)))
BENT_SHAFT = "M-41 -1A50 50 0 0 0 -6 -26"
SHAFTS = {EAST: "M44 18H30Q0 18 0 -12", SOUTH: "M0 43V-30", WEST: "M-44 18H-30Q0 18 0 -12"}


def feeders(terrain: Terrain, square: Square) -> list[int]:
    """The sides, seen from a belt that leads north, from which other belts lead onto it."""
    exit_way = terrain.belts[square] - 1 & 3
    found = []
    for quarters in (EAST, SOUTH, WEST):
        side = (*square, turned(exit_way, quarters))
        there = over(side)
        belt = terrain.belts.get(there[:2], 0)
        if belt and (belt - 1 & 3) == there[2] and not terrain.is_blocked(side):
            found.append(quarters)
    return found


def _chevrons(express: int, marks: Iterable[tuple[float, float, float]]) -> str:
    """Chevrons that point the way."""
    shapes = ""
    for x, y, angle in marks:
        turn = f" rotate({angle:g})" if angle else ""
        shapes += f'<path d="{CHEVRONS[express]}" transform="translate({x:g} {y:g}){turn}"/>'
    return shapes


def _marks(express: int, fed: list[int]) -> str:
    """Which way a belt leads: one chevron, two on an express belt, arrows where belts meet."""
    if fed in ([], [SOUTH]):
        return _chevrons(express, PLAIN_MARKS[express])
    if len(fed) > 1:
        shafts = "".join(SHAFTS[side] for side in fed)
        return f'<path d="{shafts}"/>{_chevrons(express, MEETING_MARKS[express])}'
    bent = _chevrons(express, BENT_MARKS[express]) + (
        "" if express else f'<path d="{BENT_SHAFT}"/>'
    )
    return bent if fed == [WEST] else f'<g transform="scale(-1 1)">{bent}</g>'


def _belt(terrain: Terrain, square: Square) -> str:
    """A belt: straight, a curve where it is fed from the side, or several that meet."""
    express, way = divmod(terrain.belts[square] - 1, 4)
    fed = feeders(terrain, square)
    ways = "".join(CURVES[side] for side in fed) or STRAIGHT
    if EAST in fed and WEST in fed:
        ways += ACROSS
    rails = line(ways, RAILS[express], 90, BUTT) + line(ways, BEDS[express], 76, BUTT)
    marks = _marks(express, fed)
    stroke = f'stroke="{MARKS[express]}" stroke-width="{STROKES[express]}"'
    kind = "express" if express else "belt"
    if len(fed) > 1:
        kind += " junction"
    elif fed and fed != [SOUTH]:
        kind += " curve"
    return group(kind, *middle(square), f"{rails}<g {stroke}>{marks}</g>", quarters=way)


# --- single squares ------------------------------------------------------------------------------


def _pit() -> str:
    """A dark hole with a striped rim."""
    rim_box = box(-46, -46, 92, 92, "#f5c518", ' rx="12"')
    stripes = box(-43, -43, 86, 86, "none", f' rx="9"{rim(INK, 7)} stroke-dasharray="14 13"{BUTT}')
    deep = "".join(
        round_box(-half, -half + drop, 2 * half, 2 * half - drop, 8, fill)
        for half, drop, fill in ((39, 0, "#3a3d42"), (35, 4, "#1b1d21"), (30, 10, "#050607"))
    )
    return rim_box + stripes + deep


def _gear(quarters: int) -> str:
    """A toothed wheel, green if it turns to the right, red if to the left."""
    paint, shade = ("#27a65a", "#0f5c2e") if quarters == 1 else ("#dc3a3a", "#7d1414")
    teeth = "".join(
        f'<rect x="-9" y="-47" width="18" height="94" rx="4" transform="rotate({angle})"/>'
        for angle in range(0, 180, 30)
    )
    wheel = f'<g fill="{shade}">{teeth}</g>' + circle(0, 0, 39, paint, rim(shade, 4))
    turning = line("M-14 19A23 23 0 1 1 22 2", LIGHT, 10) + area("M3 1H38L21 26Z", LIGHT)
    if quarters != 1:
        turning = f'<g transform="scale(-1 1)">{turning}</g>'
    return wheel + turning


SPANNER = (
    "M-7 -14A17 17 0 0 1 -13 -38L-13 -25L0 -19L13 -25L13 -38A17 17 0 0 1 7 -14"
    "L7 30A7 7 0 0 1 -7 30Z"
)
MALLET = "M-20 -38H16L24 -28L16 -18H5V30A5 5 0 0 1 -5 30V-18H-20Z"


def _tool(outline: str, angle: float) -> str:
    shape = area(outline, "#e9edf0", rim(INK, 4))
    return f'<g transform="rotate({angle:g})">{shape}</g>'


def _site(has_hammer: bool) -> str:
    """A repair site: a wrench, or a wrench and a hammer, crossed."""
    plate = box(-42, -42, 84, 84, "#1f6f78", f' rx="16"{rim(LIGHT, 4)}')
    tools = _tool(SPANNER, 45)
    if has_hammer:
        tools = _tool(MALLET, -45) + tools
    return plate + tools


KINDS = {
    PIT: ("pit", _pit()),
    GEAR_LEFT: ("gear left", _gear(3)),
    GEAR_RIGHT: ("gear right", _gear(1)),
    WRENCH: ("wrench", _site(has_hammer=False)),
    HAMMER: ("hammer", _site(has_hammer=True)),
}


def _dock(number: int, way: int) -> str:
    """A landing pad with its number, open towards the floor."""
    pad = circle(0, 0, 39, "#39424c", rim(LIGHT, 4))
    nose = area("M-13 -41L0 -50L13 -41Z", LIGHT, rim(LIGHT, 4))
    return group("way", 0, 0, pad + nose, quarters=way) + sign(number, 48, LIGHT)


# --- machines ------------------------------------------------------------------------------------


def _digits(registers: int, size: float, gap: float, upright: bool) -> str:
    """The numbers of registers in a row, or one under the other."""
    numbers = numbers_in(registers)
    shapes = ""
    for place, number in enumerate(numbers):
        along = gap * (place - (len(numbers) - 1) / 2)
        shapes += sign(number, size, LIGHT, *((0, along) if upright else (along, 0)))
    return shapes


def _pusher(way: int, registers: int) -> str:
    """A ram on the wall behind, with the numbers of its registers."""
    house = box(-46, 14, 92, 36, "#7a2f8f", f' rx="5"{rim(INK, 4)}')
    arm = box(-8, -14, 16, 28, "#c9ced3", rim(INK, 3))
    plate = box(-38, -26, 76, 14, "#d9a3e8", f' rx="3"{rim(INK, 3)}')
    tip = line("M-13 -34L0 -46L13 -34", "#7a2f8f", 7)
    machine = group("ram", 0, 0, arm + plate + house + tip, quarters=way)
    numbers = _digits(registers, 31, 29, upright=way in (EAST, WEST))
    return machine + group("registers", -32 * DX[way], -32 * DY[way], numbers)


JAWS = "M-48 -48H48V-30L32 -20L16 -30L0 -20L-16 -30L-32 -20L-48 -30Z"


def _crusher(registers: int) -> str:
    """Jaws from above, with the numbers of the registers in which they come down."""
    jaw = area(JAWS, "#4b5159", rim(INK, 4))
    both = jaw + f'<g transform="rotate(180)">{jaw}</g>'
    sides = line("M-45 -34V34M45 -34V34", "#4b5159", 8)
    plate = box(-46, -17, 92, 34, "#7a2f8f", f' rx="6"{rim(INK, 3)}')
    gap = 18 if len(numbers_in(registers)) > 3 else 28
    return sides + both + plate + _digits(registers, 28, gap, upright=False)


def _offsets(beams: int) -> list[float]:
    """How far the beams of a laser lie from the middle line."""
    return [15 * (beam - (beams - 1) / 2) for beam in range(beams)]


def _beam(terrain: Terrain, laser: Laser) -> str:
    """Thin rays from a laser, which looks north here, to a wall or the edge."""
    far = 50 - UNIT * len(terrain.beam(laser))
    ways = "".join(f"M{x:g} 36V{far}" for x in _offsets(laser.beams))
    rays = line(ways, "#ff1f1f", 11, f' opacity="0.3"{BUTT}') + line(ways, "#ff1f1f", 4.5, BUTT)
    return group("beam", *middle((laser.x, laser.y)), rays, quarters=laser.heading)


def _emitter(laser: Laser) -> str:
    """A lamp for each beam, mounted on the wall behind."""
    wide = 30 + 15 * (laser.beams - 1)
    house = box(-wide / 2, 26, wide, 24, "#2b2e33", f' rx="4"{rim("#ff6a5e", 3)}')
    lamps = "".join(circle(x, 28, 6.5, "#ffe1dc", rim("#d3121b", 3)) for x in _offsets(laser.beams))
    return group("laser", *middle((laser.x, laser.y)), house + lamps, quarters=laser.heading)


WALL = (
    box(-52, -10, 104, 20, INK, ' rx="4"')
    + box(-49, -7, 98, 14, "#ffe94d", ' rx="2"')
    + line("M-36 7L-26 -7M-12 7L-2 -7M12 7L22 -7M36 7L46 -7", INK, 6, BUTT)
)


def _wall(side: Side) -> str:
    """A striped bar on an edge."""
    x, y = middle(side[:2])
    way = side[2]
    return group("wall", x + 50 * DX[way], y + 50 * DY[way], WALL, quarters=way % 2)


def _machines(terrain: Terrain) -> Iterator[str]:
    """What works on squares and from walls, and the walls."""
    for square, registers in terrain.crushers.items():
        yield group("crusher", *middle(square), _crusher(registers))
    yield from (_beam(terrain, laser) for laser in terrain.lasers)
    yield from (_wall(side) for side in _edges(terrain, "wall"))
    for square, (way, registers) in terrain.pushers.items():
        yield group("pusher", *middle(square), _pusher(way, registers))
    yield from (_emitter(laser) for laser in terrain.lasers)


def _floor(terrain: Terrain) -> Iterator[str]:
    """Everything that is fixed, from the ground up."""
    yield _frame(terrain)
    yield from _plates(terrain)
    yield from (_belt(terrain, square) for square in terrain.belts)
    yield _borders(terrain)
    for square, kind in terrain.kinds.items():
        if kind in KINDS:
            name, shapes = KINDS[kind]
            yield group(name, *middle(square), shapes)
    for number, (x, y, way) in enumerate(terrain.docks, 1):
        yield group("dock", *middle((x, y)), _dock(number, way))
    yield from _machines(terrain)


# --- what moves ----------------------------------------------------------------------------------


def _archives(position: Position) -> Iterator[str]:
    """Where robots come back: markers side by side at the lower edge of a square."""
    taken: Counter[Square] = Counter()
    for letter, who in robots(position):
        body = position.state.robots[who]
        if body.archive == OFF or body.lives == 0:
            continue
        square = square_at(position.field, body.archive)
        x, y = middle(square)
        row, column = divmod(taken[square], 4)
        taken[square] += 1
        colour = int(position.field.colours[seat_of(position.field, who)])
        place = x - 36 + 24 * column, y + 36 - 72 * row
        yield group("archive", *place, archive(colour, letter))


def _robots(position: Position) -> Iterator[str]:
    """The robots, with a frame under the one that is asked."""
    race, field = position.state, position.field
    for square, (letter, who) in robots_by_square(position).items():
        if race.phase == Phase.ASK and race.seat == who:
            yield group("turn", *middle(square), TURN)
        body = race.robots[who]
        drawn = robot(
            int(field.colours[who]),
            int(field.colours[seat_of(field, who)]),
            int(body.heading),
            letter,
            int(body.damage),
            asleep=bool(body.powered_down),
            is_superbot=race.superbot == who,
        )
        yield group("robot", *middle(square), drawn)


ASIDE = ((-30, 30), (-30, -28), (-30, -28), (30, -28))  # of a robot that faces that way


def _flags(position: Position, terrain: Terrain) -> Iterator[str]:
    """The flags, small and behind the robot where one stands."""
    standing = robots_by_square(position)
    for number, square in enumerate(terrain.flags, 1):
        x, y = middle(square)
        if square in standing:
            _, who = standing[square]
            aside = ASIDE[int(position.state.robots[who].heading)]
            yield group("flag", x + aside[0], y + aside[1], flag(number), 0.55)
        else:
            yield group("flag", x, y, flag(number))


# --- document ------------------------------------------------------------------------------------


def _size(terrain: Terrain) -> tuple[int, int]:
    """How wide and how high the paper is."""
    return 2 * MARGIN + UNIT * terrain.width, 2 * MARGIN + UNIT * terrain.height


def svg(position: Position) -> str:
    """The floor as an SVG document, with robots, flags and archive markers."""
    terrain = look(position)
    pieces = [*_archives(position), *_robots(position), *_flags(position, terrain)]
    return _document(terrain, words(position, terrain), pieces)


def ground(position: Position) -> str:
    """The floor without what moves over it, boards as they lie now."""
    terrain = look(position)
    return _document(terrain, floor_words(terrain), ())


def _document(terrain: Terrain, told: Iterable[str], pieces: Iterable[str]) -> str:
    boards = len(terrain.corners)
    title = f"RoboRally, a factory floor of {boards} board{'s' if boards > 1 else ''}"
    return document(title, told, *_size(terrain), [*_floor(terrain), *pieces])
