"""What a program would do, as far as its seat can know: the ghost on the board.

The program is played on many guesses of what the seat cannot see. What all of them agree on is
taken for certain; a number on which they differ is hidden, and where they part the ghost ends.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from algorally.core.deck import HIDDEN
from algorally.core.errors import GameError
from algorally.core.events import Event, Happening, seen_by
from algorally.core.game import Position
from algorally.core.records import Rows

GUESSES = 32  # with a few, chance would often look like certainty
NUMBERS = ("a", "b", "c", "secret")


def preview(view: Position, seat: int, actions: Sequence[int]) -> list[Happening]:
    """The certain events of a program, from a seat's view; refuses what the first guess does."""
    runs = [
        np.concatenate([Event.rows(0), *_run(view.guess(seat, number), seat, actions, number == 0)])
        for number in range(GUESSES)
    ]
    shortest = min(len(events) for events in runs)
    return seen_by(seat, _agreed(np.stack([events[:shortest] for events in runs])))


def _run(guess: Position, seat: int, actions: Sequence[int], refuses: bool) -> Iterator[Rows]:
    """Play on a guess; the others do nothing, so their time runs out while the turn lasts."""
    turn = guess.standing().turns
    for action in actions:
        try:
            yield guess.play(seat, action)
        except GameError:
            if refuses:
                raise
            return
    while actions and turn and (others := guess.acting()) and seat not in others:
        if guess.standing().turns != turn:
            return
        yield guess.time_up(others[0])


def _agreed(runs: Rows) -> Rows:
    """The events up to where the runs part; numbers on which they differ are hidden."""
    certain: Rows = runs[0].copy()
    for name in NUMBERS:
        certain[name][(runs[name] != certain[name]).any(axis=0)] = HIDDEN
    parted = (runs["kind"] != certain["kind"]) | (runs["seat"] != certain["seat"])
    apart = np.flatnonzero(parted.any(axis=0))
    return certain[: apart[0]] if len(apart) else certain
