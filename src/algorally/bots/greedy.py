"""A bot that tries every way to play its turn and takes the one it likes best."""

import random

from algorally.core.arguments import LAST_SEED
from algorally.core.position import Position


class Greedy:
    """Plans one turn at a time, on a guess of what it cannot see."""

    def __init__(self, number: int = 0) -> None:
        self._dice = random.Random(number)

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """The actions of the best turn, to be played one after the other as far as they go."""
        number = self._dice.randrange(LAST_SEED)
        plans = view.guess(seat, number).plans(seat, seconds=seconds, seed=number)
        return plans[0].actions if plans else []
