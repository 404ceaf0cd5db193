"""The lists of tables that strangers find, made from what is stored; none stays alive for it."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Sequence

from algorally.match.entries import Header
from algorally.match.match import OPEN, OVER, Stage
from algorally.server.archive import OtherRules, check_rules, info_of
from algorally.server.frames import table_info
from algorally.server.live.hall import BrokenTable, Hall
from algorally.server.messages.http import TableList
from algorally.server.messages.tables import TableInfo
from algorally.server.readiness import Preparing
from algorally.server.storage.additions import Listed
from algorally.server.storage.refusals import Gone

A_PAGE = 20  # tables
MOST_REPLAYS = 50
MOST_KNOWN = 500  # tables that need not be read again until something happens there


class Noticeboard:
    """Shows the listed tables; whatever is wrong with one of them, the others are shown."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.store = hall, hall.store
        self._known: OrderedDict[Listed, TableInfo | None] = OrderedDict()
        self._reading = asyncio.Lock()  # however many ask, one table is read at a time

    async def page(self, stage: Stage, number: int) -> TableList:
        """A page of the tables that anybody may join, or watch; pages are numbered from 1."""
        found = await self.store.find_fairly(stage, (number - 1) * A_PAGE, A_PAGE + 1)
        infos = await self._infos(found[:A_PAGE], stage)
        return TableList(
            tables=[info for info in infos if not info.other_rules], more=len(found) > A_PAGE
        )

    async def replays(self) -> TableList:
        """The newest games that are over."""
        found = await self.store.find(OVER, MOST_REPLAYS)
        return TableList(tables=await self._infos([Listed(name, 0) for name in found], OVER))

    async def _infos(self, found: Sequence[Listed], stage: Stage) -> list[TableInfo]:
        """Tables as everybody sees them; those whose games have begun as the archivist saw them."""
        archived = await self.store.archived_infos([one.table for one in found if stage != OPEN])
        kept = {name: info for name, (header, info) in archived.items() if is_of_now(header)}
        infos = [await self._info(one, stage, kept.get(one.table)) for one in found]
        return [info for info in infos if info and info.stage == stage]

    async def _info(self, one: Listed, stage: Stage, kept: TableInfo | None) -> TableInfo | None:
        live = self.hall.tables.get(one.table)
        if live and live.match.number >= one.number:
            return table_info(live.match)
        if one.table in self.hall.broken:
            return None
        if kept and kept.stage == stage:
            return kept
        async with self._reading:
            if one not in self._known:
                with contextlib.suppress(Preparing):  # then it is read when it can be
                    self._know(one, await self._read(one.table))
            return self._known.get(one)

    def _know(self, one: Listed, info: TableInfo | None) -> None:
        self._known[one] = info
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _read(self, name: str) -> TableInfo | None:
        try:
            return info_of(await self.hall.glance(name))
        except (BrokenTable, Gone):
            return None


def is_of_now(header: Header) -> bool:
    """Whether a table was made for the rules that are here."""
    try:
        check_rules(header)
    except OtherRules:
        return False
    return True
