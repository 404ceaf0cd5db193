"""What games put into words in the same way: readers of choices, tellers of events, lists."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from algorally.core.events import SeenEvent
from algorally.core.position import Position

Reader = Callable[[Position, list[str]], Iterator[int]]  # what follows a word -> actions
Teller = Callable[[Position, str, SeenEvent], str]  # whose event it is, by name -> words


def always(action: int) -> Reader:
    """The reader of a word that means one action, whatever follows it."""

    def read_one(position: Position, words: list[str]) -> Iterator[int]:
        yield action

    return read_one


def tell_by(tellers: Mapping[Any, Teller], position: Position, event: SeenEvent) -> str:
    """An event in words, by the teller of its kind; "" where there is nothing to tell."""
    teller = tellers.get(event.kind)
    who = position.game.words.seat_name(position, event.seat)
    return teller(position, who, event) if teller else ""


def listed(names: Sequence[str]) -> str:
    """Names with commas and a last "and"."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
