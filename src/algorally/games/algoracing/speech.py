"""What people call seats, squares, headings and the cards of a hand."""

from algorally.core.game import Position
from algorally.core.grid import square_text
from algorally.games.algoracing.names import CARDS, COLOURS

CORNER_NAMES = ("NW", "NE", "SE", "SW")
HEADING_NAMES = ("north", "east", "south", "west")


def seat_name(position: Position, seat: int) -> str:
    """A seat is called by the colour of its rover."""
    return COLOURS[int(position.field.colours[seat])]


def at(position: Position, square: int) -> str:
    """A square as "x,y"."""
    return square_text(int(position.field.width), square)


def hand(position: Position, seat: int) -> list[str]:
    """The cards in a hand, by name."""
    counts = position.state.rovers[seat].hand
    return [name for kind, name in enumerate(CARDS) for _ in range(int(counts[kind]))]
