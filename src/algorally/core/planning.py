"""Looking ahead from a position: the best plans of a turn, and how good a state is for a seat."""

import itertools
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from algorally.core.dice import Dice, seed
from algorally.core.lookahead import (
    ANSWER,
    COMPARE,
    FIND,
    ROWS,
    SEARCH,
    VIEW,
    Contestants,
    Manner,
    Room,
    Shares,
)
from algorally.core.search import (
    DEEPEST,
    LOWEST,
    NOTHING,
    SCRATCH,
    Chart,
    Found,
    imagine_nothing,
    no_habit,
    propose_nothing,
    try_all,
)

if TYPE_CHECKING:
    from algorally.core.game import Game
    from algorally.core.position import Position

MOST_TRIES = 200_000  # after so many the best so far are taken
AT_ONCE = 1000  # tries between two looks at the clock
HUNCH = 16  # what a plan seems to be worth at first counts as much as so many guesses
KEPT_GUIDES = 64
KEPT_ROOMS = 8


class Habits(NamedTuple):
    """The numbers of a game that bots of all levels go by."""

    scale: float = 1.0  # how much better judged a seat is that wins nearly three of four games
    glimpses: tuple[int, int, int] = (8, 40, 0)
    # plans that a novice, a casual and a solid player look at, drawn by lot; 0 for all
    compared: int = 32  # plans that a master compares by looking ahead
    horizons: tuple[int, int] = (2, 2)  # turns that an expert and a master look ahead
    samples: int = 0  # plans among which players choose while looking ahead, 0 for all,
    tries: int = MOST_TRIES  # at the most, where there is no quick way to them


class Planning(NamedTuple):
    """What a game may tell bots beyond its rules; without it they go by the points."""

    judge: Callable[..., int]  # state, field, seat, chart -> how good it is for the seat
    redundant: Callable[..., bool] = try_all
    # state, field, seat, last action, action: needs no trying
    chart: Callable[..., None] | None = None  # field, chart: fills what judge needs, once a field
    chart_shape: tuple[int, ...] = (0,)
    propose: Callable[..., bool] = propose_nothing
    # state, field, seat, chart, found, dice: the best plans by a quicker way; whether there is one
    habit: Callable[..., int] = no_habit
    # state, field, seat, chart -> what is done without thinking while playing out, or NOTHING
    imagine: Callable[..., None] = imagine_nothing
    # guess, view, field, seat, chart, found, dice: what others have chosen unseen becomes sensible
    vary: Callable[[list[int]], Iterable[list[int]]] = lambda plan: ()
    # plan -> others that are worth comparing with it, as no single guess shows what they are for
    habits: Habits = Habits()


class Plan(NamedTuple):
    """A way to play a turn, and how good what it leads to is for the seat."""

    actions: list[int]
    value: int


@lru_cache(KEPT_GUIDES)
def _drawn_chart(game: "Game", field: bytes) -> Chart:
    """The chart of a field, drawn when it is needed for the first time and shared by all."""
    assert game.planning
    chart = np.zeros(game.planning.chart_shape, np.int16)
    if game.planning.chart:
        game.planning.chart(np.frombuffer(field, game.field.dtype).copy()[0], chart)
    return chart


def chart_of(position: "Position") -> Chart:
    """What judging needs to know of a position's field."""
    if position.game.planning is None:
        return np.zeros(0, np.int16)
    return _drawn_chart(position.game, position.fields.tobytes())


class Prospect(NamedTuple):
    """A way to play a turn, and how likely it is to win with it."""

    actions: list[int]
    chance: float


class Depth(NamedTuple):
    """How far and how thoroughly to look ahead."""

    horizon: int  # turns
    trials: int  # of a plan on a guess, all together; fewer where time is short
    samples: int = 0  # random plans among which players choose while playing out, 0 for all


