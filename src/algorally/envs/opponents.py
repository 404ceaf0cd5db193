"""The bots that can sit opposite a learner: chance, and the levels that do not go by the clock."""

from collections.abc import Sequence

import numpy as np

from algorally.bots.thinker import SKILLS, samples_of
from algorally.core.errors import SettingError
from algorally.core.game import Game
from algorally.core.planning import MOST_TRIES, chart_of, room_for_plans
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.core.search import DEEPEST, Chart, Numbers
from algorally.envs.loops import AT_RANDOM, Rivals

CHANCE = "random"
LEVELS = [name for name, skill in SKILLS.items() if skill.trials == 0]
OPPONENTS = (CHANCE, *LEVELS)

Opponents = str | Sequence[str]


def skill_of(game: Game, opponent: str) -> int:
    """A bot as loops know it."""
    if opponent not in OPPONENTS:
        raise SettingError(f"opponents are {', '.join(OPPONENTS)}; there is no {opponent!r}")
    if opponent == CHANCE:
        return AT_RANDOM
    return samples_of(SKILLS[opponent], game)


def skills_of(game: Game, seats: int, outside: Sequence[int], opponent: Opponents) -> Numbers:
    """The skill on each seat: the same bot on all that are not played from outside, or one each."""
    others = [seat for seat in range(seats) if seat not in outside]
    names = [opponent] * len(others) if isinstance(opponent, str) else list(opponent)
    if len(names) != len(others):
        raise SettingError(f"{len(others)} opponents are needed, or one for all, not {len(names)}")
    skills = np.full(seats, AT_RANDOM, np.int64)
    for seat, name in zip(others, names, strict=True):
        skills[seat] = skill_of(game, name)
    return skills


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
