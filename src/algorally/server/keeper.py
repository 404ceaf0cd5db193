"""Moves what nobody moves by hand: bots, clocks, and the seats of people who are away.

A running table at which somebody is has one process that keeps it; when that process dies another
one takes over, within seconds. Should two keep the same table for a moment, the numbers of the
entries settle it. A table at which nobody is sleeps: nothing moves, no clock runs, and it takes
neither memory nor time until somebody comes.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine, Iterator
from functools import partial
from typing import Any

from algorally.bots.levels import STAND_IN, playable
from algorally.core.errors import AlgorallyError, TableError
from algorally.match.checks import check
from algorally.match.entries import AnyEntry, Away, Back, Choose, HandOver, StandIn, TimeUp, Woke
from algorally.match.match import OPEN, OVER, RUNNING, Match
from algorally.server.archive import OtherRules
from algorally.server.live.clock import clock
from algorally.server.live.hall import BrokenTable, Hall, InThread
from algorally.server.live.table import LiveTable
from algorally.server.metrics import BOT_TURNS
from algorally.server.problems import code_of
from algorally.server.readiness import Preparing, Readiness
from algorally.server.storage.refusals import Gone, Unavailable
from algorally.server.storage.store import Store
from algorally.server.thinking_room import ThinkingRoom
from algorally.server.workshop import TooBusy

HEARTBEAT = 1.0  # seconds
LEASE = 5_000  # milliseconds after which a silent process is taken for dead
RETURN = 10_000  # milliseconds that people have to come back after a server has died
IDLE = 10.0  # seconds after which a table that nobody uses leaves the memory, and sleeps
HOST_GRACE = 300.0  # seconds without a host after which somebody else is it
UNSTABLE = 3.0  # seconds that a reload of the page may take before its owner counts as away

log = logging.getLogger("algorally.keeper")


def lately() -> int:
    """The milliseconds for which a host may be gone who was connected to another process."""
    return int(1000 * HOST_GRACE) + LEASE


class Keeper:
    """Keeps some of the running tables."""

    def __init__(
        self,
        store: Store,
        bot_threads: int,
        readiness: Readiness,
        in_thread: InThread = asyncio.to_thread,
    ) -> None:
        self.store = store
        self.hall = Hall(store, readiness, self.heard, self.begun, in_thread)
        self.kept: dict[str, int] = {}  # tables, and since when; 0: since they began
        self._living: set[str] = set()  # processes, this one among them
        self._begun: set[str] = set()  # since the last heartbeat
        self.bots = ThinkingRoom(bot_threads)
        self._busy: set[tuple[str, int]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    # --- keeping -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Live, take over what dead processes kept, and let go of what nobody uses."""
        while True:
            try:
                mine, living = await self.store.claim(LEASE, self._visited())
                # People may have been connected to a dead process at any table.
                some_died, self._living = bool(self._living - living), living
                for name in mine if some_died else mine - set(self.kept):
                    self._later(self._take_over(name))
                for name in set(self.kept) - mine - self._begun:
                    del self.kept[name]  # another process took it over while this one was silent
                self._begun.clear()
                await self._put_to_sleep()
                self.hall.forget(IDLE, self.kept.__contains__)
                await self._tell_of_hosts()
                self._find_hosts()
            except Unavailable:
                pass  # as the store tells
            except Exception as error:  # or no table would be taken over, or sleep, ever again
                log.error("a heartbeat failed", exc_info=error)
            await asyncio.sleep(HEARTBEAT)

    def _visited(self) -> list[str]:
        """Running tables at which people are here, and which perhaps nobody keeps."""
        return [
            name
            for name, live in self.hall.tables.items()
            if live.connections and live.match.stage == RUNNING and name not in self.kept
        ]

    def came(self, live: LiveTable) -> None:
        """Somebody is connected, perhaps to a table that slept, perhaps after being away."""
        if live.match.stage == RUNNING and live.id not in self.kept:
            self._later(self._wake(live))
        self.heard(live)

    async def _wake(self, live: LiveTable) -> None:
        with contextlib.suppress(Unavailable):  # the next heartbeat tries again
            if await self.store.take(live.id):
                await self._take_over(live.id)

    async def _take_over(self, name: str) -> None:
        is_new = name not in self.kept
        self.kept[name] = clock()
        try:
            live = await self.hall.table(name)
        except (Unavailable, Preparing, TooBusy):
            self.kept.pop(name, None)  # the next heartbeat tries again
            return
        except (OtherRules, BrokenTable, Gone) as refusal:
            log.warning("a table cannot be kept: %s", refusal)
            return
        self.kept[name] = live.now()  # by the clock of the table, which may be ahead
        if is_new and live.match.has_clock:
            await self._try(live, Woke())
        self.heard(live)
        await self._look_for_absent(live)

    async def _look_for_absent(self, live: LiveTable) -> None:
        """Who does not come, or come back, for some time is away."""
        await asyncio.sleep(RETURN / 1000)
        for number in range(len(live.match.seats)):
            if live.id in self.kept and not live.connected(number):
                await self._try(live, Away(number))

    async def _put_to_sleep(self) -> None:
        """Let go of running tables at which nobody is."""
        limit = time.monotonic() - IDLE
        left = [
            live
            for name in self.kept
            if (live := self.hall.tables.get(name))
            and not live.is_in_use
            and (live.used < limit or live.match.seating.is_deserted)
        ]
        if left:
            await self.store.release([live.id for live in left])
        for live in left:
            self.kept.pop(live.id, None)
            self._let_go(live)
            if not live.is_in_use:
                self.hall.tables.pop(live.id, None)

    async def _tell_of_hosts(self) -> None:
        """Let other processes know of the hosts who look on here: of seats the entries tell."""
        if self.store.is_shared:
            here = [name for name, live in self.hall.tables.items() if live.is_host_connected]
            if here:
                await self.store.note_hosts(here)

    def _find_hosts(self) -> None:
        """Where nobody has hosted for long, whoever has sat there longest does."""
        now = time.monotonic()
        for live in self.hall.tables.values():
            if live.is_hosted or live.match.stage not in (OPEN, RUNNING):
                live.hostless_since = None
            elif live.hostless_since is None:
                live.hostless_since = now
            elif now - live.hostless_since > HOST_GRACE:
                self._later(self._replace_host(live))

    async def _replace_host(self, live: LiveTable) -> None:
        """Let somebody else be the host, unless that one is connected to another process."""
        with contextlib.suppress(Unavailable):  # the next heartbeat tries again
            if self.store.is_shared and await self.store.is_hosted(live.id, lately()):
                return
            heir = live.match.seating.heir(live.match.host)
            if heir is not None:
                await self._try(live, HandOver(heir))

    def close(self) -> None:
        """Stop everything that is under way; what is heard from now on is for the next process."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        self.bots.close()

    # --- listening -----------------------------------------------------------------------------

    def heard(self, live: LiveTable) -> None:
        """Something has changed at a table."""
        match = live.match
        for number, seat in enumerate(match.seats):
            if seat.away_since is not None and live.connected(number):
                self._later(self._try(live, Back(number)))
        if match.stage != RUNNING:
            self._let_go(live)
            return
        if live.id not in self.kept:
            return
        for number in match.thinking() if self._is_watched(live) else ():
            if match.mover(number) and match.paused_since is None:
                self._move_bot(live, number)
        self._set_timer(live)

    def _is_watched(self, live: LiveTable) -> bool:
        """Somebody is connected for whom bots might move, perhaps to another process."""
        return bool(live.connections) or self.store.is_shared

    def begun(self, live: LiveTable) -> None:
        """The process that stores the beginning of a game keeps it."""
        self.kept[live.id] = 0
        self._begun.add(live.id)
        if not self.store.is_shared:  # or else they may be connected to another process
            self._later(self._look_for_absent(live))

    def _let_go(self, live: LiveTable) -> None:
        if live.match.stage == OVER:
            live.bots.clear()
            self.kept.pop(live.id, None)
        if timer := self._timers.pop(live.id, None):
            timer.cancel()

    def left(self, live: LiveTable, seat: int) -> None:
        """A connection from a seat has ended; perhaps its owner only reloads the page."""
        self._later(self._missing(live, seat))

    async def _missing(self, live: LiveTable, seat: int) -> None:
        await asyncio.sleep(UNSTABLE)
        if not live.connected(seat):
            await self._try(live, Away(seat))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            work.close()
            return
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task of the keeper failed", exc_info=error)

    async def _try(self, live: LiveTable, entry: AnyEntry, on: int | None = None) -> None:
        """Add an entry that somebody else may have made needless; wait for a lost database.

        With `on`, only if nothing has happened since that number.
        """

        def make(match: Match) -> AnyEntry:
            if on is not None and on != match.number:
                raise TableError("stale", "the game went on")
            return entry

        while True:
            try:
                await live.add(make)
            except Unavailable:
                await asyncio.sleep(HEARTBEAT)
            except AlgorallyError:
                return
            else:
                return

    # --- bots ----------------------------------------------------------------------------------

    def _move_bot(self, live: LiveTable, seat: int) -> None:
        if (live.id, seat) not in self._busy:
            self._busy.add((live.id, seat))
            self._later(self._think(live, seat))

    async def _think(self, live: LiveTable, seat: int) -> None:
        number = live.match.number
        try:
            await self._plan_and_choose(live, seat)
            if live.match.number == number:  # it was refused, and would be once more at once
                await asyncio.sleep(HEARTBEAT)
        except Exception as error:
            if not isinstance(error, Unavailable):
                log.error("a bot failed", exc_info=error)
            await asyncio.sleep(HEARTBEAT)
        finally:
            self._busy.discard((live.id, seat))
        if seat in live.match.thinking():  # it may be its turn again already
            self.heard(live)

    async def _plan_and_choose(self, live: LiveTable, seat: int) -> None:
        match, step = live.match, live.match.step
        level = match.mover(seat)
        if not level:
            return  # the person came back, or nobody waits any more
        bot, view = live.bot(seat, level), match.position.view(seat)
        with BOT_TURNS.time():
            thinking = partial(bot.plan, view, match.applied[:])
            plan, reason = await self.bots.ask(live.origin, thinking)

        def choose(match: Match) -> Choose:
            if match.step != step or not match.mover(seat) or live.id not in self.kept:
                raise TableError("stale", "the game went on")
            actions = tuple(playable(match.imagined(seat), seat, plan))
            return Choose(seat, actions, by_bot=True, reason=reason)

        try:
            await live.add(choose)
        except Unavailable:
            raise
        except AlgorallyError as refusal:
            log.debug("a bot was refused: %s", code_of(refusal))

    # --- clocks --------------------------------------------------------------------------------

    def _set_timer(self, live: LiveTable) -> None:
        if timer := self._timers.pop(live.id, None):
            timer.cancel()
        moments = [moment for moment, _ in self._due(live)]
        if moments:
            delay = max(0, min(moments) - live.now()) / 1000
            ring = asyncio.get_running_loop().call_later
            self._timers[live.id] = ring(delay, lambda: self._later(self._ring(live)))

    def _due(self, live: LiveTable) -> Iterator[tuple[int, AnyEntry]]:
        """What is going to happen by itself, and when."""
        match, header = live.match, live.match.header
        taken = self.kept.get(live.id, 0)
        earliest = taken + RETURN if taken else 0
        for number in match.thinking():
            if deadline := match.deadline(number):
                yield max(deadline, earliest), TimeUp(number)
            seat = match.seats[number]
            grace = header.grace if match.seating.has_company(number) else None
            if seat.away_since and not seat.stand_in and grace is not None:
                gone = seat.away_since + grace * 1000
                yield max(gone, earliest), StandIn(number, STAND_IN)

    async def _ring(self, live: LiveTable) -> None:
        """Do one thing that is due; if there are others, it rings for them again."""
        number, now = live.match.number, live.now()
        due = [entry for moment, entry in self._due(live) if moment <= now]
        try:
            if due:
                await self._try(live, await self._with_draft(live, due[0]), number)
        except Unavailable:
            await asyncio.sleep(HEARTBEAT)
        self.heard(live)

    async def _with_draft(self, live: LiveTable, entry: AnyEntry) -> AnyEntry:
        """Who runs out of time keeps what was laid so far, if the rules allow it."""
        if not isinstance(entry, TimeUp):
            return entry
        draft = await live.draft(entry.seat)
        for length in range(len(draft.actions) if draft else 0, 0, -1):
            assert draft
            laid = TimeUp(entry.seat, tuple(draft.actions[:length]))
            with contextlib.suppress(AlgorallyError):
                check(live.match, laid)
                return laid
        return entry
