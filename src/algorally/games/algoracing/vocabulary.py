"""What people call seats, squares, headings and the cards of a hand."""

from algorally.core.grid import square_text
from algorally.core.position import Position
from algorally.games.algoracing.names import BASIC, CARDS

CORNER_NAMES = ("NW", "NE", "SE", "SW")
HEADING_NAMES = ("north", "east", "south", "west")


def at(position: Position, square: int) -> str:
    """A square as "x,y"."""
    return square_text(int(position.field.width), square)


def hand(position: Position, seat: int) -> list[str]:
    """The cards in a hand, by name."""
    counts = position.state.rovers[seat].hand
    return [name for kind, name in enumerate(CARDS) for _ in range(int(counts[kind]))]


def goal(position: Position) -> list[str]:
    """What the game is about, for somebody who plays it for the first time."""
    complete = position.field.level != BASIC
    lab = "a base with a lab of your colour" if complete else "a lab, which is any base"
    lines = [
        f"Pick up samples (*) by driving onto them, at most three, and bring them to {lab}:"
        f" 2 points for your first of a type, 1 for each further one."
        f" {int(position.field.goal)} points win.",
        "step: one square forward. all_the_way: forward to the next obstruction or sample."
        " jump: one square forward, over a wall, up or down one storey."
        " left, right, uturn: turn on the spot.",
    ]
    if complete:
        lines.append(
            "teleport: sends the rover straight ahead home, or pulls samples one square nearer."
            " x2, x3: repeat one command of the row, or two neighbours."
            " The row stays for the next player until it has five commands."
        )
    return lines
