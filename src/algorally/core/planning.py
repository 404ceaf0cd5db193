"""Looking ahead from a position: the best plans of a turn, and how good a state is for a seat."""

import math
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from algorally.core.dice import Dice, seed
from algorally.core.search import DEEPEST, LOWEST, NOTHING, Chart, Found

if TYPE_CHECKING:
    from algorally.core.game import Game
    from algorally.core.position import Position

MOST_TRIES = 200_000  # after so many the best so far are taken
AT_ONCE = 1000  # tries between two looks at the clock
KEPT_GUIDES = 64
KEPT_SEARCHES = 4


class Planning(NamedTuple):
    """What a game may tell bots beyond its rules; without it they go by the points."""

    judge: Callable[..., int]  # state, field, seat, chart -> how good it is for the seat
    redundant: Callable[..., bool]  # state, field, seat, last action, action: needs no trying
    chart: Callable[..., None] | None = None  # field, chart: fills what judge needs, once a field
    chart_shape: tuple[int, ...] = (0,)


class Plan(NamedTuple):
    """A way to play a turn, and how good what it leads to is for the seat."""

    actions: list[int]
    value: int


@lru_cache(KEPT_GUIDES)
def _drawn_chart(game: "Game", field: bytes) -> Chart:
    """The chart of a field, drawn when it is needed for the first time and shared by all."""
    assert game.planning
    chart = np.zeros(game.planning.chart_shape, np.int8)
    if game.planning.chart:
        game.planning.chart(np.frombuffer(field, game.field.dtype).copy()[0], chart)
    return chart


def chart_of(position: "Position") -> Chart:
    """What judging needs to know of a position's field."""
    if position.game.planning is None:
        return np.zeros(0, np.int8)
    return _drawn_chart(position.game, position.fields.tobytes())


class Search:
    """Room for a search for the best ways to play the rest of a seat's turn."""

    def __init__(self, game: "Game", best: int) -> None:
        self._game = game
        self._work = game.workspace(game.field.rows(), DEEPEST + 1)
        self._found = Found(
            plans=np.zeros((best, DEEPEST), np.int64),
            values=np.zeros(best, np.int64),
            lots=np.zeros(best, np.int64),
            path=np.zeros(DEEPEST, np.int64),
            cursor=np.zeros(2, np.int64),
        )

    def run(
        self, position: "Position", seat: int, tries: int, seconds: float | None, number: int
    ) -> list[Plan]:
        """Try as much as there are tries and time for, and until there is one plan at least.

        The best comes first.
        """
        end = math.inf if seconds is None else time.monotonic() + seconds
        limit = tries if seconds is None else min(tries, AT_ONCE)
        self._work.states[0], self._work.fields[0] = position.states[0], position.fields[0]
        self._found.values[:], self._found.cursor[:] = LOWEST, 0
        seed(Dice.record(self._work.dices), number)
        chart = chart_of(position)
        while not self._go_on(seat, chart, limit):
            has_plan = self._found.values[0] > LOWEST
            if has_plan and (limit >= tries or time.monotonic() >= end):
                break
            limit = min(limit + AT_ONCE, tries) if limit < tries else limit + AT_ONCE
        return self._plans()

    def _go_on(self, seat: int, chart: Chart, tries: int) -> bool:
        go_on, idle = self._game.doors.search, self._game.idle
        return bool(go_on(self._work, seat, chart, idle, self._found, tries))

    def _plans(self) -> list[Plan]:
        pairs = zip(self._found.plans.tolist(), self._found.values.tolist(), strict=True)
        return [
            Plan([action for action in plan if action != NOTHING], value)
            for plan, value in pairs
            if value > LOWEST
        ]


class _Searches(threading.local):
    """The searches of a thread: making room takes longer than many a search."""

    def __init__(self) -> None:
        self.room = lru_cache(KEPT_SEARCHES)(Search)


searches = _Searches()
