"""The bots that compiled loops know: chance, and the levels that do not look ahead."""

import numpy as np

from algorally.batch.planners import AT_RANDOM, Rivals
from algorally.bots.thinker import SKILLS, samples_of
from algorally.core.game import Game
from algorally.core.planning import MOST_TRIES, chart_of, room_for_plans
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.core.search import DEEPEST, Chart, Numbers

CHANCE = "random"
PLANNERS = [name for name, skill in SKILLS.items() if skill.trials == 0]
KNOWN = (CHANCE, *PLANNERS)


def skill_of(game: Game, name: str) -> int:
    """A bot as loops know it."""
    return AT_RANDOM if name == CHANCE else samples_of(SKILLS[name], game)


def seat_rivals(game: Game, fields: Rows, skills: Numbers) -> Rivals:
    """Room for the bots to think in."""
    return Rivals(
        skills=skills,
        inner=game.workspace(fields, DEEPEST + 1),
        found=room_for_plans(1),
        chart=_chart(game, fields, skills),
        idle=game.idle,
        tries=MOST_TRIES,
    )


def _chart(game: Game, fields: Rows, skills: Numbers) -> Chart:
    """What judging needs to know of a field; drawing it takes a while, and chance needs none."""
    if (skills != AT_RANDOM).any() or game.planning is None:
        return chart_of(Position(game, fields))
    return np.zeros([0] * len(game.planning.chart_shape), np.int16)
