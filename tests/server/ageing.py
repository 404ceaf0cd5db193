"""Tables whose rules have changed since they were played."""

import asyncio
from pathlib import Path

import msgspec
import sqlalchemy as sa

from algorally.match.entries import Begin, Header, Sit
from algorally.match.match import OPEN
from algorally.server.archivist import Archivist
from algorally.server.people import People
from algorally.server.readiness import Readiness
from algorally.server.storage import database
from algorally.server.storage.schema import archives, tables
from algorally.server.storage.store import Addition, Store
from tests.match.tables import Table

OLDER = 0  # the version of rules that older tables were played by


def sqlite(folder: Path) -> sa.URL:
    """The database of a server that has this folder."""
    return database.database_url("", folder)


def guest_at(seat: int) -> str:
    """Somebody with a seat."""
    return f"{seat:022}"


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
        asyncio.run(keep())
    finally:
        store.close()


def token_of(url: sa.URL, seat: int) -> dict[str, str]:
    """By which the server knows who has a seat."""
    store = Store(url, process="token")
    token = People(store.secret("signing")).guest_token(guest_at(seat))
    store.close()
    return {"authorization": f"Bearer {token}"}


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


def forget_archives(url: sa.URL) -> None:
    """As if the server had been killed before it archived anything."""
    engine = database.open_engine(url)
    with engine.begin() as connection:
        connection.execute(archives.delete())
    engine.dispose()
