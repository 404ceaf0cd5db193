"""Which bots sit opposite a learner: those that do not go by the clock."""

from collections.abc import Sequence

import numpy as np

from algorally.batch.planners import AT_RANDOM
from algorally.bots.rivals import KNOWN, skill_of
from algorally.core.errors import SettingError
from algorally.core.game import Game
from algorally.core.search import Numbers

Opponents = str | Sequence[str]


def skills_of(game: Game, seats: int, outside: Sequence[int], opponent: Opponents) -> Numbers:
    """The skill on each seat: the same bot on all that are not played from outside, or one each."""
    others = [seat for seat in range(seats) if seat not in outside]
    names = [opponent] * len(others) if isinstance(opponent, str) else list(opponent)
    if len(names) != len(others):
        raise SettingError(f"{len(others)} opponents are needed, or one for all, not {len(names)}")
    skills = np.full(seats, AT_RANDOM, np.int64)
    for seat, name in zip(others, names, strict=True):
        if name not in KNOWN:
            raise SettingError(f"opponents are {', '.join(KNOWN)}; there is no {name!r}")
        skills[seat] = skill_of(game, name)
    return skills
