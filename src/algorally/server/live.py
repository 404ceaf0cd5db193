"""The tables that are alive in this process, and whoever is connected to them.

An entry is checked, stored, applied and only then told. Whichever process stores the next number
of a table first is right; the others read what it stored, and try again.
"""

import asyncio
import re
import time
from collections.abc import Callable, Iterable

import msgspec

from algorally.bots.levels import Bot, make_bot
from algorally.core.errors import TableError
from algorally.match.checks import check
from algorally.match.entries import AnyEntry, Begin, Header, Stored
from algorally.match.match import OPEN, RUNNING, Happened, Match
from algorally.server.frames import live_frame
from algorally.server.messages import Draft, Drafted
from algorally.server.metrics import CHOICES, LIVE_TABLES
from algorally.server.storage.store import Addition, Store, Unavailable

TABLE_ID = re.compile(r"[a-z2-9]{12}")
MOST_RACES = 20  # lost in a row before a sender is asked to try again
BACKLOG = 500  # frames that a connection may be behind before it is cut off

encode = msgspec.json.encode
Make = Callable[[Match], AnyEntry]


def clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Connection:
    """A viewer of a table and the frames that are on their way to it."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)

    def send(self, frame: bytes) -> None:
        """Put a frame on its way; a viewer who takes none any more is cut off."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.cut_off()

    def cut_off(self) -> None:
        """Forget what is on its way, and end the connection."""
        while not self.frames.empty():
            self.frames.get_nowait()
        self.frames.put_nowait(None)


class LiveTable:
    """A match with its connections."""

    def __init__(self, match: Match, store: Store, heard: "Heard", begun: "Heard") -> None:
        self.match = match
        self.store = store
        self.connections: set[Connection] = set()
        self.bots: dict[tuple[int, str], Bot] = {}
        self.used = time.monotonic()
        self._heard, self._begun = heard, begun
        self._lock = asyncio.Lock()
        self._in_doubt = False  # whether an entry was stored is not known

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.match.header.id

    def connected(self, seat: int) -> bool:
        """Whether somebody is connected here from a seat."""
        return any(connection.viewer == seat for connection in self.connections)

    def bot(self, seat: int, level: str) -> Bot:
        """The bot that plays on a seat."""
        if (seat, level) not in self.bots:
            self.bots[seat, level] = make_bot(level, clock() + seat)
        return self.bots[seat, level]

    async def add(self, make: Make, sender: str = "", client_id: str = "") -> int:
        """Add an entry, made from the match as it then is; its number, once it is stored."""
        self.used = time.monotonic()
        async with self._lock:
            if self._in_doubt:
                await self._read_on()
            for _ in range(MOST_RACES):
                known = self.match.received(sender, client_id)
                if known is not None:
                    return known
                entry = make(self.match)
                check(self.match, entry)
                if await self._store(entry, sender, client_id):
                    return self.match.number
                await self._read_on()
        raise TableError("busy", "too much happens at this table at once; try again")

    async def _store(self, entry: AnyEntry, sender: str, client_id: str) -> bool:
        match = self.match
        stored = Stored(match.number + 1, max(clock(), match.at), entry, sender, client_id)
        try:
            done = await self.store.add(
                Addition(self.id, stored=[stored], stage=stage_after(match, entry))
            )
        except Unavailable:
            self._in_doubt = True
            raise
        if done:
            if isinstance(entry, Begin):
                self._begun(self)
            self._apply([stored])
        return done

    async def catch_up(self) -> None:
        """Apply what other processes have stored."""
        async with self._lock:
            await self._read_on()

    async def _read_on(self) -> None:
        self._apply(await self.store.entries(self.id, after=self.match.number))
        self._in_doubt = False

    def _apply(self, entries: Iterable[Stored]) -> None:
        for stored in entries:
            happened = self.match.apply(stored)
            CHOICES.inc(bool(happened.events))
            self._tell(happened)
        self._heard(self)

    def _tell(self, happened: Happened) -> None:
        frames: dict[int, bytes] = {}
        for connection in list(self.connections):
            viewer = connection.viewer
            if viewer not in frames:
                frames[viewer] = encode(live_frame(self.match, happened, viewer))
            connection.send(frames[viewer])

    async def keep_draft(self, seat: int, draft: Draft, sender: Connection) -> None:
        """Store the unfinished program of a seat, and show it at its other devices."""
        if draft.on != self.match.step:
            raise TableError("stale", "the game went on; this program answers an earlier step")
        await self.store.add(Addition(self.id, draft=(seat, draft)))
        frame = encode(Drafted(draft=draft))
        for connection in self.connections:
            if connection.viewer == seat and connection is not sender:
                connection.send(frame)

    async def draft(self, seat: int) -> Draft | None:
        """The unfinished program of a seat, if it answers the present step."""
        draft = await self.store.draft(self.id, seat) if seat >= 0 else None
        return draft if draft and draft.on == self.match.step else None


