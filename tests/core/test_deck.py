"""Piles of cards."""

from collections import Counter
from collections.abc import Iterable, MutableSequence
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorally.core.deck import HIDDEN, hide_cards, move_all, put, shuffle, take, top
from algorally.core.dice import Dice, seed
from algorally.core.records import I8, I16, Record

pytestmark = pytest.mark.modes

SIZE = 12
CARDS = st.lists(st.integers(0, 9), max_size=SIZE)
same_examples = settings(deadline=None, derandomize=True, database=None)


class Stack(Record):
    """A pile for these tests."""

    count: I16
    cards: Annotated[MutableSequence[I8], SIZE]


def pile(cards: Iterable[int]) -> Stack:
    stack = Stack.record(Stack.rows())
    for card in cards:
        put(stack, card)
    return stack


def everything(stack: Any) -> list[int]:
    """All places of a pile, also the empty ones."""
    return [int(card) for card in stack.cards]


def dice_of(number: int) -> Dice:
    dice = Dice.record(Dice.rows())
    seed(dice, number)
    return dice


@same_examples
@given(cards=CARDS)
def test_cards_come_back_in_the_opposite_order(cards: list[int]) -> None:
    stack = pile(cards)
    assert stack.count == len(cards)
    drawn = []
    while stack.count:
        seen = top(stack)
        drawn.append(take(stack))
        assert seen == drawn[-1]
    assert drawn == cards[::-1]


@same_examples
@given(cards=CARDS)
def test_a_pile_that_was_emptied_is_equal_to_a_new_one(cards: list[int]) -> None:
    stack = pile(cards)
    for _ in cards:
        take(stack)
    assert stack == pile([])


@same_examples
@given(cards=CARDS, number=st.integers(0, 2**63 - 1))
def test_shuffling_keeps_all_cards_and_no_other_place(cards: list[int], number: int) -> None:
    stack = pile(cards)
    shuffle(stack, dice_of(number))
    kept = everything(stack)
    assert Counter(kept[: len(cards)]) == Counter(cards)
    assert not any(kept[len(cards) :])


def test_every_order_of_three_cards_comes_about_equally_often() -> None:
    dice = dice_of(3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(1200):
        stack = pile([1, 2, 3])
        shuffle(stack, dice)
        orders[tuple(everything(stack)[:3])] += 1
    assert len(orders) == 6
    assert all(abs(count - 200) < 65 for count in orders.values())


@same_examples
@given(below=st.lists(st.integers(0, 9), max_size=5), above=st.lists(st.integers(0, 9), max_size=5))
def test_a_pile_laid_on_another_is_turned_over(below: list[int], above: list[int]) -> None:
    source, target = pile(above), pile(below)
    move_all(source, target)
    assert source == pile([])
    assert target == pile(below + above[::-1])


@same_examples
@given(cards=CARDS)
def test_hidden_cards_show_only_their_number(cards: list[int]) -> None:
    stack = pile(cards)
    hide_cards(stack)
    assert stack.count == len(cards)
    assert everything(stack) == [HIDDEN] * len(cards) + [0] * (SIZE - len(cards))
