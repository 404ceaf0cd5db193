"""Many games on several threads: who plays them, and how the work is shared out."""

import itertools
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import Any, Generic, NamedTuple

import numpy as np

from algorally.batch.batch import Batch
from algorally.batch.compiled import loops_of
from algorally.batch.gathering import Gathering, Told
from algorally.batch.loops import LEAVE, Sheet
from algorally.batch.results import Results, empty_sheet
from algorally.core.arguments import LAST_SEED, check_seed, whole
from algorally.core.compile import MODE
from algorally.core.errors import BotError, SettingError
from algorally.core.game import Game
from algorally.core.records import Rows
from algorally.core.search import Numbers

GLANCE = 0.1  # seconds between two looks at the progress
PARTS_EACH = 4  # for each thread, at least, so that all are done at about the same time

Policy = Callable[[Batch], Numbers]  # what is to be played in each row, -1 for nothing
Watch = Callable[[int], object]  # is told now and then how many games are done


class Shard(NamedTuple):
    """Neighbouring games: how many come before them, and how many there are."""

    first: int
    games: int


class Interrupted(KeyboardInterrupt):
    """Somebody stopped the games; `results` holds those that were done, None if none was."""

    def __init__(self, results: Any) -> None:
        super().__init__()
        self.results = results


def outcome(gathering: Gathering[Told], seconds: float, threads: int, *, stopped: bool) -> Told:
    """What came of the games; raised as `Interrupted` if somebody stopped them."""
    told = gathering.told(seconds, threads, complete=not stopped)
    if stopped or told is None:
        raise Interrupted(told)
    return told


class Player(ABC):
    """Plays whole games on one thread, and writes down what comes of them."""

    largest_part = 1  # games that are played before anybody looks at the clock
    device = "cpu"
    threads = 1  # that one player keeps busy

    def __init__(
        self, game: Game, fields: Rows, *, count_events: bool = False, keep_states: bool = False
    ) -> None:
        self.game, self.fields = game, fields
        self.seats = int(fields["seats"][0])
        self.count_events, self.keep_states = count_events, keep_states
        self.work = game.workspace(fields)
        if count_events:
            self.work = self.work._replace(logs=game.log.rows())

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """Who plays, seat by seat."""

    def prepare(self) -> None:
        """Have everything compiled."""
        self.play(0, self.sheet(0))

    def close(self) -> None:  # noqa: B027 - most have nothing to end
        """End whatever waits for another game."""

    @abstractmethod
    def play(self, first_seed: int, sheet: Sheet) -> None:
        """Play games with neighbouring seeds until the sheet is full."""

    def sheet(self, games: int) -> Sheet:
        """Room for what comes of so many games."""
        return empty_sheet(
            self.game,
            self.seats,
            games,
            count_events=self.count_events,
            keep_states=self.keep_states,
        )

    def results(self, first_seed: int, games: int) -> Results:
        """Play games with neighbouring seeds; what came of them."""
        begun = time.perf_counter()
        sheet = self.sheet(games)
        self.play(first_seed, sheet)
        seconds = time.perf_counter() - begun
        return Results(
            self.game,
            self.fields,
            self.names,
            first_seed,
            sheet,
            seconds,
            self.threads,
            self.device,
        )


class RandomPlayer(Player):
    """Any legal choice, all alike; compiled from end to end."""

    largest_part = 10 if MODE == "interpreted" else 250

    @property
    def names(self) -> list[str]:
        """Chance on every seat."""
        return ["random"] * self.seats

    def play(self, first_seed: int, sheet: Sheet) -> None:
        """Play games with neighbouring seeds until the sheet is full."""
        empty = self.game.state.rows()
        loops_of(self.game).random_games(self.work, empty, first_seed, sheet)


