"""The track: lanes and columns, squares by number and by name."""

import re

from algorally.core.compile import compiled, rule
from algorally.core.errors import SettingError
from algorally.games.speedalgo.names import LANE_NAMES, LANES, UNPLACED

SQUARE = re.compile(r"([A-Ea-e])\s*(\d{1,3})")
LAST_COLUMN = 255  # no car can ever come so far


@compiled
def column_of(square: int) -> int:
    """The column of a square, from 0."""
    return square // LANES


@compiled
def lane_of(square: int) -> int:
    """The lane of a square, from 0, the leftmost."""
    return square % LANES


@rule("SA-B2", "SA-B18", "SA-B20")
def square_beside(square: int, columns: int, lanes: int) -> int:
    """Right is towards lane E; beyond lanes A and E and behind column 0 are borders."""
    column = square // LANES + columns
    lane = square % LANES + lanes
    if column < 0 or lane < 0 or lane >= LANES:
        return UNPLACED
    return column * LANES + lane


def square_text(square: int) -> str:
    """A square as people write it: lane and column."""
    return f"{LANE_NAMES[square % LANES]}{square // LANES}"


def read_square(text: str) -> int:
    """A square written "C5"."""
    match = SQUARE.fullmatch(text.strip())
    if not match or int(match[2]) > LAST_COLUMN:
        raise SettingError(
            f'a square is written "C5", a lane from A to E and a column, not {text!r}'
        )
    return int(match[2]) * LANES + LANE_NAMES.index(match[1].upper())
