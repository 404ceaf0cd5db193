"""What is drawn on the page, and what should be."""

from collections import Counter
from typing import Any, NamedTuple

from algorally.games.algoracing.names import CARDS, CARRIED, COLOURS
from tests.web.people import Person

# Read from what a person sees: where on the paper, turned how far, which letter.
READ = """() => {
  const number = (text, word) => Number(new RegExp(word + "\\\\((-?[\\\\d.]+)").exec(text)?.[1] ?? 0);
  const place = (style) => {
    const [, x, y] = /translate\\((-?[\\d.]+)(?:px)?,?\\s*(-?[\\d.]+)/.exec(style);
    let best = null;
    for (const square of document.querySelectorAll(".table .squares rect")) {
      const far = Math.hypot(square.x.baseVal.value + 50 - x, square.y.baseVal.value + 50 - y);
      if (!best || far < best.far) best = { far, name: square.dataset.square };
    }
    return best.name;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const kind = (element) => element.dataset.explain.split(".").at(-1);
  const filled = (rover) => [...rover.querySelectorAll("circle")].filter((one) => one.getAttribute("fill") === "#fff").length;
  return {
    rovers: all(".table .rover").map((rover) => [
      rover.querySelector("text").textContent,
      place(rover.getAttribute("style")),
      ((number(rover.querySelector(".vehicle").getAttribute("style"), "rotate") / 90) % 4 + 4) % 4,
      filled(rover),
    ]),
    bases: all(".table .base").map((base) => [base.querySelector("text").textContent, place(base.getAttribute("transform"))]),
    samples: all(".table .sample").map((sample) => [place(sample.getAttribute("style")), Number(sample.querySelector("text")?.textContent ?? 1)]),
    points: all(".side > ul b").map((points) => Number(points.textContent)),
    row: all(".row .slot").map((slot) => [kind(slot.querySelector(".laid")), slot.querySelector(".cycle")?.textContent ?? ""]),
    hand: all(".held:not(.gone)").map(kind),
  };
}"""


class Drawing(NamedTuple):
    """A board and a hand, as far as they can be seen."""

    rovers: set[tuple[str, str, int, int]]  # letter, square, heading, samples on board
    bases: set[tuple[str, str]]
    samples: Counter[str]  # by square
    points: list[int]
    row: list[tuple[str, str]]  # card, and the cycle that begins above it
    hand: list[str]


def drawn(person: Person) -> Drawing:
    """What is drawn."""
    seen = person.page.evaluate(READ)
    return Drawing(
        rovers={tuple(rover) for rover in seen["rovers"]},
        bases={tuple(base) for base in seen["bases"]},
        samples=Counter(dict(seen["samples"])),
        points=seen["points"],
        row=[tuple(card) for card in seen["row"]],
        hand=seen["hand"],
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
            (CARDS[race["row"][place]], f"×{times}" if (times := race["times"][place]) else "")
            for place in range(race["length"])
        ],
        hand=[CARDS[kind] for kind, count in enumerate(hand) for _ in range(count)],
    )


def points(delivered: list[int]) -> int:
    """Two for the first sample of a type, one for each further one."""
    return sum(count + 1 for count in delivered if count)


def check_drawing(person: Person, table: str) -> None:
    """What is drawn is what the server says; to be asked when nothing moves."""
    board = person.get(f"tables/{table}/board")
    seen, true = drawn(person), true_drawing(board)
    if board["table"]["stage"] == "over":
        true = true._replace(row=[], hand=[])  # the result has their place
    assert seen == true, f"drawn: {seen}\ntrue: {true}"
    assert board["table"]["result"]["points"] == true.points
