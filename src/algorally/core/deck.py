"""Piles of cards of a fixed size: draw, discard, shuffle.

A pile is any record with `count` and `cards`; the top card is the last one, and the places
above it are 0, so that equal piles are equal bytes.
"""

from collections.abc import MutableSequence
from typing import Protocol

from algorally.core.compile import compiled
from algorally.core.dice import Dice, below

HIDDEN = -1  # a card or token whose face the viewer may not see


class Pile(Protocol):
    """What a record needs to be a pile."""

    count: int
    cards: MutableSequence[int]


@compiled
def put(pile: Pile, card: int) -> None:
    """Lay a card on top."""
    pile.cards[pile.count] = card
    pile.count += 1


@compiled
def top(pile: Pile) -> int:
    """The card that would be drawn next."""
    return pile.cards[pile.count - 1]


@compiled
def take(pile: Pile) -> int:
    """Draw the top card."""
    pile.count -= 1
    card = pile.cards[pile.count]
    pile.cards[pile.count] = 0
    return card


@compiled
def shuffle(pile: Pile, dice: Dice) -> None:
    """Put the cards into a random order."""
    for last in range(pile.count - 1, 0, -1):
        other = below(dice, last + 1)
        card = pile.cards[other]
        pile.cards[other] = pile.cards[last]
        pile.cards[last] = card


@compiled
def move_all(source: Pile, target: Pile) -> None:
    """Put all cards of one pile onto another."""
    while source.count > 0:
        put(target, take(source))


@compiled
def hide_cards(pile: Pile) -> None:
    """Turn all cards face down: their number stays known."""
    for place in range(pile.count):
        pile.cards[place] = HIDDEN
