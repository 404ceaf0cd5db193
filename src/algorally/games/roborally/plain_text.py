"""The factory floor as plain text, and what is to be seen on it; only what everybody may see."""

from collections.abc import Iterable, Iterator
from typing import Any

from algorally.core.grid import HEADINGS, NORTH, SOUTH, WEST, turned
from algorally.core.position import Position
from algorally.core.words import listed
from algorally.games.roborally.names import (
    BELT_GLYPHS,
    COLOURS,
    EMPTY,
    EXPRESS_GLYPHS,
    GLYPHS,
    LETTERS,
    NOBODY,
    OFF,
    REGISTERS,
    VOID,
    Phase,
)
from algorally.games.roborally.options import ALWAYS
from algorally.games.roborally.rules.floor import printed, quarters_of, seat_of
from algorally.games.roborally.state import Field, Robot
from algorally.games.roborally.terrain import Laser, Side, Square, Terrain, over
from algorally.games.roborally.vocabulary import (
    at,
    option_names,
    place,
    register_name,
    robot_name,
)

ARROWS = BELT_GLYPHS
SQUARE_WIDTH = 3  # characters


# --- what is to be seen --------------------------------------------------------------------------


def square_at(field: Field, number: int) -> Square:
    """The square with this number as x and y."""
    return int(number) % int(field.width), int(number) // int(field.width)


def _as_it_lies(position: Position, turned_back: bool) -> Iterator[tuple[int, int, int]]:
    """All squares of the floor: which square is printed on each, and how far it is turned."""
    race, field = position.state, position.field
    turns = field.options.turning_boards == ALWAYS and not turned_back
    for square in range(int(field.width) * int(field.height)):
        if field.kinds[square] == VOID:
            continue
        if turns:
            yield square, int(printed(race, field, square)), int(quarters_of(race, field, square))
        else:
            yield square, square, 0


def look(position: Position, *, turned_back: bool = False) -> Terrain:
    """The floor as it lies now, or lay at first, by squares and sides, not numbers and bits."""
    field = position.field
    terrain = Terrain(int(field.width), int(field.height))
    lasers: dict[int, Laser] = {}
    for square, source, quarters in _as_it_lies(position, turned_back):
        _look_at(terrain, field, square_at(field, square), source, quarters)
        for laser in range(int(field.lasers)):
            if field.laser_squares[laser] == source:
                heading = turned(int(field.laser_headings[laser]), quarters)
                beams = int(field.laser_beams[laser])
                lasers[laser] = Laser(*square_at(field, square), heading, beams)
    terrain.lasers = [lasers[laser] for laser in sorted(lasers)]
    terrain.docks = _docks(field)
    corners = field.board_corners[: int(field.boards)]
    terrain.corners = [square_at(field, corner) for corner in corners]
    flags = position.state.flag_squares[: int(field.flag_count)]
    terrain.flags = [square_at(field, flag) for flag in flags]
    return terrain


def _look_at(terrain: Terrain, field: Field, square: Square, source: int, quarters: int) -> None:
    """One square, as it is printed on a board that may lie turned."""
    terrain.kinds[square] = int(field.kinds[source])
    terrain.boards[square] = int(field.on_board[source])
    if belt := int(field.belts[source]):
        terrain.belts[square] = (belt - 1 & 4) + turned(belt - 1 & 3, quarters) + 1
    for way in range(4):
        if int(field.walls[source]) >> way & 1:
            terrain.walls.add((*square, turned(way, quarters)))
    if registers := int(field.pushers[source]):
        terrain.pushers[square] = turned(int(field.pushes[source]), quarters), registers
    if registers := int(field.crushers[source]):
        terrain.crushers[square] = registers


def _docks(field: Field) -> list[Side]:
    """The docks in their order, without the places that are left empty."""
    docks = [
        (*square_at(field, dock), int(way))
        for dock, way in zip(field.docks, field.dock_facings, strict=True)
    ]
    while docks and docks[-1] == (0, 0, NORTH):
        docks.pop()
    return docks


def robots(position: Position) -> list[tuple[str, int]]:
    """The robots in the order of their docks, each with its letter."""
    order = position.state.order[: int(position.field.robots)]
    return [(LETTERS[dock], int(who)) for dock, who in enumerate(order)]


def robots_by_square(position: Position) -> dict[Square, tuple[str, int]]:
    """The robots on the board, each with its letter."""
    everyone = position.state.robots
    return {
        square_at(position.field, everyone[who].square): (letter, who)
        for letter, who in robots(position)
        if everyone[who].square != OFF
    }


def numbers_in(bits: int) -> list[int]:
    """The registers of a bit mask, counted from 1."""
    return [register + 1 for register in range(REGISTERS) if int(bits) >> register & 1]


# --- words ---------------------------------------------------------------------------------------


def colour_name(position: Position, who: int) -> str:
    """The colour of a robot's player, who may have two robots."""
    field = position.field
    colour = COLOURS[int(field.colours[seat_of(field, who)])]
    return colour if who < field.seats else f"second {colour}"


