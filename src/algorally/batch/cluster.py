"""Work on a Ray cluster: its parts are done on any node, and those of a lost node once more."""

import contextlib
import hashlib
import importlib
import importlib.util
import logging
import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

from algorally.core.cache import HOUSE, sources
from algorally.core.errors import AlgorallyError, ClusterError
from algorally.core.game import games
from algorally.core.version import VERSION

LOCAL, AUTO = "local", "auto"  # a cluster of this machine alone; the one that runs here
TIMES = 20  # that a part may be lost with its node before somebody has to look
WAITING = 4  # parts for each core that the cluster knows of before their turn
PATIENCE = 5.0  # seconds until an address answers

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Result = TypeVar("Result")


@cache
def version() -> str:
    """What has to be the same on all nodes: the version, and the sources of all rules."""
    homes = [HOUSE, *(f"{HOUSE}.games.{name}" for name in games())]
    told = hashlib.sha256()
    for path in sorted(set[Path]().union(*map(sources, homes))):
        told.update(path.read_bytes())
    return f"{VERSION} (rules {told.hexdigest()[:8]})"


def first_line(error: Exception) -> str:
    """What an error says first; or its kind, if it says nothing."""
    lines = (line.strip() for line in str(error).splitlines())
    return next(filter(None, lines), type(error).__name__)


@contextlib.contextmanager
def _sentences(trouble: str) -> Iterator[None]:
    """Whatever Ray raises becomes one sentence; it has no list of what that may be."""
    try:
        yield
    except AlgorallyError:
        raise
    except Exception as error:
        raise ClusterError(f"{trouble}: {first_line(error)}") from error


def load_ray() -> Any:
    """Ray, if it is installed."""
    if importlib.util.find_spec("ray") is None:
        raise ClusterError("a cluster needs Ray: pip install 'algorally[cluster]'")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that games are played
    return importlib.import_module("ray")


def check_address(address: str) -> None:
    """Refuse an address where nobody answers, for which Ray would wait for minutes."""
    if address in (LOCAL, AUTO):
        return
    host, colon, port = address.rpartition(":")
    is_number = port.isascii() and port.isdecimal()
    if not (host and colon and is_number) or "/" in host:
        raise ClusterError(
            f"the address of a cluster is HOST:PORT, {AUTO} or {LOCAL}, not {address!r}"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise ClusterError(
            f"no Ray cluster answers at {address} ({error}); ray start --head --port={port} begins"
            f" one there, and the address {LOCAL} is one of this machine alone"
        ) from error


def call(asked: str, function: Callable[[Any, Any], Result], shared: Any, part: Any) -> Result:
    """Do a part of the work, on a node."""
    if asked != version():
        raise ClusterError(
            f"a node has algorally {version()} and whoever asked it {asked};"
            " install the same on all"
        )
    return function(shared, part)


class Cluster:
    """A connection with a cluster, for a `with` block; a program that has one already keeps it."""

    def __init__(self, address: str) -> None:
        self.address, self.ray = address, load_ray()
        self.is_guest = self.ray.is_initialized()

    def __enter__(self) -> Self:
        if not self.is_guest:
            check_address(self.address)
            own = {"include_dashboard": False} if self.address == LOCAL else {}
            with _sentences(f"there is no cluster at {self.address}"):
                self.ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR, **own)
        return self

    def __exit__(self, *_: object) -> None:
        if not self.is_guest:
            self.ray.shutdown()

    def cores(self) -> int:
        """How many cores all nodes have together."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 0)))

    def share_out(
        self,
        function: Callable[[Shared, Part], Result],
        shared: Shared,
        parts: Iterable[Part],
        *,
        gpu: bool = False,
    ) -> Generator[Result]:
        """Call a function with what all parts share and each of them; what it says, as it comes.

        Close the generator to stop: what has not been finished is given up.
        """
        if gpu and not self.ray.cluster_resources().get("GPU"):
            raise ClusterError("no node of the cluster has a GPU; the device cpu is always there")
        remote = self.ray.remote(call).options(max_retries=TIMES, num_gpus=int(gpu))
        waiting, running = iter(parts), list[Any]()
        try:
            with _sentences("the cluster cannot go on"):
                given = self.ray.put(shared)
                while True:
                    room = max(0, WAITING * self.cores() - len(running))
                    following = islice(waiting, room)
                    running += [
                        remote.remote(version(), function, given, part) for part in following
                    ]
                    if not running:
                        return
                    done, running = self.ray.wait(running)
                    for one in done:
                        yield self._result(one)
        finally:
            for one in running:
                with contextlib.suppress(Exception):  # where the cluster is lost
                    self.ray.cancel(one, force=True)

    def _result(self, one: Any) -> Any:
        """What came of a part; what went wrong in it is told as if it had happened here."""
        try:
            return self.ray.get(one)
        except self.ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, AlgorallyError):
                raise error.cause from None
            raise ClusterError(f"a node cannot do its work: {error.cause!r}") from error
        except self.ray.exceptions.RayError as error:
            raise ClusterError(
                f"a part of the work was lost {TIMES} times: {first_line(error)}"
            ) from error
