"""What tests of the server stand on."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from algorally.server.storage.database import database_url
from tests.server.guests import Guest
from tests.server.postgres import Postgres, binaries
from tests.server.processes import Server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for the whole run; each test makes its own database in it."""
    if binaries() is None:
        reason = "PostgreSQL is not installed (Debian: make postgres)"
        if os.environ.get("CI"):
            pytest.fail(f"{reason}, and CI must not pass without it", pytrace=False)
        pytest.skip(reason)
    with Postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> sa.URL:
    """An empty database of each kind; SQLite's is that of a server with this folder."""
    if request.param == "sqlite":
        return database_url("", tmp_path)
    running: Postgres = request.getfixturevalue("postgres")
    return database_url(running.create_database(), tmp_path)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that neither kill it nor ask about its options."""
    with Server(
        tmp_path_factory.mktemp("served") / "data", "--requests", "0", "--no-limits"
    ) as running:
        yield running


@pytest.fixture
def arrive(served: Server) -> Iterator[Callable[[], Guest]]:
    """Lets guests come, who leave after the test."""
    guests: list[Guest] = []

    def come() -> Guest:
        guests.append(Guest(served.url))
        return guests[-1]

    yield come
    for guest in guests:
        guest.close()


@pytest.fixture
def ann(arrive: Callable[[], Guest]) -> Guest:
    """The one who makes tables."""
    return arrive()


@pytest.fixture
def bob(arrive: Callable[[], Guest]) -> Guest:
    """The one who joins."""
    return arrive()


@pytest.fixture
def cleo(arrive: Callable[[], Guest]) -> Guest:
    """The one who looks on."""
    return arrive()
