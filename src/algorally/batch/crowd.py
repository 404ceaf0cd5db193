"""Many games on several threads: who plays them, and what comes of them."""

import itertools
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from algorally.batch.compiled import loops_of
from algorally.batch.loops import GAMES, TALLIES, Tally
from algorally.batch.statistics import Statistics
from algorally.core.game import Game
from algorally.core.records import Rows
from algorally.core.transcript import Transcript

GLANCE = 0.1  # seconds between two looks at the progress


class Player(ABC):
    """Plays whole games on one thread and adds up what comes of them."""

    largest_part = 1  # games that are played before anybody looks at the clock

    def __init__(self, game: Game, fields: Rows) -> None:
        self.game, self.fields = game, fields
        self.work = game.workspace(fields)

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """Who plays, seat by seat."""

    def prepare(self) -> None:
        """Have everything compiled."""
        self.play(0, 0, np.zeros(TALLIES))

    def close(self) -> None:  # noqa: B027 - most have nothing to end
        """End whatever waits for another game."""

    @abstractmethod
    def play(self, first_seed: int, games: int, tally: Tally) -> None:
        """Play games with neighbouring seeds."""


class RandomPlayer(Player):
    """Any legal choice, all alike; compiled from end to end."""

    largest_part = 50

    def __init__(self, game: Game, fields: Rows) -> None:
        super().__init__(game, fields)
        self.empty = game.state.rows()

    @property
    def names(self) -> list[str]:
        """Chance on every seat."""
        return ["random"] * int(self.fields["seats"][0])

    def play(self, first_seed: int, games: int, tally: Tally) -> None:
        """Play games with neighbouring seeds."""
        loops_of(self.game).random_games(self.work, self.empty, first_seed, games, tally)


class Amount(NamedTuple):
    """How many games to play, or for how long."""

    games: int | None
    seconds: float | None

    def parts(self, size: int) -> Iterator[tuple[int, int]]:
        """Neighbouring games as first and count, until there are no more or the time is up."""
        begun = time.perf_counter()
        for first in itertools.count(step=size):
            if self.seconds is not None and time.perf_counter() - begun >= self.seconds:
                return
            if self.games is not None and first >= self.games:
                return
            yield first, size if self.games is None else min(size, self.games - first)


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Crowd:
    """Players on threads of their own, who take parts of the work until none is left."""

    def __init__(self, setup: Transcript, amount: Amount, players: Sequence[Player]) -> None:
        self.setup, self.amount, self.players = setup, amount, players
        self.parts = amount.parts(players[0].largest_part)
        self.lock = threading.Lock()
        self.total: Tally = np.zeros(TALLIES)
        self.waiting: dict[int, Tally] = {}  # sums of parts before which another is not done yet
        self.stopped = False

    def play(self, watch: Callable[[int], object] = lambda games: None) -> Statistics:
        """Let all play, and say now and then how many games are done; what came of them."""
        begun = time.perf_counter()
        with ThreadPoolExecutor(len(self.players)) as pool:
            running = [pool.submit(self.work, player) for player in self.players]
            try:
                while wait(running, GLANCE, FIRST_EXCEPTION).not_done and not self.stopped:
                    watch(int(self.total[GAMES]))
            finally:
                self.stopped = True
        for future in running:
            future.result()
        seconds = time.perf_counter() - begun
        names = self.players[0].names
        return Statistics(self.setup, names, self.total, seconds, len(self.players))

    def take(self) -> tuple[int, int] | None:
        """The next part of the work, if there is one."""
        with self.lock:
            return None if self.stopped else next(self.parts, None)

    def add(self, first: int, tally: Tally) -> None:
        """Add the sums of a part, in the order of the games.

        So the totals are the same to the last digit however many threads there are.
        """
        with self.lock:
            self.waiting[first] = tally
            while (done := int(self.total[GAMES])) in self.waiting:
                self.total += self.waiting.pop(done)

    def work(self, player: Player) -> None:
        """Play part after part on one thread."""
        try:
            while part := self.take():
                first, games = part
                tally = np.zeros(TALLIES)
                player.play(self.setup.seed + first, games, tally)
                self.add(first, tally)
        except BaseException:
            self.stopped = True
            raise
