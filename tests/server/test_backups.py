"""A copy of the database that was made while people played: the game goes on from it elsewhere."""

import contextlib
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from algorally.server.storage.folder import FILE
from tests.server.guests import Guest, Line, finish
from tests.server.postgres import Postgres
from tests.server.processes import Server

WAYS = ["sqlite backup", "sqlite vacuum", "pg_dump"]
SHORT = {"turn_cap": 3}

Copy = Callable[[], Server]


def backup(of: Path, to: Path) -> None:
    """What `.backup` does."""
    with (
        contextlib.closing(sqlite3.connect(of)) as whole,
        contextlib.closing(sqlite3.connect(to)) as copy,
    ):
        whole.backup(copy)


def vacuum(of: Path, to: Path) -> None:
    with contextlib.closing(sqlite3.connect(of)) as whole:
        whole.execute("VACUUM INTO ?", [str(to)])


def dump_and_restore(postgres: Postgres, of: str, file: Path) -> str:
    """The address of a database that was made from a dump."""
    to = postgres.create_database()
    plain = [url.replace("postgresql+psycopg", "postgresql") for url in (of, to)]
    for command in (
        ["pg_dump", "--format=custom", f"--file={file}", f"--dbname={plain[0]}"],
        ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={plain[1]}", str(file)],
    ):
        subprocess.run([postgres.program(command[0]), *command[1:]], check=True)
    return to


@pytest.fixture(params=WAYS)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Server, Copy]:
    """A server, and a way to another one that begins with a copy of its database."""
    elsewhere = tmp_path / "restored"
    if request.param == "pg_dump":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.create_database()
        return (
            Server(tmp_path / "data", database=url),
            lambda: Server(elsewhere, database=dump_and_restore(postgres, url, tmp_path / "dump")),
        )

    def copy() -> Server:
        elsewhere.mkdir()
        work = backup if request.param == "sqlite backup" else vacuum
        work(tmp_path / "data" / FILE, elsewhere / FILE)
        return Server(elsewhere)

    return Server(tmp_path / "data"), copy


def until_asked(line: Line) -> None:
    while not line.is_thinking:
        line.hear()


def test_a_game_goes_on_from_a_copy(pair: tuple[Server, Copy]) -> None:
    server, copy = pair
    with server, Guest(server.url) as ann:
        table = ann.make(name="Ann", bots="random", start=True, settings=SHORT)
        line = ann.join(table)
        until_asked(line)
        assert line.choose(line.now["legal"][:1])["kind"] == "ack"
        until_asked(line)
        restored, known, cookies = copy(), line.v, dict(ann.http.cookies)
        line.choose(line.now["legal"][:1])  # which the copy does not know
        with restored, Guest(restored.url) as again:
            again.http.cookies.update(cookies)
            there = again.join(table)
            assert there.viewer == line.viewer
            assert there.welcome["v"] >= known
            until_asked(there)
            finish(there)
            assert again.get(f"tables/{table}")["table"]["stage"] == "over"
        assert ann.get(f"tables/{table}")["table"]["stage"] == "running"
