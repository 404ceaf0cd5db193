"""What a good player would do in a position, and who is ahead."""

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from algorally.bots.levels import carry_out
from algorally.bots.thinker import SKILLS, habits_of, think
from algorally.core.position import Position

ADVISER = "master"  # whom hints come from, too
STEADY = 300  # trials where no clock ends the thinking


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
    trials: int | None = None,
) -> list[Advice]:
    """The best ways found to play the rest of a seat's turn, the best first.

    Only what the seat may see counts, so `view` may be the whole state as well. What is asked
    about (`also`) is judged on equal terms and is in the list, whatever its place. Without a limit
    of seconds the same seed gives the same advice.
    """
    best_skill = SKILLS[ADVISER]
    usual = STEADY if seconds is None else best_skill.trials
    skill = best_skill._replace(trials=usual if trials is None else trials, seconds=None)
    found = think(view, seat, skill, seconds, seed, tuple(also))
    if len(found) == 1:  # nothing to compare it with, so nobody has looked ahead
        only = found[0].actions
        return [Advice(only, _chance_after(view, seat, only, seed))]
    wanted = [plan for place, plan in enumerate(found) if place < best or plan.actions in also]
    # What was dropped early was only luckier so far: nothing counts more than what was kept.
    ceilings = accumulate((plan.chance for plan in wanted), min)
    return [Advice(plan.actions, chance) for plan, chance in zip(wanted, ceilings, strict=True)]


def _chance_after(view: Position, seat: int, actions: list[int], seed: int) -> float:
    """How likely a seat is to win after a plan, on a guess of what is hidden."""
    guess = view.guess(seat, seed)
    carry_out(guess, seat, actions)
    return chances(guess)[seat]


def chances(position: Position) -> list[float]:
    """How likely each seat is to win from a whole state, as far as can be judged; together 1."""
    standing = position.standing()
    if position.over:
        winners = standing.winners or range(position.seats)
        return [(seat in winners) / len(winners) for seat in range(position.seats)]
    scale = habits_of(position.game).scale
    leads = [position.judge(seat) / scale for seat in range(position.seats)]
    weights = [math.exp(lead - max(leads)) for lead in leads]
    return [weight / sum(weights) for weight in weights]
