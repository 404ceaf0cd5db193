"""What a Ray cluster costs: the same games on threads, and on two nodes of this machine.

Each node has half the cores. Use: python benchmarks/cluster.py
"""

import logging
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster as StartedCluster
from rich.console import Console
from rich.table import Table

import algorally
from algorally.batch.crowd import usable_cores

GAMES = {"algoracing": 200_000, "speedalgo": 50_000, "roborally": 100_000}
TIMES = 2  # after the first, when all that is compiled is loaded


@contextmanager
def two_nodes(cores: int) -> Iterator[str]:
    """The address of a cluster, which leaves nothing behind."""
    node = {"num_cpus": max(1, cores // 2)}
    with tempfile.TemporaryDirectory(prefix="nodes") as folder:  # short, for the paths of sockets
        (Path(folder) / "ray").mkdir()
        os.environ["RAY_TMPDIR"] = folder
        head = {**node, "include_dashboard": False}
        cluster: Any = StartedCluster(initialize_head=True, head_node_args=head)
        try:
            cluster.add_node(**node)
            yield str(cluster.address)
        finally:
            cluster.shutdown()


def seconds(name: str, **where: Any) -> float:
    """How long so many random games take, from asking to the answer."""
    begun = time.perf_counter()
    algorally.simulate(name, GAMES[name], count_events=False, **where)
    return time.perf_counter() - begun


def main() -> None:
    """Print the table."""
    cores, console = usable_cores(), Console(width=100)
    table = Table("what", "threads", "first time", "cluster", "costs", title=f"{cores} cores")
    with two_nodes(cores) as address:
        for name, games in GAMES.items():
            seconds(name, threads=cores)
            begun = time.perf_counter()
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
            seconds(name, cluster=address)
            first = time.perf_counter() - begun
            pairs = [
                (seconds(name, threads=cores), seconds(name, cluster=address)) for _ in range(TIMES)
            ]
            ray.shutdown()
            here, there = (min(times) for times in zip(*pairs, strict=True))
            times = (f"{taken:.2f} s" for taken in (here, first, there))
            table.add_row(f"{games:,} games, {name}", *times, f"{there / here - 1:+.0%}")
    console.print(table)


if __name__ == "__main__":
    main()
