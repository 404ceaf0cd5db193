"""Tables that nobody touches are forgotten in time, and no others."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config as AlembicConfig
from typer.testing import CliRunner

from algorally.cli import app
from algorally.cli import serve as cli_serve
from algorally.core.errors import TableError
from algorally.match.entries import Pause, Rise, Sit, Stored
from algorally.match.match import Stage
from algorally.server import caretaker
from algorally.server.archivist import Archivist
from algorally.server.caretaker import Caretaker
from algorally.server.config import NO_LIMITS, Config, Limits
from algorally.server.live.clock import clock
from algorally.server.live.connection import Connection
from algorally.server.live.hall import Hall
from algorally.server.messages.tables import Draft
from algorally.server.readiness import Readiness
from algorally.server.storage import database
from algorally.server.storage.additions import Addition
from algorally.server.storage.refusals import Gone
from algorally.server.storage.retention import Retention
from algorally.server.storage.schema import tables
from algorally.server.storage.store import Store
from tests.match.tables import finished, make_header
from tests.server.ageing import bearer, guest_at
from tests.server.inside import client_to
from tests.server.stores import change, done, keep_table, opened, remains, rows, stored_tables

USUAL = Retention(open=7, running=60, finished=365)
FOR_EVER = Retention(0, 0, 0)
AGES: list[tuple[Stage, float]] = [("open", 7), ("running", 60), ("over", 365)]
HOUR = 1 / 24  # days


def hall_of(store: Store) -> Hall:
    return Hall(store, Readiness([]), lambda _: None, lambda _: None)


async def tidy_up(store: Store, retention: Retention = USUAL) -> None:
    await Caretaker(store, hall_of(store), retention).go_round()


@pytest.mark.parametrize(("stage", "days"), AGES)
def test_a_table_that_nobody_touched_for_so_long_is_forgotten(
    url: sa.URL, stage: Stage, days: float
) -> None:
    old = keep_table(url, stage, days=days + 1)
    touched = keep_table(url, stage, days=days + 1, touched=days - 1)
    young = keep_table(url, stage, days=days - 1)
    done(tidy_up, url)
    assert stored_tables(url) == {touched, young}
    assert remains(url, old) == []
    assert remains(url, touched) == ["entries", "sitters", "tables"]


def test_everything_that_was_kept_of_it_goes_with_it(url: sa.URL) -> None:
    table = finished(make_header(turn_cap=2))
    header = table.match.header

    async def fill_and_tidy_up(store: Store) -> list[str]:
        await store.add(Addition(header.id, header, table.entries, "over"))
        await store.add(Addition(header.id, draft=(0, Draft(on=1, actions=[]))))
        await Archivist(store, Readiness([])).go_round()
        before = remains(url, header.id)
        await tidy_up(store)
        return before

    assert done(fill_and_tidy_up, url) == ["entries", "drafts", "sitters", "archives", "tables"]
    assert remains(url, header.id) == []


def test_for_ever_is_for_ever(url: sa.URL) -> None:
    kept = {keep_table(url, stage, days=10_000) for stage, _ in AGES}
    done(lambda store: tidy_up(store, FOR_EVER), url)
    assert stored_tables(url) == kept


def test_what_everybody_has_left_or_closed_is_forgotten_within_the_day(url: sa.URL) -> None:
    two = [Sit(1, "bob", "Bob")]
    left, half, alone = (
        keep_table(url, "running", days=1, touched=2 * HOUR, host=host, more=two)
        for host in ("ann", "amy", "abe")
    )
    fresh = keep_table(url, "running", days=1, touched=0, host="ada")
    closed = keep_table(url, "closed", days=1, touched=2 * HOUR)

    async def leave(store: Store) -> None:
        for guest, name in [("ann", left), ("bob", left), ("amy", half), ("ada", fresh)]:
            await store.hide(guest, name)
        await tidy_up(store, FOR_EVER)

    done(leave, url)
    assert stored_tables(url) == {half, alone, fresh}
    assert closed not in stored_tables(url)


def test_who_comes_back_has_not_left(url: sa.URL) -> None:
    name = keep_table(url, "running", days=1, touched=2 * HOUR, host="ann")

    async def leave_and_return(store: Store) -> list[str]:
        await store.hide("ann", name)
        back = [Stored(4, 1, Rise(0)), Stored(5, 1, Sit(0, "ann", "Ann"))]
        await store.add(Addition(name, stored=back))
        await tidy_up(store, FOR_EVER)
        return await store.tables_of("ann", ("running",), 10)

    assert done(leave_and_return, url) == [name]


def test_where_somebody_is_connected_nothing_is_forgotten(url: sa.URL) -> None:
    """Not even by another process, which only knows it from the database."""
    here = keep_table(url, days=100)
    deserted = keep_table(url, days=100)

    async def connect_and_tidy_up(store: Store, other: Store) -> None:
        hall = hall_of(store)
        live = await hall.table(here)
        await hall.table(deserted)
        live.connections.add(Connection(0))
        await Caretaker(store, hall, USUAL).go_round()
        await tidy_up(other)
        assert list(hall.tables) == [here]

    with opened(url, "one") as one, opened(url, "other") as other:
        asyncio.run(connect_and_tidy_up(one, other))
    assert stored_tables(url) == {here}


def test_many_are_forgotten_a_few_at_a_time(url: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "SOME", 4)
    monkeypatch.setattr(caretaker, "FEW", 2)
    for _ in range(9):
        keep_table(url, days=8)
    bites: list[int] = []

    async def count_and_tidy_up(store: Store) -> None:
        forget = store.forget

        async def counting(names: Any, *facts: Any) -> list[str]:
            bites.append(len(names))
            return await forget(names, *facts)

        monkeypatch.setattr(store, "forget", counting)
        await tidy_up(store)

    done(count_and_tidy_up, url)
    assert stored_tables(url) == set()
    assert bites == [2, 2, 2, 2, 1]


def test_two_processes_tidy_up_at_once(url: sa.URL) -> None:
    kept = keep_table(url)
    for _ in range(20):
        keep_table(url, days=8)

    async def both(*stores: Store) -> None:
        await asyncio.gather(*(tidy_up(store) for store in stores))
        await tidy_up(stores[0])  # should both have been too polite

    with opened(url, "one") as one, opened(url, "other") as other:
        asyncio.run(both(one, other))
    assert stored_tables(url) == {kept}


def test_a_table_that_is_touched_just_then_is_spared(url: sa.URL) -> None:
    """It was found, and then somebody came."""
    name = keep_table(url, "running", days=100)

    async def touch(store: Store) -> list[str]:
        found = await store.expired(USUAL, clock(), 10)
        await store.add(Addition(name, stored=[Stored(4, clock(), Pause(0))]))
        assert found == [name]
        return await store.forget(found, USUAL, clock())

    assert done(touch, url) == []
    assert stored_tables(url) == {name}


def test_what_comes_too_late_is_told_and_keeps_nobody_else_waiting(url: sa.URL) -> None:
    """Whatever arrives together is written together."""
    gone, there = keep_table(url, "running", days=100), keep_table(url, "running")

    async def add_all(store: Store) -> Sequence[Any]:
        await tidy_up(store)
        late = [Stored(4, clock(), Pause(0))]
        new = make_header()
        return await asyncio.gather(
            store.add(Addition(gone, stored=late)),
            store.add(Addition(there, stored=late)),
            store.add(Addition(gone, draft=(0, Draft(on=1, actions=[])))),
            store.add(Addition(new.id, new)),
            return_exceptions=True,
        )

    first, second, third, fourth = done(add_all, url)
    assert (second, fourth) == (True, True)
    for refused in (first, third):
        assert isinstance(refused, Gone)
        assert refused.code == "no_such_table"


def test_a_table_in_memory_that_is_forgotten_by_another_process_takes_nothing_more(
    url: sa.URL,
) -> None:
    name = keep_table(url, days=100)

    async def use_after(store: Store, other: Store) -> str:
        live = await hall_of(store).table(name)
        await tidy_up(other)
        with pytest.raises(TableError) as refused:
            await live.add(lambda _: Rise(0))
        return refused.value.code

    with opened(url, "one") as one, opened(url, "other") as other:
        assert asyncio.run(use_after(one, other)) == "no_such_table"


def test_what_is_forgotten_is_found_nowhere(url: sa.URL) -> None:
    name = keep_table(url, days=100, host="ann")

    async def look(store: Store) -> tuple[str, list[str], list[str]]:
        hall = hall_of(store)
        await hall.table(name)
        before = await store.tables_of("ann", ("open",), 10)
        await Caretaker(store, hall, USUAL).go_round()
        with pytest.raises(TableError) as refused:
            await hall.look(name)
        return refused.value.code, before, await store.tables_of("ann", ("open",), 10)

    assert done(look, url) == ("no_such_table", [name], [])


def test_a_server_forgets_by_itself(
    url: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "EARLY", 0.0)
    old = keep_table(url, days=8, host=guest_at(0))
    kept = keep_table(url, days=6, host=guest_at(0))
    shared = "" if url.get_backend_name() == "sqlite" else url.render_as_string()
    with client_to(Config(data=tmp_path, database=shared)) as client:
        while old in stored_tables(url):
            pass
        answer = client.get(f"/api/tables/{old}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_table")
        mine = client.get("/api/guest/tables", headers=bearer(url, 0)).json()
        assert [one["table"]["id"] for one in mine["running"]] == [kept]


def test_the_operator_says_for_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Config] = []
    monkeypatch.setattr(cli_serve, "serve", lambda wish, _: asked.append(wish.config()))
    days = ["--keep-open", "1", "--keep-running", "0", "--keep-finished", "900"]
    for options in ([], [*days, "--no-limits"]):
        assert CliRunner().invoke(app, ["serve", *options]).exit_code == 0
    usual, other = asked
    assert (usual.keep_open, usual.keep_running, usual.keep_finished) == (7, 60, 365)
    assert usual.limits == Limits()
    assert (other.keep_open, other.keep_running, other.keep_finished) == (1, 0, 900)
    assert other.limits == NO_LIMITS


def test_the_migration_knows_who_made_the_tables_of_before(url: sa.URL) -> None:
    engine = database.open_engine(url)
    config = AlembicConfig()
    folder = str(Path(database.__file__).parent / "migrations")
    config.set_main_option("script_location", folder)

    def migrate(target: str) -> None:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, target)

    migrate("0004")
    headers = [json.dumps({"host": "ann", "watched": False}), json.dumps({"host": "bob"}), "oops"]
    insert = sa.text(
        "INSERT INTO tables (id, created, header, listed, stage, keeper)"
        " VALUES (:id, 1, :header, :listed, 'open', '')"
    )
    made = [
        {"id": str(place), "header": header, "listed": False}
        for place, header in enumerate(headers)
    ]
    with engine.begin() as connection:
        connection.execute(insert, made)
    migrate("head")
    engine.dispose()
    query = sa.select(tables.c.host, tables.c.watched, tables.c.origin, tables.c.seen)
    assert [tuple(row) for row in rows(url, query.order_by(tables.c.id))] == [
        ("ann", False, "", 0),
        ("bob", True, "", 0),
        ("", True, "", 0),
    ]


def test_an_old_table_with_somebody_there_lately_is_kept(url: sa.URL) -> None:
    """Whoever said so may be gone by now."""
    name, other = keep_table(url, days=100), keep_table(url, days=100)
    for table, hours in ((name, 1), (other, 3)):
        seen = clock() - hours * 3_600_000
        change(url, tables.update().where(tables.c.id == table).values(seen=seen))
    done(tidy_up, url)
    assert stored_tables(url) == {name}
