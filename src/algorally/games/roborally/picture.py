"""The factory floor as a picture: an SVG document of own shapes, without ids.

The square x,y has its upper left corner at MARGIN + UNIT * x, MARGIN + UNIT * y, its middle half a
UNIT farther on. Nothing is drawn where no board lies.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from algorally.core.drawing import area, document, group, line, sign
from algorally.core.grid import DX, DY, EAST, SOUTH, WEST, turned
from algorally.core.position import Position
from algorally.games.roborally.bodies import INK, TURN, archive, flag, robot
from algorally.games.roborally.machines import (
    KINDS,
    WALL,
    belt,
    crusher,
    dock,
    emitter,
    pusher,
    rays,
)
from algorally.games.roborally.names import OFF, Phase
from algorally.games.roborally.plain_text import (
    floor_words,
    look,
    robots,
    robots_by_square,
    square_at,
    text,
    words,
)
from algorally.games.roborally.rules.floor import seat_of
from algorally.games.roborally.terrain import Side, Square, Terrain, over

__all__ = ["MARGIN", "UNIT", "ground", "svg", "text"]

UNIT = 100  # one square
MARGIN = 76
FRAME, NUMERALS = "#23272e", "#e8e4d8"
PLATES, BAY_PLATES = ("#b4b8bb", "#bcc0c2"), ("#8d969f", "#959ea6")


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


def _edges(terrain: Terrain) -> Iterator[Side]:
    """Each edge once, from a square of the floor."""
    for x, y in terrain.kinds:
        for way in range(4):
            if way in (SOUTH, EAST) or over((x, y, way))[:2] not in terrain:
                yield x, y, way


def _borders(terrain: Terrain) -> str:
    """Lines around the boards."""
    way = ""
    for side in _edges(terrain):
        if terrain.boards.get(side[:2]) != terrain.boards.get(over(side)[:2]):
            x, y = _corner(side[:2])
            starts = ((x, y, "h"), (x + UNIT, y, "v"), (x, y + UNIT, "h"), (x, y, "v"))
            left, top, along = starts[side[2]]
            way += f"M{left} {top}{along}{UNIT}"
    return line(way, INK, 7) + line(way, "#757d86", 2)


# --- belts ---------------------------------------------------------------------------------------


def feeders(terrain: Terrain, square: Square) -> list[int]:
    """The sides, seen from a belt that leads north, from which other belts lead onto it."""
    exit_way = terrain.belts[square] - 1 & 3
    found = []
    for quarters in (EAST, SOUTH, WEST):
        side = (*square, turned(exit_way, quarters))
        there = over(side)
        other = terrain.belts.get(there[:2], 0)
        if other and (other - 1 & 3) == there[2] and not terrain.is_blocked(side):
            found.append(quarters)
    return found


def _belt(terrain: Terrain, square: Square) -> str:
    """A belt, which is a curve where it is fed from the side."""
    express, way = divmod(terrain.belts[square] - 1, 4)
    fed = feeders(terrain, square)
    kind = "express" if express else "belt"
    if len(fed) > 1:
        kind += " junction"
    elif fed and fed != [SOUTH]:
        kind += " curve"
    return group(kind, *middle(square), belt(express, fed), quarters=way)


# --- machines ------------------------------------------------------------------------------------


def _wall(side: Side) -> str:
    """A striped bar on an edge."""
    x, y = middle(side[:2])
    way = side[2]
    return group("wall", x + 50 * DX[way], y + 50 * DY[way], WALL, quarters=way % 2)


def _machines(terrain: Terrain) -> Iterator[str]:
    """What works on squares and from walls, and the walls."""
    for square, registers in terrain.crushers.items():
        yield group("crusher", *middle(square), crusher(registers))
    for laser in terrain.lasers:
        beam = rays(laser.beams, len(terrain.beam(laser)))
        yield group("beam", *middle(laser[:2]), beam, quarters=laser.heading)
    yield from (_wall(side) for side in _edges(terrain) if terrain.is_blocked(side))
    for square, (way, registers) in terrain.pushers.items():
        yield group("pusher", *middle(square), pusher(way, registers))
    for laser in terrain.lasers:
        lamps = emitter(laser.beams)
        yield group("laser", *middle(laser[:2]), lamps, quarters=laser.heading)


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
        yield group("dock", *middle((x, y)), dock(number, way))
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
    """The floor without what moves: boards that turn lie as they did when the game began."""
    terrain = look(position, turned_back=True)
    return _document(terrain, floor_words(terrain), ())


def _document(terrain: Terrain, told: Iterable[str], pieces: Iterable[str]) -> str:
    boards = len(terrain.corners)
    title = f"RoboRally, a factory floor of {boards} board{'s' if boards > 1 else ''}"
    return document(title, told, *_size(terrain), [*_floor(terrain), *pieces])
