"""Why a bot chose a program: what it looked at, and what it wanted to reach.

A reason is told once the program is open to all, and says nothing that the seat alone knows.
"""

from collections.abc import Sequence

import msgspec

from algorally.bots.levels import carry_out
from algorally.bots.thinker import SKILLS, samples_of
from algorally.core.aims import Aim
from algorally.core.position import Position

GUESSES = 4  # of what is hidden; what hangs on them was no aim


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why a bot of a level chose as it did."""

    level: str
    looked: int = 0  # programs that it drew by lot; 0: it did not draw them
    aim: str = ""  # "" where that hung on what it could not see
    number: int = 0  # that the aim speaks of


def reason_for(level: str, view: Position, seat: int, actions: Sequence[int]) -> Reason | None:
    """Why a bot chose this from what its seat sees; nothing, if it is no program."""
    if level not in SKILLS or view.game.aims is None or view.standing().turns == 0:
        return None
    found = {_aim(view, guess, seat, actions) for guess in view.guesses(seat, GUESSES)}
    if None in found:
        return None
    aim = found.pop() if len(found) == 1 else None
    return Reason(level, samples_of(SKILLS[level], view.game), *(aim or ()))


def _aim(view: Position, guess: Position, seat: int, actions: Sequence[int]) -> Aim | None:
    """What the actions lead to on a guess, if the others stand still."""
    turn = guess.standing().turns
    carry_out(guess, seat, list(actions))
    while (acting := guess.acting()) and guess.standing().turns == turn:
        guess.stand_idle(acting[0])
    assert view.game.aims
    return view.game.aims.find(view, guess, seat, actions)
