"""What people call seats, cars, squares and cards; programs in words."""

from collections.abc import Sequence

from algorally.core.position import Position
from algorally.core.seats import seat_name
from algorally.games.speedalgo.names import (
    AB,
    CARDS,
    SAS,
    TRAFFIC,
)
from algorally.games.speedalgo.options import NONE
from algorally.games.speedalgo.rules.program import is_unused, side_is_allowed
from algorally.games.speedalgo.terrain import square_text

MEANINGS = {
    "AB": "your bolide one square ahead",
    "ABD": "your bolide diagonally ahead to the right",
    "ABG": "your bolide diagonally ahead to the left",
    "AT": "as many different traffic cars as your die shows one square ahead",
    "ATD": "a traffic car diagonally ahead to the right",
    "ATG": "a traffic car diagonally ahead to the left",
    "P": "push a car that touches yours; both move one square",
    "REP": "repeats one card as often as your die shows: REP AB",
    "SA": "if a car is in front of you, then one card: SA P",
    "SAS": "if a car is in front of you one card, else another: SAS P / AB",
}


def at(square: int) -> str:
    """A square as people write it; a car that is not on the track has none."""
    return square_text(square) if square >= 0 else "off the track"


def car_name(position: Position, car: int) -> str:
    """A bolide is called by its colour, a traffic car by its number from 1."""
    if car >= TRAFFIC:
        return seat_name(position, car - TRAFFIC)
    return f"traffic {car + 1}"


def program_text(cards: Sequence[int], targets: Sequence[str] | None = None) -> str:
    """A program as the mark sheet has it (SA-48, SA-49), targets in brackets behind their card."""
    words = []
    for place, card in enumerate(cards):
        words.append(CARDS[int(card)])
        if targets and targets[place]:
            words.append(f"[{targets[place]}]")
    return " ".join(words)


def hand(position: Position, seat: int) -> list[str]:
    """The cards that are not in the program, by their codes."""
    driver, field = position.state.drivers[seat], position.field
    cards = [card for card in range(AB, SAS + 1) if is_unused(driver, card)]
    return [CARDS[card] for card in cards if card < SAS - 1 or side_is_allowed(driver, field, card)]


def goal(position: Position) -> list[str]:
    """What the game is about, for somebody who plays it for the first time."""
    columns = int(position.field.columns)
    known = [name for name in MEANINGS if name not in ("SA", "SAS")]
    if position.field.options.condition_card != NONE:
        known += ["SA", "SAS"]
    return [
        f"Drive your bolide over the finish line behind column {columns - 1}. All build a program"
        " of up to four blocks at once; then the programs run one after the other. A car that"
        " hits a border or another car stops the program.",
        "The game ends with the round in which somebody crosses the line; the farthest wins, with"
        " equal columns who ran later.",
        " ".join(f"{name}: {MEANINGS[name]}." for name in known),
    ]
