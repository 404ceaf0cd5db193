"""What is stored of guests: at which tables they sat, and which codes were used."""

from collections.abc import Sequence

import sqlalchemy as sa

from algorally.server.storage.access import Access
from algorally.server.storage.schema import sitters, spent_codes, tables


class Guests(Access):
    """Finds, and hides, the tables of a guest."""

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

    async def spend(self, number: str, now: int, until: int) -> bool:
        """Use a code that counts once; False if it was used before, by whichever process."""

        def spending(connection: sa.Connection) -> bool:
            connection.execute(spent_codes.delete().where(spent_codes.c.until < now))
            insert = self._insert(spent_codes).values(number=number, until=until)
            added = insert.on_conflict_do_nothing().returning(spent_codes.c.number)
            return connection.execute(added).first() is not None

        return await self._change(spending)
