"""Deleting what nobody has touched for long."""

import asyncio
from collections.abc import Sequence

import sqlalchemy as sa

from algorally.server.storage.access import Access
from algorally.server.storage.refusals import Unavailable
from algorally.server.storage.retention import Retention
from algorally.server.storage.schema import archives, drafts, entries, sitters, tables


class Forgetting(Access):
    """Notes who is there, and forgets where nobody was."""

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
