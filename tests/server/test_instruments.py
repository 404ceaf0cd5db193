"""The instruments do what the other tests rely on."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy
from sqlalchemy.pool import NullPool

from tests.server import conftest
from tests.server.ports import HOST, free_port
from tests.server.postgres import Postgres
from tests.server.processes import Server, ServerFailed

# A server that answers /health, and keeps a line for each of its starts in its data folder.
STAND_IN = """
import http.server, os, pathlib, signal, sys

options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
starts = pathlib.Path(options["--data"]) / "starts"
starts.parent.mkdir(exist_ok=True)
starts.write_text((starts.read_text() if starts.exists() else "") + "started\\n")
if "--deaf" in options:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
else:
    signal.signal(signal.SIGTERM, lambda *_: os._exit(3))  # wherever it is


class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(int(options.get("--status", 200)))
        self.end_headers()
        self.wfile.write(b'{"preparing": []}')


print("hello from", options["--port"])
http.server.ThreadingHTTPServer((options["--host"], int(options["--port"])), Health).serve_forever()
"""


def ask(url: str, statement: str) -> list[tuple[object, ...]]:
    """What a database answers over a connection made for this."""
    engine = sqlalchemy.create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        result = connection.execute(sqlalchemy.text(statement))
        return [tuple(row) for row in result] if result.returns_rows else []


@pytest.fixture
def own_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """A second PostgreSQL, which may be stopped without harm to other tests."""
    with Postgres() as running:
        yield running


def stand_in(folder: Path, *arguments: str, limit: float = 60) -> Server:
    return Server(folder / "data", *arguments, limit=limit, program=("-c", STAND_IN))


def test_postgres_starts_and_does_not_trade_safety_for_speed(postgres: Postgres) -> None:
    assert ask(postgres.url, "SELECT 1") == [(1,)]
    for name, value in {
        "fsync": "on",
        "synchronous_commit": "on",
        "max_connections": "100",
    }.items():
        assert ask(postgres.url, f"SHOW {name}") == [(value,)]


def test_postgres_listens_on_the_loopback_address_alone(postgres: Postgres) -> None:
    assert ask(postgres.url, "SHOW listen_addresses") == [(HOST,)]
    assert ask(postgres.url, "SHOW unix_socket_directories") == [("",)]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", postgres.port), timeout=5).close()


def test_databases_are_separate(postgres: Postgres) -> None:
    one, other = postgres.create_database(), postgres.create_database()
    ask(one, "CREATE TABLE races (name text)")
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    assert ask(one, tables) == [("races",)]
    assert ask(other, tables) == []


@pytest.mark.parametrize("crash", [False, True])
def test_postgres_keeps_its_data(own_postgres: Postgres, *, crash: bool) -> None:
    url = own_postgres.create_database()
    ask(url, "CREATE TABLE races (name text)")
    ask(url, "INSERT INTO races VALUES ('first')")
    if crash:
        own_postgres.kill()
        assert not own_postgres.alive
        with pytest.raises(sqlalchemy.exc.OperationalError):
            ask(url, "SELECT 1")
        own_postgres.start()
    else:
        own_postgres.restart()
    assert ask(url, "SELECT name FROM races") == [("first",)]
    assert ("was not properly shut down" in own_postgres.log()) is crash


def test_a_restart_sends_clients_away(own_postgres: Postgres) -> None:
    engine = sqlalchemy.create_engine(own_postgres.url, poolclass=NullPool)
    again = sqlalchemy.text("SELECT 1")
    with engine.connect() as connection:
        connection.execute(again)
        own_postgres.restart()
        with pytest.raises(sqlalchemy.exc.OperationalError):
            connection.execute(again)


def test_a_closed_postgres_leaves_nothing_behind(own_postgres: Postgres) -> None:
    own_postgres.close()
    assert not own_postgres.alive
    assert not own_postgres.folder.exists()


def fixture_without_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "binaries", lambda: None)
    # The fixture's own function, which pytest does not let one call by its name.
    next(conftest.postgres.__wrapped__())  # type: ignore[attr-defined]


def test_without_postgres_tests_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not installed"):
        fixture_without_postgres(monkeypatch)


def test_without_postgres_ci_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="not installed"):
        fixture_without_postgres(monkeypatch)


def test_a_server_that_dies_at_its_start_is_told_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--no-such-option")
    began = time.monotonic()
    with pytest.raises(ServerFailed, match=r"(?s)ended with 2 .*No such (option|command)"):
        server.start()
    assert time.monotonic() - began < 60
    assert not server.alive


def test_a_server_that_never_is_well_is_told_and_killed(tmp_path: Path) -> None:
    server = stand_in(tmp_path, "--status", "503", limit=6)
    with pytest.raises(ServerFailed, match=r"(?s)GET /health: 503.*ends with.*/health HTTP"):
        server.start()
    assert "hello from" in server.log()
    assert not server.alive


def test_another_server_on_the_port_is_not_mistaken_for_it(tmp_path: Path) -> None:
    with stand_in(tmp_path) as first:
        second = Server(tmp_path / "other", port=first.port)
        with pytest.raises(ServerFailed, match="something listens"):
            second.start()


def test_a_killed_server_comes_back_on_its_port(tmp_path: Path) -> None:
    with stand_in(tmp_path) as server:
        assert server.process
        first = server.process.pid
        # A connection is open when it dies, which keeps the port in the kernel's memory.
        with socket.create_connection((HOST, server.port), timeout=5):
            server.kill()
            assert server.process.returncode == -signal.SIGKILL
            server.restart()
        assert server.alive
        assert server.process.pid != first
        assert server.log().count(f"hello from {server.port}") == 2
        assert (server.data / "starts").read_text() == "started\n" * 2
    assert not server.alive


def test_a_stopped_server_tells_its_status(tmp_path: Path) -> None:
    with stand_in(tmp_path) as server:
        assert server.stop() == 3
        server.restart()
        server.restart()
        assert server.alive


def test_a_server_that_does_not_stop_is_told_and_killed(tmp_path: Path) -> None:
    with stand_in(tmp_path, "--deaf", "yes") as server:
        with pytest.raises(ServerFailed, match="did not stop in 1 s"):
            server.stop(limit=1)
        assert not server.alive


def test_a_server_heeds_the_keyboard_also_in_the_background(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stand_in(tmp_path) as server:
            assert server.process
            os.kill(server.process.pid, signal.SIGINT)
            server.process.wait(60)
            assert "KeyboardInterrupt" in server.log()
    finally:
        signal.signal(signal.SIGINT, before)


def test_ports_are_given_once() -> None:
    assert len({free_port() for _ in range(50)}) == 50
