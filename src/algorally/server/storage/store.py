"""Keeping tables: reading and writing headers, entries and drafts.

Everything is written by one thread. Whatever arrives while a commit is on its way to the disk is
committed together afterwards, so that one wait for the disk serves many tables.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from algorally.core.errors import TableError
from algorally.match.entries import AnyEntry, Header, Sit, Stored
from algorally.match.match import Stage
from algorally.server.messages.tables import Draft, TableInfo
from algorally.server.storage.database import open_engine, prepare, reason
from algorally.server.storage.retention import Retention
from algorally.server.storage.schema import (
    archives,
    drafts,
    entries,
    processes,
    sitters,
    spent_codes,
    tables,
)
from algorally.server.storage.trouble import Trouble

CHANNEL = "tables"  # on which PostgreSQL tells all processes that tables have changed
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("message")))
NOBODY = ""  # keeps a table at which nobody is
READERS = 3
CHECK_LIMIT = 4.0  # seconds for a sign of life to be written, before it counts as not written
PACE = 0.016  # seconds from one commit to the next, so that under load each serves many tables

ENTRY = ("table_id", "number", "at", "body", "sender", "client_id")  # columns

Row = tuple[str, int, int, str, str, str | None]
WriteEntries = Callable[[sa.Connection, list[Row]], set[tuple[str, int]]]
Answer = TypeVar("Answer")
encode = msgspec.json.encode
decode_header = msgspec.json.Decoder(Header).decode
decode_entry = msgspec.json.Decoder(AnyEntry).decode
decode_info = msgspec.json.Decoder(TableInfo).decode
log = logging.getLogger("algorally.store")


class Unavailable(TableError):
    """The database does not answer; whether the entry was stored is not known."""

    def __init__(self) -> None:
        super().__init__(
            "unavailable", "it could not be stored just now; it is safe to send it again"
        )


class Gone(TableError):
    """There is no such table, or no more."""

    def __init__(self) -> None:
        super().__init__("no_such_table", "there is no such table; check the link")


class NotSaving(TableError):
    """Nothing can be written just now."""

    def __init__(self) -> None:
        super().__init__("not_saving", "nothing can be saved just now; the server's log says why")


class Archived(NamedTuple):
    """What is kept of a table as it was after an entry; of a game that was over it is whole."""

    number: int
    is_whole: bool
    info: TableInfo
    content: bytes


class Addition(NamedTuple):
    """Something to be written: a table, an entry, a draft, an archive, for how long this
    process lives; whichever are given.
    """

    table: str = ""
    header: Header | None = None
    stored: Sequence[Stored] = ()
    stage: str = ""  # the stage of the table afterwards, if it changes
    draft: tuple[int, Draft] | None = None
    archived: Archived | None = None
    origin: str = ""  # from where a table is made
    lease: int = 0  # milliseconds


class Listed(NamedTuple):
    """A table in a list, and the number of its last entry."""

    table: str
    number: int


class Named(msgspec.Struct):
    """As much of a header as is read when nothing else can be."""

    game: str = ""


class Facts(NamedTuple):
    """What the database says of a table that cannot be read."""

    game: str
    created: int
    stage: Stage


def entry_rows(addition: Addition) -> Iterator[Row]:
    """Entries as the database keeps them, in the columns of ENTRY."""
    for one in addition.stored:
        body = encode(one.entry).decode()
        yield addition.table, one.number, one.at, body, one.sender, one.client_id or None


class Store:
    """The database as the server uses it."""

    def __init__(self, url: sa.URL, process: str) -> None:
        self.process = process
        self.engine = open_engine(url)
        self.is_shared = self.engine.dialect.name == "postgresql"
        self._insert: Any = postgresql.insert if self.is_shared else sqlite.insert
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
        self._saving, self._reading = Trouble("saving"), Trouble("reading")
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        prepare(self.engine)

    def close(self) -> None:
        """Finish what is being written and let the database go."""
        self._closed = True  # what comes too late to be written is told so
        self._writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()

    @property
    def is_well(self) -> bool:
        """Whether the database did what it was asked for, when it was last asked."""
        return not (self._saving.is_there or self._reading.is_there)

    # --- writing -------------------------------------------------------------------------------

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

    # --- reading -------------------------------------------------------------------------------

    async def _read(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        return await self._do(work, self._reading)

    async def _change(self, work: Callable[[sa.Connection], Answer]) -> Answer:
        """What is changed beside the entries, at which nobody else can be first."""
        return await self._do(work, self._saving)

    async def _do(self, work: Callable[[sa.Connection], Answer], trouble: Trouble) -> Answer:
        def doing() -> Answer:
            with self.engine.begin() as connection:
                return work(connection)

        try:
            done = await asyncio.get_running_loop().run_in_executor(self._readers, doing)
        except sa.exc.SQLAlchemyError as error:
            trouble.met(reason(error))
            raise Unavailable from error
        trouble.over()
        return done

    async def header(self, table: str) -> Header | None:
        """The header of a table, None if there is no such table."""
        query = sa.select(tables.c.header).where(tables.c.id == table)
        found = await self._read(lambda connection: connection.execute(query).scalar())
        return decode_header(found) if found else None

    async def entries(self, table: str, after: int = 0) -> list[Stored]:
        """The entries of a table from a number on."""
        query = (
            sa.select(entries)
            .where(entries.c.table_id == table, entries.c.number > after)
            .order_by(entries.c.number)
        )
        rows = await self._read(lambda connection: connection.execute(query).all())
        return [
            Stored(row.number, row.at, decode_entry(row.body), row.sender, row.client_id or "")
            for row in rows
        ]

    async def draft(self, table: str, seat: int) -> Draft | None:
        """The draft of a seat."""
        query = sa.select(drafts).where(drafts.c.table_id == table, drafts.c.seat == seat)
        row = await self._read(lambda connection: connection.execute(query).first())
        return Draft(on=row.step, actions=msgspec.json.decode(row.actions)) if row else None

    async def find(self, stage: str, limit: int) -> list[str]:
        """The newest listed tables of a stage."""
        query = sa.select(tables.c.id).where(tables.c.stage == stage, tables.c.listed)
        query = query.order_by(tables.c.created.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def find_fairly(self, stage: str, first: int, limit: int) -> list[Listed]:
        """Some of the listed tables that anybody may join or watch: the newest of every origin,
        then the second newest of each, and so on.
        """
        origin = sa.case((tables.c.origin == "", tables.c.host), else_=tables.c.origin)
        newest = tables.c.created.desc()
        turn = sa.func.row_number().over(partition_by=origin, order_by=(newest, tables.c.id))
        number = sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == tables.c.id)
        last = sa.func.coalesce(number.scalar_subquery(), 0)
        query = sa.select(tables.c.id, last).where(tables.c.stage == stage, tables.c.listed)
        if stage != "open":
            query = query.where(tables.c.watched)
        query = query.order_by(turn, newest, tables.c.id).offset(first).limit(limit)
        rows = await self._read(lambda connection: connection.execute(query).all())
        return [Listed(*row) for row in rows]

    async def tables_of(self, guest: str, stages: Sequence[str], limit: int) -> list[str]:
        """The newest tables in these stages at which a guest has, or once had, a seat.

        Those that the guest has hidden are not among them.
        """
        query = sa.select(tables.c.id).join(sitters).where(sitters.c.guest == guest)
        query = query.where(tables.c.stage.in_(stages), ~sitters.c.hidden)
        query = query.order_by(tables.c.created.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def hide(self, guest: str, table: str) -> None:
        """A table is not found any more among those of a guest."""
        mine = (sitters.c.guest == guest) & (sitters.c.table_id == table)
        change = sitters.update().where(mine).values(hidden=True)
        await self._change(lambda connection: connection.execute(change))

    async def is_sitter(self, guest: str, table: str) -> bool:
        """Whether a guest has, or once had, a seat at a table."""
        mine = (sitters.c.guest == guest) & (sitters.c.table_id == table)
        query = sa.select(sa.exists().where(mine))
        return await self._read(lambda connection: bool(connection.execute(query).scalar()))

    async def has(self, table: str) -> bool:
        """Whether there is such a table."""
        query = sa.select(sa.exists().where(tables.c.id == table))
        return await self._read(lambda connection: bool(connection.execute(query).scalar()))

    async def facts(self, table: str) -> Facts:
        """What is known of a table without reading what cannot be read."""
        query = sa.select(tables.c.header, tables.c.created, tables.c.stage)
        query = query.where(tables.c.id == table)
        row = await self._read(lambda connection: connection.execute(query).first())
        if row is None:
            raise Gone
        game = ""
        with contextlib.suppress(msgspec.MsgspecError):
            game = msgspec.json.decode(row.header, type=Named).game
        return Facts(game, row.created, row.stage)

    async def origin(self, table: str) -> str:
        """From where a table was made, "" if that is not known."""
        query = sa.select(tables.c.origin).where(tables.c.id == table)
        return await self._read(lambda connection: connection.execute(query).scalar() or "")

    async def count(self, query: sa.Select[int]) -> int:
        """How many there are of something."""
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    async def archived(self, table: str) -> Archived | None:
        """What is kept of a table."""
        query = sa.select(archives).where(archives.c.table_id == table)
        row = await self._read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        return Archived(row.number, row.is_whole, decode_info(row.info), row.content)

    async def archived_infos(self, names: Sequence[str]) -> dict[str, tuple[Header, TableInfo]]:
        """What is kept of some tables, as everybody saw them, if their headers can be read."""
        query = sa.select(tables.c.id, tables.c.header, archives.c.info).join(archives)
        query = query.where(tables.c.id.in_(names))
        rows = await self._read(lambda connection: connection.execute(query).all())
        infos = {}
        for name, header, info in rows:
            with contextlib.suppress(msgspec.MsgspecError):
                infos[name] = decode_header(header), decode_info(info)
        return infos

    async def to_be_archived(self) -> list[str]:
        """The begun tables of this process, and of those that live no more, of which something is
        not kept yet; those whose game is over come first.
        """
        newer = sa.exists().where(
            entries.c.table_id == tables.c.id, entries.c.number > archives.c.number
        )
        living = sa.select(processes.c.id).where(processes.c.id != self.process)
        is_new = archives.c.number.is_(None)
        over = (tables.c.stage == "over") & (is_new | ~archives.c.is_whole)
        running = (tables.c.stage == "running") & (is_new | newer)
        query = sa.select(tables.c.id).join(archives, isouter=True)
        query = query.where(tables.c.keeper.not_in(living), over | running)
        query = query.order_by(tables.c.stage != "over", tables.c.created)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def stage(self, table: str) -> Stage:
        """The stage of a table."""
        query = sa.select(tables.c.stage).where(tables.c.id == table)
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    async def rematch_of(self, table: str) -> str | None:
        """The table that is the rematch of another."""
        query = sa.select(tables.c.id).where(tables.c.previous == table)
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def spend(self, number: str, now: int, until: int) -> bool:
        """Use a code that counts once; False if it was used before, by whichever process."""

        def spending(connection: sa.Connection) -> bool:
            connection.execute(spent_codes.delete().where(spent_codes.c.until < now))
            insert = self._insert(spent_codes).values(number=number, until=until)
            added = insert.on_conflict_do_nothing().returning(spent_codes.c.number)
            return connection.execute(added).first() is not None

        return await self._change(spending)

    # --- forgetting ----------------------------------------------------------------------------

    async def see(self, names: Sequence[str], now: int) -> None:
        """Somebody is connected at these tables."""
        change = tables.update().where(tables.c.id.in_(names)).values(seen=now)
        await self._change(lambda connection: connection.execute(change))

    async def expired(self, retention: Retention, now: int, limit: int) -> list[str]:
        """Some tables that nobody has touched for too long."""
        query = sa.select(tables.c.id).where(retention.expired(now)).limit(limit)
        return await self._read(lambda connection: list(connection.execute(query).scalars()))

    async def forget(self, names: Sequence[str], retention: Retention, now: int) -> list[str]:
        """Delete those of some tables that still nobody has touched, with all that is kept of them.

        The writer does it: two threads that write to SQLite keep each other waiting.
        """

        def forgetting() -> list[str]:
            with self.engine.begin() as connection:
                query = sa.select(tables.c.id).where(tables.c.id.in_(names), retention.expired(now))
                query = query.order_by(tables.c.id).with_for_update(skip_locked=True)
                gone = list(connection.execute(query).scalars())
                for kept in (entries, drafts, sitters, archives):
                    connection.execute(kept.delete().where(kept.c.table_id.in_(gone)))
                connection.execute(tables.delete().where(tables.c.id.in_(gone)))
            return gone

        try:
            return await asyncio.get_running_loop().run_in_executor(self._writer, forgetting)
        except sa.exc.SQLAlchemyError as error:
            raise Unavailable from error

    # --- hosts ---------------------------------------------------------------------------------

    async def note_hosts(self, names: Sequence[str]) -> None:
        """The hosts of these tables are connected to this process."""

        def noting(connection: sa.Connection) -> None:
            now = self._now(connection)
            connection.execute(tables.update().where(tables.c.id.in_(names)).values(hosted=now))

        await self._change(noting)

    async def is_hosted(self, table: str, within: int) -> bool:
        """Whether the host was connected to any process in the last milliseconds."""

        def looking(connection: sa.Connection) -> bool:
            query = sa.select(tables.c.hosted).where(tables.c.id == table)
            last = connection.execute(query).scalar_one_or_none() or 0
            return self._now(connection) - last < within

        return await self._read(looking)

    # --- processes -----------------------------------------------------------------------------

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

    def _write_life(self, connection: sa.Connection, lease: int) -> int:
        """This process lives for some milliseconds from now on; which time it is."""
        now = self._now(connection)
        alive = {"alive_until": now + lease}
        upsert = self._insert(processes).on_conflict_do_update(index_elements=["id"], set_=alive)
        connection.execute(upsert, {"id": self.process, **alive})
        return now

    async def claim(self, lease: int, visited: Sequence[str]) -> tuple[set[str], set[str]]:
        """Say that this process lives for some milliseconds, and take over those of some visited
        tables that nobody keeps any more; all running tables that this process keeps, and all
        processes that live.
        """

        def claiming(connection: sa.Connection) -> tuple[set[str], set[str]]:
            now = self._write_life(connection, lease)
            connection.execute(processes.delete().where(processes.c.alive_until < now))
            living = sa.select(processes.c.id)
            orphans = (tables.c.stage == "running") & tables.c.keeper.not_in(living)
            orphans &= tables.c.keeper != NOBODY
            connection.execute(tables.update().where(orphans).values(keeper=NOBODY))
            if visited:
                connection.execute(self._taking(tables.c.id.in_(visited)))
            mine = (tables.c.stage == "running") & (tables.c.keeper == self.process)
            kept = connection.execute(sa.select(tables.c.id).where(mine)).scalars()
            return set(kept), set(connection.execute(living).scalars())

        return await self._change(claiming)

    def _now(self, connection: sa.Connection) -> int:
        """Milliseconds by a clock that all processes share."""
        if not self.is_shared:
            return time.monotonic_ns() // 1_000_000
        seconds = sa.extract("epoch", sa.func.clock_timestamp())
        return int(connection.execute(sa.select(seconds * 1000)).scalar_one())

    def _taking(self, which: sa.ColumnElement[bool]) -> sa.Update:
        """Let this process keep running tables that nobody keeps."""
        free = (tables.c.stage == "running") & (tables.c.keeper == NOBODY)
        return tables.update().where(free, which).values(keeper=self.process)

    async def take(self, table: str) -> bool:
        """Keep a running table, if nobody does."""
        taking = self._taking(tables.c.id == table)
        return await self._change(lambda connection: connection.execute(taking).rowcount > 0)

    async def release(self, names: Sequence[str]) -> None:
        """Keep some tables no longer; nobody does until somebody comes."""
        mine = tables.c.id.in_(names) & (tables.c.keeper == self.process)
        change = tables.update().where(mine).values(keeper=NOBODY)
        await self._change(lambda connection: connection.execute(change))

    def living(self) -> bool:
        """Whether any process uses the database."""
        with self.engine.begin() as connection:
            is_alive = processes.c.alive_until >= self._now(connection)
            return connection.execute(sa.select(processes.c.id).where(is_alive)).first() is not None

    def leave(self) -> None:
        """This process lives no more; the others need not wait until they notice."""
        with self.engine.begin() as connection:
            connection.execute(processes.delete().where(processes.c.id == self.process))

    def forget_processes(self) -> None:
        """Whoever used a database that only one process may use is gone."""
        with self.engine.begin() as connection:
            connection.execute(processes.delete())


def _answer(future: asyncio.Future[bool], result: bool | Exception) -> None:
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)
