"""Tables at which nobody is: nothing moves, no clock runs, and they are not in memory."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from algorally.match.entries import Stored, Woke
from algorally.server import keeper
from algorally.server.live.clock import clock
from algorally.server.live.table import LiveTable
from algorally.server.storage.database import database_url
from algorally.server.storage.store import Store
from tests.match.tables import CREATED, begun, make_header
from tests.server.guests import Guest
from tests.server.inside import Inside
from tests.server.parties import eventually
from tests.server.processes import Server

SHORT = 0.1  # seconds, of what else takes some
A_DAY = 86_400_000  # milliseconds


def alive(guest: Guest) -> int:
    """How many tables are in the server's memory."""
    return int(guest.http.get("/health").json()["tables"])


@pytest.fixture
def sleepy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """A server whose tables fall asleep at once."""
    for name in ("IDLE", "HEARTBEAT", "UNSTABLE"):
        monkeypatch.setattr(keeper, name, SHORT)
    with Inside(tmp_path) as running:
        yield running


def test_bots_do_not_play_where_nobody_is(sleepy: Inside) -> None:
    with Guest(sleepy.url) as ann:
        table = ann.make(seats=4, bots="random", start=True, settings={"turn_cap": 1000})
        begun = ann.get(f"tables/{table}")["table"]
        assert begun["stage"] == "running"
        eventually(lambda: alive(ann) == 0)
        assert ann.get(f"tables/{table}")["table"]["version"] == begun["version"]


def test_bots_do_not_play_on_where_nobody_is_any_more(sleepy: Inside) -> None:
    with Guest(sleepy.url) as ann:
        table = ann.make(seats=4, bots="random", start=True, settings={"turn_cap": 1000})
        line = ann.join(table)
        line.hear("step")
        line.close()
        eventually(lambda: alive(ann) == 0)
        left = ann.get(f"tables/{table}")["table"]
        assert left["stage"] == "running"
        time.sleep(5 * SHORT)
        assert ann.get(f"tables/{table}")["table"]["version"] == left["version"]


def test_who_comes_wakes_the_bots(sleepy: Inside) -> None:
    with Guest(sleepy.url) as ann:
        table = ann.make(seats=4, bots="random", start=True, settings={"turn_cap": 1000})
        eventually(lambda: alive(ann) == 0)
        line = ann.join(table)
        assert line.hear("step")["cause"] == "bot"
        line.close()
        eventually(lambda: alive(ann) == 0)


def test_a_table_that_everybody_left_leaves_the_memory_and_waits(sleepy: Inside) -> None:
    with Guest(sleepy.url) as ann, Guest(sleepy.url) as bob:
        table = ann.make(name="Ann")
        bob.post(f"tables/{table}/seats", name="Bob")
        ann.post(f"tables/{table}/start")
        for line in (ann.join(table), bob.join(table)):
            line.close()
        eventually(lambda: alive(ann) == 0)
        assert ann.join(table).welcome["table"]["stage"] == "running"
        assert alive(ann) == 1


def test_after_a_restart_nothing_is_loaded_until_somebody_comes(tmp_path: Path) -> None:
    with Server(tmp_path, "--requests", "0") as server, Guest(server.url) as ann:
        table = ann.make(name="Ann", bots="random", start=True)
        for _ in range(3):
            ann.make(seats=4, bots="random", start=True, settings={"turn_cap": 1000})
        server.kill()
        server.start()
        assert alive(ann) == 0
        line = ann.join(table)
        line.settle()
        assert alive(ann) == 1


# --- clocks --------------------------------------------------------------------------------------


def test_who_wakes_a_table_has_the_time_that_was_left(tmp_path: Path) -> None:
    """The server was down for a day, as far as the table can know."""
    with Server(tmp_path, "--requests", "0") as server, Guest(server.url) as ann:
        table = ann.make(name="Ann", bots="random", start=True, clock=120)
        line = ann.join(table)
        while not line.is_thinking:
            line.hear()
        server.kill()
        _set_back(tmp_path, table, A_DAY)
        server.start()
        line = ann.join(table)
        while line.hear("table")["what"] != "woke":
            pass
        left = line.now["deadlines"]["0"] - line.welcome["at"]
        assert 60_000 < left <= 150_000


def _set_back(data: Path, table: str, milliseconds: int) -> None:
    """Let all that happened at a table have happened earlier."""
    store = Store(database_url("", data), process="test")
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE entries SET at = at - ? WHERE table_id = ?", (milliseconds, table)
        )
    store.close()


def test_a_system_clock_that_jumps_gives_nobody_time(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock()
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + A_DAY * 1_000_000)
    assert clock() - before < A_DAY / 2


def alive_table(created: int) -> LiveTable:
    """A table in memory at which a game has begun, long ago or in time to come."""
    table = begun(make_header())
    moved = [Stored(one.number, one.at - CREATED + created, one.entry) for one in table.entries]
    match = type(table.match)(table.match.header, moved)
    unused: Any = None
    return LiveTable(match, unused, unused, unused)


def test_time_at_a_table_goes_on_after_the_clock_was_set_back() -> None:
    """Else the clocks of a game would stand still until the time has come once more."""
    table = alive_table(clock() + A_DAY)
    first = table.now()
    assert first >= table.match.at
    while table.now() == first:
        pass
    table.match.apply(Stored(table.match.number + 1, table.now(), Woke()))
    assert table.now() >= table.match.at
