"""Short games, and random play by masks, for environments of any game."""

from typing import Any

import numpy as np
import numpy.typing as npt

SHORT: dict[str, dict[str, Any]] = {
    "algoracing": {"turn_cap": 2},
    "speedalgo": {"round_cap": 1, "traffic_placement": "random"},
    "roborally": {"turn_cap": 1},
}  # settings with which a game is over after some choices


def draw(masks: npt.NDArray[Any], dice: np.random.Generator) -> npt.NDArray[np.int64]:
    """Any legal action for each mask, the first of all where none is legal."""
    lots = masks * (dice.random(masks.shape) + 0.1)
    return np.asarray(lots.argmax(axis=-1))
