"""Simulations: which games, on which field, who plays them and on what device.

The work is cut into seeded shards. `play_shard` plays one of them and `join` puts the results
together, so what comes of a task is the same wherever its shards are played.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from algorally.batch.batch import Batch
from algorally.batch.cluster import Cluster
from algorally.batch.crowd import (
    Amount,
    BatchPlayer,
    Crowd,
    Interrupted,
    Player,
    RandomPlayer,
    Shard,
    Watch,
    outcome,
    usable_cores,
)
from algorally.batch.gathering import Arrays, Gathering, Told
from algorally.batch.gpu import GpuPlayer
from algorally.batch.results import Results, join
from algorally.bots.crowd import Company, Planners
from algorally.bots.outside import find_bot, isolated
from algorally.bots.rivals import CHANCE, KNOWN
from algorally.core.arguments import whole
from algorally.core.errors import SettingError
from algorally.core.game import Game, find_game
from algorally.core.records import Rows

__all__ = ["Interrupted", "Shard", "Task", "carry_out", "join", "play_shard", "shards", "simulate"]

CPU, GPU = DEVICES = ("cpu", "gpu")
SHARD = 2000  # games of chance; bots take their time, so their shards are smaller
BOTS_SHARD = 20
BATCHES_SHARD = 2 * BatchPlayer.largest_part  # whole batches: a function sees the same ones

Policy = str | Sequence[str] | Callable[[Batch], Any]


@dataclass(frozen=True)
class Task:
    """Games to be played: all that it takes, so that a task can be sent anywhere."""

    game: Game
    fields: Rows
    games: int | None = 1000  # None: until somebody says stop
    seed: int = 0
    policy: Policy = CHANCE
    device: str = CPU
    count_events: bool = True
    keep_states: bool = False
    alone: bool = False  # bots of the user's each in a process of its own

    def __post_init__(self) -> None:
        if self.device not in DEVICES:
            raise SettingError(f"device can be {' or '.join(DEVICES)}, not {self.device!r}")
        if self.device == GPU and not self.by_chance:
            raise SettingError("on a GPU all play at random: policy is 'random' there")
        if not self.names and not callable(self.policy):
            raise SettingError(
                "a policy is the name of a bot, a list of names by seat,"
                f" or a function over batches, not {self.policy!r}"
            )
        Amount(self.games).check(self.seed)

    @property
    def seats(self) -> int:
        """How many play in each game."""
        return int(self.fields["seats"][0])

    @property
    def names(self) -> list[str]:
        """A bot for each seat: they take the seats in turn."""
        if not isinstance(self.policy, str | Sequence):
            return []
        given = [self.policy] if isinstance(self.policy, str) else list(self.policy)
        if not 0 < len(given) <= self.seats or not all(isinstance(name, str) for name in given):
            bots = "1 bot does" if len(given) == 1 else f"{len(given)} bots do"
            raise SettingError(f"{bots} not fit on {self.seats} seats: name one to {self.seats}")
        return [given[seat % len(given)] for seat in range(self.seats)]

    @property
    def by_chance(self) -> bool:
        """Whether everybody plays at random, which is compiled from end to end."""
        return set(self.names) == {CHANCE}

    def player(self, threads: int = 1) -> Player:
        """Somebody who plays it."""
        kept = {"count_events": self.count_events, "keep_states": self.keep_states}
        if self.device == GPU:
            return GpuPlayer(self.game, self.fields, **kept)
        if self.by_chance:
            return RandomPlayer(self.game, self.fields, **kept)
        if not (names := self.names):
            assert callable(self.policy)
            return BatchPlayer(self.game, self.fields, self.policy, threads, **kept)
        if set(names) <= set(KNOWN):
            return Planners(self.game, self.fields, names, **kept)
        find = isolated if self.alone else find_bot
        makers = {name: find(name) for name in dict.fromkeys(names)}
        return Company(self.game, self.fields, makers, names, **kept)

    def players(self, threads: int) -> list[Player]:
        """Somebody for each thread; a GPU, or a function of the user's, is one player alone."""
        several = self.device == CPU and not callable(self.policy)
        return [self.player(threads) for _ in range(threads if several else 1)]


def shards(task: Task, size: int | None = None) -> list[Shard]:
    """The work of a task, cut into parts: neighbouring games from neighbouring seeds."""
    if task.games is None:
        raise SettingError("only a number of games can be cut into shards")
    return list(Amount(task.games).parts(size or usual_size(task)))


def usual_size(task: Task) -> int:
    """How many games of a task to play in one go, wherever that is."""
    if task.device == GPU:
        return GpuPlayer.largest_part
    if callable(task.policy):
        return BATCHES_SHARD
    return SHARD if task.by_chance else BOTS_SHARD


def play_shard(task: Task, shard: Shard, threads: int = 1) -> Results:
    """Play a part of a task; the same wherever, and however often, it is done."""
    part = replace(task, games=shard.games, seed=task.seed + shard.first)
    return carry_out(part, threads)


