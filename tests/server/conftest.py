"""What tests of the server stand on."""

import os
from collections.abc import Iterator

import pytest

from tests.server.postgres import Postgres, binaries


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
