"""The loops of batches, compiled for a game."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from algorally.batch import loops
from algorally.core.game import Game


class Loops(NamedTuple):
    """The loops of `batch.loops` for one game."""

    begin_rows: Callable[..., None]
    acting_rows: Callable[..., None]
    movers_of_rows: Callable[..., None]
    legal_rows: Callable[..., None]
    refused_row: Callable[..., int]
    play_rows: Callable[..., None]
    standing_rows: Callable[..., None]
    random_games: Callable[..., None]


@cache
def loops_of(game: Game) -> Loops:
    """The loops, compiled for a game; compiling starts with the first call of each."""
    steps = {"play_on": game.doors.play_on}
    steps |= {step.__name__: game.bind(step) for step in (loops.note_result, loops.play_and_count)}
    steps["random_game"] = game.bind(loops.random_game, **steps)
    return Loops(**{name: game.bind(getattr(loops, name), **steps) for name in Loops._fields})
