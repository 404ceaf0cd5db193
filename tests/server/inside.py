"""The server in this very process, so that it can play a game that only the tests know."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from algorally.server.app import make_app
from algorally.server.config import NO_LIMITS, Config
from algorally.server.keeper import Keeper
from algorally.server.operator_token import VARIABLE
from algorally.server.serve import server_of
from tests.server.ports import HOST, free_port
from tests.server.processes import OPERATOR

LIMIT = 600.0  # seconds to start, which may compile the rules, or to stop
Answer = TypeVar("Answer")
FREE: dict[str, Any] = {
    "requests_a_minute": 0,
    "limits": NO_LIMITS,
    "keep_open": 0,  # tables of tests are often as old as clocks can tell
    "keep_running": 0,
    "keep_finished": 0,
}


def app_of(config: Config) -> Litestar:
    """The application, whose operator is known to the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, OPERATOR)
        return make_app(config)


def client_of(folder: Path, **wishes: Any) -> TestClient[Any]:
    """A client of a server in this process, without any network."""
    return client_to(Config(data=folder, **{**FREE, **wishes}))


def client_to(config: Config) -> TestClient[Any]:
    """The same of a server that is set up in every detail."""
    return TestClient(app_of(config), base_url=f"http://{HOST}")


def until_ready(client: httpx.Client, missing: Sequence[str] = ()) -> None:
    """Wait until a server has prepared its games, before which nobody can make a table."""
    end = time.monotonic() + LIMIT
    while client.get("/health").json()["preparing"] != list(missing):
        assert time.monotonic() < end, "the games take too long to be ready"
        time.sleep(0.2)  # less often than a server lets one ask


class Inside:
    """A server on a loopback port of its own, run by a thread."""

    def __init__(self, data: Path, not_ready: Sequence[str] | None = (), **wishes: Any) -> None:
        self._missing = not_ready  # games that need not be ready when it is used; None: all
        self.port = free_port()
        config = Config(host=HOST, port=self.port, data=data, **{**FREE, **wishes})
        app = app_of(config)
        app.on_startup.append(self._note_loop)
        self._server = server_of(app, config)
        self._thread = threading.Thread(target=self._server.run)

    @property
    def url(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://{HOST}:{self.port}"

    @property
    def app(self) -> Any:
        """The application, to be asked for its routes."""
        return self._server.config.app

    @property
    def keeper(self) -> Keeper:
        """The keeper of its tables, to be looked at."""
        keeper: Keeper = self.app.dependencies["keeper"].dependency()
        return keeper

    async def _note_loop(self) -> None:
        self._loop = asyncio.get_running_loop()

    def between(self, look: Callable[[], Answer]) -> Answer:
        """Look at the server's own things while it does nothing else."""

        async def looking() -> Answer:
            return look()

        return asyncio.run_coroutine_threadsafe(looking(), self._loop).result(LIMIT)

    def __enter__(self) -> Self:
        self._thread.start()
        end = time.monotonic() + LIMIT
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < end, "the server takes too long to start"
            time.sleep(0.01)
        if self._missing is not None:
            with httpx.Client(base_url=self.url, timeout=LIMIT) as client:
                until_ready(client, self._missing)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(LIMIT)
        assert not self._thread.is_alive(), "the server does not stop"
