"""What a program is to bring its seat, as a bot tells it to people afterwards."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from algorally.core.position import Position


class Aim(NamedTuple):
    """What somebody wants to reach with a program; nothing in it may be a secret of the seat."""

    what: str  # a name in the sentences of the game
    number: int = 0  # that the sentence speaks of


class Aims(NamedTuple):
    """How a game finds aims, and says them."""

    find: Callable[[Position, Position, int, Sequence[int]], Aim | None]
    # before and after a program, seat, actions -> what it is for; None, if it is no program
    sentences: Mapping[str, str]
