"""A database that takes nothing any more: all are told, nothing is lost, and it ends by itself."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from algorally.server.storage import trouble
from algorally.server.storage.database import reason
from algorally.server.storage.trouble import Trouble
from tests.server.guests import Guest, Line, finish
from tests.server.postgres import Postgres
from tests.server.processes import Server

BROKEN, MENDED = "saving does not work: ", "saving works again"


@pytest.fixture
def own_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """A second PostgreSQL, which may be stopped without harm to other tests."""
    with Postgres() as running:
        yield running


def told(server: Server) -> list[dict[str, Any]]:
    """What a server's log says about its database."""
    lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    return [line for line in lines if line["logger"] == "algorally.store"]


def can_save(line: Line) -> bool:
    """What a server says to a client that asks whether it is still there."""
    line.say("ping")
    return bool(line.hear("pong")["saving"])


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--requests", "0") as server, Guest(server.url) as ann:
        table = ann.make(name="Ann", bots="random", start=True, settings={"turn_cap": 3})
        line = ann.join(table)
        while not line.is_thinking:
            line.hear()
        assert can_save(line)
        wish = {"id": "same", "on": line.now["step"], "actions": [line.now["legal"][0]]}
        with server.full_disk():
            answer = ann.http.get("/health")
            assert (answer.status_code, answer.json()["code"]) == (503, "not_saving")
            for _ in range(30):
                assert line.answer("choose", **wish)["code"] == "unavailable"
            assert ann.refused("POST", "tables", game="algoracing")[1]["code"] == "unavailable"
            assert not can_save(line)
            assert ann.get(f"tables/{table}")["seats"] == [0]  # what is there can be read
        server.wait_for_health(200)
        assert line.answer("choose", **wish)["kind"] == "ack"
        assert can_save(line)
        finish(line)
        assert ann.get(f"tables/{table}")["table"]["stage"] == "over"

        lines = told(server)
        assert lines[0]["message"].startswith(BROKEN)
        assert "disk" in lines[0]["message"]  # as SQLite says
        assert lines[-1]["message"] == MENDED
        assert lines[-1]["failures"] > 30
        times = [one["time"] for one in lines if one["message"].startswith(BROKEN)]
        assert all(later - one > trouble.PAUSE / 2 for one, later in pairwise(times))
        assert not [line for line in server.log().splitlines() if '"level":"error"' in line]
        assert table not in server.log()


def test_a_database_that_is_away_is_told(own_postgres: Postgres, tmp_path: Path) -> None:
    with (
        Server(tmp_path / "data", database=own_postgres.create_database()) as server,
        Guest(server.url) as ann,
    ):
        own_postgres.stop()
        server.wait_for_health(503)
        assert ann.http.get("/health").json()["code"] == "not_saving"
        own_postgres.start()
        server.wait_for_health(200)
        messages = [line["message"] for line in told(server)]
        assert messages[0].startswith(BROKEN)
        assert MENDED in messages


def test_a_trouble_is_told_from_time_to_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    saving = Trouble("saving")
    saving.over()
    for _ in range(3):
        saving.met("disk full")
    states = [saving.is_there]
    saving.over()
    assert [*states, saving.is_there] == [True, False]
    saving.met("disk full")  # again, and too soon to be told
    saving.over()
    now += trouble.PAUSE
    saving.met("disk full")
    assert caplog.messages == [f"{BROKEN}disk full", MENDED, f"{BROKEN}disk full"]


def test_a_reason_never_repeats_what_was_written() -> None:
    said = sa.exc.OperationalError(
        "INSERT 'secret'", {"name": "secret"}, OSError("disk full\nsecret")
    )
    assert reason(said) == "disk full"
    quoting = sa.exc.DataError("INSERT 'secret'", {}, ValueError("too long: secret"))
    assert reason(quoting) == "ValueError"
    assert reason(sa.exc.TimeoutError("secret")) == "TimeoutError"
