"""Work on a Ray cluster: its parts are done on any node, and those of a lost node once more."""

import importlib
import importlib.util
import logging
import os
import socket
from collections.abc import Callable, Generator, Iterable
from importlib.metadata import version
from itertools import islice
from typing import Any, Self, TypeVar

from algorally.core.errors import AlgorallyError, ClusterError

LOCAL, AUTO = "local", "auto"  # a cluster of this machine alone; the one that runs here
TIMES = 20  # that a part may be lost with its node before somebody has to look
WAITING = 4  # parts for each core that the cluster knows of before their turn
PATIENCE = 5.0  # seconds until an address answers
VERSION = version("algorally")

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Result = TypeVar("Result")


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
    if not (host and colon and port.isdigit()) or "/" in host:
        raise ClusterError(
            f"the address of a cluster is HOST:PORT, {AUTO} or {LOCAL}, not {address!r}"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(
            f"no Ray cluster answers at {address} ({error}); ray start --head --port={port} begins"
            f" one there, and the address {LOCAL} is one of this machine alone"
        ) from error


def call(asked: str, function: Callable[[Any, Any], Result], shared: Any, part: Any) -> Result:
    """Do a part of the work, on a node."""
    if asked != VERSION:
        raise ClusterError(
            f"a node has algorally {VERSION} and whoever asked it {asked}; install the same on all"
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
            try:
                self.ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR, **own)
            except (ConnectionError, RuntimeError, ValueError) as error:
                said = str(error).strip().splitlines()[0]
                raise ClusterError(f"there is no cluster at {self.address}: {said}") from error
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
        given, waiting = self.ray.put(shared), iter(parts)
        running: list[Any] = []
        try:
            while True:
                room = max(0, WAITING * self.cores() - len(running))
                running += [
                    remote.remote(VERSION, function, given, part) for part in islice(waiting, room)
                ]
                if not running:
                    return
                done, running = self.ray.wait(running)
                for one in done:
                    yield self._result(one)
        finally:
            for one in running:
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
                f"a part of the work was lost {TIMES} times: {str(error).splitlines()[0]}"
            ) from error
