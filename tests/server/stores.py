"""Databases of both kinds, with tables that are as old as a test wants them to be."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec.structs import replace

from algorally.match.entries import AnyEntry, Begin, Fill, Header, Sit, Stored
from algorally.match.match import Stage
from algorally.server.live.clock import clock
from algorally.server.routes.tables import new_id
from algorally.server.storage.additions import Addition
from algorally.server.storage.database import open_engine
from algorally.server.storage.schema import archives, drafts, entries, sitters, tables
from algorally.server.storage.store import Store
from tests.match.tables import make_header

DAY = 24 * 3_600_000  # milliseconds
KEPT = (entries, drafts, sitters, archives)  # what belongs to a table
Answer = TypeVar("Answer")


@contextmanager
def opened(url: sa.URL, process: str = "this") -> Iterator[Store]:
    """A store, closed in the end."""
    store = Store(url, process)
    try:
        yield store
    finally:
        store.close()


def done(work: Callable[[Store], Coroutine[Any, Any, Answer]], url: sa.URL) -> Answer:
    """Do something with a store of its own."""
    with opened(url, "before") as store, ThreadPoolExecutor(1) as thread:  # here a browser may run
        return thread.submit(asyncio.run, work(store)).result()


def keep_table(
    url: sa.URL,
    stage: Stage = "open",
    *,
    days: float = 0,
    touched: float | None = None,
    origin: str = "",
    more: Sequence[AnyEntry] = (),
    **facts: Any,
) -> str:
    """Have a table that was made, and touched last, so many days ago."""
    name, made = new_id(), clock() - round(days * DAY)
    last = made if touched is None else clock() - round(touched * DAY)
    header: Header = replace(make_header(), id=name, created=made, **facts)
    sat: list[AnyEntry] = [Sit(0, header.host, "Ann"), Fill(1, "random", "Bot"), *more]
    begun: list[AnyEntry] = [Begin()] if stage in ("running", "over") else []
    times = [made] * len([*sat, *begun][1:]) + [last]
    stored = [
        Stored(number, at, entry)
        for number, (at, entry) in enumerate(zip(times, [*sat, *begun], strict=True), 1)
    ]
    addition = Addition(name, header, stored, "" if stage == "open" else stage, origin=origin)
    assert done(lambda store: store.add(addition), url)
    return name


def stored_tables(url: sa.URL) -> set[str]:
    """All tables that there are."""
    return {name for (name,) in rows(url, sa.select(tables.c.id))}


def remains(url: sa.URL, name: str) -> list[str]:
    """Where something of a table is stored."""
    where = [kept.name for kept in KEPT if rows(url, kept.select().where(kept.c.table_id == name))]
    return [*where, *(["tables"] if name in stored_tables(url) else [])]


def rows(url: sa.URL, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
    """What a database answers."""
    engine = open_engine(url)
    with engine.begin() as connection:
        found = connection.execute(query).all()
    engine.dispose()
    return found


def change(url: sa.URL, statement: sa.Update) -> None:
    """Change what is stored."""
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()
