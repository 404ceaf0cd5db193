"""What `algorally simulate` does: play many games on several threads, and count."""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ALL_COMPLETED, ThreadPoolExecutor, wait
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
PARTS = 100  # into how many parts the games are cut, if there are so many
LARGEST_PART = 50  # games that are played before anybody looks at the clock
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

    def parts(self) -> Iterator[tuple[int, int]]:
        """Neighbouring games as first and count; never cut by the number of threads.

        So the sums come out the same to the last digit however many threads there are.
        """
        begun, first = time.perf_counter(), 0
        size = min(LARGEST_PART, -(-self.games // PARTS)) if self.games else 1
        while self.games is None or first < self.games:
            if self.seconds is not None and time.perf_counter() - begun >= self.seconds:
                return
            yield first, size if self.games is None else min(size, self.games - first)
            first += size
            size = size if self.games else min(LARGEST_PART, size + 1)


def simulate(wish: Wish, amount: Amount, threads: int | None, bot: str, json: bool) -> None:
    """Play, and say what came of it."""
    amount, setup = amount.checked(bot), wish.setup()
    count = threads or len(os.sched_getaffinity(0))
    fields = setup.game.make_field(setup.seats, setup.settings)
    players = [PLAYERS[bot](setup.game, fields, setup.seats) for _ in range(count)]
    with preparing():
        players[0].prepare()
    begun = time.perf_counter()
    tally = Crowd(setup, amount, players).play()
    statistics = Statistics(setup, tally, time.perf_counter() - begun, count)
    say_json(statistics.in_parts()) if json else say_statistics(statistics)


class Crowd:
    """Players on threads of their own, who take parts of the work until none is left."""

    def __init__(self, setup: Transcript, amount: Amount, players: list[Player]) -> None:
        self.seed, self.amount, self.players = setup.seed, amount, players
        self.parts = amount.parts()
        self.lock = threading.Lock()
        self.tallies: dict[int, Tally] = {}
        self.stopped = False

    def play(self) -> Tally:
        """Let all play; the sums over all games, added in the order of the games."""
        with ThreadPoolExecutor(len(self.players)) as pool:
            try:
                running = [pool.submit(self.work, player) for player in self.players]
                with bar() as progress:
                    task = progress.add_task("Playing", total=self.amount.games)
                    while wait(running, GLANCE, ALL_COMPLETED).not_done and not self.stopped:
                        progress.update(task, completed=self.games())
                for future in running:
                    future.result()
            finally:
                self.stopped = True
        return sum((self.tallies[first] for first in sorted(self.tallies)), np.zeros(TALLIES))

    def games(self) -> int:
        """How many games have been played."""
        return int(sum(tally[GAMES] for tally in list(self.tallies.values())))

    def take(self) -> tuple[int, int] | None:
        """The next part of the work, if there is one."""
        with self.lock:
            return None if self.stopped else next(self.parts, None)

    def work(self, player: Player) -> None:
        """Play part after part on one thread."""
        while part := self.take():
            first, games = part
            tally = np.zeros(TALLIES)
            try:
                player.play(self.seed + first, games, tally)
            except BaseException:
                self.stopped = True
                raise
            self.tallies[first] = tally
