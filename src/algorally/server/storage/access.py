"""Asking the database without keeping the event loop waiting."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from algorally.server.storage.database import open_engine, prepare, reason
from algorally.server.storage.refusals import Unavailable
from algorally.server.storage.trouble import Trouble

READERS = 3

Answer = TypeVar("Answer")


class Access:
    """The database, and the threads that wait for it."""

    def __init__(self, url: sa.URL, process: str) -> None:
        self.process = process
        self.engine = open_engine(url)
        self.is_shared = self.engine.dialect.name == "postgresql"
        self._insert: Any = postgresql.insert if self.is_shared else sqlite.insert
        self._saving, self._reading = Trouble("saving"), Trouble("reading")
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        prepare(self.engine)

    def close(self) -> None:
        """Finish what is being written and let the database go."""
        self._writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()

    @property
    def is_well(self) -> bool:
        """Whether the database did what it was asked for, when it was last asked."""
        return not (self._saving.is_there or self._reading.is_there)

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

    def _now(self, connection: sa.Connection) -> int:
        """Milliseconds by a clock that all processes share."""
        if not self.is_shared:
            return time.monotonic_ns() // 1_000_000
        seconds = sa.extract("epoch", sa.func.clock_timestamp())
        return int(connection.execute(sa.select(seconds * 1000)).scalar_one())
