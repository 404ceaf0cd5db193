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
from algorally.core.events import Event, SeenEvent, seen_by
from algorally.core.position import Position
from algorally.core.records import Rows

GUESSES = 32  # with a few, chance would often look like certainty
NUMBERS = ("a", "b", "c")


class Foreseen(NamedTuple):
    """What is certain of a program, as its seat would be told."""

    events: list[SeenEvent]
    patch: bytes  # what they change in the view, up to the first of which not all is certain
    run: list[SeenEvent]  # the same events, and those of the ending


def preview(
    view: Position, seat: int, actions: Sequence[int], ending: Sequence[int] = ()
) -> Foreseen:
    """The certain events of a program, from a seat's view; refuses what the first guess does.

    With an ending, it is also foreseen what would come of the program if it ended so.
    """
    ends = bool(ending) or view.game.stands_still is not None
    runs = [
        _run(view.guess(seat, number), seat, actions, ending, number == 0)
        for number in range(GUESSES)
    ]
    events, certain = _agreed([run.events[: run.laid] for run in runs])
    return Foreseen(
        events=seen_by(seat, events),
        patch=view.clone().follow(events[:certain]),
        run=seen_by(seat, _agreed([run.events for run in runs])[0] if ends else events),
    )


class Run(NamedTuple):
    """What happened on one guess."""

    events: Rows
    laid: int  # how many of them came before the ending


def _run(
    guess: Position, seat: int, actions: Sequence[int], ending: Sequence[int], refuses: bool
) -> Run:
    """Play on a guess; the others do nothing while the turn lasts."""
    is_idle = guess.game.stands_still is not None
    turn = guess.standing().turns
    program = (*actions, *ending)
    told = list(_play(guess, seat, program, refuses))
    if len(told) == len(program) and program and turn:
        told += _go_on(guess, seat, turn, is_left=is_idle, is_open=is_idle and not ending)
    laid = told[: len(actions)] if ending or is_idle else told
    return Run(np.concatenate([Event.rows(0), *told]), sum(len(rows) for rows in laid))


def _go_on(
    guess: Position, seat: int, turn: int, *, is_left: bool, is_open: bool
) -> Iterator[Rows]:
    """What comes of a program within its turn, as long as others have to decide.

    Where seats can stand still the seat itself answers no question, and of a program that is
    open the rest is left to chance: there the guesses part.
    """
    while (others := guess.acting()) and guess.standing().turns == turn:
        if seat not in others:
            yield guess.stand_idle(others[0])
        elif not is_left:
            return
        else:
            yield guess.time_up(seat) if is_open else guess.stand_idle(seat)
            is_open = False


def _play(guess: Position, seat: int, program: Sequence[int], refuses: bool) -> Iterator[Rows]:
    """Play a program, as far as it goes."""
    for action in program:
        try:
            yield guess.play(seat, action)
        except GameError:
            if refuses:
                raise
            return


def _agreed(played: list[Rows]) -> tuple[Rows, int]:
    """The events up to where the runs part, and how many of them are the same in public.

    Numbers on which the runs differ are hidden.
    """
    shortest = min(len(events) for events in played)
    runs = np.stack([events[:shortest] for events in played])
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
