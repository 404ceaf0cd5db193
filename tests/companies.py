"""The same games of the same bots, played in a compiled loop and bot by bot."""

from collections.abc import Sequence

from algorally.bots.crowd import Company, Planners
from algorally.bots.levels import BOTS
from algorally.core.game import Game
from algorally.core.records import Rows


def in_a_loop(game: Game, fields: Rows, names: Sequence[str], seed: int, games: int) -> list[bytes]:
    """All that came of games in the loop that knows their bots."""
    loop = Planners(game, fields, names, count_events=True, keep_states=True)
    return [array.tobytes() for array in loop.results(seed, games).sheet]


def one_by_one(
    game: Game, fields: Rows, names: Sequence[str], seed: int, games: int
) -> list[bytes]:
    """All that came of games whose bots are asked for every plan."""
    asked = Company(game, fields, BOTS, names, count_events=True, keep_states=True)
    return [array.tobytes() for array in asked.results(seed, games).sheet]
