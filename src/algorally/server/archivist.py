"""Keeps what can be seen of tables, so that old games stay readable whatever the rules become.

It reads the entries of a table like anybody else, and works in a thread of its own, beside all
that people wait for.
"""

import asyncio
import contextlib
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

from msgspec.structs import replace

from algorally.match.entries import Header, Stored
from algorally.match.match import OVER, Match
from algorally.server.archive import (
    Archive,
    OtherRules,
    Sight,
    check_rules,
    numbers_of,
    pack,
)
from algorally.server.frames import SPECTATOR, chronicle, table_info
from algorally.server.histories import LanguageName, history
from algorally.server.readiness import Preparing, Readiness
from algorally.server.routes.boards import board, ground, sheets
from algorally.server.storage.additions import Addition, Archived
from algorally.server.storage.refusals import Gone, Unavailable
from algorally.server.storage.store import Store
from algorally.server.threads import be_nice

ROUND = 30.0  # seconds from one look at all tables to the next
REST = 49  # times as long as the work on a table took, so that it takes 2 % of a core at most
LAST_WORK = 5.0  # seconds that a server which stops may still take

log = logging.getLogger("algorally.archivist")


def sight(match: Match, viewer: int) -> Sight:
    """What a viewer may see of a table; nobody can choose anything there when it is looked at."""
    seen = board(match, viewer, most_told=None)
    told = chronicle(match, viewer)
    return Sight(
        board=replace(seen, choices={}),
        chronicle=replace(told, field=match.position.fields.tobytes()),
    )


def archive(match: Match) -> Archive:
    """What is kept of a table whose game has begun."""
    sights = {viewer: sight(match, viewer) for viewer in range(SPECTATOR, match.header.seats)}
    kept = Archive(numbers=numbers_of(match.game), ground=ground(match), sights=sights)
    if match.stage != OVER:
        return kept
    transcript = match.transcript()
    return replace(
        kept,
        history=replace(history(transcript, tells_all=True), sheets=[]),
        sheets={language: sheets(match, language).sheets for language in get_args(LanguageName)},
        replay=transcript.text(),
    )


def archived(header: Header, entries: list[Stored]) -> Archived:
    """The same, found from the entries, as it is stored."""
    match = Match(header, entries)
    return Archived(match.number, match.stage == OVER, table_info(match), pack(archive(match)))


class Archivist:
    """Archives the tables of this process: a game that is over once, one that runs ever again."""

    def __init__(self, store: Store, readiness: Readiness) -> None:
        self.store, self.readiness = store, readiness
        self._impossible: set[str] = set()  # tables of other rules, or such that cannot be read
        self._thread = ThreadPoolExecutor(1, "archivist", initializer=be_nice)

    async def run(self) -> None:
        """Go round for ever."""
        while True:
            await self.go_round(REST)
            await asyncio.sleep(ROUND)

    async def finish(self) -> None:
        """Before the server stops: the next one may have other rules."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORK):
                await self.go_round()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def go_round(self, rest: float = 0) -> None:
        """Archive all tables of which something is not kept yet."""
        try:
            for name in await self.store.to_be_archived():
                if name not in self._impossible:
                    began = time.monotonic()
                    await self._archive(name)
                    await asyncio.sleep(rest * (time.monotonic() - began))
        except Unavailable:
            pass  # as the store tells

    async def _archive(self, name: str) -> None:
        try:
            header = await self.store.header(name)
            if header is None:
                raise Gone
            check_rules(header)
            self.readiness.check(header.game)
            loop, entries = asyncio.get_running_loop(), await self.store.entries(name)
            kept = await loop.run_in_executor(self._thread, archived, header, entries)
            await self.store.add(Addition(name, archived=kept))
        except (Preparing, Unavailable, Gone):
            pass  # the next round tries again, if the table is still there
        except OtherRules:
            self._impossible.add(name)
        except Exception as error:
            log.error("a table cannot be archived", exc_info=error)
            self._impossible.add(name)
