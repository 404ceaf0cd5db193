"""A field while it is laid out: squares, blocks, walls, arrows and marks, and the checks of it.

This part of set-up is plain Python: it runs once, raises errors, and ends as a Field record.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from algorally.core.compile import rule
from algorally.core.errors import ImpossibleField
from algorally.core.grid import DX, DY

Square = tuple[int, int]  # x, y
Side = tuple[int, int, int]  # x, y, heading


class Block(NamedTuple):
    """A hill block, not turned."""

    name: str
    level: str
    storeys: int
    width: int
    height: int
    marks: tuple[Square, ...]
    elevators: tuple[Side, ...]


class Placed(NamedTuple):
    """A block as it lies: its upper left square and its quarter turns clockwise."""

    block: Block
    x: int
    y: int
    turns: int

    def squares(self) -> list[Square]:
        """The squares of the board that the block covers."""
        wide, high = self.block.width, self.block.height
        return [self.square((x, y)) for y in range(high) for x in range(wide)]

    def square(self, inside: Square) -> Square:
        """Where a square of the block lies on the board."""
        x, y = inside
        wide, high = self.block.width, self.block.height
        for _ in range(self.turns % 4):
            x, y = high - 1 - y, x
            wide, high = high, wide
        return self.x + x, self.y + y

    def side(self, inside: Side) -> Side:
        """Where a side of a square of the block lies on the board."""
        x, y, heading = inside
        return (*self.square((x, y)), (heading + self.turns) % 4)


def over(side: Side) -> Side:
    """The same edge from its other square."""
    x, y, heading = side
    return x + DX[heading], y + DY[heading], (heading + 2) % 4


@dataclass
class Terrain:
    """A field being laid out."""

    width: int
    height: int
    storeys: dict[Square, int] = field(default_factory=dict)  # 0 where not named
    blocks: dict[Square, int] = field(default_factory=dict)  # number of the block, from 1
    walls: set[Side] = field(default_factory=set)  # both sides of each edge
    arrows: set[Side] = field(default_factory=set)
    marks: list[Square] = field(default_factory=list)

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    @property
    def corners(self) -> list[Square]:
        """The four corners, clockwise from north-west."""
        right, bottom = self.width - 1, self.height - 1
        return [(0, 0), (right, 0), (right, bottom), (0, bottom)]

    def storey(self, square: Square) -> int:
        """How high a square is."""
        return self.storeys.get(square, 0)

    def add_wall(self, side: Side) -> None:
        """Put a wall on an edge; it counts from both sides."""
        self.walls |= {side, over(side)}


@rule("AR-8", "AR-A1", "AR-7", in_python=True)
def place_block(terrain: Terrain, placed: Placed, number: int, corners_allowed: bool) -> None:
    """Blocks lie anywhere on the squares of the board, not on each other, not on a corner."""
    name = placed.block.name
    for square in placed.squares():
        where = f"block {name} at {placed.x},{placed.y} turned {placed.turns}"
        if square not in terrain:
            size = f"{terrain.width}x{terrain.height}"
            raise ImpossibleField(f"AR-A1: {where} reaches over the edge of the {size} board")
        if square in terrain.blocks:
            raise ImpossibleField(f"AR-A1: {where} lies on another block at {_at(square)}")
        if square in terrain.corners and not corners_allowed:
            raise ImpossibleField(
                f"AR-A1: {where} covers the corner {_at(square)}, where a base must lie;"
                " move it, or allow it with block_on_corner = allow"
            )
        terrain.storeys[square] = placed.block.storeys
        terrain.blocks[square] = number
    terrain.arrows |= {placed.side(side) for side in placed.block.elevators}


@rule("AR-A2", in_python=True)
def hide_under_blocks(terrain: Terrain) -> None:
    """Marks and walls that lie wholly under a block do not exist."""
    terrain.marks = [mark for mark in terrain.marks if mark not in terrain.blocks]
    terrain.walls = {
        side
        for side in terrain.walls
        if side[:2] not in terrain.blocks
        or terrain.blocks[side[:2]] != terrain.blocks.get(over(side)[:2])
    }


@rule("AR-A3", in_python=True)
def hide_rim_walls(terrain: Terrain) -> None:
    """With the option, a block hides the walls on its rim as well."""
    terrain.walls = {
        side
        for side in terrain.walls
        if side[:2] not in terrain.blocks and over(side)[:2] not in terrain.blocks
    }


@rule("AR-69", "AR-A8", in_python=True)
def check_low_next_to_high(terrain: Terrain) -> None:
    """A one-storey block shares an edge with the two-storey one."""
    for (x, y), storey in terrain.storeys.items():
        for dx, dy in zip(DX, DY, strict=True):
            if storey == 2 and terrain.storey((x + dx, y + dy)) == 1:
                return
    raise ImpossibleField(
        "AR-69: no low block lies beside the high one; lay one along its edge,"
        " or set low_next_to_high = advise"
    )


@rule("AR-82", "AR-A46", in_python=True)
def working_lifts(terrain: Terrain) -> set[Side]:
    """An elevator works if its arrow points to a lower square of the board and no wall is there."""
    lifts: set[Side] = set()
    for side in terrain.arrows:
        lower = over(side)[:2]
        downhill = lower in terrain and terrain.storey(lower) < terrain.storey(side[:2])
        if downhill and side not in terrain.walls:
            lifts |= {side, over(side)}
    return lifts


@rule("AR-68", "AR-A55", in_python=True)
def check_reach(terrain: Terrain, lifts: set[Side]) -> None:
    """Every mark and every corner can be reached by jumps of one storey and by elevators."""
    reached = reachable(terrain, terrain.corners[0], lifts)
    for square in (*terrain.corners, *terrain.marks):
        if square not in reached:
            raise ImpossibleField(
                f"AR-A55: no rover can get from {_at(terrain.corners[0])} to {_at(square)};"
                " lay a low block beside it or free an elevator"
            )


def reachable(terrain: Terrain, start: Square, lifts: set[Side]) -> set[Square]:
    """All squares to which some program leads, if no rover is in the way."""
    reached = {start}
    frontier = [start]
    while frontier:
        x, y = frontier.pop()
        for heading in range(4):
            there = over((x, y, heading))[:2]
            climb = abs(terrain.storey(there) - terrain.storey((x, y)))
            passable = climb <= 1 or (x, y, heading) in lifts
            if there in terrain and passable and there not in reached:
                reached.add(there)
                frontier.append(there)
    return reached


def check_marks(terrain: Terrain, samples: int) -> None:
    """AR-A2: enough marks must stay visible for all samples."""
    if len(terrain.marks) < samples:
        raise ImpossibleField(
            f"AR-A2: {samples} samples need as many visible marks and the blocks leave"
            f" {len(terrain.marks)}; move a block off some marks"
        )


def lay_out(
    size: int,
    marks: Iterable[Square],
    walls: Iterable[Side],
    placed: Iterable[Placed],
    rulings: Mapping[str, bool],
) -> Terrain:
    """A board with its blocks, checked; rulings: corners_allowed, rim_walls, low_beside_high."""
    terrain = Terrain(size, size, marks=list(marks))
    for wall in walls:
        terrain.add_wall(wall)
    blocks = list(placed)
    for number, block in enumerate(blocks, 1):
        place_block(terrain, block, number, rulings["corners_allowed"])
    hide_under_blocks(terrain)
    if not rulings["rim_walls"]:
        hide_rim_walls(terrain)
    terrain.marks += [block.square(mark) for block in blocks for mark in block.block.marks]
    if rulings["low_beside_high"] and 2 in terrain.storeys.values():
        check_low_next_to_high(terrain)
    return terrain


def _at(square: Square) -> str:
    return f"{square[0]},{square[1]}"
