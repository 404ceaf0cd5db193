"""What tests of the client stand on."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from algorally.client import Seat, Server
from tests.client.fake_server import FakeServer
from tests.client.fake_table import FakeTable
from tests.server.processes import Server as ServerProcess

LIMIT = 300  # seconds; a first test may have to compile the rules


def too_long(*_: object) -> None:
    """Who waits for a frame that never comes waits for ever, and so would the tests."""
    pytest.fail(f"nothing came of it in {LIMIT} seconds")


@pytest.fixture(autouse=True)
def limited() -> Iterator[None]:
    """Ends a test that hangs."""
    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LIMIT)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def table() -> FakeTable:
    """A table whose faults a test can choose."""
    return FakeTable()


@pytest.fixture
def fake(table: FakeTable) -> Iterator[FakeServer]:
    """A server that has only that table."""
    with FakeServer(table.talk) as running:
        yield running


@pytest.fixture
def seat(fake: FakeServer) -> Iterator[Seat]:
    """A seat at that table."""
    with Server(fake.url, "guest") as server, Seat(server, "fake", patience=10) as taken:
        yield taken


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A real server, for all tests that do not kill it."""
    with ServerProcess(Path(tmp_path_factory.mktemp("served")) / "data", "--no-limits") as running:
        yield running


@pytest.fixture
def server(process: ServerProcess) -> Iterator[Server]:
    """A guest of the real server, another one in each test."""
    with Server(process.url) as guest:
        yield guest