class BatchPlayer(Player):
    """A function of the user's that chooses for all games of a batch at once.

    The parts are the same for any number of threads, and come one after the other: so a function
    that draws lots of its own draws the same ones.
    """

    largest_part = 1024

    def __init__(
        self,
        game: Game,
        fields: Rows,
        policy: Policy,
        threads: int = 1,
        *,
        count_events: bool = False,
        keep_states: bool = False,
    ) -> None:
        super().__init__(game, fields, count_events=count_events, keep_states=keep_states)
        self.policy, self.threads = policy, threads

    @property
    def names(self) -> list[str]:
        """The same function on every seat."""
        return [getattr(self.policy, "__name__", type(self.policy).__name__)] * self.seats

    def play(self, first_seed: int, sheet: Sheet) -> None:
        """Play games with neighbouring seeds until the sheet is full."""
        games = len(sheet.lengths)
        if games == 0:
            return
        batch = Batch(
            self.game,
            self.fields,
            np.zeros(games, np.int32),
            first_seed,
            self.threads,
            count_events=self.count_events,
        )
        with batch:
            while not (over := batch.over).all():
                chosen = np.where(over, LEAVE, self._choose(batch))
                batch.play(chosen)
                sheet.choices[:] += chosen != LEAVE
        turns, winners, points = batch.standing()
        sheet.lengths[:], sheet.winners[:], sheet.points[:] = turns, winners, points
        sheet.events[:] = batch.events
        sheet.states[:] = batch.states[: len(sheet.states)]

    def _choose(self, batch: Batch) -> Numbers:
        """Ask the function; it has to choose something somewhere, or the games would never end."""
        chosen = np.asarray(self.policy(batch))
        if chosen.shape != (len(batch),) or chosen.dtype.kind not in "iu":
            raise BotError(
                f"a policy returns a whole number for each of the {len(batch)} rows,"
                f" not {chosen.dtype} in the shape {chosen.shape}"
            )
        if (chosen[~batch.over] == LEAVE).all():
            raise BotError("the policy leaves all games as they are: it returned -1 for each")
        return chosen.astype(np.int64)


class Amount(NamedTuple):
    """How many games to play, or for how long."""

    games: int | None
    seconds: float | None = None

    def check(self, seed: int) -> None:
        """A number of games for which there are seeds, or a time."""
        if self.games is not None and whole(self.games, "the number of games") < 1:
            raise SettingError(f"there is a game or more to play, not {self.games}")
        if check_seed(seed) + (self.games or 0) > LAST_SEED:
            raise SettingError(f"there are no {self.games} seeds from {seed} on")

    def parts(self, size: int) -> Iterator[Shard]:
        """Neighbouring games, until there are no more or the time is up; a part at least."""
        begun = time.perf_counter()
        for first in itertools.count(step=size):
            is_late = self.seconds is not None and time.perf_counter() - begun >= self.seconds
            if first and is_late:
                return
            if self.games is not None and first >= self.games:
                return
            yield Shard(first, size if self.games is None else min(size, self.games - first))


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Crowd(Generic[Told]):
    """Players on threads of their own, who take parts of the work until none is left."""

    def __init__(
        self, gathering: Gathering[Told], seed: int, amount: Amount, players: Sequence[Player]
    ) -> None:
        amount.check(seed)
        self.gathering: Gathering[Told] = gathering
        self.seed, self.amount, self.players = seed, amount, players
        self.parts = amount.parts(self._size())
        self.lock = threading.Lock()
        self.stopped = False

    def _size(self) -> int:
        """How many games to play in one go; the games are the same for any."""
        largest = self.players[0].largest_part
        if self.amount.games is None or len(self.players) == 1:
            return largest
        return min(largest, -(-self.amount.games // (PARTS_EACH * len(self.players))))

    def play(self, watch: Watch = lambda games: None) -> Told:
        """Let all play, and say now and then how many games are done; what came of them.

        Every part that was begun is played to its end, so there are no holes.
        """
        begun, running = time.perf_counter(), list[Future[None]]()
        interrupted = False
        with ThreadPoolExecutor(len(self.players)) as pool:
            try:
                running += (pool.submit(self.work, player) for player in self.players)
                while wait(running, GLANCE, FIRST_EXCEPTION).not_done and not self.stopped:
                    watch(self.gathering.games)
            except KeyboardInterrupt:
                interrupted = True
            finally:
                self.stopped = True
        for future in running:
            future.result()
        threads = sum(player.threads for player in self.players)
        seconds = time.perf_counter() - begun
        return outcome(self.gathering, seconds, threads, stopped=interrupted)

    def take(self) -> Shard | None:
        """The next part of the work, if there is one."""
        with self.lock:
            return None if self.stopped else next(self.parts, None)

    def work(self, player: Player) -> None:
        """Play part after part on one thread."""
        try:
            while part := self.take():
                played = player.results(self.seed + part.first, part.games)
                with self.lock:
                    self.gathering.add(played)
        except BaseException:
            self.stopped = True
            raise
