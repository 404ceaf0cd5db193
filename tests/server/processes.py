"""The server as its own process, which can be killed."""

import contextlib
import http.client
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from algorally.server.operator_token import VARIABLE
from tests.server.ports import HOST, free_port, is_free

SERVE = ("-m", "algorally", "serve")
# A job in the background ignores Ctrl-C, and so would the server: heed it, then become the server.
HEEDING = (
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
OPERATOR = "the-operator-of-the-tests"  # a token
START_LIMIT = 600.0  # a first start compiles the rules, perhaps beside other work
STOP_LIMIT = 60.0
LOG_ROOM = 200_000  # bytes
READY: list[str] = []  # no game is being prepared any more


class ServerFailed(AssertionError):
    """The server did not start or did not stop; the message ends with its log's tail."""


class Server:
    """`algorally serve` on a loopback port of its own, over one data folder.

    It keeps its folder, its port and its log over `kill` and `restart`. What it logs goes to a
    file beside the data folder. `program` is what Python runs; the instruments' own tests use
    another.
    """

    def __init__(
        self,
        data: Path,
        *arguments: str,
        database: str | None = None,
        port: int | None = None,
        environment: Mapping[str, str] | None = None,
        limit: float = START_LIMIT,
        program: Sequence[str] = SERVE,
    ) -> None:
        self.data = data.absolute()
        self.port = free_port() if port is None else port
        self.process: subprocess.Popen[bytes] | None = None
        self._log = self.data.parent / f"{self.data.name}-{self.port}.log"
        self._limit = limit
        self._environment = dict(environment or {})
        self._command = [
            *(sys.executable, *program, "--host", HOST, "--port", str(self.port)),
            *("--data", str(self.data)),
            *([] if database is None else ["--database", database]),
            *arguments,
        ]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the process and wait until it says that it is well."""
        if self.alive:
            raise self._failed("runs already")
        if not is_free(self.port):  # else another's answer would be taken for its own
            raise self._failed(f"cannot start: something listens on port {self.port}")
        self.process = self._popen()
        try:
            self._wait_until_well(self.process)
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """Kill the process, which has no say in it, and wait until it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self, limit: float = STOP_LIMIT) -> int:
        """Ask the process to end and wait until it does; its exit status."""
        if self.process is None:
            raise self._failed("was never started")
        self.process.terminate()
        try:
            return self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill()
            raise self._failed(f"did not stop in {limit:.0f} s and was killed") from None

    def restart(self) -> None:
        """Start a new process over the same folder, on the same port; one that runs is stopped."""
        if self.alive:
            self.stop()
        self.start()

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[None]:
        """Its files cannot grow any more, but for the log, which has room for what is told of it.

        What the database may still write is used up when the server says so.
        """
        assert self.process
        pid, limit = self.process.pid, resource.RLIMIT_FSIZE
        before = resource.prlimit(pid, limit)
        resource.prlimit(pid, limit, (self._log.stat().st_size + LOG_ROOM, before[1]))
        try:
            self.wait_for_health(503)
            yield
        finally:
            resource.prlimit(pid, limit, before)

    def wait_for_health(self, status: int) -> None:
        """Ask whether it is well until the answer has a status."""
        end = time.monotonic() + self._limit
        while (answer := self._health()) != (READY if status == 200 else status):
            if time.monotonic() > end:
                raise self._failed(f"always answers {answer} to GET /health")
            time.sleep(0.01)

    def log(self) -> str:
        """All lines that it wrote, in all its processes so far."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def close(self) -> None:
        """End the process in whichever way it can be ended."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def _popen(self) -> "subprocess.Popen[bytes]":
        ours = {"PYTHONUNBUFFERED": "1", VARIABLE: OPERATOR}
        environment = {**os.environ, **ours, **self._environment}
        if cache := environment.get("ALGORALLY_CACHE"):
            # The compiled rules are shared, also where the folder was told from here.
            environment["ALGORALLY_CACHE"] = str(Path(cache).absolute())
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-S", "-c", HEEDING, *self._command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._log.parent,
                env=environment,
            )

    def _wait_until_well(self, process: "subprocess.Popen[bytes]") -> None:
        end = time.monotonic() + self._limit
        while (answer := self._health()) != READY:
            if process.poll() is not None:
                raise self._failed(f"ended with {process.returncode} before it was well")
            if time.monotonic() > end:
                raise self._failed(f"was not well in {self._limit:.0f} s (GET /health: {answer})")
            time.sleep(0.2)  # less often than a server lets one ask

    def _health(self) -> Any:
        """The games that are not ready yet, or what came instead of an answer."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=5)
        try:
            connection.request("GET", "/health")
            answer = connection.getresponse()
            return json.loads(answer.read())["preparing"] if answer.status == 200 else answer.status
        except (OSError, http.client.HTTPException) as error:
            return repr(error)
        finally:
            connection.close()

    def _failed(self, what: str) -> ServerFailed:
        tail = "\n".join(self.log().splitlines()[-40:])
        return ServerFailed(f"the server {what}; its log ends with:\n{tail}")
