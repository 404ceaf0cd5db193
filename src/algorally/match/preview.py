"""What a program would do, as far as its seat can know: the ghost on the board.

The program is played on many guesses of what the seat cannot see. What all of them agree on is
taken for certain; a number on which they differ is hidden, and where they part the ghost ends.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.core.deck import HIDDEN
from algorally.core.errors import GameError
from algorally.core.events import Event, Happening, seen_by
from algorally.core.game import Position
from algorally.core.records import Rows

GUESSES = 32  # with a few, chance would often look like certainty
NUMBERS = ("a", "b", "c")


class Foreseen(NamedTuple):
    """What is certain of a program."""

    events: list[Happening]
    patch: bytes  # what they change in the view, up to the first of which not all is certain


def preview(view: Position, seat: int, actions: Sequence[int]) -> Foreseen:
    """The certain events of a program, from a seat's view; refuses what the first guess does."""
    runs = [
        np.concatenate([Event.rows(0), *_run(view.guess(seat, number), seat, actions, number == 0)])
        for number in range(GUESSES)
    ]
    shortest = min(len(events) for events in runs)
    events, certain = _agreed(np.stack([events[:shortest] for events in runs]))
    return Foreseen(seen_by(seat, events), view.clone().follow(seat, events[:certain]))


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


def _agreed(runs: Rows) -> tuple[Rows, int]:
    """The events up to where the runs part, and how many of them are the same in public.

    Numbers on which the runs differ are hidden.
    """
    agreed: Rows = runs[0].copy()
    agreed["secret"][_differ(runs, "secret")] = HIDDEN
    uncertain = np.zeros(len(agreed), bool)
    for name in NUMBERS:
        differ = _differ(runs, name)
        agreed[name][differ] = HIDDEN
        uncertain |= differ
    end = _first(_differ(runs, "kind") | _differ(runs, "seat"))
    return agreed[:end], min(end, _first(uncertain))


def _differ(runs: Rows, name: str) -> npt.NDArray[np.bool_]:
    """For each event whether some run has another number there."""
    differ: npt.NDArray[np.bool_] = (runs[name] != runs[name][0]).any(axis=0)
    return differ


def _first(these: npt.NDArray[np.bool_]) -> int:
    """The place of the first one, the end if there is none."""
    return int(these.argmax()) if these.any() else len(these)
