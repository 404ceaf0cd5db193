"""A new signing key: nobody loses a seat, until the earlier keys are forgotten."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from typer.testing import CliRunner, Result

from algorally.cli import app
from algorally.server.config import Config
from algorally.server.people import COOKIE, People
from algorally.server.storage.folder import FILE
from tests.server.inside import client_to, until_ready
from tests.server.postgres import Postgres
from tests.server.test_security import uncounted_bits_flipped

BAD_INPUT = 2


@pytest.fixture(params=["sqlite", "postgresql"])
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """A server with an empty database of each kind."""
    if request.param == "sqlite":
        return Config(data=tmp_path, requests_a_minute=0)
    running: Postgres = request.getfixturevalue("postgres")
    return Config(data=tmp_path, database=running.create_database(), requests_a_minute=0)


@contextmanager
def served(config: Config) -> Iterator[TestClient[Any]]:
    """A client of a server that is ready: before, it refuses to open tables."""
    with client_to(config) as client:
        until_ready(client)
        yield client


def rotate(config: Config, *options: str) -> Result:
    where = ["--data", str(config.data), "--database", config.database]
    return CliRunner().invoke(app, ["rotate-key", *where, *options])


def rotated(config: Config, *options: str) -> str:
    done = rotate(config, *options)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def own_tables(client: TestClient[Any], cookie: str) -> tuple[list[str], str | None]:
    """The tables of whoever has a cookie, and the cookie that comes with the answer."""
    client.cookies.clear()
    answer = client.get("/api/guest/tables", headers={"Cookie": f"{COOKIE}={cookie}"})
    names = [one["table"]["id"] for one in answer.json()["running"]]
    return names, answer.cookies.get(COOKIE)


def looked_at(client: TestClient[Any], table: str, link: str) -> int:
    """The status of an answer to somebody who shows the secret of a seat."""
    headers = {"Authorization": f"Bearer {link}"}
    return int(client.get(f"/api/tables/{table}", headers=headers).status_code)


def test_seats_outlive_their_key_until_it_is_forgotten(config: Config) -> None:
    with served(config) as client:
        made = client.post("/api/tables", json={"game": "algoracing", "name": "Ann"}).json()
        cookie, link = client.cookies[COOKIE], made["link"]["token"]
    table = made["table"]["id"]

    assert "stay good" in rotated(config)
    with served(config) as client:
        names, fresh = own_tables(client, cookie)
        assert names == [table]
        assert fresh
        assert fresh != cookie
        assert fresh.partition(".")[0] == cookie.partition(".")[0]
        assert own_tables(client, fresh) == ([table], None)
        seen = client.get(f"/api/tables/{table}", headers={"Cookie": f"{COOKIE}={cookie}"})
        assert seen.cookies[COOKIE] == fresh
        assert seen.json()["link"]["token"] != link
        assert looked_at(client, table, link) == 200
        bearer = {"Authorization": f"Bearer {cookie}"}
        shown = client.get("/api/guest/tables", headers=bearer).json()["running"]
        assert [one["table"]["id"] for one in shown] == [table]

    assert "worth nothing" in rotated(config, "--no-new", "--forget-older")
    with served(config) as client:
        assert own_tables(client, cookie)[0] == []
        assert own_tables(client, fresh) == ([table], None)
        assert looked_at(client, table, link) == 403

    rotated(config, "--forget-older")
    with served(config) as client:
        assert own_tables(client, fresh)[0] == []


def test_keys_are_not_changed_under_a_server(config: Config) -> None:
    with served(config) as client:
        client.get("/health")
        done = rotate(config)
    assert done.exit_code == BAD_INPUT
    assert "a server uses" in done.stderr
    assert "stop it" in done.stderr
    assert rotated(config)


def test_where_there_is_no_database_none_is_made(tmp_path: Path) -> None:
    for data in (tmp_path, tmp_path / "elsewhere"):
        done = rotate(Config(data=data))
        assert done.exit_code == BAD_INPUT
        assert f"there is no database {data / FILE}" in done.stderr
    assert not list(tmp_path.iterdir())


def test_to_change_nothing_is_no_wish(tmp_path: Path) -> None:
    done = rotate(Config(data=tmp_path), "--no-new")
    assert done.exit_code == BAD_INPUT
    assert "--forget-older" in done.stderr


def test_what_an_earlier_key_signed_has_one_spelling_too() -> None:
    token = People("first").guest_token("a" * 22)
    both = People("first", "second")
    assert both.guest(token) == "a" * 22
    assert both.guest(both.guest_token("a" * 22)) == "a" * 22
    assert both.guest(uncounted_bits_flipped(token)) is None
    assert both.guest(f"{token}=") is None
    assert People("second").guest(token) is None
