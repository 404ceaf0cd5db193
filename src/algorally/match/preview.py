"""What a program would do, as far as its seat can know: the ghost on the board.

The program is played on several guesses of what the seat cannot see. What all of them agree on
is certain; a number on which they differ is hidden, and where they part the ghost ends.
"""

from collections.abc import Sequence
from itertools import takewhile

from algorally.core.deck import HIDDEN
from algorally.core.events import Happening, seen_by
from algorally.core.game import Position

GUESSES = 4


def preview(view: Position, seat: int, actions: Sequence[int]) -> list[Happening]:
    """The certain events of a program, from a seat's view; refuses what is not legal."""
    runs = [_run(view.guess(seat, number), seat, actions) for number in range(GUESSES)]
    together = takewhile(_same_kind, zip(*runs, strict=False))
    return [_certain(events) for events in together]


def _run(guess: Position, seat: int, actions: Sequence[int]) -> list[Happening]:
    """Play on a guess; nobody else moves, so it ends where somebody else would have to choose."""
    return [event for action in actions for event in seen_by(seat, guess.play(seat, action))]


def _same_kind(events: tuple[Happening, ...]) -> bool:
    return len({(event.kind, event.seat) for event in events}) == 1


def _certain(events: tuple[Happening, ...]) -> Happening:
    return Happening(*(_agreed(numbers) for numbers in zip(*events, strict=True)))


def _agreed(numbers: tuple[int, ...]) -> int:
    return numbers[0] if len(set(numbers)) == 1 else HIDDEN
