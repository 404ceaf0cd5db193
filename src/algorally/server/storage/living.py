"""Which processes live, which tables each of them keeps, and where hosts are connected."""

from collections.abc import Sequence

import sqlalchemy as sa

from algorally.server.storage.access import Access
from algorally.server.storage.schema import processes, tables

NOBODY = ""  # keeps a table at which nobody is


class Living(Access):
    """What processes that share a database know of each other."""

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