def _next_flag(position: Position, robot: Robot) -> Iterator[str]:
    """What a robot has to do next, if it is to touch flags."""
    flags = int(position.field.flag_count)
    if robot.touched < flags:
        yield f"next flag {int(robot.touched) + 1}"
    elif flags:
        yield "has touched all flags"


def _facts(position: Position, who: int) -> Iterator[str]:
    """Everything that is to be said of a robot."""
    race, robot = position.state, position.state.robots[who]
    lives = int(robot.lives)
    yield f"damage {int(robot.damage)}"
    yield f"{lives} life" if lives == 1 else f"{lives} lives"
    yield from _next_flag(position, robot)
    if lives and robot.archive != OFF:
        yield f"archive {at(position, int(robot.archive))}"
    if options := option_names(robot.options):
        yield f"options {', '.join(options)}"
    if locked := numbers_in(robot.locked):
        yield f"locked registers {_commas(locked)}"
    if robot.powered_down:
        yield "powered down"
    if robot.announced:
        yield "has announced a power down"
    if robot.sits_out:
        yield f"sits out {int(robot.sits_out)} turns"
    if race.superbot == who:
        yield "is the SuperBot"
    if race.phase == Phase.ASK and race.seat == who:
        yield "is asked"
    if int(race.winners) >> seat_of(position.field, who) & 1:
        yield "has won"


def _robot_words(position: Position, letter: str, who: int) -> str:
    """Where a robot is and how it is."""
    robot = position.state.robots[who]
    where = f"at {place(position, who)}"
    if robot.square == OFF:
        where = "destroyed" if robot.lives else "out of the game"
    facts = "; ".join(_facts(position, who))
    return f"{letter} {colour_name(position, who)} {where}; {facts}"


def _register_words(position: Position) -> Iterator[str]:
    """The cards that lie face up."""
    for letter, who in robots(position):
        robot = position.state.robots[who]
        cards = [
            f"{number} {register_name(robot.registers[number - 1], robot.seconds[number - 1])}"
            for number in numbers_in(robot.shown)
            if robot.registers[number - 1] != EMPTY
        ]
        if cards:
            yield f"registers of {letter}: {', '.join(cards)}"


def _turn_words(position: Position) -> str:
    """How far the game is."""
    race = position.state
    if race.phase == Phase.OVER:
        return f"turn {int(race.turn)}, the game is over"
    if race.phase == Phase.PROGRAM:
        return f"turn {int(race.turn)}, robots are being programmed"
    return f"turn {int(race.turn)}, register {int(race.register) + 1}"


def _flag_words(position: Position, terrain: Terrain) -> Iterator[str]:
    """Where the flags stand, and who has them."""
    words = []
    for number, (x, y) in enumerate(terrain.flags):
        holder = int(position.state.holders[number])
        note = f" (held by {robot_name(position, holder)})" if holder != NOBODY else ""
        words.append(f"{number + 1} at {x},{y}{note}")
    if words:
        yield f"flags: {', '.join(words)}"


def floor_words(terrain: Terrain) -> Iterator[str]:
    """How large the floor is, its docks, and what works in certain registers or from afar."""
    yield f"floor: {terrain.width} columns and {terrain.height} rows"
    if terrain.docks:
        docks = (f"{number} at {x},{y}" for number, (x, y, _) in enumerate(terrain.docks, 1))
        yield f"docks: {', '.join(docks)}"
    if terrain.lasers:
        yield f"lasers: {', '.join(_laser_words(laser) for laser in terrain.lasers)}"
    for registers in sorted({registers for _, registers in terrain.pushers.values()}):
        places = [
            f"{x},{y}{HEADINGS[way]}"
            for (x, y), (way, works_in) in sorted(terrain.pushers.items())
            if works_in == registers
        ]
        yield f"pushers in registers {_commas(numbers_in(registers))}: {' '.join(places)}"
    for registers in sorted(set(terrain.crushers.values())):
        places = [
            f"{x},{y}" for (x, y), one in sorted(terrain.crushers.items()) if one == registers
        ]
        yield f"crushers in registers {_commas(numbers_in(registers))}: {' '.join(places)}"


def _laser_words(laser: Laser) -> str:
    beams = f" with {laser.beams} beams" if laser.beams > 1 else ""
    return f"{laser.x},{laser.y}{HEADINGS[laser.heading]}{beams}"


def _commas(numbers: Iterable[Any]) -> str:
    return listed([str(number) for number in numbers])


def words(position: Position, terrain: Terrain) -> list[str]:
    """Everything about a position, in lines of words."""
    return [
        _turn_words(position),
        *(_robot_words(position, letter, who) for letter, who in robots(position)),
        *_register_words(position),
        *_flag_words(position, terrain),
        *floor_words(terrain),
    ]


# --- the drawn grid ------------------------------------------------------------------------------


