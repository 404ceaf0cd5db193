"""What is kept of a table, to be looked at when the rules are others than those it was played by.

An archive is stored as it is, for ever: fields may be added to its structs, with defaults, and to
those of the wire format in it; none may be renamed. It holds what each viewer may see, and only
that is given to a viewer.
"""

import logging
import lzma
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from algorally.core.errors import TableError, UnknownGame
from algorally.core.game import Game, find_game
from algorally.core.records import members
from algorally.match.entries import Begin, Header, SeatEntry, Stored
from algorally.match.match import OVER, Match, Stage
from algorally.match.seating import Seat, Seating
from algorally.server.frames import UNKNOWN, deal_info, seat_info, table_info
from algorally.server.messages.http import (
    Board,
    Chronicle,
    History,
    MemberInfo,
    OtherRulesInfo,
    RecordInfos,
    SheetInfo,
    SheetList,
)
from algorally.server.messages.tables import TableInfo
from algorally.server.storage.additions import Archived

QUICK = 1  # of ten ways to compress; what several viewers see alike counts once all the same

log = logging.getLogger("algorally.archive")


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """What the numbers of a game mean: while they stay the same, its board can be shown."""

    records: RecordInfos
    events: list[str]
    actions: int


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer may see: the last position, in words too, and all that led to it."""

    board: Board
    chronicle: Chronicle


class Archive(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a table."""

    numbers: Numbers
    ground: str
    sights: dict[int, Sight]  # of the seats, and of those who look on
    history: History | None = None  # of a game that is over, which is open to all, as is the rest
    sheets: dict[str, list[SheetInfo]] = {}  # in all languages
    replay: str = ""  # the file, for the version that wrote it


def pack(archive: Archive) -> bytes:
    """An archive as it is stored."""
    return lzma.compress(msgspec.msgpack.encode(archive), preset=QUICK)


def unpack(content: bytes) -> Archive:
    """A stored archive."""
    return msgspec.msgpack.decode(lzma.decompress(content), type=Archive)


def member_infos(dtype: np.dtype[Any]) -> list[MemberInfo]:
    """The layout of a record."""
    return [
        MemberInfo(
            name=member.name,
            place=member.place,
            length=member.length,
            size=member.dtype.itemsize,
            members=member_infos(member.dtype),
        )
        for member in members(dtype)
    ]


def record_infos(game: Game) -> RecordInfos:
    """What the bytes of a game's records mean."""
    return RecordInfos(state=member_infos(game.state.dtype), field=member_infos(game.field.dtype))


def numbers_of(game: Game) -> Numbers:
    """What the numbers of a game mean now."""
    return Numbers(records=record_infos(game), events=list(game.events), actions=game.actions)


# --- tables of other rules -----------------------------------------------------------------------


class OtherRules(TableError):
    """A table that nobody can play at here."""

    def __init__(self, played: int, here: int | None) -> None:
        known = "they are not here any more" if here is None else f"here are rules {here}"
        super().__init__(
            "other_rules",
            f"this table was played by rules {played}, {known}:"
            " what was kept of it can be looked at, but nobody can play on",
        )


def check_rules(header: Header) -> None:
    """A table is rebuilt by playing its choices, so by the rules it was played by."""
    try:
        here = find_game(header.game).rules_version
    except UnknownGame as error:
        raise OtherRules(header.rules_version, None) from error
    if header.rules_version != here:
        raise OtherRules(header.rules_version, here)


def check_over(stage: str) -> None:
    """What holds all secrets of a game is there when it is over."""
    if stage != OVER:
        raise TableError("not_over", "a replay shows every secret; it is there after the game")


class OldTable:
    """A table of other rules: who sits where follows from its entries, all else is in its archive.

    Without an archive it only says what it was.
    """

    def __init__(
        self,
        refusal: OtherRules,
        header: Header,
        entries: Iterable[Stored],
        stage: Stage,
        archived: Archived | None,
        next_table: str | None,
    ) -> None:
        self.header, self.host = header, header.host
        self.stage, self.next_table = stage, next_table
        self._kept = archived and archived.info
        self.seating = Seating((), [Seat() for _ in range(header.seats)])
        self.number = 0
        self._refusal, self._archived = refusal, archived
        self._fold(entries)

    def _fold(self, entries: Iterable[Stored]) -> None:
        is_open = True
        for stored in entries:
            self.number = stored.number
            if isinstance(stored.entry, SeatEntry):
                self.seating.change(stored.entry, stored.at, is_open=is_open)
            elif isinstance(stored.entry, Begin):
                is_open = False
        for seat, kept in zip(
            self.seating.seats, self._kept.seats if self._kept else (), strict=False
        ):
            seat.colour = kept.colour  # which the game chose, unless somebody did

    def info(self, *, shows_result: bool = True) -> TableInfo:
        """The table as everybody sees it."""
        header, kept = self.header, self._kept
        return TableInfo(
            id=header.id,
            game=header.game,
            rules_version=header.rules_version,
            settings=kept.settings if kept else header.settings,
            clock=header.clock,
            grace=header.grace,
            listed=header.listed,
            created=header.created,
            stage=self.stage,
            paused_since=None,
            paused_by=-1,
            seats=[seat_info(seat, header.host) for seat in self.seating.seats],
            version=self.number,
            result=kept.result if kept and shows_result else UNKNOWN,
            previous=header.previous,
            next=self.next_table,
            set_up=header.set_up,
            watched=header.watched,
            emotes=False,
            other_rules=True,
            **deal_info(header, self.stage),
        )

    def board(self, viewer: int) -> Board:
        """The last position that was kept, as a viewer may see it, in words too."""
        return replace(self._archive.sights[viewer].board, table=self.info())

    def chronicle(self, viewer: int) -> Chronicle:
        """All that happened up to it."""
        chronicle = self._archive.sights[viewer].chronicle
        return replace(chronicle, other_rules=self._other_rules)

    def ground(self) -> str:
        """The board without the pieces that move."""
        return self._archive.ground

    def sheets(self, language: str) -> SheetList:
        """The mark sheets of a game that is over."""
        return SheetList(sheets=self._archive.sheets.get(language, []))

    def history(self, language: str) -> History:
        """The whole game, if it is over."""
        sheets, history = self.sheets(language).sheets, self._finished.history
        assert history
        return replace(history, sheets=sheets, other_rules=self._other_rules)

    def replay(self) -> str:
        """The replay file, for the version that wrote it."""
        return self._finished.replay

    @cached_property
    def _archive(self) -> Archive:
        try:
            return unpack(self._archived.content if self._archived else b"")
        except (lzma.LZMAError, msgspec.DecodeError) as error:
            if self._archived:
                log.error("the archive of %s cannot be read", self.header.id, exc_info=error)
            raise self._refusal from error

    @property
    def _finished(self) -> Archive:
        check_over(self.stage)
        if not (self._archived and self._archived.is_whole):
            raise self._refusal
        return self._archive

    @property
    def _other_rules(self) -> OtherRulesInfo:
        try:
            in_words = numbers_of(find_game(self.header.game)) != self._archive.numbers
        except UnknownGame:
            in_words = True
        return OtherRulesInfo(
            rules_version=self.header.rules_version,
            in_words=in_words,
            records=self._archive.numbers.records,
        )


def info_of(table: Match | OldTable, *, shows_result: bool = True) -> TableInfo:
    """A table as everybody sees it, whether or not it can be played at."""
    if isinstance(table, OldTable):
        return table.info(shows_result=shows_result)
    return table_info(table, shows_result=shows_result)
