"""What a seat may see, and a guess at what it may not."""

from algorally.core.bits import count_bits, nth_bit
from algorally.core.compile import compiled, rule
from algorally.core.deck import HIDDEN, hide_cards, put, shuffle, take
from algorally.core.dice import Dice, below, hide, seed, word
from algorally.games.algoracing.names import (
    DELIVERED,
    KINDS,
    MAX_SEATS,
    TOKENS,
    TYPES,
    UNPLACED,
    X2,
)
from algorally.games.algoracing.options import YES
from algorally.games.algoracing.rules.happen import card_in_hand
from algorally.games.algoracing.state import Field, Race


@compiled
def is_hidden(race: Race, token: int) -> bool:
    """A sample is face down until it is delivered."""
    return race.places[token] < DELIVERED or race.places[token] == UNPLACED


@rule("AR-A27")
def blank(race: Race, field: Field, seat: int) -> None:
    """Hidden from a seat: other hands, the order of the draw pile, types of samples, the dice."""
    hide(race.dice)
    hide_cards(race.draw)
    for token in range(TOKENS):
        if is_hidden(race, token):
            race.types[token] = HIDDEN
    if field.options.open_hands == YES:
        return
    for who in range(MAX_SEATS):
        if who != seat:
            for kind in range(KINDS):
                race.rovers[who].hand[kind] = 0


@compiled
def guess_samples(race: Race, field: Field, dice: Dice) -> None:
    """Give the face-down samples the types that are not yet delivered, in random order."""
    for sample in range(TYPES):
        left = int(field.samples[sample])
        for who in range(MAX_SEATS):
            left -= race.rovers[who].delivered[sample]
        for _ in range(left):
            give_type(race, dice, sample)


@compiled
def give_type(race: Race, dice: Dice, sample: int) -> None:
    """A random token without a type gets this one."""
    blanks = 0
    for token in range(TOKENS):
        if race.types[token] == HIDDEN:
            blanks |= 1 << token
    race.types[nth_bit(blanks, below(dice, count_bits(blanks)))] = sample


@compiled
def unseen(race: Race, field: Field, kind: int) -> int:
    """How many cards of a kind lie neither in the row, nor among the discards, nor in view."""
    left = field.deck[kind] - race.covered[kind]
    for position in range(race.length):
        if card_in_hand(field, race.row[position]) == kind:
            left -= 1
        if race.times[position] > 0 and X2 + race.times[position] - 2 == kind:
            left -= 1
    for place in range(race.discards.count):
        if race.discards.cards[place] == kind:
            left -= 1
    for who in range(MAX_SEATS):
        left -= race.rovers[who].hand[kind]
    return left


@compiled
def known_cards(race: Race, who: int) -> int:
    """How many cards of a hand the viewer sees."""
    total = 0
    for kind in range(KINDS):
        total += race.rovers[who].hand[kind]
    return total


@compiled
def guess_cards(race: Race, field: Field, dice: Dice) -> None:
    """Shuffle the unseen cards, fill the hidden hands from them, the rest is the draw pile."""
    race.draw.count = 0
    for kind in range(KINDS):
        for _ in range(unseen(race, field, kind)):
            put(race.draw, kind)
    shuffle(race.draw, dice)
    for who in range(MAX_SEATS):
        for _ in range(race.rovers[who].held - known_cards(race, who)):
            race.rovers[who].hand[take(race.draw)] += 1


@compiled
def guess(race: Race, field: Field, seat: int, dice: Dice) -> None:
    """Complete a view at random, consistent with all that the seat knows."""
    guess_samples(race, field, dice)
    guess_cards(race, field, dice)
    seed(race.dice, word(dice))
