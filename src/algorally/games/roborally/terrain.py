"""A factory floor while it is put together: boards as text files, laid side by side.

This part of set-up is plain Python: it runs once, raises errors, and ends as a Field record.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from algorally.core.errors import SettingError
from algorally.core.grid import DX, DY, HEADINGS
from algorally.games.roborally.names import (
    BELT_GLYPHS,
    BOARD,
    EXPRESS_GLYPHS,
    FLOOR,
    GLYPHS,
    REGISTERS,
    VOID,
)

Square = tuple[int, int]  # x, y
Side = tuple[int, int, int]  # x, y, heading

SQUARE = re.compile(r"(\d+),(\d+)")
SIDE = re.compile(r"(\d+),(\d+)([NESW])")
LASER = re.compile(r"(\d+),(\d+)([NESW])(?:\*([1-9]))?")
NAMED_REGISTERS = {"odd": (1, 3, 5), "even": (2, 4)}
SIGNS = GLYPHS[:VOID] + BELT_GLYPHS + EXPRESS_GLYPHS


class Laser(NamedTuple):
    """A board laser: where it stands, which way it fires, and with how many beams."""

    x: int
    y: int
    heading: int
    beams: int


@dataclass
class Board:
    """A board as its file describes it."""

    name: str
    rows: list[str]
    walls: set[Side] = field(default_factory=set)
    lasers: list[Laser] = field(default_factory=list)
    pushers: dict[Square, tuple[int, int]] = field(default_factory=dict)  # heading, registers
    crushers: dict[Square, int] = field(default_factory=dict)  # registers
    docks: list[Square] = field(default_factory=list)

    @property
    def width(self) -> int:
        """Squares in a row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)


# --- reading a board ---------------------------------------------------------------------------


