"""The server in this very process, so that it can play a game that only the tests know."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import httpx
import uvicorn

from algorally.server.app import make_app
from algorally.server.config import NO_LIMITS, Config
from tests.server.ports import HOST, free_port

LIMIT = 60.0  # seconds to start or to stop


class Inside:
    """A server on a loopback port of its own, run by a thread."""

    def __init__(self, data: Path, not_ready: Sequence[str] = ()) -> None:
        self._missing = list(not_ready)  # games that need not be ready when it is used
        self.port = free_port()
        config = Config(
            host=HOST,
            port=self.port,
            data=data,
            requests_a_minute=0,
            limits=NO_LIMITS,
            keep_open=0,  # tables of tests are often as old as clocks can tell
            keep_running=0,
            keep_finished=0,
        )
        app = make_app(config)
        self._server = uvicorn.Server(
            uvicorn.Config(app, host=HOST, port=self.port, log_config=None, access_log=False)
        )
        self._thread = threading.Thread(target=self._server.run)

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        end = time.monotonic() + LIMIT
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < end, "the server takes too long to start"
            time.sleep(0.01)
        while httpx.get(f"{self.url}/health").json()["preparing"] != self._missing:
            assert time.monotonic() < end, "the games take too long to be ready"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(LIMIT)
        assert not self._thread.is_alive(), "the server does not stop"
