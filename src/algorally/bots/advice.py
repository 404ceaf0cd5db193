"""What a good player would do in a position, and who is ahead."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from algorally.core.position import Position
from algorally.core.transcript import make

EVEN = 4000.0  # a lead in judgement that wins nearly three of four games


class Advice(NamedTuple):
    """A way to play the rest of a turn."""

    actions: list[int]
    chance: float  # to win, from 0 to 1, of the seat that plays so


def advise(
    view: Position,
    seat: int,
    best: int = 3,
    seconds: float | None = 1.0,
    seed: int = 0,
    also: Sequence[list[int]] = (),
) -> list[Advice]:
    """The best ways found to play the rest of a seat's turn, the best first.

    Only what the seat may see counts, so `view` may be the whole state as well. Programs that are
    given in `also` are judged beside them, by the same measure, and are in the list whatever they
    are worth; the clock may have made choices of them. Without a limit of seconds the same seed
    gives the same advice.
    """
    guess = view.guess(seat, seed)
    plans = guess.plans(seat, best=best, seconds=seconds, seed=seed)
    found = [Advice(plan.actions, _chance(plan.value)) for plan in plans]
    others = [plan for plan in also if all(plan != one.actions for one in found)]
    found += [Advice(plan, _chance(_value(guess, seat, plan))) for plan in others]
    return sorted(found, key=lambda advice: -advice.chance)


def _value(guess: Position, seat: int, actions: list[int]) -> float:
    """What a program leads to if others do nothing, and the seat goes on as well as it can."""
    trial, turn = guess.clone(), guess.standing().turns
    for action in actions:
        if action != trial.game.time_up and not trial.allows(seat, action):
            break
        make(trial, seat, action)
        while turn and trial.acting() and seat not in trial.acting() and turn == _turn(trial):
            trial.stand_idle(trial.acting()[0])
    if seat in trial.acting() and turn == _turn(trial):
        return trial.plans(seat)[0].value
    return trial.judge(seat)


def _turn(position: Position) -> int:
    return position.standing().turns


def chances(position: Position) -> list[float]:
    """How likely each seat is to win from a whole state; together 1."""
    weights = [_chance(position.judge(seat)) for seat in range(position.seats)]
    return [weight / sum(weights) for weight in weights]


def _chance(value: float) -> float:
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, value / EVEN))))
