"""A bot of a certain skill: how many plans it sees, and how far ahead it looks."""

import random
from typing import NamedTuple

from algorally.core.arguments import LAST_SEED
from algorally.core.planning import Depth, thinkers
from algorally.core.position import Position


class Skill(NamedTuple):
    """What makes one level of bots better than another."""

    samples: int  # plans that it comes up with, drawn by lot; 0 for all
    plans: int = 1  # that it looks at more closely
    depth: Depth | None = None  # how closely
    seconds: float | None = None  # at the most, where nobody says otherwise


class Thinker:
    """Chooses among plans for one turn at a time."""

    def __init__(self, skill: Skill, number: int = 0) -> None:
        self._skill, self._dice = skill, random.Random(number)

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """The actions of a turn, to be played one after the other as far as they go."""
        skill, number = self._skill, self._dice.randrange(LAST_SEED)
        room = thinkers.room(view.game, skill.plans)
        found = room.find(view.guess(seat, number), seat, skill.samples, number)
        plans = [plan.actions for plan in found]
        if skill.depth is None or len(plans) <= 1:
            return plans[0] if plans else []
        limit = skill.seconds if seconds is None else seconds
        return room.compare(view, seat, plans, skill.depth, limit, number)[0].actions
