"""Tables whose rules have changed since they were played."""

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import sqlalchemy as sa

from algorally.match.entries import Begin, Choose, Header, Sit
from algorally.match.match import OPEN
from algorally.server.archive import Archive, pack, unpack
from algorally.server.archivist import Archivist
from algorally.server.people import People
from algorally.server.readiness import Readiness
from algorally.server.storage import database
from algorally.server.storage.additions import Addition
from algorally.server.storage.keys import signing_keys
from algorally.server.storage.schema import archives, tables
from algorally.server.storage.store import Store
from tests.match import toy
from tests.match.tables import Table, program

OLDER = 0  # the version of rules that older tables were played by


def sqlite(folder: Path) -> sa.URL:
    """The database of a server that has this folder."""
    return database.database_url("", folder)


def guest_at(seat: int) -> str:
    """Somebody with a seat."""
    return f"{seat:022}"


def played(header: Header, choices: int | None = None) -> Table:
    """A table at which so many choices were made at random, or all of the game."""
    table, dice = seated(header), random.Random(3)
    while (thinking := table.match.thinking()) and choices != 0:
        seat = dice.choice(thinking)
        one = (dice.choice(table.match.position.legal(seat)),)
        is_program = header.game == toy.NAME and len(table.match.position.acting()) > 1
        table.add(Choose(seat, program(table, seat, dice) if is_program else one))
        choices = choices and choices - 1
    return table


def seated(header: Header) -> Table:
    """A table at which every seat has a guest whom the server knows, and the game has begun."""
    table = Table(msgspec.structs.replace(header, host=guest_at(0)))
    for seat in range(header.seats):
        table.add(Sit(seat, guest_at(seat), f"Guest {seat}"))
    table.add(Begin())
    return table


def store_table(url: sa.URL, table: Table, *, is_archived: bool = True) -> None:
    """Have a table in a database, as a server leaves it."""
    store = Store(url, process="before")
    stage = "" if table.match.stage == OPEN else table.match.stage

    async def keep() -> None:
        header = table.match.header
        assert await store.add(Addition(header.id, header, table.entries, stage))
        if is_archived:
            await Archivist(store, Readiness([])).go_round()

    try:
        with ThreadPoolExecutor(1) as thread:  # in this one a browser may run
            thread.submit(asyncio.run, keep()).result()
    finally:
        store.close()


def token_of(url: sa.URL, seat: int) -> str:
    """By which the server knows who has a seat."""
    store = Store(url, process="token")
    token = People(*signing_keys(store.engine)).guest_token(guest_at(seat))
    store.close()
    return token


def bearer(url: sa.URL, seat: int) -> dict[str, str]:
    """The same for a request."""
    return {"authorization": f"Bearer {token_of(url, seat)}"}


def make_older(url: sa.URL) -> None:
    """From now on the rules are others than those that all tables were played by."""
    engine = database.open_engine(url)
    with engine.begin() as connection:
        for name, text in connection.execute(sa.select(tables.c.id, tables.c.header)).all():
            header = msgspec.json.decode(text) | {"rules_version": OLDER}
            aged = {"header": msgspec.json.encode(header).decode()}
            connection.execute(tables.update().where(tables.c.id == name).values(aged))
    engine.dispose()


def archived_numbers(url: sa.URL) -> dict[str, tuple[int, bool]]:
    """Up to which entry each table is archived, and whether as a whole."""
    engine = database.open_engine(url)
    query = sa.select(archives.c.table_id, archives.c.number, archives.c.is_whole)
    with engine.begin() as connection:
        found = {name: (number, whole) for name, number, whole in connection.execute(query)}
    engine.dispose()
    return found


def change_archives(url: sa.URL, change: Callable[[Archive], Archive]) -> None:
    """Have other archives."""
    engine = database.open_engine(url)
    with engine.begin() as connection:
        for name, content in connection.execute(sa.select(archives.c.table_id, archives.c.content)):
            packed = {"content": pack(change(unpack(content)))}
            connection.execute(archives.update().where(archives.c.table_id == name).values(packed))
    engine.dispose()


def forget_archives(url: sa.URL) -> None:
    """As if the server had been killed before it archived anything."""
    engine = database.open_engine(url)
    with engine.begin() as connection:
        connection.execute(archives.delete())
    engine.dispose()
