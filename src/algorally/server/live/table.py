"""A live table: a match with its connections.

An entry is checked, stored, applied and only then told. Whichever process stores the next number
of a table first is right; the others read what it stored, and try again.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec

from algorally.core.errors import TableError
from algorally.match.checks import check
from algorally.match.entries import AnyEntry, Begin, Choose, Stored, TimeUp
from algorally.match.lots import house_dice
from algorally.match.match import Applied, Match
from algorally.server.frames import SPECTATOR, Audience
from algorally.server.live.clock import clock
from algorally.server.live.connection import Connection
from algorally.server.live.drafts import check_draft
from algorally.server.live.waiting import unstoppable
from algorally.server.messages.frames import Drafted, Opened, Refused
from algorally.server.messages.http import HintList
from algorally.server.messages.tables import Draft
from algorally.server.metrics import CHOICES
from algorally.server.seated_bot import SeatedBot
from algorally.server.storage.additions import Addition
from algorally.server.storage.refusals import Unavailable
from algorally.server.storage.store import Store

MOST_RACES = 20  # lost in a row before a sender is asked to try again

encode = msgspec.json.encode
Make = Callable[[Match], AnyEntry]
Acknowledge = Callable[[int], None]  # the number of an entry that is stored


def nobody(number: int) -> None:
    """Where nobody waits for an acknowledgement."""


@dataclass
class AskedHint:
    """A hint that is being found, or was."""

    on: int  # the step that it answers
    found: asyncio.Task[HintList]
    waiting: int = 0  # for it


class LiveTable:
    """A match with its connections."""

    def __init__(
        self, match: Match, store: Store, heard: "Heard", begun: "Heard", origin: str = ""
    ) -> None:
        self.match = match
        self.store = store
        self.origin = origin  # from where it was made, "" if that is not known
        self.connections: set[Connection] = set()
        self.bots: dict[tuple[int, str], SeatedBot] = {}
        self.hints: dict[int, AskedHint] = {}  # for what each seat has to choose now, or had to
        self._unseen: dict[int, int] = {}  # seats that a link opened while no owner could be told
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
        for other in self._at(connection.viewer):
            other.send(frame)
        seat, is_owner = connection.viewer, bool(connection.guest)
        if seat >= 0 and not is_owner and not any(other.guest for other in self._at(seat)):
            self._unseen[seat] = self._link(seat)
        self.connections.add(connection)

    def tell_of_link(self, connection: Connection) -> None:
        """Tell the owner of a seat, who comes or comes back, that it is open by its link, too, or
        was while the owner could not be told.
        """
        seat = connection.viewer
        if seat < 0 or not connection.guest:
            return
        unseen = self._unseen.pop(seat, None)
        is_open = any(not other.guest for other in self._at(seat))
        if is_open or (unseen is not None and unseen == self._link(seat)):
            connection.send(encode(Opened(by_link=True)))

    def _at(self, seat: int) -> list[Connection]:
        """The connections from a seat; who looks on has none."""
        return [other for other in self.connections if other.viewer == seat >= 0]

    def _link(self, seat: int) -> int:
        """Which of its links opens a seat now."""
        return self.match.seats[seat].link

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


def stage_after(match: Match, entry: AnyEntry) -> str:
    """The stage that an entry brings about, "" if it does not change it."""
    trial = match.stage_after(entry)
    return "" if trial == match.stage else trial
