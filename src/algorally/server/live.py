"""The tables that are alive in this process, and whoever is connected to them.

An entry is checked, stored, applied and only then told. Whichever process stores the next number
of a table first is right; the others read what it stored, and try again.
"""

import asyncio
import contextlib
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec

from algorally.core.errors import TableError, UnreadableChoice
from algorally.match.checks import check, check_running
from algorally.match.entries import AnyEntry, Begin, Choose, Header, Stored, TimeUp
from algorally.match.lots import house_dice
from algorally.match.match import OPEN, RUNNING, Applied, Match
from algorally.match.seating import Seat
from algorally.server.archive import OldTable, OtherRules, check_rules
from algorally.server.frames import SPECTATOR, Audience
from algorally.server.messages.frames import Drafted, Opened, Refused
from algorally.server.messages.http import HintList
from algorally.server.messages.tables import Draft
from algorally.server.metrics import CHOICES, LIVE_TABLES
from algorally.server.readiness import Preparing, Readiness
from algorally.server.seated_bot import SeatedBot
from algorally.server.storage.store import Addition, Gone, Store, Unavailable
from algorally.server.visitors import check_watching
from algorally.server.workshop import TooBusy

TABLE_ID = re.compile(r"[a-z2-9]{12}")
MOST_RACES = 20  # lost in a row before a sender is asked to try again
BACKLOG = 500  # frames that a connection may be behind before it is cut off

encode = msgspec.json.encode
Make = Callable[[Match], AnyEntry]
Acknowledge = Callable[[int], None]  # the number of an entry that is stored
Answer = TypeVar("Answer")
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


BOOTED = time.time_ns() - time.monotonic_ns()


def clock() -> int:
    """Milliseconds since 1970, as far as was known at the start: whoever sets the machine's clock
    gives nobody time to think, and takes none away.
    """
    return (BOOTED + time.monotonic_ns()) // 1_000_000


async def unstoppable(work: asyncio.Future[Answer]) -> Answer:
    """Wait for work that goes on when whoever waits is gone; then its failure is nobody's."""
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.shield(work)


def nobody(number: int) -> None:
    """Where nobody waits for an acknowledgement."""


def anybody(seat: Seat) -> bool:
    """Who looks on needs no right to."""
    return True


class Connection:
    """A viewer of a table and the frames that are on their way to it.

    `holds` tells whether the viewer's seat, as it is now, still belongs to whoever is connected;
    a guest may have other seats, too: several people share a device.
    """

    def __init__(
        self, viewer: int, holds: Callable[[Seat], bool] = anybody, guest: str = ""
    ) -> None:
        self.viewer = viewer
        self.holds = holds
        self.guest = guest
        self.is_parted = False
        self.frames: deque[bytes] = deque()
        self._is_ended = False
        self._sender: asyncio.Future[None] | None = None  # waits for frames

    def check_seat(self, match: Match) -> None:
        """Whoever has lost the seat, or may not look on, has no business there any more."""
        if self.viewer < 0:
            check_watching(match, match.seating.of(self.guest))
        elif not self.holds(match.seats[self.viewer]):
            raise TableError("seat_lost", "this seat is no longer yours; somebody else has it")

    def send(self, frame: bytes) -> None:
        """Put a frame on its way; a viewer who takes none any more is cut off."""
        if len(self.frames) == BACKLOG:
            self.cut_off()
        elif not self._is_ended:
            self.frames.append(frame)
            self._wake()

    def cut_off(self, last_word: bytes = b"") -> None:
        """Forget what is on its way, and end the connection."""
        self._is_ended = True
        self.frames.clear()
        if last_word:
            self.frames.append(last_word)
        self._wake()

    def _wake(self) -> None:
        if self._sender and not self._sender.done():
            self._sender.set_result(None)

    async def has_frames(self) -> bool:
        """Wait until frames are on their way; there are none any more once it is cut off."""
        if not self.frames and not self._is_ended:
            self._sender = asyncio.get_running_loop().create_future()
            await self._sender
        return bool(self.frames)


class AskedHint(NamedTuple):
    """A hint that is being found, or was."""

    on: int  # the step that it answers
    found: asyncio.Task[HintList]