def _on_wall(terrain: Terrain, side: Side) -> str:
    """The sign of what is mounted on a side of a square."""
    for x, y, way in (side, over(side)):
        heading = (way + 2) % 4
        if any(laser[:3] == (x, y, heading) for laser in terrain.lasers):
            return "*"
        if terrain.pushers.get((x, y), (NOBODY,))[0] == heading:
            return ARROWS[heading]
    return ""


def _edge(terrain: Terrain, side: Side, border: str) -> tuple[str, str]:
    """The sign of an edge, and what stands in its middle."""
    sign = "#" if terrain.is_blocked(side) else " "
    if sign == " " and terrain.boards.get(side[:2]) != terrain.boards.get(over(side)[:2]):
        sign = border
    return sign, _on_wall(terrain, side) or sign


def _corner(terrain: Terrain, x: int, y: int) -> str:
    around = ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
    return "+" if any(square in terrain for square in around) else " "


def _edge_line(terrain: Terrain, y: int) -> str:
    """The line of text above a row of squares."""
    text = f"   {_corner(terrain, 0, y)}"
    for x in range(terrain.width):
        sign, middle = _edge(terrain, (x, y, NORTH), "-")
        text += f"{sign}{middle}{sign}{_corner(terrain, x + 1, y)}"
    return text.rstrip()


def _beam_signs(terrain: Terrain) -> dict[Square, str]:
    """The signs of laser beams on squares."""
    signs: dict[Square, str] = {}
    for laser in terrain.lasers:
        sign = ": " if laser.heading in (NORTH, SOUTH) else "=="
        for square in terrain.beam(laser):
            signs[square] = sign if signs.get(square, sign) == sign else "=:"
    return signs


class _Signs:
    """The signs of the squares of a floor."""

    def __init__(self, position: Position, terrain: Terrain) -> None:
        self.position, self.terrain = position, terrain
        self.docks = {dock[:2]: number for number, dock in enumerate(terrain.docks, 1)}
        self.flags = {square: number for number, square in enumerate(terrain.flags, 1)}
        self.robots = robots_by_square(position)
        self.beams = _beam_signs(terrain)

    def ground(self, square: Square) -> str:
        """What a square is."""
        if square in self.docks:
            return "d"
        if belt := self.terrain.belts.get(square, 0):
            return (BELT_GLYPHS + EXPRESS_GLYPHS)[belt - 1]
        return GLYPHS[self.terrain.kinds.get(square, VOID)]

    def square(self, square: Square) -> str:
        """What a square is, and what stands on it or runs over it."""
        ground = self.ground(square)
        if square in self.robots:
            letter, who = self.robots[square]
            ground = str(self.flags.get(square, ground))
            return f"{ground}{letter}{ARROWS[int(self.position.state.robots[who].heading)]}"
        if square in self.flags:
            return f"{ground}F{self.flags[square]}"
        if square in self.docks:
            return f"{ground}{self.docks[square]} "
        beam = self.beams.get(square, "  ")
        return f"{ground}C{beam[0]}" if square in self.terrain.crushers else ground + beam

    def line(self, y: int) -> str:
        """A row of squares as a line of text."""
        text = f"{y:2} "
        for x in range(self.terrain.width + 1):
            text += _edge(self.terrain, (x, y, WEST), "|")[1]
            if x < self.terrain.width:
                text += self.square((x, y))
        return text.rstrip()

    def legend(self) -> str:
        """The signs of the grid in words, those of them that it has."""
        terrain = self.terrain
        ground = {self.ground(square) for square in terrain.kinds}
        signs = {
            ". floor": "." in ground,
            "^ > v < belt": bool(ground & set(BELT_GLYPHS)),
            "N E S W express belt": bool(ground & set(EXPRESS_GLYPHS)),
            "O pit": "O" in ground,
            "L gear to the left": "L" in ground,
            "R gear to the right": "R" in ground,
            "r wrench": "r" in ground,
            "h wrench and hammer": "h" in ground,
            "C crusher": bool(terrain.crushers),
            "d1 dock": bool(self.docks),
            "- | border of a board": True,
            "# wall": bool(terrain.walls),
            "* on an edge: laser": bool(terrain.lasers),
            "= : its beams": bool(terrain.lasers),
            "^ > v < on an edge: pusher": bool(terrain.pushers),
            "A^ robot and its heading": bool(self.robots),
            "F1 flag": bool(set(self.flags) - set(self.robots)),
            "1A^ robot on a flag": bool(set(self.flags) & set(self.robots)),
        }
        return f"signs: {', '.join(sign for sign, used in signs.items() if used)}"


def text(position: Position) -> str:
    """The floor as plain text: a drawn grid, its signs, and everything else in words."""
    terrain = look(position)
    signs = _Signs(position, terrain)
    columns = "".join(f"{x:^{SQUARE_WIDTH + 1}}" for x in range(terrain.width))
    lines = [f"   {columns.rstrip()}"]
    for y in range(terrain.height):
        lines += [_edge_line(terrain, y), signs.line(y)]
    lines.append(_edge_line(terrain, terrain.height))
    return "\n".join([*lines, signs.legend(), *words(position, terrain)])
