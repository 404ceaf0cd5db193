"""Writing tables, entries, drafts and archives.

Everything is written by one thread. Whatever arrives while a commit is on its way to the disk is
committed together afterwards, so that one wait for the disk serves many tables.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec
import sqlalchemy as sa

from algorally.match.entries import Sit
from algorally.server.storage.additions import Addition, Archived
from algorally.server.storage.database import reason
from algorally.server.storage.living import Living
from algorally.server.storage.refusals import Gone, NotSaving, Unavailable
from algorally.server.storage.schema import archives, drafts, entries, sitters, tables

CHANNEL = "tables"  # on which PostgreSQL tells all processes that tables have changed
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("message")))
CHECK_LIMIT = 4.0  # seconds for a sign of life to be written, before it counts as not written
PACE = 0.016  # seconds from one commit to the next, so that under load each serves many tables

ENTRY = ("table_id", "number", "at", "body", "sender", "client_id")  # columns

Row = tuple[str, int, int, str, str, str | None]
WriteEntries = Callable[[sa.Connection, list[Row]], set[tuple[str, int]]]
encode = msgspec.json.encode
log = logging.getLogger("algorally.store")


def entry_rows(addition: Addition) -> Iterator[Row]:
    """Entries as the database keeps them, in the columns of ENTRY."""
    for one in addition.stored:
        body = encode(one.entry).decode()
        yield addition.table, one.number, one.at, body, one.sender, one.client_id or None


class Writing(Living):
    """Writes what is added, together with what others add."""

    def __init__(self, url: sa.URL, process: str) -> None:
        super().__init__(url, process)
        # Made once: this is what nearly every write consists of.
        adding = self._insert(entries).on_conflict_do_nothing()
        self._add_entries = adding.returning(entries.c.table_id, entries.c.number)
        self._add_new_entries = str(
            entries.insert().compile(dialect=self.engine.dialect, column_keys=ENTRY)
        )
        self._waiting: list[tuple[Addition, asyncio.Future[bool]]] = []
        self._closed = False
        self._writing: asyncio.Task[None] | None = None
        self._next_commit = 0.0

    def close(self) -> None:
        """Finish what is being written and let the database go."""
        self._closed = True  # what comes too late to be written is told so
        super().close()

    async def add(self, addition: Addition) -> bool:
        """Write it; False if somebody else was first, and nothing was written."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, future))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await future  # what is written is written, whether or not somebody still waits

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(self._next_commit - time.monotonic())
            self._next_commit = time.monotonic() + PACE
            # Processes that store at the same tables must not wait for each other in a circle.
            batch = sorted(self._waiting, key=lambda one: one[0].table)
            self._waiting = []
            additions = [addition for addition, _ in batch]
            try:
                written = await loop.run_in_executor(self._writer, self._write, additions)
            except Exception as error:  # nobody may be left waiting for an answer
                if isinstance(error, sa.exc.SQLAlchemyError):
                    self._saving.met(reason(error))
                elif not self._closed:
                    log.error("something could not be written", exc_info=error)
                for _, future in batch:
                    _answer(future, Unavailable())
            else:
                self._saving.over()
                for (_, future), done in zip(batch, written, strict=True):
                    _answer(future, done)

    def _write(self, additions: list[Addition]) -> Sequence[bool | Gone]:
        """Write all of it at once; nobody else writes to SQLite, so that hardly ever fails."""
        if not self.is_shared:
            with contextlib.suppress(sa.exc.IntegrityError):
                return self._write_together(additions, self._write_new_entries)
        try:
            return self._write_together(additions, self._write_entries)
        except sa.exc.IntegrityError:
            gone = self._gone(additions)
            if not gone:
                raise
        there = [addition for addition in additions if addition.table not in gone]
        written = iter(self._write_together(there, self._write_entries))
        return [Gone() if addition.table in gone else next(written) for addition in additions]

    def _gone(self, additions: list[Addition]) -> set[str]:
        """The tables that were forgotten before something could be added to them."""
        names = {addition.table for addition in additions if addition.table}
        made = {addition.table for addition in additions if addition.header}
        with self.engine.begin() as connection:
            query = sa.select(tables.c.id).where(tables.c.id.in_(names))
            return names - made - set(connection.execute(query).scalars())

    def _write_together(self, additions: list[Addition], write_entries: WriteEntries) -> list[bool]:
        with self.engine.begin() as connection:
            if lease := max((addition.lease for addition in additions), default=0):
                self._write_life(connection, lease)
            made = self._write_headers(connection, additions)
            rows = [row for addition in additions if made(addition) for row in entry_rows(addition)]
            stored = write_entries(connection, rows) if rows else set()
            written = [
                made(addition)
                and all((addition.table, one.number) in stored for one in addition.stored)
                for addition in additions
            ]
            done = [addition for addition, fine in zip(additions, written, strict=True) if fine]
            self._write_stages(connection, done)
            self._write_sitters(connection, done)
            self._write_drafts(connection, done)
            self._write_archives(connection, done)
            self._notify(connection, done)
        return written

    def _write_headers(
        self, connection: sa.Connection, additions: list[Addition]
    ) -> Callable[[Addition], bool]:
        new = [(a.header, a.origin) for a in additions if a.header]
        if not new:
            return lambda addition: True
        rows = [
            {
                "id": header.id,
                "created": header.created,
                "header": encode(header).decode(),
                "listed": header.listed,
                "stage": "open",
                "keeper": self.process,
                "previous": header.previous,
                "host": header.host,
                "origin": origin,
                "watched": header.watched,
            }
            for header, origin in new
        ]
        insert = self._insert(tables).on_conflict_do_nothing().returning(tables.c.id)
        made = set(connection.execute(insert, rows).scalars())
        return lambda addition: addition.header is None or addition.table in made

    def _write_entries(self, connection: sa.Connection, rows: list[Row]) -> set[tuple[str, int]]:
        """Write those entries whose numbers are free."""
        named = [dict(zip(ENTRY, row, strict=True)) for row in rows]
        return {(table, number) for table, number in connection.execute(self._add_entries, named)}

    def _write_new_entries(
        self, connection: sa.Connection, rows: list[Row]
    ) -> set[tuple[str, int]]:
        """Write entries all of whose numbers are free, which takes half the time."""
        connection.exec_driver_sql(self._add_new_entries, rows)
        return {(table, number) for table, number, *_ in rows}

    def _write_stages(self, connection: sa.Connection, additions: list[Addition]) -> None:
        for addition in additions:
            if addition.stage:
                change = tables.update().where(tables.c.id == addition.table)
                connection.execute(change.values(stage=addition.stage, keeper=self.process))

    def _write_sitters(self, connection: sa.Connection, additions: list[Addition]) -> None:
        rows = [
            {"guest": stored.entry.guest, "table_id": addition.table}
            for addition in additions
            for stored in addition.stored
            if isinstance(stored.entry, Sit)
        ]
        if rows:  # who comes back has it on the list again
            back = self._insert(sitters).on_conflict_do_update(
                index_elements=["guest", "table_id"], set_={"hidden": False}
            )
            connection.execute(back, rows)

    def _write_drafts(self, connection: sa.Connection, additions: list[Addition]) -> None:
        latest = {(a.table, a.draft[0]): a.draft[1] for a in additions if a.draft}
        if not latest:
            return
        insert = self._insert(drafts)
        changed = {name: insert.excluded[name] for name in ("step", "actions")}
        upsert = insert.on_conflict_do_update(index_elements=["table_id", "seat"], set_=changed)
        rows = [
            {
                "table_id": table,
                "seat": seat,
                "step": draft.on,
                "actions": encode(draft.actions).decode(),
            }
            for (table, seat), draft in latest.items()
        ]
        connection.execute(upsert, rows)

    def _write_archives(self, connection: sa.Connection, additions: list[Addition]) -> None:
        """A later one takes the place of an earlier one; nothing that of a whole one."""
        insert = self._insert(archives)
        later = insert.excluded
        upsert = insert.on_conflict_do_update(
            index_elements=["table_id"],
            set_={name: later[name] for name in Archived._fields},
            where=~archives.c.is_whole & (later.is_whole | (archives.c.number < later.number)),
        )
        for addition in additions:
            if kept := addition.archived:
                row = kept._asdict() | {"info": encode(kept.info).decode()}
                connection.execute(upsert, {"table_id": addition.table, **row})

    def _notify(self, connection: sa.Connection, additions: list[Addition]) -> None:
        """PostgreSQL tells the other processes, if and only if the transaction is committed."""
        changed = sorted({addition.table for addition in additions if addition.stored})
        if self.is_shared:
            for first in range(0, len(changed), 300):  # a message has at most 8000 bytes
                message = " ".join([self.process, *changed[first : first + 300]])
                connection.execute(NOTIFY, {"message": message})

    async def check_saving(self, lease: int) -> None:
        """Try to write that this process lives; whoever asks does not wait for ever."""
        try:
            async with asyncio.timeout(CHECK_LIMIT):
                await self.add(Addition(lease=lease))
        except Unavailable as error:
            raise NotSaving from error
        except TimeoutError as error:
            self._saving.met(f"no answer within {CHECK_LIMIT:g} seconds")
            raise NotSaving from error


def _answer(future: asyncio.Future[bool], result: bool | Exception) -> None:
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
