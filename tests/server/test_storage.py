"""The database: its versions, who may open it, and what a server says that cannot."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from algorally.core.errors import SettingError, TableError
from algorally.match.entries import (
    AnyEntry,
    Begin,
    Choose,
    Entry,
    Fill,
    Header,
    Pause,
    Resume,
    Rise,
    Sit,
    Stored,
)
from algorally.match.match import OVER, Match
from algorally.server.archivist import Archivist
from algorally.server.live.hall import Hall
from algorally.server.readiness import Readiness
from algorally.server.storage import database
from algorally.server.storage.additions import Addition
from algorally.server.storage.folder import FILE
from algorally.server.storage.keys import signing_keys
from algorally.server.storage.schema import metadata
from algorally.server.storage.store import Store
from tests.match.tables import Table, finished, make_header
from tests.server.guests import Guest, finish
from tests.server.inside import client_of
from tests.server.ports import HOST, free_port
from tests.server.postgres import Postgres
from tests.server.processes import Server

BAD_INPUT = 2
START_LIMIT = 600.0  # seconds; a first start compiles the rules, perhaps beside other work
PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def tables_of(engine: sa.Engine) -> set[str]:
    return set(sa.inspect(engine).get_table_names())


def migrate(engine: sa.Engine, target: str) -> None:
    """Bring a database to another version, as a server does at its start."""
    config = Config()
    folder = Path(database.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        (command.downgrade if target == "base" else command.upgrade)(config, target)


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sa.Engine]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        url = database.database_url("", tmp_path)
    else:
        running: Postgres = request.getfixturevalue("postgres")
        url = database.database_url(running.create_database(), tmp_path)
    made = database.open_engine(url)
    yield made
    made.dispose()


# --- versions -------------------------------------------------------------------------------------


def test_the_migrations_make_exactly_the_tables_that_are_declared(engine: sa.Engine) -> None:
    database.prepare(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    found = sa.inspect(engine)
    for table in metadata.tables.values():
        declared = {constraint.name for constraint in table.constraints}
        unique = {one["name"] for one in found.get_unique_constraints(table.name)}
        foreign = {one["name"] for one in found.get_foreign_keys(table.name)}
        primary = found.get_pk_constraint(table.name)["name"]
        assert {primary, *unique, *foreign} == declared, table.name


def test_the_tables_can_be_taken_away_and_made_again(engine: sa.Engine) -> None:
    database.prepare(engine)
    migrate(engine, "base")
    assert tables_of(engine) <= {"alembic_version"}
    migrate(engine, "head")
    assert tables_of(engine) == {*metadata.tables, "alembic_version"}


def test_preparing_again_changes_nothing(engine: sa.Engine) -> None:
    database.prepare(engine)
    with engine.begin() as connection:
        connection.execute(metadata.tables["secrets"].insert(), {"name": "one", "value": "kept"})
    database.prepare(engine)
    with engine.begin() as connection:
        assert connection.execute(sa.text("SELECT value FROM secrets")).scalar() == "kept"


def test_who_sat_before_the_newest_version_finds_the_games_again(engine: sa.Engine) -> None:
    migrate(engine, "0001")
    header = {"id": "one", "created": 1, "header": "{}", "listed": False, "stage": "over"}
    sat = [(Sit(0, "ann", 'Ann "kind":"sit"'), 1), (Rise(0), 2), (Sit(0, "bob", "Bob"), 3)]
    rows = [
        {"table_id": "one", "number": number, "at": 1, "sender": "", "body": body_of(entry)}
        for entry, number in [*sat, (Fill(1, "greedy", '"kind":"sit"'), 4), (sat[0][0], 5)]
    ]
    with engine.begin() as connection:
        connection.execute(metadata.tables["tables"].insert(), {**header, "keeper": ""})
        connection.execute(metadata.tables["entries"].insert(), rows)
    migrate(engine, "head")
    with engine.begin() as connection:
        found = connection.execute(sa.select(metadata.tables["sitters"])).all()
    assert sorted(map(tuple, found)) == [("ann", "one", False), ("bob", "one", False)]


def test_a_game_that_was_over_before_the_newest_version_is_archived(engine: sa.Engine) -> None:
    migrate(engine, "0003")
    table = finished(make_header(turn_cap=2))
    header, number = table.match.header, table.match.number
    made = {"id": header.id, "created": 1, "header": text_of(header), "listed": False}
    rows = [
        {
            "table_id": header.id,
            "number": one.number,
            "at": 1,
            "sender": "",
            "body": body_of(one.entry),
        }
        for one in table.entries
    ]
    with engine.begin() as connection:
        row = {**made, "stage": "over", "keeper": "an earlier process"}
        connection.execute(metadata.tables["tables"].insert(), row)
        connection.execute(metadata.tables["entries"].insert(), rows)
    store = Store(engine.url, process="this")
    try:
        asyncio.run(Archivist(store, Readiness([])).go_round())
        kept = asyncio.run(store.archived(header.id))
    finally:
        store.close()
    assert kept
    assert (kept.number, kept.is_whole) == (number, True)


def text_of(header: Header) -> str:
    return msgspec.json.encode(header).decode()


def body_of(entry: Entry) -> str:
    return msgspec.json.encode(entry).decode()


def test_the_secret_is_made_once_and_shared(engine: sa.Engine) -> None:
    one, other = (Store(engine.url, process=name) for name in ("one", "other"))
    try:
        (key,) = signing_keys(one.engine)
        assert signing_keys(other.engine) == [key]
        assert len(key) >= 40
    finally:
        one.close()
        other.close()


def test_a_commit_to_sqlite_is_on_the_disk(tmp_path: Path) -> None:
    engine = database.open_engine(database.database_url("", tmp_path))
    with engine.connect() as connection:
        asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS]
    engine.dispose()
    assert asked == list(PRAGMAS.values())


# --- starting -------------------------------------------------------------------------------------


def serve(*arguments: str, port: int | None = None) -> "subprocess.CompletedProcess[str]":
    """Start a server that is expected to end by itself."""
    return subprocess.run(
        [
            *(sys.executable, "-m", "algorally", "serve", "--host", HOST),
            *("--port", str(port or free_port()), *arguments),
        ],
        capture_output=True,
        text=True,
        timeout=START_LIMIT,
        check=False,
    )


def complaint(done: "subprocess.CompletedProcess[str]") -> str:
    """The one sentence with which a server says why it does not start."""
    assert done.returncode == BAD_INPUT, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    (said,) = done.stderr.splitlines()
    assert said.startswith("error: ")
    return said


def test_two_servers_start_at_once_on_an_empty_database(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.create_database()
    servers = [Server(tmp_path / name, database=url) for name in ("one", "other")]
    try:
        with ThreadPoolExecutor() as together:
            list(together.map(Server.start, servers))
        with Guest(servers[0].url) as ann, Guest(servers[1].url) as elsewhere:
            table = ann.make(name="Ann", bots="random", start=True, settings={"turn_cap": 3})
            assert elsewhere.get(f"tables/{table}")["table"]["id"] == table
            elsewhere.http.cookies.update(ann.http.cookies)
            finish(elsewhere.join(table))
            assert ann.get(f"tables/{table}")["table"]["stage"] == "over"
        assert not [
            line for server in servers for line in server.log().splitlines() if "rror" in line
        ]
    finally:
        for server in servers:
            server.close()


def test_a_server_waits_while_another_makes_the_tables(postgres: Postgres, tmp_path: Path) -> None:
    url = database.database_url(postgres.create_database(), tmp_path)
    engine, other = database.open_engine(url), database.open_engine(url)
    with ThreadPoolExecutor() as together, other.begin() as working:
        working.execute(sa.select(sa.func.pg_advisory_xact_lock(database.MIGRATING)))
        preparing = together.submit(database.prepare, engine)
        with pytest.raises(TimeoutError):
            preparing.result(0.5)
        working.commit()
        preparing.result(START_LIMIT)
    assert set(metadata.tables) < tables_of(engine)
    engine.dispose()
    other.dispose()


def test_a_folder_belongs_to_one_server(served: Server) -> None:
    said = complaint(serve("--data", str(served.data)))
    assert f"another server uses the folder {served.data}" in said
    assert "--data" in said
    assert served.alive


def test_a_folder_is_free_again_after_a_server_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        server.kill()
        server.restart()


@pytest.mark.parametrize(
    ("address", "hint"),
    [
        ("nonsense", "postgresql://user@host:5432/name"),
        ("postgresql://host:port/name", "postgresql://user@host:5432/name"),
        ("mysql://host/name", "sqlite and postgresql"),
        ("mysql+nothing://host/name", "sqlite and postgresql"),
        ("sqlite://", "is a file"),
    ],
)
def test_a_wrong_address_of_a_database_is_told(tmp_path: Path, address: str, hint: str) -> None:
    with pytest.raises(SettingError, match=hint):
        database.database_url(address, tmp_path)


def test_a_server_does_not_start_with_a_wrong_address(tmp_path: Path) -> None:
    said = complaint(serve("--data", str(tmp_path), "--database", "postgresql://host:port/name"))
    assert "the database's address is not one" in said


def test_a_database_that_does_not_answer_is_told_without_its_password(tmp_path: Path) -> None:
    address = f"postgresql://user:pass-word@{HOST}:{free_port()}/name"
    said = complaint(serve("--data", str(tmp_path), "--database", address))
    assert "the database cannot be opened" in said
    assert "refused" in said
    assert "pass-word" not in said


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).touch(0o600)
    (tmp_path / FILE).write_text("This is not a database, but it is long enough. " * 10)
    assert "the database cannot be opened" in complaint(serve("--data", str(tmp_path)))


def test_a_database_of_a_newer_version_is_told(engine: sa.Engine) -> None:
    database.prepare(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SettingError, match="a newer version of Algorally made this database"):
        database.prepare(engine)


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.create_server((HOST, free_port())) as taken:
        port = taken.getsockname()[1]
        said = complaint(serve("--data", str(tmp_path), port=port))
    assert f"port {port}" in said
    assert "in use" in said
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert str(file) in complaint(serve("--data", str(file / "data")))
    assert "/proc/nowhere" in complaint(serve("--data", "/proc/nowhere"))


# --- tables from their entries -------------------------------------------------------------------


def long_table(entries: int) -> Table:
    """A table in the middle of a game of bots, after so many entries."""
    table = Table(make_header(seats=4, seed=3, turn_cap=1000, level="complete"))
    first: list[AnyEntry] = [Fill(seat, "random", f"Bot {seat}") for seat in range(4)]
    for entry in [*first, Begin()]:
        table.add(entry)
    while len(table.entries) < entries and table.match.stage != OVER:
        (seat,) = table.match.thinking()
        legal = table.match.position.legal(seat)
        table.add(Choose(seat, (legal[len(table.entries) % len(legal)],), by_bot=True))
    while len(table.entries) < entries - 1:
        table.add(Pause())
        table.add(Resume())
    return table


def test_a_live_table_is_rebuilt_from_its_entries_in_no_time() -> None:
    table = long_table(300)
    times = []
    for _ in range(5):
        began = time.process_time()  # whatever else the machine does
        rebuilt = Match(table.match.header, table.entries)
        times.append(time.process_time() - began)
        assert rebuilt.number == table.match.number >= 299
        assert rebuilt.position.states.tobytes() == table.match.position.states.tobytes()
    assert median(times) < 0.2


def test_a_name_that_no_table_can_have_is_no_question_for_the_database(engine: sa.Engine) -> None:
    store = Store(engine.url, process="this")
    hall = Hall(store, Readiness([]), lambda _: None, lambda _: None)
    try:
        for name in ("\0", "x" * 1000, "\ud800", "aaaabbbbcccc\n"):
            with pytest.raises(TableError, match="no such table"):
                asyncio.run(hall.table(name))
    finally:
        store.close()


def test_what_is_stored_is_read_back_to_the_last_byte(engine: sa.Engine) -> None:
    table = long_table(40)
    strange = msgspec.structs.replace(
        table.match.header, settings={"field": "\0 \u202e '\"; é 🚀"}, seed=2**63 - 1
    )
    store = Store(engine.url, process="this")

    async def write_and_read() -> tuple[Header | None, list[Stored]]:
        assert await store.add(Addition(strange.id, strange, table.entries))
        return await store.header(strange.id), await store.entries(strange.id)

    try:
        header, entries = asyncio.run(write_and_read())
    finally:
        store.close()
    assert header == strange
    assert entries == table.entries


def test_a_number_that_is_taken_is_told_and_keeps_no_other_table_waiting(
    engine: sa.Engine,
) -> None:
    """Whatever arrives together is written together."""
    names = ("aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc")
    headers = [msgspec.structs.replace(make_header(), id=name) for name in names]

    def entry(table: Header, number: int, name: str) -> Addition:
        return Addition(table.id, stored=[Stored(number, 1, Sit(0, "guest", name))])

    async def store_all() -> list[list[bool]]:
        one, two, three = headers
        return [
            list(await asyncio.gather(*map(store.add, batch)))
            for batch in (
                [Addition(table.id, header=table) for table in headers],
                [entry(one, 1, "Ann"), entry(two, 1, "Bob")],
                [entry(one, 1, "Eve"), entry(two, 2, "Cleo"), entry(three, 1, "Dan")],
            )
        ]

    async def seated() -> list[list[str]]:
        stored = [await store.entries(table.id) for table in headers]
        return [[one.entry.name for one in some if isinstance(one.entry, Sit)] for some in stored]

    store = Store(engine.url, process="this")
    try:
        done = asyncio.run(store_all())
        assert done == [[True] * 3, [True] * 2, [False, True, True]]
        assert asyncio.run(seated()) == [["Ann"], ["Bob", "Cleo"], ["Dan"]]
    finally:
        store.close()


def test_a_table_of_other_rules_that_never_began_is_told_and_not_listed(tmp_path: Path) -> None:
    older = msgspec.structs.replace(make_header(), rules_version=0, listed=True)
    store = Store(database.database_url("", tmp_path), process="this")
    assert asyncio.run(store.add(Addition(older.id, older)))
    store.close()
    with client_of(tmp_path) as client:
        told = client.get(f"/api/tables/{older.id}").json()["table"]
        answer = client.post(f"/api/tables/{older.id}/seats", json={"name": "Ann"})
        listed = client.get("/api/tables").json()
    assert (told["stage"], told["other_rules"], told["rules_version"]) == ("open", True, 0)
    assert (answer.status_code, answer.json()["code"]) == (409, "other_rules")
    assert "rules 0" in answer.json()["words"]
    assert listed == {"tables": [], "more": False}


# --- who keeps a table ----------------------------------------------------------------------------

LEASE = 60_000  # milliseconds


def test_a_running_table_has_one_keeper_or_none(engine: sa.Engine) -> None:
    one, other = (Store(engine.url, process=name) for name in ("one", "other"))

    async def keep() -> None:
        header = make_header()
        table = header.id
        await one.add(Addition(table, header, stage="running"))
        assert await one.claim(LEASE, []) == ({table}, {"one"})
        assert await other.claim(LEASE, [table]) == (set(), {"one", "other"})
        assert not await other.take(table)
        await other.release([table])  # which is not its own
        assert (await one.claim(LEASE, []))[0] == {table}
        await one.release([table])
        assert (await one.claim(LEASE, []))[0] == set()  # nobody comes, so it sleeps
        assert await other.take(table)
        assert not await one.take(table)
        other.leave()
        assert await one.claim(LEASE, []) == (set(), {"one"})
        assert await one.claim(LEASE, [table]) == ({table}, {"one"})

    try:
        asyncio.run(keep())
    finally:
        one.close()
        other.close()