class BoardReader:
    """Reads the text of a board; an error names the line and the column."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.board = Board(name, [])
        for number, line in enumerate(text.splitlines(), 1):
            self.number, self.line = number, line.partition("#")[0].rstrip()
            if self.line:
                self.read_line()
        if not self.board.rows:
            raise SettingError(f"board {name}: it has no rows")

    def wrong(self, column: int, words: str) -> SettingError:
        """What is wrong, and where."""
        return SettingError(f"board {self.name}, line {self.number}, column {column + 1}: {words}")

    def read_line(self) -> None:
        """A row of squares, or a line that begins with a word."""
        word = self.line.split()[0]
        readers = {
            "walls": self.read_wall,
            "lasers": self.read_laser,
            "docks": self.read_dock,
            "stubs": self.read_stub,
        }
        if word in readers:
            for place, text in list(self.words())[1:]:
                readers[word](place, text)
        elif word in ("pushers", "crushers"):
            self.read_registers(word)
        else:
            self.read_row()

    def words(self) -> Iterator[tuple[int, str]]:
        """The words of a line, with their columns."""
        for match in re.finditer(r"\S+", self.line):
            yield match.start(), match[0]

    def read_row(self) -> None:
        """Squares, one glyph each; all rows are equally long."""
        for column, glyph in enumerate(self.line):
            if glyph not in SIGNS:
                raise self.wrong(column, f"{glyph!r} is no square; squares are {' '.join(SIGNS)}")
        if self.board.rows and len(self.line) != self.board.width:
            wide = self.board.width
            raise self.wrong(min(len(self.line), wide), f"a row has {wide} squares, as the first")
        self.board.rows.append(self.line)

    def on_board(self, place: int, x: int, y: int) -> Square:
        """A square of the board."""
        if not self.board.rows:
            raise self.wrong(place, "the rows come first")
        if x >= self.board.width or y >= self.board.height:
            size = f"0,0 to {self.board.width - 1},{self.board.height - 1}"
            raise self.wrong(place, f"{x},{y} lies off the board; it has the squares {size}")
        return x, y

    def matched(self, place: int, text: str, pattern: re.Pattern[str], words: str) -> re.Match[str]:
        """A text of a certain form on the board."""
        match = pattern.fullmatch(text)
        if not match:
            raise self.wrong(place, f"{words}, not {text!r}")
        self.on_board(place, int(match[1]), int(match[2]))
        return match

    def side(self, place: int, text: str, what: str) -> Side:
        """A side of a square."""
        match = self.matched(place, text, SIDE, f'{what} is written "x,yN" (N, E, S or W)')
        return int(match[1]), int(match[2]), HEADINGS.index(match[3])

    def read_wall(self, place: int, text: str) -> None:
        """A wall on a side of a square."""
        self.board.walls.add(self.side(place, text, "a wall"))

    def read_laser(self, place: int, text: str) -> None:
        """A laser, with the number of its beams if there are several."""
        words = 'a laser is written "x,yN" or "x,yN*2" for two beams'
        match = self.matched(place, text, LASER, words)
        heading = HEADINGS.index(match[3])
        self.board.lasers.append(Laser(int(match[1]), int(match[2]), heading, int(match[4] or 1)))

    def read_dock(self, place: int, text: str) -> None:
        """A dock, in order."""
        match = self.matched(place, text, SQUARE, 'a dock is written "x,y"')
        self.board.docks.append((int(match[1]), int(match[2])))

    def read_stub(self, place: int, text: str) -> None:
        """Walls on the outer edge, at this place of all four sides."""
        if not text.isdecimal():
            raise self.wrong(place, f"a stub is a number from 0, not {text!r}")
        number = int(text)
        right, bottom = self.board.width - 1, self.board.height - 1
        self.on_board(place, min(number, right), number)
        self.on_board(place, number, min(number, bottom))
        self.board.walls |= {
            (number, 0, 0),
            (right, number, 1),
            (number, bottom, 2),
            (0, number, 3),
        }

    def read_registers(self, word: str) -> None:
        """Pushers or crushers that work in certain registers."""
        words = list(self.words())[1:]
        if not words:
            raise self.wrong(len(self.line), f'write "{word} odd" or "{word} 1,3" and squares')
        registers = self.registers(*words[0])
        for place, text in words[1:]:
            if word == "pushers":
                x, y, heading = self.side(place, text, "a pusher, with the way it pushes,")
                self.board.pushers[x, y] = heading, registers
            else:
                match = self.matched(place, text, SQUARE, 'a crusher is written "x,y"')
                self.board.crushers[int(match[1]), int(match[2])] = registers

    def registers(self, place: int, text: str) -> int:
        """Registers as bits."""
        try:
            return read_registers(text)
        except SettingError as error:
            raise self.wrong(place, str(error)) from error


def read_registers(text: str) -> int:
    """Registers as bits: "odd", "even" or numbers with commas."""
    numbers: Sequence[int] = NAMED_REGISTERS.get(text, ())
    if not numbers and re.fullmatch(r"[1-5](,[1-5])*", text):
        numbers = [int(number) for number in text.split(",")]
    if not numbers:
        raise SettingError(f'registers are "odd", "even" or numbers as in "2,4", not {text!r}')
    return sum(1 << number - 1 for number in set(numbers) if 1 <= number <= REGISTERS)


def read_board(name: str, text: str) -> Board:
    """A board from its text."""
    return BoardReader(name, text).board


# --- laying boards side by side ----------------------------------------------------------------


class Placed(NamedTuple):
    """A board as it lies: its upper left square and its quarter turns clockwise."""

    board: Board
    x: int
    y: int
    turns: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as it lies."""
        board = self.board
        return (board.width, board.height) if self.turns % 2 == 0 else (board.height, board.width)

    def square(self, inside: Square) -> Square:
        """Where a square of the board lies on the floor."""
        x, y = inside
        wide, high = self.board.width, self.board.height
        for _ in range(self.turns % 4):
            x, y = high - 1 - y, x
            wide, high = high, wide
        return self.x + x, self.y + y

    def heading(self, heading: int) -> int:
        """Where a heading of the board points on the floor."""
        return (heading + self.turns) % 4

    def squares(self) -> Iterator[tuple[Square, str]]:
        """The squares of the floor that the board covers, with their glyphs."""
        for y, row in enumerate(self.board.rows):
            for x, glyph in enumerate(row):
                yield self.square((x, y)), glyph