def carry_out(task: Task, threads: int | None = None, watch: Watch | None = None) -> Results:
    """Play a task on this machine; what came of each game."""
    if threads is not None and whole(threads, "the number of threads") < 1:
        raise SettingError(f"games are played by at least one thread, not {threads}")
    with at_work(task, threads or usable_cores()) as players:
        players[0].prepare()  # compiling takes no part of the time
        return play(task, players, Arrays(task.seed), watch)


@contextmanager
def at_work(task: Task, threads: int) -> Iterator[list[Player]]:
    """Those who play a task, until the end of the block."""
    with ExitStack() as stack:
        players = task.players(threads)
        for player in players:
            stack.callback(player.close)
        yield players


def play(
    task: Task,
    players: Sequence[Player],
    gathering: Gathering[Told],
    watch: Watch | None = None,
    seconds: float | None = None,
) -> Told:
    """Let players play a task, for some seconds or until all its games are done.

    Ctrl-C stops it after the games that have been begun; `Interrupted` then holds what is done.
    """
    crowd = Crowd(gathering, task.seed, Amount(task.games, seconds), players)
    return crowd.play(watch or (lambda games: None))


def play_on_cluster(
    task: Task, address: str, gathering: Gathering[Told], watch: Watch | None = None
) -> Told:
    """Play a task on a Ray cluster, shard by shard; the same games as on this machine.

    Ctrl-C stops it at once; `Interrupted` then holds the first games, as far as all are done.
    """
    begun, parts, stopped = time.perf_counter(), shards(task), False
    with Cluster(address) as cluster:
        cores, on_gpu = cluster.cores(), task.device == GPU
        with closing(cluster.share_out(play_shard, task, parts, gpu=on_gpu)) as played:
            try:
                for part in played:
                    gathering.add(part)
                    (watch or (lambda games: None))(gathering.games)
            except KeyboardInterrupt:
                stopped = True
    return outcome(gathering, time.perf_counter() - begun, cores, stopped=stopped)


def check_threads(
    threads: int | None, device: str, cluster: str | None, word: str = "threads"
) -> None:
    """Threads are counted only where the cores of this machine play."""
    if threads is not None and cluster is not None:
        raise SettingError(f"all cores of a cluster play: leave {word} out")
    if threads is not None and device == GPU:
        raise SettingError(f"a GPU plays with all that it has: leave {word} out")


# --- which field -------------------------------------------------------------------------------


def field_settings(game: Game, name: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with those that choose a field; the game itself refuses what there is not."""
    naming = game.field_setting
    if settings.get(naming, name) != name:
        raise SettingError(f"{naming} is given twice: {settings[naming]} and {name}")
    for preset in game.presets():
        fits = all(settings.get(key, value) == value for key, value in preset.settings.items())
        if preset.name == name and fits:
            return {**preset.settings, **settings}
    return {**settings, naming: name}


def _checked_record(game: Game, field: Any, seats: int | None, settings: Mapping[str, Any]) -> Rows:
    """A field that was laid out before; it has its seats and settings."""
    rows = np.atleast_1d(np.asarray(field))
    if rows.dtype != game.field.dtype or rows.shape != (1,):
        raise SettingError(
            f"a field is the name of a ready one, or one record made by"
            f" game({game.name!r}).lay_out, not {rows.dtype.name} in the shape {rows.shape}"
        )
    if settings:
        raise SettingError(f"a field that is laid out has its settings: leave {min(settings)} out")
    if seats not in (None, int(rows["seats"][0])):
        raise SettingError(f"this field is laid out for {rows['seats'][0]} seats, not {seats}")
    return rows


def make_fields(game: Game, seats: int | None, field: Any, settings: Mapping[str, Any]) -> Rows:
    """The field to play on: by its name, as a record, or as the settings say."""
    if field is not None and not isinstance(field, str | Mapping):
        return _checked_record(game, field, seats, settings)
    chosen = settings if field is None else field_settings(game, field, settings)
    return game.lay_out(game.seats[0] if seats is None else seats, chosen)


def simulate(
    game: str,
    games: int = 1000,
    seats: int | None = None,
    seed: int = 0,
    policy: Policy = CHANCE,
    device: str = CPU,
    threads: int | None = None,
    field: Any = None,
    watch: Watch | None = None,
    *,
    count_events: bool = True,
    keep_states: bool = False,
    cluster: str | None = None,
    **settings: Any,
) -> Results:
    """Play many games to the end: `simulate("roborally", 100_000, seats=4, field="checkmate")`.

    Seats are the fewest of the game unless given. The policy is the name of a bot ("random",
    "solid", "greedy" ...), a list of names that take the seats in turn, or a function that takes a
    `Batch` and returns an action for each of its rows. All cores play unless `threads` says
    otherwise, or a GPU with `device="gpu"`, or all nodes of a Ray cluster (`cluster="HOST:PORT"`,
    "auto" or "local"); the result is the same. The field is a ready one by its
    name, or a record made by `algorally.game(name).lay_out`. `watch` is told how many games are
    done. Without `count_events` it is quicker.
    """
    found = find_game(game)
    fields = make_fields(found, seats, field, settings)
    task = Task(found, fields, games, seed, policy, device, count_events, keep_states)
    check_threads(threads, device, cluster)
    if cluster is None:
        return carry_out(task, threads, watch)
    return play_on_cluster(task, cluster, Arrays(seed), watch)
