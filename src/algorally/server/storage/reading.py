"""Finding tables, and reading what is stored of them."""

import contextlib
from collections.abc import Callable, Iterable

import msgspec
import sqlalchemy as sa

from algorally.match.entries import AnyEntry, Header, Stored
from algorally.match.match import Stage
from algorally.server.messages.tables import Draft
from algorally.server.storage.access import Access
from algorally.server.storage.additions import Facts, Listed, Named
from algorally.server.storage.refusals import Gone
from algorally.server.storage.schema import drafts, entries, tables

decode_header = msgspec.json.Decoder(Header).decode
decode_entry = msgspec.json.Decoder(AnyEntry).decode


class Reading(Access):
    """Reads tables as they are stored."""

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

    async def counts(self, queries: Callable[[], Iterable[sa.Select[int]]]) -> list[int]:
        """How many there are of some things; also the queries are made beside the event loop."""
        return await self._read(
            lambda connection: [connection.execute(query).scalar_one() for query in queries()]
        )

    async def stage(self, table: str) -> Stage:
        """The stage of a table."""
        query = sa.select(tables.c.stage).where(tables.c.id == table)
        return await self._read(lambda connection: connection.execute(query).scalar_one())

    async def rematch_of(self, table: str) -> str | None:
        """The table that is the rematch of another."""
        query = sa.select(tables.c.id).where(tables.c.previous == table)
        return await self._read(lambda connection: connection.execute(query).scalar())
