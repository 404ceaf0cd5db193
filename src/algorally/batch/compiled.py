"""The loops of batches, compiled for a game."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from algorally.batch import loops, planners
from algorally.core.game import Game

STEPS = (
    loops.note_result,
    loops.play_and_count,
    loops.random_game,
    planners.think_of_plan,
    planners.decide_turn,
    planners.play_turn,
    planners.planned_game,
)  # parts of other loops, each after those that it calls itself


class Loops(NamedTuple):
    """The loops of `batch.loops` and `batch.planners` for one game."""

    begin_rows: Callable[..., None]
    acting_rows: Callable[..., None]
    movers_of_rows: Callable[..., None]
    legal_rows: Callable[..., None]
    refused_row: Callable[..., int]
    play_rows: Callable[..., None]
    standing_rows: Callable[..., None]
    random_games: Callable[..., None]
    planned_games: Callable[..., None]


@cache
def loops_of(game: Game) -> Loops:
    """The loops, compiled for a game; compiling starts with the first call of each."""
    steps = {"play_on": game.doors.play_on}
    for step in STEPS:
        steps[step.__name__] = game.bind(step, **steps)
    found = {**vars(planners), **vars(loops)}
    return Loops(**{name: game.bind(found[name], **steps) for name in Loops._fields})