@dataclass
class Terrain:
    """A floor being laid out."""

    width: int
    height: int
    kinds: dict[Square, int] = field(default_factory=dict)
    belts: dict[Square, int] = field(default_factory=dict)  # heading + 1, + 4 if express
    boards: dict[Square, int] = field(default_factory=dict)  # number of the board, -1 for a dock
    walls: set[Side] = field(default_factory=set)  # as printed; inside a board from both sides
    lasers: list[Laser] = field(default_factory=list)
    pushers: dict[Square, tuple[int, int]] = field(default_factory=dict)
    crushers: dict[Square, int] = field(default_factory=dict)
    docks: list[Side] = field(default_factory=list)
    corners: list[Square] = field(default_factory=list)  # of the boards
    side: int = BOARD  # squares along the side of each
    flags: list[Square] = field(default_factory=list)

    def __contains__(self, square: Square) -> bool:
        return square in self.kinds

    def add(self, placed: Placed, number: int) -> None:
        """Lay a board onto the floor."""
        for square, glyph in placed.squares():
            if square in self.kinds:
                words = f"{placed.board.name} lies on another board at {square[0]},{square[1]}"
                raise SettingError(f"{words}; boards lie side by side")
            self.boards[square] = number
            self.add_glyph(square, glyph, placed.turns)
        board = placed.board
        for x, y, heading in board.walls:
            self.add_wall((*placed.square((x, y)), placed.heading(heading)))
        for laser in board.lasers:
            there = placed.square((laser.x, laser.y))
            self.lasers.append(Laser(*there, placed.heading(laser.heading), laser.beams))
        for square, (heading, registers) in board.pushers.items():
            self.add_pusher(placed.square(square), placed.heading(heading), registers)
        for square, registers in board.crushers.items():
            self.crushers[placed.square(square)] = registers
        self.docks += [(*placed.square(dock), placed.heading(0)) for dock in board.docks]

    def add_glyph(self, square: Square, glyph: str, turns: int = 0) -> None:
        """One square."""
        self.kinds[square] = GLYPHS.index(glyph) if glyph in GLYPHS else FLOOR
        if glyph in BELT_GLYPHS:
            self.belts[square] = (BELT_GLYPHS.index(glyph) + turns) % 4 + 1
        elif glyph in EXPRESS_GLYPHS:
            self.belts[square] = (EXPRESS_GLYPHS.index(glyph) + turns) % 4 + 5

    def add_wall(self, side: Side) -> None:
        """A wall; on the same board it is set from both sides."""
        self.walls.add(side)
        other = over(side)
        if self.boards.get(other[:2], -2) == self.boards.get(side[:2]):
            self.walls.add(other)

    def add_pusher(self, square: Square, heading: int, registers: int) -> None:
        """A pusher sits on a wall behind the robot that it pushes."""
        self.pushers[square] = heading, registers
        self.add_wall((*square, (heading + 2) % 4))

    def is_blocked(self, side: Side) -> bool:
        """Whether a wall stands on an edge, from either side."""
        return side in self.walls or over(side) in self.walls

    def beam(self, laser: Laser) -> list[Square]:
        """The squares that a laser covers: from its own to a wall or the edge."""
        squares, square = [(laser.x, laser.y)], (laser.x, laser.y)
        while not self.is_blocked((*square, laser.heading)):
            square = over((*square, laser.heading))[:2]
            if square not in self:
                break
            squares.append(square)
        return squares


def over(side: Side) -> Side:
    """The same edge from its other square."""
    x, y, heading = side
    return x + DX[heading], y + DY[heading], (heading + 2) % 4


def lay_boards(boards: Sequence[Placed], docks: Sequence[Placed]) -> Terrain:
    """A floor of boards and docking bays, its upper left corner at 0,0."""
    every = [*boards, *docks]
    left, top = min(placed.x for placed in every), min(placed.y for placed in every)
    moved = [placed._replace(x=placed.x - left, y=placed.y - top) for placed in every]
    terrain = Terrain(
        max(placed.x + placed.size[0] for placed in moved),
        max(placed.y + placed.size[1] for placed in moved),
    )
    for number, placed in enumerate(moved):
        terrain.add(placed, number if number < len(boards) else -1)
        if number < len(boards):
            terrain.corners.append((placed.x, placed.y))
    return terrain


def glyph_rows(kinds: Mapping[Square, int], belts: Mapping[Square, int], size: Square) -> list[str]:
    """The rows of a floor as board files write them; a blank where no board lies."""
    rows = []
    for y in range(size[1]):
        row = ""
        for x in range(size[0]):
            belt = belts.get((x, y), 0)
            sign = (BELT_GLYPHS + EXPRESS_GLYPHS)[belt - 1] if belt else GLYPHS[kinds[x, y]]
            row += sign
        rows.append(row)
    return rows
