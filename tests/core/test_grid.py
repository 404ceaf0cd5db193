"""Squares and headings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorally.core.grid import (
    DX,
    DY,
    EAST,
    HEADINGS,
    NORTH,
    NOWHERE,
    SOUTH,
    WEST,
    neighbour,
    square_text,
    turned,
)
from algorally.core.records import I8, Record

pytestmark = pytest.mark.modes

SIDES = st.integers(1, 16)
same_examples = settings(deadline=None, derandomize=True, database=None)


class Board(Record):
    """A board as fields hold it: its sides are bytes."""

    width: I8
    height: I8


@pytest.mark.parametrize(
    ("square", "heading", "there"),
    [
        (5, NORTH, 1),
        (5, EAST, 6),
        (5, SOUTH, 9),
        (5, WEST, 4),
        (0, NORTH, NOWHERE),
        (0, WEST, NOWHERE),
        (3, EAST, NOWHERE),
        (11, SOUTH, NOWHERE),
        (4, WEST, NOWHERE),
        (7, EAST, NOWHERE),
    ],
)
def test_the_next_square_of_a_board_four_by_three(square: int, heading: int, there: int) -> None:
    assert neighbour(4, 3, square, heading) == there


@same_examples
@given(width=SIDES, height=SIDES, heading=st.integers(0, 3), data=st.data())
def test_the_next_square_is_one_step_off_or_beyond_the_border(
    width: int, height: int, heading: int, data: st.DataObject
) -> None:
    square = data.draw(st.integers(0, width * height - 1))
    x, y = square % width + DX[heading], square // width + DY[heading]
    there = neighbour(width, height, square, heading)
    if 0 <= x < width and 0 <= y < height:
        assert (there % width, there // width) == (x, y)
        assert neighbour(width, height, there, turned(heading, 2)) == square
    else:
        assert there == NOWHERE


def test_a_board_of_more_squares_than_a_byte_counts_is_no_trouble() -> None:
    board = Board.record(Board.rows())
    board.width = board.height = 16
    assert neighbour(board.width, board.height, 16 * 15, EAST) == 16 * 15 + 1
    assert neighbour(board.width, board.height, 100, SOUTH) == 116
    assert neighbour(board.width, board.height, 200, NORTH) * 4 == 736


@same_examples
@given(heading=st.integers(0, 3), quarters=st.integers(-8, 8))
def test_four_quarter_turns_lead_back(heading: int, quarters: int) -> None:
    assert turned(turned(heading, quarters), -quarters) == heading
    assert turned(heading, quarters + 4) == turned(heading, quarters)


def test_headings_go_clockwise() -> None:
    assert [HEADINGS[turned(NORTH, quarters)] for quarters in range(4)] == list("NESW")
    assert turned(NORTH, 3) == turned(NORTH, -1) == WEST


def test_a_square_is_written_as_its_column_and_row() -> None:
    assert square_text(4, 0) == "0,0"
    assert square_text(4, 7) == "3,1"
