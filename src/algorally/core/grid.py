"""Squares in rows: square = y * width + x, x to the right, y downwards, headings clockwise."""

from algorally.core.compile import compiled

NORTH, EAST, SOUTH, WEST = range(4)
HEADINGS = "NESW"
DX = (0, 1, 0, -1)
DY = (-1, 0, 1, 0)
NOWHERE = -1


@compiled
def turned(heading: int, quarters: int) -> int:
    """The heading after some quarter turns clockwise."""
    return (heading + quarters) & 3


@compiled
def neighbour(width: int, height: int, square: int, heading: int) -> int:
    """The next square in a direction, NOWHERE beyond the border."""
    columns = int(width)  # interpreted, it may be a NumPy number too narrow for all squares
    x = square % columns + DX[heading]
    y = square // columns + DY[heading]
    if 0 <= x < columns and 0 <= y < height:
        return y * columns + x
    return NOWHERE


def square_text(width: int, square: int) -> str:
    """A square as people write it: "x,y"."""
    return f"{square % width},{square // width}"