class LiveTable:
    """A match with its connections."""

    def __init__(self, match: Match, store: Store, heard: "Heard", begun: "Heard") -> None:
        self.match = match
        self.store = store
        self.connections: set[Connection] = set()
        self.bots: dict[tuple[int, str], SeatedBot] = {}
        self.hints: dict[int, AskedHint] = {}  # for what each seat has to choose now, or had to
        self.used = time.monotonic()
        self.coming = 0  # who is about to be connected
        self.hostless_since: float | None = None
        self._heard, self._begun = heard, begun
        self._ahead = max(0, match.at - clock())  # of a clock that was set back since then
        self._lock = asyncio.Lock()
        self._in_doubt = False  # whether an entry was stored is not known
        self._audience = Audience()

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.match.header.id

    def now(self) -> int:
        """The time at this table, which never goes back."""
        return max(clock() + self._ahead, self.match.at)

    @property
    def is_in_use(self) -> bool:
        """Somebody is connected, or something is being done."""
        return bool(self.connections or self.coming or self._lock.locked())

    @property
    def is_hosted(self) -> bool:
        """The host is there, on a seat or looking on here."""
        seating = self.match.seating
        own = seating.of(self.match.host)
        return any(seating.seats[seat].is_there for seat in own) or self.is_host_connected

    @property
    def is_host_connected(self) -> bool:
        """The host is connected to this process, with or without a seat."""
        return any(connection.guest == self.match.host for connection in self.connections)

    def connect(self, connection: Connection) -> None:
        """Somebody opens a seat, or looks on; who has the seat open already is told."""
        frame = encode(Opened(by_link=not connection.guest))
        for other in self.connections:
            if other.viewer == connection.viewer >= 0:
                other.send(frame)
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        """Somebody is connected no more."""
        self.connections.discard(connection)
        self.used = time.monotonic()

    def connected(self, seat: int) -> bool:
        """Whether somebody is connected here from a seat, or from another one of its owner's."""
        return any(seat in self.seats_of(connection) for connection in self.connections)

    def seats_of(self, connection: Connection) -> set[int]:
        """The seats for which somebody is there as long as a connection lasts."""
        return {connection.viewer, *self.match.seating.of(connection.guest)} - {SPECTATOR}

    def bot(self, seat: int, level: str) -> SeatedBot:
        """The bot that plays on a seat."""
        if (seat, level) not in self.bots:
            dice = house_dice(self.match.header.seed, f"bot {seat}")
            self.bots[seat, level] = SeatedBot(level, seat, dice.getrandbits(31))
        return self.bots[seat, level]

    async def add(
        self, make: Make, sender: str = "", client_id: str = "", acknowledge: Acknowledge = nobody
    ) -> None:
        """Add an entry, made from the match as it then is, and acknowledge it by its number.

        Once begun it is finished, even if whoever asked for it hangs up: what is stored is told.
        """
        adding = self._add(make, sender, client_id, acknowledge)
        await unstoppable(asyncio.create_task(adding))

    async def _add(self, make: Make, sender: str, client_id: str, acknowledge: Acknowledge) -> None:
        async with self._lock:
            if self._in_doubt:
                await self._read_on()
            for _ in range(MOST_RACES):
                known = self.match.received(sender, client_id)
                if known is not None:
                    acknowledge(known)
                    return
                entry = make(self.match)
                check(self.match, entry)
                if await self._store(entry, sender, client_id):
                    acknowledge(self.match.number)  # at once, so that it goes with what was told
                    return
                await self._read_on()
        raise TableError("busy", "too much happens at this table at once; try again")

    async def _store(self, entry: AnyEntry, sender: str, client_id: str) -> bool:
        match = self.match
        stored = Stored(match.number + 1, self.now(), entry, sender, client_id)
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
            applied = self.match.apply(stored)
            CHOICES.inc(bool(applied.events))
            self._tell(applied)
        self._heard(self)

    def _tell(self, applied: Applied) -> None:
        if not isinstance(applied.stored.entry, Choose | TimeUp):  # which leave all in their seats
            self._part()
        viewers = dict.fromkeys(connection.viewer for connection in self.connections)
        frames = self._audience.frames(self.match, applied, viewers)
        for connection in list(self.connections):
            connection.send(frames[connection.viewer])

    def _part(self) -> None:
        """Part with those who have lost their seat, before they see what is not for them."""
        for connection in list(self.connections):
            try:
                connection.check_seat(self.match)
            except TableError as error:
                self.connections.discard(connection)
                connection.is_parted = True
                connection.cut_off(encode(Refused(id=None, code=error.code, words=str(error))))

    async def keep_draft(self, seat: int, draft: Draft, sender: Connection) -> None:
        """Store the unfinished program of a seat, and show it at its other devices."""
        check_draft(self.match, draft)
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
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
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
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name))
        return await unstoppable(self._loading[name])

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
        live = self._keep(await self._rebuild(name))
        if self.store.is_shared:
            await live.catch_up()  # with what others stored meanwhile, of which we heard nothing
        return live

    def _keep(self, match: Match) -> LiveTable:
        live = LiveTable(match, self.store, self._heard, self._begun)
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


def stage_after(match: Match, entry: AnyEntry) -> str:
    """The stage that an entry brings about, "" if it does not change it."""
    trial = match.stage_after(entry)
    return "" if trial == match.stage else trial


def check_draft(match: Match, draft: Draft) -> None:
    """A draft answers the present step with actions that a seat can choose."""
    check_running(match)  # before the game seats change hands, and drafts would with them
    if draft.on != match.step:
        raise TableError("stale", "the game went on; this program answers an earlier step")
    check_thinking(match)
    game = match.game
    if any(action == game.time_up or not 0 <= action < game.actions for action in draft.actions):
        raise UnreadableChoice(f"actions are numbered 0 to {game.actions - 1}")


def check_thinking(match: Match) -> None:
    """A pause is no time to think where time is short: nothing is tried out or prepared."""
    if match.is_frozen:
        raise TableError(
            "paused", "the game and its clocks are paused, so nobody works on programs"
        )
