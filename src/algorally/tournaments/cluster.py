"""Games of a tournament on a Ray cluster, each node of which plays whole games."""

import atexit
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import cache
from itertools import islice

import msgspec

from algorally.batch.cluster import Cluster
from algorally.tournaments.playing import Outcome
from algorally.tournaments.processes import Worker
from algorally.tournaments.schedule import Fixture, Setup

SHARD = 4  # games that a core plays before it tells what came of them


def play_all_on_cluster(
    setup: Setup, games: Iterable[Fixture], cluster: Cluster
) -> Generator[Outcome]:
    """Play games, and hand over what came of each as soon as its shard is done.

    Close the generator to stop: games that have not been finished are given up.
    """
    with closing(cluster.share_out(play_shard, setup, shards(games))) as played:
        for outcomes in played:
            yield from outcomes


def shards(games: Iterable[Fixture]) -> Iterator[list[Fixture]]:
    """The games, some at a time; what comes of each is its own, so any number does."""
    rest = iter(games)
    return iter(lambda: list(islice(rest, SHARD)), [])


def play_shard(setup: Setup, games: list[Fixture]) -> list[Outcome]:
    """Play some games on a node.

    A process of their own plays them, as without a cluster: a bot that ends it loses its game, and
    Ray, which would try it again on another node, need not know.
    """
    worker = worker_of(msgspec.json.encode(setup))
    waiting, found = iter(games), list[Outcome]()
    while worker.take(waiting):
        found.append(worker.answer())
    return found


@cache
def worker_of(told: bytes) -> Worker:
    """The process that plays a tournament's games on a core; it stays until Ray lets go."""
    worker = Worker(msgspec.json.decode(told, type=Setup))
    atexit.register(worker.stop)
    return worker