Heard = Callable[[LiveTable], None]


class Hall:
    """All live tables of this process."""

    def __init__(self, store: Store, heard: Heard, begun: Heard) -> None:
        self.store = store
        self.tables: dict[str, LiveTable] = {}
        self._heard, self._begun = heard, begun
        self._loading: dict[str, asyncio.Lock] = {}

    async def table(self, name: str) -> LiveTable:
        """A table, rebuilt from what is stored if it is not alive."""
        live = self.tables.get(name)
        if live:
            live.used = time.monotonic()
            return live
        if not TABLE_ID.fullmatch(name):
            raise no_such_table()
        async with self._loading.setdefault(name, asyncio.Lock()):
            if name not in self.tables:
                self._keep(await self._load(name))
        self._loading.pop(name, None)
        return self.tables[name]

    async def _load(self, name: str) -> Match:
        header = await self.store.header(name)
        if header is None:
            raise no_such_table()
        return await asyncio.to_thread(Match, header, await self.store.entries(name))

    def _keep(self, match: Match) -> LiveTable:
        live = LiveTable(match, self.store, self._heard, self._begun)
        self.tables[live.id] = live
        LIVE_TABLES.set(len(self.tables))
        return live

    async def make(self, header: Header, first: Callable[[Match], list[AnyEntry]]) -> LiveTable:
        """Make a table, with its first entries."""
        match = await asyncio.to_thread(Match, header)
        stored = []
        for number, entry in enumerate(first(match), 1):
            check(match, entry)
            stored.append(Stored(number, header.created, entry))
            match.apply(stored[-1])
        stage = "" if match.stage == OPEN else match.stage
        if not await self.store.add(Addition(header.id, header, stored, stage)):
            raise TableError("busy", "somebody made this table at the same time")
        live = self._keep(match)
        if match.stage == RUNNING:
            self._begun(live)
        self._heard(live)
        return live

    async def catch_up(self, names: Iterable[str] | None = None) -> None:
        """Read on at some of the live tables, or at all of them."""
        for name in list(self.tables) if names is None else names:
            if live := self.tables.get(name):
                await live.catch_up()

    def forget(self, idle: float, kept: Callable[[str], bool]) -> None:
        """Let go of tables that nobody uses; they are rebuilt when they are asked for."""
        limit = time.monotonic() - idle
        for name, live in list(self.tables.items()):
            if not live.connections and live.used < limit and not kept(name):
                del self.tables[name]
        LIVE_TABLES.set(len(self.tables))


def stage_after(match: Match, entry: AnyEntry) -> str:
    """The stage that an entry brings about, "" if it does not change it."""
    trial = match.stage_after(entry)
    return "" if trial == match.stage else trial


def no_such_table() -> TableError:
    """The link is wrong."""
    return TableError("no_such_table", "there is no such table; check the link")