def room_for_plans(best: int) -> Found:
    """Room for the best plans, as many as are wanted."""
    return Found(
        plans=np.zeros((best, DEEPEST), np.int64),
        values=np.zeros(best, np.int64),
        lots=np.zeros(best, np.int64),
        path=np.zeros(DEEPEST, np.int64),
        cursor=np.zeros(2, np.int64),
        scratch=np.zeros((SCRATCH, SCRATCH), np.int64),
    )


def _no_contest(plans: int = 0) -> Contestants:
    rows = np.full((plans, DEEPEST), NOTHING, np.int64)
    return Contestants(rows, np.ones(plans, np.uint8), np.zeros(plans))


def _actions(plan: Iterable[int]) -> list[int]:
    return [action for action in plan if action != NOTHING]


class Thinking:
    """Room for thinking about a game: what it takes is made once, for as many plans as are kept."""

    def __init__(self, game: "Game", best: int) -> None:
        self._game = game
        fields = game.field.rows()
        inner = game.workspace(fields, DEEPEST + 1)
        self._room = Room(game.workspace(fields, ROWS), inner, room_for_plans(1))
        self._found = room_for_plans(best)

    # --- one turn ------------------------------------------------------------------------------

    def search(
        self, position: "Position", seat: int, tries: int, seconds: float | None, number: int
    ) -> list[Plan]:
        """Try as much as there are tries and time for, and until there is one plan at least.

        The best comes first.
        """
        end = math.inf if seconds is None else time.monotonic() + seconds
        limit = tries if seconds is None else min(tries, AT_ONCE)
        self._set_out(position, number)
        chart, manner = chart_of(position), self._manner(Depth(0, 0))
        while not self._think(SEARCH, seat, chart, manner, limit):
            has_plan = self._found.values[0] > LOWEST
            if has_plan and (limit >= tries or time.monotonic() >= end):
                break
            limit = min(limit + AT_ONCE, tries) if limit < tries else limit + AT_ONCE
        return self._plans()

    def find(self, position: "Position", seat: int, samples: int, number: int) -> list[Plan]:
        """The best of some plans drawn by lot; with 0 samples, of all, by the quickest way."""
        self._set_out(position, number)
        self._think(FIND, seat, chart_of(position), self._manner(Depth(0, 0, samples)), MOST_TRIES)
        return self._plans()

    def _set_out(self, position: "Position", number: int) -> None:
        inner = self._room.inner
        inner.states[0], inner.fields[0] = position.states[0], position.fields[0]
        self._found.values[:], self._found.cursor[:] = LOWEST, 0
        seed(Dice.record(inner.dices), number)

    def _manner(self, depth: Depth) -> Manner:
        habits = self._game.planning.habits if self._game.planning else Habits()
        return Manner(self._game.idle, depth.horizon, depth.samples, habits.tries, habits.scale)

    def _think(
        self,
        task: int,
        seat: int,
        chart: Chart,
        manner: Manner,
        count: int,
        contest: Contestants = _no_contest(),  # noqa: B008 - it is empty
    ) -> bool:
        think = self._game.doors.think
        return bool(think(task, self._room, seat, chart, manner, self._found, contest, count))

    def _plans(self) -> list[Plan]:
        pairs = zip(self._found.plans.tolist(), self._found.values.tolist(), strict=True)
        return [Plan(_actions(plan), value) for plan, value in pairs if value > LOWEST]

    # --- further -------------------------------------------------------------------------------

    def answers(self, view: "Position", seat: int, depth: Depth, number: int) -> list[Plan]:
        """The best plans if the others do what is foreseen, on one guess of what is hidden."""
        self._look_from(view, number)
        self._think(ANSWER, seat, chart_of(view), self._manner(depth), MOST_TRIES)
        return self._plans()

    def _look_from(self, view: "Position", number: int) -> None:
        work, inner = self._room.work, self._room.inner
        work.states[VIEW], work.fields[0] = view.states[0], view.fields[0]
        inner.fields[0] = view.fields[0]
        seed(Dice.record(work.dices), number)

    def compare(
        self,
        view: "Position",
        seat: int,
        plans: Sequence[list[int]],
        hunches: Sequence[float],
        depth: Depth,
        seconds: float | None,
        number: int,
        kept: int = 0,
    ) -> list[Prospect]:
        """The plans with their chances, the best first; the last `kept` of them are never dropped.

        Bad ones are dropped, good ones looked at longer: each time that half of them are left takes
        the same share of the trials, or of the time. At first the hunches count, how likely a plan
        seemed to win before anybody looked ahead: a few guesses tell less.
        """
        self._look_from(view, number)
        chart, manner = chart_of(view), self._manner(depth)
        contest = Contest(
            plans, hunches, lambda entered: self._think(COMPARE, seat, chart, manner, 1, entered)
        )
        rest = len(plans) - kept
        halvings = max(1, math.ceil(math.log2(max(2, rest))))
        begun = time.monotonic()
        for halving in range(1, halvings + 1):
            end = math.inf if seconds is None else begun + seconds * halving / halvings
            contest.hold(depth.trials // halvings, end)
            if halving < halvings:
                contest.drop(rest, math.ceil(rest / 2**halving))
        return contest.results()


class Contest:
    """Plans that are compared on one guess after the other."""

    def __init__(
        self,
        plans: Sequence[list[int]],
        hunches: Sequence[float],
        compare: Callable[[Contestants], object],
    ) -> None:
        self._entered, self._compare = _no_contest(len(plans)), compare
        self._hunches = np.array(hunches)
        for row, plan in zip(self._entered.plans, plans, strict=True):
            row[: len(plan)] = plan[:DEEPEST]
        self._rounds = np.zeros(len(plans), np.int64)

    def hold(self, trials: int, end: float) -> None:
        """Compare the plans that are left on guesses, one at least."""
        for _ in range(max(1, trials // int(self._entered.alive.sum()))):
            self._compare(self._entered)
            self._rounds += self._entered.alive
            if time.monotonic() >= end:
                break

    def drop(self, first: int, left: int) -> None:
        """Of the first plans only so many are left, the best."""
        order = sorted(range(first), key=self._standing, reverse=True)
        self._entered.alive[order[left:]] = 0

    def _standing(self, number: int) -> tuple[int, float]:
        """Who was looked at longer comes first, then who has the better chance."""
        rounds = int(self._rounds[number])
        sums = float(self._entered.sums[number] + HUNCH * self._hunches[number])
        return rounds, sums / (rounds + HUNCH)

    def results(self) -> list[Prospect]:
        """All plans, the best first; of none is more told than of those before it.

        A hunch says how much worse than the best a plan seems, not how good the best is: that is
        what the guesses came to.
        """
        order = sorted(range(len(self._rounds)), key=self._standing, reverse=True)
        best = order[0]
        chances = self._entered.sums + HUNCH * self._hunches_beside(best)
        chances /= self._rounds + HUNCH
        chances[best] = self._entered.sums[best] / self._rounds[best]
        told = itertools.accumulate(chances[order].tolist(), min)
        plans = self._entered.plans[order].tolist()
        return [Prospect(_actions(plan), chance) for plan, chance in zip(plans, told, strict=True)]

    def _hunches_beside(self, best: int) -> Shares:
        """How likely plans seem to win, if the best is as likely to as it was on the guesses."""
        rounds = int(self._rounds[best])
        won = np.clip(self._entered.sums[best], 0.5, rounds - 0.5) / rounds  # nothing is certain
        for_it = self._hunches * won * (1 - self._hunches[best])
        against = (1 - self._hunches) * (1 - won) * self._hunches[best]
        beside: Shares = for_it / (for_it + against)
        return beside


class _Thinkers(threading.local):
    """The rooms of a thread: making one takes longer than many a search."""

    def __init__(self) -> None:
        self.room = lru_cache(KEPT_ROOMS)(Thinking)


thinkers = _Thinkers()
