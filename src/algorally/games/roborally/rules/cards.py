"""Program cards: what they do, which comes first, and where they lie."""

from algorally.core.compile import compiled, rule
from algorally.core.deck import HIDDEN, put, take
from algorally.core.dice import below
from algorally.games.roborally.names import (
    BACKUP,
    CARDS,
    EMPTY,
    LAST_BACKUP,
    LAST_MOVE1,
    LAST_MOVE2,
    LAST_TURN,
    LAST_UTURN,
    LEFT,
    MOVE1,
    MOVE2,
    MOVE3,
    PLAIN,
    RIGHT,
    UTURN,
)
from algorally.games.roborally.state import Field, Pile, Race

PLAIN_PRIORITY = MOVE3  # any number below the lowest priority of a card


@rule("RR-2")
def kind_of(card: int) -> int:
    """Eighty-four cards, each with a priority of its own, are of seven kinds."""
    if card >= PLAIN:
        return card - PLAIN
    if card <= LAST_UTURN:
        return UTURN
    if card <= LAST_TURN:
        return LEFT if card & 1 else RIGHT
    if card <= LAST_BACKUP:
        return BACKUP
    if card <= LAST_MOVE1:
        return MOVE1
    return MOVE2 if card <= LAST_MOVE2 else MOVE3


@compiled
def is_rotation(card: int) -> bool:
    """Whether a card turns a robot on the spot."""
    return kind_of(card) <= RIGHT


@compiled
def quarters(card: int) -> int:
    """Quarter turns clockwise that a card makes."""
    kind = kind_of(card)
    if kind == LEFT:
        return 3
    return 1 if kind == RIGHT else 2


@compiled
def dock_place(race: Race, field: Field, who: int) -> int:
    """A robot's place in the order of the docks."""
    for place in range(field.robots - 1):
        if race.order[place] == who:
            return place
    return int(field.robots) - 1


@compiled
def priority(race: Race, field: Field, who: int, card: int) -> int:
    """The number printed on a card; cards of scenes have none, there the docks decide."""
    if card > CARDS:
        return int(field.robots) - dock_place(race, field, who)
    return int(card) * 10


@rule("RR-O19")
def writer_of(race: Race, who: int) -> int:
    """A robot under radio control runs the program of the robot that shot it."""
    controller = int(race.robots[who].controller)
    return controller if controller >= 0 else who


@compiled
def card_of(race: Race, who: int) -> int:
    """The card that a robot carries out in this register."""
    return int(race.robots[writer_of(race, who)].registers[race.register])


@rule("RR-22")
def urgency(race: Race, field: Field, who: int) -> int:
    """The highest priority moves first; whoever runs another's program, right after it."""
    writer = writer_of(race, who)
    return 2 * priority(race, field, writer, card_of(race, who)) + (1 if writer == who else 0)


# --- the deck ----------------------------------------------------------------------------------


@compiled
def draw_next(race: Race) -> int:
    """The card that comes next, laid on top of the deck: any of them, unless a scene stacked it."""
    deck = race.deck
    if deck.count == 0:
        refill(race)
    if race.stacked == 0 and deck.count > 1:
        other = below(race.dice, deck.count)
        last = deck.count - 1
        card = deck.cards[other]
        deck.cards[other] = deck.cards[last]
        deck.cards[last] = card
    return int(deck.cards[deck.count - 1]) if deck.count > 0 else EMPTY


@compiled
def refill(race: Race) -> None:
    """RR-57: an empty deck is made of what was put away in this turn."""
    while race.aside.count > 0:
        put(race.deck, take(race.aside))
    while race.discard.count > 0:
        put(race.deck, take(race.discard))


@compiled
def take_top(race: Race) -> int:
    """The top card leaves the deck, if there is one."""
    if race.deck.count == 0:
        refill(race)  # a view learns so that the deck was empty
    if race.deck.count == 0:
        return EMPTY
    if race.stacked > 0:
        race.stacked -= 1
    return int(take(race.deck))


@compiled
def bury(race: Race, card: int) -> None:
    """A card goes back into the deck, below those whose order is fixed; a plain one vanishes."""
    if card == EMPTY or card >= PLAIN:
        return
    deck = race.deck
    place = int(deck.count)
    deck.count += 1
    for _ in range(race.stacked):
        deck.cards[place] = deck.cards[place - 1]
        place -= 1
    deck.cards[place] = card


@compiled
def put_away(pile: Pile, card: int) -> None:
    """A card goes onto a pile; a plain one vanishes."""
    if card != EMPTY and card < PLAIN:
        put(pile, card)


@compiled
def is_card(card: int) -> bool:
    """Whether a card lies there, be it hidden."""
    return card > EMPTY or card == HIDDEN
