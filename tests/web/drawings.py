"""What is drawn on the page, and what should be."""

from collections import Counter
from typing import Any, NamedTuple

from algorally.games.algoracing.names import CARDS, CARRIED, COLOURS
from tests.web.people import Person


class Drawing(NamedTuple):
    """A board and a hand, as far as they can be seen."""

    rovers: set[tuple[str, str, int, int]]  # letter, square, heading, samples on board
    bases: set[tuple[str, str]]
    samples: Counter[str]  # by square
    points: list[int]
    row: list[tuple[str, int]]  # card, and how often a cycle that begins above it repeats
    hand: list[str]
    ghosts: list[str]  # squares to which the program would lead


def drawn(person: Person) -> Drawing:
    """What is drawn."""
    seen = person.read("drawing")
    return Drawing(
        rovers={tuple(rover) for rover in seen["rovers"]},
        bases={tuple(base) for base in seen["bases"]},
        samples=Counter(dict(seen["samples"])),
        points=seen["points"],
        row=[tuple(card) for card in seen["row"]],
        hand=seen["hand"],
        ghosts=seen["ghosts"],
    )


def letter(colour: int) -> str:
    return str(COLOURS[colour])[0].upper()


def square_name(field: Any, square: int) -> str:
    return f"{square % field['width']},{square // field['width']}"


def true_drawing(board: Any) -> Drawing:
    """What should be drawn, by what the server says of the table."""
    field, race, viewer = board["field"], board["view"], board["viewer"]
    on_board = Counter(race["places"])
    squares = range(field["width"] * field["height"])
    rovers = [(seat, rover) for seat, rover in enumerate(race["rovers"]) if rover["square"] >= 0]
    hand = race["rovers"][viewer]["hand"] if viewer >= 0 else []
    return Drawing(
        rovers={
            (
                letter(rover["colour"]),
                square_name(field, rover["square"]),
                rover["heading"],
                on_board[CARRIED + seat],
            )
            for seat, rover in rovers
        },
        bases={
            (letter(colour), square_name(field, square))
            for colour, square in enumerate(race["bases"])
            if square >= 0
        },
        samples=Counter(
            {square_name(field, square): on_board[square] for square in squares if on_board[square]}
        ),
        points=[points(rover["delivered"]) for rover in race["rovers"][: field["seats"]]],
        row=[
            (CARDS[race["row"][place]], race["times"][place] or 1)
            for place in range(race["length"])
        ],
        hand=[CARDS[kind] for kind, count in enumerate(hand) for _ in range(count)],
        ghosts=[],
    )


def points(delivered: list[int]) -> int:
    """Two for the first sample of a type, one for each further one."""
    return sum(count + 1 for count in delivered if count)


def check_drawing(person: Person, table: str) -> None:
    """What is drawn is what the server says; to be asked when nothing moves."""
    board = person.get(f"tables/{table}/board")
    seen, true = drawn(person)._replace(ghosts=[]), true_drawing(board)
    if board["table"]["stage"] == "over":
        true = true._replace(row=[], hand=[])  # the result has their place
    assert seen == true, f"drawn: {seen}\ntrue: {true}"
    assert board["table"]["result"]["points"] == true.points
