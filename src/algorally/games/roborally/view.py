"""What a seat may see, and a guess at what it may not."""

from algorally.core.compile import compiled, rule
from algorally.core.deck import HIDDEN, hide_cards, shuffle
from algorally.core.dice import Dice, hide, seed, word
from algorally.games.roborally.names import (
    CARDS,
    EMPTY,
    HAND,
    OPTION_CARDS,
    REGISTERS,
)
from algorally.games.roborally.rules.cards import is_card
from algorally.games.roborally.rules.floor import seat_of
from algorally.games.roborally.state import Field, OptionPile, Pile, Race, Robot

HALF = 42  # cards whose bits one number holds

# --- what is hidden ----------------------------------------------------------------------------


@compiled
def hide_secret_program(robot: Robot) -> None:
    """While somebody programs, others see the dealt cards from behind, and no more."""
    for slot in range(HAND):
        robot.hand[slot] = HIDDEN if robot.dealt >> slot & 1 else EMPTY
    for register in range(REGISTERS):
        if not robot.shown >> register & 1:
            robot.registers[register] = EMPTY
            robot.seconds[register] = EMPTY
    robot.conditional = EMPTY
    robot.skipped = 0
    robot.crab &= robot.shown


@compiled
def hide_laid_program(robot: Robot) -> None:
    """Cards that lie face down are seen from behind."""
    for slot in range(HAND):
        if is_card(robot.hand[slot]):
            robot.hand[slot] = HIDDEN
    for register in range(REGISTERS):
        if not robot.shown >> register & 1:
            if is_card(robot.registers[register]):
                robot.registers[register] = HIDDEN
            if is_card(robot.seconds[register]):
                robot.seconds[register] = HIDDEN
    if is_card(robot.conditional):
        robot.conditional = HIDDEN
    robot.crab &= robot.shown


@compiled
def hide_unseen(robot: Robot) -> None:
    """A scrambled register is hidden from its owner, too."""
    for register in range(REGISTERS):
        if robot.unseen >> register & 1:
            robot.registers[register] = HIDDEN


@rule("RR-73")
def blank(race: Race, field: Field, seat: int) -> None:
    """Hidden from a seat: the others' hands and face-down cards, the decks, and the dice."""
    hide(race.dice)
    hide_cards(race.deck)
    hide_cards(race.aside)
    hide_cards(race.option_deck)
    for who in range(field.robots):
        robot = race.robots[who]
        if seat_of(field, who) == seat:
            hide_unseen(robot)
        elif robot.dealt != 0 and robot.done == 0:
            hide_secret_program(robot)
        else:
            hide_laid_program(robot)


# --- what is guessed ---------------------------------------------------------------------------


@compiled
def mark(seen: int, card: int, first: int) -> int:
    """Add a card to the bits of those from a first one on."""
    place = int(card) - first
    return seen | 1 << place if 0 <= place < HALF else seen


@compiled
def mark_robot(robot: Robot, seen: int, first: int) -> int:
    """Add the cards of a robot that can be seen."""
    for slot in range(HAND):
        seen = mark(seen, robot.hand[slot], first)
    for register in range(REGISTERS):
        seen = mark(seen, robot.registers[register], first)
        seen = mark(seen, robot.seconds[register], first)
    return mark(seen, robot.conditional, first)


@compiled
def seen_cards(race: Race, field: Field, first: int) -> int:
    """The cards that can be seen, as bits, from a first one on."""
    seen = 0
    for who in range(field.robots):
        seen = mark_robot(race.robots[who], seen, first)
    for place in range(race.discard.count):
        seen = mark(seen, race.discard.cards[place], first)
    return seen


@compiled
def gather_unseen(race: Race, field: Field) -> None:
    """All cards that cannot be seen lie in the deck."""
    low = seen_cards(race, field, 1)
    high = seen_cards(race, field, 1 + HALF)
    count = 0
    for card in range(CARDS):
        seen = low >> card & 1 if card < HALF else high >> card - HALF & 1
        if not seen:
            race.deck.cards[count] = card + 1
            count += 1
    race.deck.count = count


@compiled
def take_unseen(race: Race) -> int:
    """The next of the cards that cannot be seen; there are as many as are wanted."""
    race.deck.count -= 1
    card = race.deck.cards[race.deck.count]
    race.deck.cards[race.deck.count] = EMPTY
    return int(card)


@compiled
def guess_robot(race: Race, robot: Robot) -> None:
    """Hidden cards of a robot become any that cannot be seen."""
    for slot in range(HAND):
        if robot.hand[slot] == HIDDEN:
            robot.hand[slot] = take_unseen(race)
    for register in range(REGISTERS):
        if robot.registers[register] == HIDDEN:
            robot.registers[register] = take_unseen(race)
        if robot.seconds[register] == HIDDEN:
            robot.seconds[register] = take_unseen(race)
    if robot.conditional == HIDDEN:
        robot.conditional = take_unseen(race)


@compiled
def guess_pile(race: Race, pile: Pile) -> None:
    """Hidden cards of a pile become any that cannot be seen."""
    for place in range(pile.count):
        if pile.cards[place] == HIDDEN:
            pile.cards[place] = take_unseen(race)


@compiled
def seen_options(race: Race, field: Field) -> int:
    """The option cards that can be seen, as bits."""
    seen = int(race.offered)
    for who in range(field.robots):
        seen |= int(race.robots[who].options)
    for place in range(race.option_discard.count):
        seen |= 1 << int(race.option_discard.cards[place]) - 1
    return seen


@compiled
def guess_options(race: Race, field: Field, deck: OptionPile) -> None:
    """The option deck holds all that cannot be seen."""
    seen = seen_options(race, field)
    count = 0
    for option in range(OPTION_CARDS):
        if not seen >> option & 1 and count < deck.count:
            deck.cards[count] = option + 1
            count += 1
    deck.count = count


@compiled
def guess(race: Race, field: Field, seat: int, dice: Dice) -> None:
    """Complete a view at random, consistent with all that the seat knows."""
    gather_unseen(race, field)
    shuffle(race.deck, dice)
    for who in range(field.robots):
        guess_robot(race, race.robots[who])
    guess_pile(race, race.aside)
    guess_options(race, field, race.option_deck)
    shuffle(race.option_deck, dice)
    seed(race.dice, word(dice))
