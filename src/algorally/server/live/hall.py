"""All live tables of a process: found, rebuilt, made and let go."""

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

from algorally.core.errors import TableError
from algorally.match.checks import check
from algorally.match.entries import AnyEntry, Header, Stored
from algorally.match.match import OPEN, RUNNING, Match
from algorally.server.archive import OldTable, OtherRules, check_rules
from algorally.server.live.table import Heard, LiveTable
from algorally.server.live.waiting import unstoppable
from algorally.server.metrics import LIVE_TABLES
from algorally.server.readiness import Preparing, Readiness
from algorally.server.storage.additions import Addition
from algorally.server.storage.refusals import Gone, Unavailable
from algorally.server.storage.store import Store
from algorally.server.workshop import CALLER, TooBusy

TABLE_ID = re.compile(r"[a-z2-9]{12}")

InThread = Callable[..., Awaitable[Any]]  # like asyncio.to_thread
log = logging.getLogger("algorally.live")


class BrokenTable(TableError):
    """A table that cannot be rebuilt from what is stored of it."""

    def __init__(self) -> None:
        super().__init__(
            "broken_table",
            "this table cannot be read any more, so nobody can open it;"
            " take it off your list and make a new one",
        )


class Hall:
    """All live tables of this process."""

    def __init__(
        self,
        store: Store,
        readiness: Readiness,
        heard: Heard,
        begun: Heard,
        in_thread: InThread = asyncio.to_thread,
    ) -> None:
        self.store, self.readiness = store, readiness
        self.in_thread = in_thread
        self.tables: dict[str, LiveTable] = {}
        self._heard, self._begun = heard, begun
        # By address, too: what one address asks for may wait for much else that it has asked for.
        self._loading: dict[tuple[str, str], asyncio.Task[LiveTable]] = {}
        self.broken: set[str] = set()

    async def table(self, name: str) -> LiveTable:
        """A table, rebuilt from what is stored if it is not alive.

        Whoever asks may have heard from another process already what is to be read here only now.
        """
        live = self.tables.get(name)
        if live:
            live.used = time.monotonic()
            if self.store.is_shared:
                await live.catch_up()
            return live
        if not TABLE_ID.fullmatch(name):
            raise Gone
        key = name, CALLER.get().address
        if key not in self._loading:
            self._loading[key] = asyncio.create_task(self._load(name))
            self._loading[key].add_done_callback(lambda _: self._loading.pop(key))
        return await unstoppable(self._loading[key])

    async def look(self, name: str) -> Match | OldTable:
        """A table as it can be looked at, also where nobody can play on."""
        try:
            return (await self.table(name)).match
        except OtherRules as refusal:
            return await self._old(name, refusal)

    async def glance(self, name: str) -> Match | OldTable:
        """The same, as it is stored, and without keeping it in memory."""
        try:
            return await self._rebuild(name)
        except OtherRules as refusal:
            return await self._old(name, refusal)

    async def _old(self, name: str, refusal: OtherRules) -> OldTable:
        store, header = self.store, await self.store.header(name)
        if header is None:
            raise Gone
        with self._reading(name):
            return OldTable(
                refusal,
                header,
                await store.entries(name),
                await store.stage(name),
                await store.archived(name),
                await store.rematch_of(name),
            )

    async def has(self, name: str) -> bool:
        """Whether there is such a table, alive or not."""
        if name in self.tables:
            return True
        return bool(TABLE_ID.fullmatch(name)) and await self.store.has(name)

    async def _rebuild(self, name: str) -> Match:
        with self._reading(name):
            header = await self.store.header(name)
            if header is None:
                raise Gone
            check_rules(header)
            self.readiness.check(header.game)
            match: Match = await self.in_thread(Match, header, await self.store.entries(name))
        self.broken.discard(name)
        return match

    @contextlib.contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        """Whatever is wrong with what is stored of a table is logged once, and told in one way."""
        try:
            yield
        except (Gone, OtherRules, Preparing, TooBusy, Unavailable):
            raise
        except Exception as error:
            if name not in self.broken:
                log.error("the table %s cannot be read", name, exc_info=error)
                self.broken.add(name)
            raise BrokenTable from error

    async def _load(self, name: str) -> LiveTable:
        match, origin = await self._rebuild(name), await self.store.origin(name)
        live = self.tables.get(name) or self._keep(match, origin)  # others may have been faster
        if self.store.is_shared:
            await live.catch_up()  # with what others stored meanwhile, of which we heard nothing
        return live

    def _keep(self, match: Match, origin: str) -> LiveTable:
        live = LiveTable(match, self.store, self._heard, self._begun, origin)
        self.tables[live.id] = live
        LIVE_TABLES.set(len(self.tables))
        return live

    async def make(
        self, header: Header, first: Callable[[Match], list[AnyEntry]], origin: str = ""
    ) -> LiveTable:
        """Make a table, with its first entries; from where it is made counts for the limits."""
        self.readiness.check(header.game)
        match, stored = await self.in_thread(first_of, header, first)
        stage = "" if match.stage == OPEN else match.stage
        if not await self.store.add(Addition(header.id, header, stored, stage, origin=origin)):
            raise TableError("busy", "somebody made this table at the same time")
        live = self._keep(match, origin)
        if match.stage == RUNNING:
            self._begun(live)
        self._heard(live)
        return live

    async def catch_up(self, names: Iterable[str] | None = None) -> None:
        """Read on at some of the live tables, or at all of them."""
        for name in list(self.tables) if names is None else names:
            if live := self.tables.get(name):
                await live.catch_up()

    def drop(self, names: Iterable[str]) -> None:
        """Let go of tables that are not stored any more."""
        for name in names:
            self.tables.pop(name, None)
            self.broken.discard(name)
        LIVE_TABLES.set(len(self.tables))

    def forget(self, idle: float, kept: Callable[[str], bool]) -> None:
        """Let go of tables that nobody uses; they are rebuilt when they are asked for."""
        limit = time.monotonic() - idle
        for name, live in list(self.tables.items()):
            if not live.is_in_use and live.used < limit and not kept(name):
                del self.tables[name]
        LIVE_TABLES.set(len(self.tables))


def first_of(
    header: Header, first: Callable[[Match], list[AnyEntry]]
) -> tuple[Match, list[Stored]]:
    """A match with its first entries."""
    match = Match(header)
    stored = []
    for number, entry in enumerate(first(match), 1):
        check(match, entry)
        stored.append(Stored(number, header.created, entry))
        match.apply(stored[-1])
    return match, stored
