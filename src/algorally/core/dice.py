"""Chance: a 32-bit generator whose four words live in the state, so that a state alone replays.

The generator is Chris Doty-Humphrey's sfc32: additions, shifts and exclusive-ors only, so that
64-bit integers never overflow and Python, Numba, CUDA and JavaScript give the same words.
"""

from algorally.core.compile import compiled
from algorally.core.records import I64, Record

WORD = 0xFFFFFFFF
HALF = 31  # bits of one word in a drawn seed of 62
WARM_UP = 15  # words thrown away until all bits of the seed have spread


class Dice(Record):
    """The words of the generator, each from 0 to 2**32 - 1."""

    a: I64
    b: I64
    c: I64
    counter: I64


@compiled
def word(dice: Dice) -> int:
    """The next 32 random bits."""
    result = (dice.a + dice.b + dice.counter) & WORD
    dice.counter = (dice.counter + 1) & WORD
    dice.a = dice.b ^ (dice.b >> 9)
    dice.b = (dice.c + (dice.c << 3)) & WORD
    dice.c = (((dice.c << 21) | (dice.c >> 11)) + result) & WORD
    return result


@compiled
def seed(dice: Dice, number: int) -> None:
    """Start the generator from a seed of up to 63 bits."""
    dice.a = number & WORD
    dice.b = (number >> 32) & WORD
    dice.c = 0
    dice.counter = 1
    for _ in range(WARM_UP):
        word(dice)


@compiled
def below(dice: Dice, limit: int) -> int:
    """A random number from 0 to limit - 1."""
    return (word(dice) * limit) >> 32


@compiled
def draw_seed(dice: Dice) -> int:
    """A seed for a game, or for whoever thinks about one."""
    return (word(dice) >> 1 << HALF) + (word(dice) >> 1)


@compiled
def hide(dice: Dice) -> None:
    """Nobody may look into the dice: all words become 0."""
    dice.a = 0
    dice.b = 0
    dice.c = 0
    dice.counter = 0
