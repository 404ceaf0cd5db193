"""Forgets tables that nobody has touched for long, a few at a time, beside everything else."""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence

from algorally.server.live.clock import clock
from algorally.server.live.hall import Hall
from algorally.server.storage.refusals import Unavailable
from algorally.server.storage.retention import HOUR, Retention
from algorally.server.storage.store import Store

EARLY = 60.0  # seconds after the start, when those who were connected are back
ROUND = HOUR / 1000  # seconds from one round to the next
SOME = 500  # tables that are looked for at once,
FEW = 5  # and that are forgotten at once: everything else that is written waits for it
REST = 9  # times as long as that took, so that the writer has nine tenths of its time

log = logging.getLogger("algorally.caretaker")


class Caretaker:
    """Tidies up; should several processes do it at once, each table is forgotten by one of them."""

    def __init__(self, store: Store, hall: Hall, retention: Retention) -> None:
        self.store, self.hall, self.retention = store, hall, retention

    async def run(self) -> None:
        """Go round for ever."""
        await asyncio.sleep(EARLY)
        while True:
            try:
                await self.go_round(REST)
            except Unavailable:
                log.warning("the database does not answer")
            except Exception as error:  # the next round may be luckier
                log.error("tables could not be forgotten", exc_info=error)
            await asyncio.sleep(ROUND)

    async def go_round(self, rest: float = 0) -> None:
        """Say where somebody is connected, to all processes, and forget what nobody has touched."""
        now, forgotten = clock(), 0
        for names in split(self.connected(), SOME):
            await self.store.see(names, now)
        while found := await self.store.expired(self.retention, now, SOME):
            gone = [await self._forget(names, now, rest) for names in split(found, FEW)]
            forgotten += sum(gone)
            if not sum(gone):  # others are at it, or somebody came
                break
        if forgotten:
            log.info("%d tables were forgotten", forgotten)

    async def _forget(self, names: Sequence[str], now: int, rest: float) -> int:
        """Forget some tables, but for those where somebody came meanwhile; how many they were."""
        began, connected = time.monotonic(), self.connected()
        names = [name for name in names if name not in connected]
        gone = await self.store.forget(names, self.retention, now)
        self.hall.drop(gone)
        await asyncio.sleep(rest * (time.monotonic() - began))
        return len(gone)

    def connected(self) -> list[str]:
        """The tables of this process at which somebody is connected."""
        return [name for name, live in self.hall.tables.items() if live.is_in_use]


def split(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """Names, so many at a time."""
    return (names[first : first + size] for first in range(0, len(names), size))
