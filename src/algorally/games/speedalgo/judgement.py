"""How good a race is for a seat: what the stock bots go by."""

import numpy as np
import numpy.typing as npt

from algorally.core.compile import compiled
from algorally.games.speedalgo.rules.ending import points
from algorally.games.speedalgo.state import Field, Race

Guide = npt.NDArray[np.int8]
GUIDE_SHAPE = (1,)


@compiled
def draw_guide(field: Field, guide: Guide) -> None:
    """Nothing is known of a track beforehand."""
    guide[0] = 0


@compiled
def judge(race: Race, field: Field, seat: int, guide: Guide) -> int:
    """How good a race is for a seat."""
    return points(race, seat)


@compiled
def redundant(last: int, action: int) -> bool:
    """Whether another order of the same changes, tried anyway, leads to the same."""
    return False
