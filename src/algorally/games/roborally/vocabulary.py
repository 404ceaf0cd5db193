"""What people call robots, cards, options and squares."""

from algorally.core.deck import HIDDEN
from algorally.core.grid import HEADINGS, square_text
from algorally.core.position import Position
from algorally.games.roborally.names import (
    CARDS,
    EMPTY,
    HAND,
    KINDS,
    LETTERS,
    OPTION_CARDS,
    OPTION_NAMES,
)
from algorally.games.roborally.options import YES
from algorally.games.roborally.rules.cards import dock_place, kind_of
from algorally.games.roborally.rules.program import programmer_of

UNKNOWN = "unknown"
MEANINGS = {
    "move1": "one square ahead",
    "move2": "two squares ahead",
    "move3": "three squares ahead",
    "backup": "one square back, without turning",
    "left": "a quarter turn to the left",
    "right": "a quarter turn to the right",
    "uturn": "half a turn",
}


def at(position: Position, square: int) -> str:
    """A square as "x,y"; a robot that is off the board is destroyed."""
    return square_text(int(position.field.width), square) if square >= 0 else "destroyed"


def robot_name(position: Position, who: int) -> str:
    """A robot is called by the letter of its dock, before the game begins by that of its seat."""
    place = int(dock_place(position.state, position.field, who))
    return LETTERS[place if int(position.state.order[place]) == who else who]


def card_name(card: int) -> str:
    """A card as scenes write it: its kind, and its priority if it has one."""
    if card == EMPTY:
        return ""
    if card == HIDDEN:
        return UNKNOWN
    kind = KINDS[int(kind_of(card))]
    return kind if card > CARDS else f"{kind}:{int(card) * 10}"


def spoken_card(card: int) -> str:
    """A card as players say it: its priority first."""
    if card <= EMPTY or card > CARDS:
        return card_name(card)
    return f"{int(card) * 10} {KINDS[int(kind_of(card))]}"


def register_name(first: int, second: int) -> str:
    """What lies in a register, as scenes write it."""
    return "+".join(card_name(int(card)) for card in (first, second) if card != EMPTY)


def option_names(options: int) -> list[str]:
    """The option cards of a bit mask, by name."""
    return [OPTION_NAMES[option] for option in range(OPTION_CARDS) if int(options) >> option & 1]


def place(position: Position, who: int) -> str:
    """Where a robot stands and which way it faces."""
    robot = position.state.robots[who]
    if robot.square < 0:
        return "destroyed"
    return at(position, int(robot.square)) + HEADINGS[int(robot.heading)]


def hand(position: Position, seat: int) -> list[str]:
    """The cards of the robot that a seat programs now."""
    who = int(programmer_of(position.state, position.field, seat))
    cards = position.state.robots[max(who, 0)].hand if who >= 0 else []
    return [card_name(int(cards[slot])) for slot in range(HAND) if who >= 0 and cards[slot]]


def goal(position: Position) -> list[str]:
    """What the game is about, for somebody who plays it for the first time."""
    flags = int(position.field.flag_count)
    lines = [
        f"Touch the {flags} flags in their order before the others do. All lay five cards face"
        " down, one in each register; then all robots run them at the same time, register by"
        " register, the highest number first. Robots push each other; pits and the edge of the"
        " board destroy them; belts, gears and pushers move them after each card, and then all"
        " lasers fire.",
        " ".join(f"{name}: {words}." for name, words in MEANINGS.items()),
        "Each damage token costs you a card of the next hand, from the fifth on it locks a"
        " register, and the tenth destroys. Wrenches and flags repair, and whoever powers down"
        " for a turn loses all damage.",
    ]
    if position.field.options.option_cards == YES:
        lines.append("A wrench with a hammer gives an option card: what it does is asked in time.")
    return lines
