"""The spaces of Gymnasium for what is seen and chosen; PettingZoo uses them, too."""

import numpy as np
from gymnasium import spaces

from algorally.envs.arena import Arena


def observation_space(arena: Arena) -> spaces.Dict:
    """The planes of the board, and the numbers."""
    board, numbers = np.iinfo(np.int8), np.iinfo(np.int16)
    return spaces.Dict(
        {
            "board": spaces.Box(board.min, board.max, arena.shape, np.int8),
            "numbers": spaces.Box(numbers.min, numbers.max, (arena.observation.length,), np.int16),
        }
    )


def action_space(arena: Arena) -> "spaces.Discrete[np.int64]":
    """All actions of a game, by number."""
    return spaces.Discrete(arena.game.actions)
