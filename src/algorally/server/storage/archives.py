"""What is kept of tables for the time when the rules are others."""

import contextlib
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from algorally.match.entries import Header
from algorally.server.messages.tables import TableInfo
from algorally.server.storage.access import Access
from algorally.server.storage.additions import Archived
from algorally.server.storage.reading import decode_header
from algorally.server.storage.schema import archives, entries, processes, tables

decode_info = msgspec.json.Decoder(TableInfo).decode


class Archives(Access):
    """Reads what is kept, and finds what is still to be."""

    async def archived(self, table: str) -> Archived | None:
        """What is kept of a table."""
        query = sa.select(archives).where(archives.c.table_id == table)
        row = await self._read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        return Archived(row.number, row.is_whole, decode_info(row.info), row.content)

    async def archived_infos(self, names: Sequence[str]) -> dict[str, tuple[Header, TableInfo]]:
        """What is kept of some tables, as everybody saw them, if their headers can be read."""
        if not names:
            return {}
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
