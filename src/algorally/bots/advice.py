"""What a good player would do in a position, and who is ahead."""

import math
from typing import NamedTuple

from algorally.core.position import Position

EVEN = 4000.0  # a lead in judgement that wins nearly three of four games


class Advice(NamedTuple):
    """A way to play the rest of a turn."""

    actions: list[int]
    chance: float  # to win, from 0 to 1, of the seat that plays so


def advise(
    view: Position, seat: int, best: int = 3, seconds: float = 1.0, seed: int = 0
) -> list[Advice]:
    """The best ways found to play the rest of a seat's turn, the best first.

    Only what the seat may see counts, so `view` may be the whole state as well.
    """
    guess = view.guess(seat, seed)
    plans = guess.plans(seat, best=best, seconds=seconds, seed=seed)
    return [Advice(plan.actions, _chance(plan.value)) for plan in plans]


def chances(position: Position) -> list[float]:
    """How likely each seat is to win from a whole state; together 1."""
    weights = [_chance(position.judge(seat)) for seat in range(position.seats)]
    return [weight / sum(weights) for weight in weights]


def _chance(value: float) -> float:
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, value / EVEN))))
