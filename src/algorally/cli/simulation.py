"""What `algorally simulate` does: play many games on several threads, and count."""

import itertools
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from algorally.cli.output import say_json
from algorally.cli.players import PLAYERS, Player
from algorally.cli.progress import bar, preparing
from algorally.cli.setting_up import Wish
from algorally.cli.statistics import Statistics, say_statistics
from algorally.core.door import GAMES, TALLIES, Tally
from algorally.core.errors import SettingError
from algorally.core.transcript import Transcript

USUAL_GAMES = {"random": 1000, "greedy": 20}
GLANCE = 0.1  # seconds between two looks at the progress


class Amount(NamedTuple):
    """How many games to play, or for how long."""

    games: int | None
    seconds: float | None

    def checked(self, bot: str) -> "Amount":
        """One of the two, whatever was typed."""
        if self.games is not None and self.seconds is not None:
            raise SettingError("choose --games or --seconds, not both")
        if self.seconds is None:
            return Amount(self.games or USUAL_GAMES[bot], None)
        if not 0 < self.seconds < float("inf"):
            raise SettingError(f"--seconds is a number above 0, not {self.seconds}")
        return self

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


def simulate(wish: Wish, amount: Amount, threads: int | None, bot: str, json: bool) -> None:
    """Play, and say what came of it."""
    amount, setup = amount.checked(bot), wish.setup()
    count = threads or usable_cores()
    fields = setup.game.make_field(setup.seats, setup.settings)
    players = [PLAYERS[bot](setup.game, fields, setup.seats) for _ in range(count)]
    with preparing():
        players[0].prepare()
    begun = time.perf_counter()
    tally = Crowd(setup, amount, players).play()
    statistics = Statistics(setup, tally, time.perf_counter() - begun, count)
    if json:
        say_json(statistics.in_parts())
    else:
        say_statistics(statistics)


class Crowd:
    """Players on threads of their own, who take parts of the work until none is left."""

    def __init__(self, setup: Transcript, amount: Amount, players: list[Player]) -> None:
        self.seed, self.amount, self.players = setup.seed, amount, players
        self.parts = amount.parts(players[0].largest_part)
        self.lock = threading.Lock()
        self.total: Tally = np.zeros(TALLIES)
        self.waiting: dict[int, Tally] = {}  # sums of parts before which another is not done yet
        self.stopped = False

    def play(self) -> Tally:
        """Let all play; the sums over all games."""
        with ThreadPoolExecutor(len(self.players)) as pool, bar() as progress:
            task = progress.add_task("Playing", total=self.amount.games)
            running = [pool.submit(self.work, player) for player in self.players]
            try:
                while wait(running, GLANCE, FIRST_EXCEPTION).not_done and not self.stopped:
                    progress.update(task, completed=self.total[GAMES])
            finally:
                self.stopped = True
        for future in running:
            future.result()
        return self.total

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
                player.play(self.seed + first, games, tally)
                self.add(first, tally)
        except BaseException:
            self.stopped = True
            raise
