"""What a good player would do in a position, and who is ahead."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from algorally.bots.thinker import SKILLS, foretell, habits_of, think
from algorally.core.position import Position

ADVISER = "master"  # whom hints come from, too
STEADY = 300  # trials where no clock ends the thinking
ONLOOKER = SKILLS[ADVISER]._replace(trials=100, seconds=None)  # where nothing is to be compared


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
        return [Advice(only, foretell(view, seat, ONLOOKER, only, seed))]
    wanted = [plan for place, plan in enumerate(found) if place < best or plan.actions in also]
    return [Advice(plan.actions, plan.chance) for plan in wanted]


def outlook(position: Position, seed: int = 0) -> list[float]:
    """How likely each seat is to win if all play on as well as they can see to; together 1.

    Each is foretold from what the seat may know, by the same looking ahead as advice. Where all
    choose at once each answers what the others are foreseen to do, so none has more of that.
    """
    if position.over:
        return chances(position)
    seats = range(position.seats)
    foretold = [foretell(position, seat, ONLOOKER, [], seed) for seat in seats]
    if sum(foretold) == 0:  # a game that ends soon, and that nobody wins
        return chances(position)
    return [chance / sum(foretold) for chance in foretold]


def chances(position: Position) -> list[float]:
    """How likely each seat is to win from a whole state, at a glance; together 1."""
    standing = position.standing()
    if position.over:
        winners = standing.winners or range(position.seats)
        return [(seat in winners) / len(winners) for seat in range(position.seats)]
    scale = habits_of(position.game).scale
    leads = [position.judge(seat) / scale for seat in range(position.seats)]
    weights = [math.exp(lead - max(leads)) for lead in leads]
    return [weight / sum(weights) for weight in weights]
