"""For how long tables are kept, and which of them nobody has touched for longer.

When a table was touched last is found from its entries, and only by whoever tidies up: a note of
it would cost every entry a second write.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from algorally.server.storage.schema import entries, sitters, tables

HOUR = 3_600_000  # milliseconds
DAY = 24 * HOUR
LEFT = HOUR  # for which tables are kept that were closed, or that everybody has left
SEEN = 2 * HOUR  # for which somebody counts as connected; each process says so every hour

UNFINISHED = tables.c.stage.in_(("open", "running"))


def is_left() -> sa.ColumnElement[bool]:
    """People had seats at the table, and all of them have left it, or taken it off their lists."""
    sat = sa.exists().where(sitters.c.table_id == tables.c.id)
    return sat & ~sa.exists().where(sitters.c.table_id == tables.c.id, ~sitters.c.hidden)


def untouched(since: int) -> sa.ColumnElement[bool]:
    """The table was made, and its last entry written, before a moment."""
    last = sa.select(entries.c.at).where(entries.c.table_id == tables.c.id)
    at = last.order_by(entries.c.number.desc()).limit(1).scalar_subquery()
    return (tables.c.created < since) & (sa.func.coalesce(at, 0) < since)


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days tables are kept that nobody touches; 0 is for ever."""

    open: int
    running: int
    finished: int

    def expired(self, now: int) -> sa.ColumnElement[bool]:
        """Nobody has touched the table for too long, and nobody is connected there."""
        stage = tables.c.stage
        ways = [
            (stage == "closed") & untouched(now - LEFT),
            (stage == "running") & untouched(now - LEFT) & is_left(),
        ]
        days = {"open": self.open, "running": self.running, "over": self.finished}
        ways += [
            (stage == name) & untouched(now - kept * DAY) for name, kept in days.items() if kept
        ]
        return sa.or_(*ways) & (tables.c.seen < now - SEEN)
