"""The one bot behind all levels: how many plans it sees, and how far ahead it looks."""

import random
from typing import NamedTuple

from algorally.core.arguments import LAST_SEED
from algorally.core.planning import Depth, Habits, Prospect, thinkers
from algorally.core.position import Position


class Skill(NamedTuple):
    """What makes one level better than another, in every game."""

    glimpses: int | None = None  # which of the game's small numbers of plans it looks at; None: all
    plans: int = 1  # that it compares by looking ahead
    trials: int = 0  # of a plan on a guess, all together
    seconds: float | None = None  # that it takes at the most,
    patient: bool = False  # unless it is given more


SKILLS = {
    "novice": Skill(glimpses=0),
    "casual": Skill(glimpses=1),
    "solid": Skill(),
    "expert": Skill(plans=12, trials=200, seconds=0.15),
    "master": Skill(plans=32, trials=1_000_000, seconds=1.0, patient=True),
}


class Thinker:
    """Chooses among plans for one turn at a time."""

    def __init__(self, skill: Skill, number: int = 0) -> None:
        self._skill, self._dice = skill, random.Random(number)

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """The actions of a turn, to be played one after the other as far as they go."""
        best = think(view, seat, self._skill, seconds, self._dice.randrange(LAST_SEED))
        return best[0].actions if best else []


def think(
    view: Position,
    seat: int,
    skill: Skill,
    seconds: float | None,
    number: int,
    also: tuple[list[int], ...] = (),
) -> list[Prospect]:
    """The plans that somebody of a skill thinks of, the best first, and what else is asked about.

    Where nothing is looked ahead the chances are not known, and 0.
    """
    game = view.game
    habits = game.planning.habits if game.planning else Habits()
    room = thinkers.room(game, skill.plans)
    samples = 0 if skill.glimpses is None else habits.glimpses[skill.glimpses]
    found = room.find(view.guess(seat, number), seat, samples, number)
    plans = [plan.actions for plan in found]
    plans = [plan for plan in plans if plan not in also] + list(also)
    if skill.trials == 0 or len(plans) <= 1:
        return [Prospect(plan, 0.0) for plan in plans]
    depth = Depth(habits.horizon, skill.trials, habits.samples)
    limit = _limit(skill, seconds)
    return room.compare(view.view(seat), seat, plans, depth, limit, number, len(also))


def _limit(skill: Skill, seconds: float | None) -> float | None:
    """How long somebody thinks."""
    if seconds is None or skill.seconds is None:
        return skill.seconds if seconds is None else seconds
    return seconds if skill.patient else min(seconds, skill.seconds)
