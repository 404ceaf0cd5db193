"""What each viewer of a table is sent; a viewer is a seat, or -1 for a spectator.

Nothing about the game leaves here that did not go through `seen_by` or `view`.
"""

from collections.abc import Iterable
from typing import TypedDict

import msgspec
import numpy as np
from msgspec import UNSET
from msgspec.structs import replace

from algorally.core.events import seen_by
from algorally.core.position import Position
from algorally.match.entries import (
    AllowEmotes,
    AllowHints,
    AnyEntry,
    Away,
    Back,
    Begin,
    Choose,
    Close,
    Emote,
    Fill,
    HandOver,
    Header,
    Pause,
    Relink,
    Rematch,
    Resume,
    Rise,
    Sit,
    StandIn,
    TimeUp,
    Withdraw,
    Woke,
)
from algorally.match.match import OVER, RUNNING, Applied, Match, Stage
from algorally.match.seating import Seat
from algorally.server.messages.frames import (
    Bare,
    Cause,
    Change,
    Changed,
    Committed,
    Emoted,
    Snapshot,
    Step,
    TableFrame,
    Welcome,
    Withdrawn,
)
from algorally.server.messages.http import Chronicle
from algorally.server.messages.tables import Draft, Now, Result, SeatInfo, TableInfo

encode = msgspec.json.encode

SPECTATOR = -1
UNKNOWN = Result(turns=0, winners=[], points=[])
MOST_MISSED = 300  # entries; whoever missed more gets a snapshot
LONG = 50  # entries, after which it takes some time to find out what was missed

CHANGES: dict[type[AnyEntry], Change] = {
    Sit: "sit",
    Rise: "rise",
    Fill: "fill",
    Begin: "begin",
    Pause: "pause",
    Resume: "resume",
    Away: "away",
    Back: "back",
    StandIn: "stand_in",
    HandOver: "host",
    Woke: "woke",
    AllowEmotes: "emotes",
    AllowHints: "hints",
    Rematch: "rematch",
    Close: "close",
}


def seat_info(seat: Seat, host: str, *, committed: bool = False, pauses: int = 0) -> SeatInfo:
    """A seat as everybody sees it."""
    return SeatInfo(
        taken="bot" if seat.bot else "person" if seat.guest else "free",
        name=seat.name,
        colour=seat.colour,
        bot=seat.bot,
        stand_in=seat.stand_in,
        away_since=seat.away_since,
        host=bool(seat.guest) and seat.guest == host,
        committed=committed,
        pauses=pauses,
    )


def result(match: Match) -> Result:
    """How the game stands, as everybody sees it."""
    shown = match.position if match.stage == OVER else match.position.view(SPECTATOR)
    standing = shown.standing()
    return Result(turns=standing.turns, winners=standing.winners, points=standing.points)


class DealInfo(TypedDict):
    """What everybody is told of a deal."""

    known_deal: bool
    seed: str | None
    salt: str
    commitment: str


def deal_info(header: Header, stage: Stage) -> DealInfo:
    """A deal as everybody may know it; all secrets follow from the seed, so not before the end."""
    is_open = header.known_deal or stage == OVER
    return DealInfo(
        known_deal=header.known_deal,
        seed=str(header.seed) if is_open else None,
        salt=header.salt if is_open else "",
        commitment=header.commitment,
    )


def table_info(match: Match, *, shows_result: bool = True) -> TableInfo:
    """A table as everybody sees it."""
    header = match.header
    return TableInfo(
        id=header.id,
        game=header.game,
        rules_version=header.rules_version,
        settings=match.settings,
        clock=header.clock,
        grace=header.grace,
        listed=header.listed,
        created=header.created,
        stage=match.stage,
        paused_since=match.paused_since,
        paused_by=match.paused_by,
        seats=[
            seat_info(
                seat, match.host, committed=number in match.pending, pauses=match.pauses[number]
            )
            for number, seat in enumerate(match.seats)
        ],
        version=match.number,
        result=result(match) if shows_result else UNKNOWN,
        previous=header.previous,
        next=match.next_table,
        set_up=header.set_up,
        watched=header.watched,
        emotes=match.emotes,
        hints=match.hints,
        pauses=header.pauses,
        takes_back=not match.game.done_rule,
        **deal_info(header, match.stage),
    )


def view_for(match: Match, viewer: int) -> Position:
    """What a viewer may see; before the game seats change hands, so then everybody looks on."""
    return match.position.view(viewer if match.stage in (RUNNING, OVER) else SPECTATOR)


def legal_for(match: Match, viewer: int, thinking: list[int]) -> list[int]:
    """What a viewer may choose now, found on the viewer's view alone."""
    if viewer not in thinking or match.paused_since is not None:
        return []
    return match.position.view(viewer).legal(viewer)


def now(match: Match, viewer: int) -> Now:
    """Who has to choose, until when, and what the viewer may choose."""
    present = for_everybody(match)
    return replace(present, legal=legal_for(match, viewer, present.thinking))


def for_everybody(match: Match) -> Now:
    """The same, as far as it is the same for all viewers."""
    thinking = match.thinking()
    deadlines = ((seat, match.deadline(seat)) for seat in thinking)
    return Now(
        thinking=thinking,
        deadlines={seat: deadline for seat, deadline in deadlines if deadline is not None},
        legal=[],
        step=match.step,
    )


class Onlooker:
    """A viewer who sees one thing happen after the other, and is told what changes."""

    def __init__(self, viewer: int, before: Position) -> None:
        self.viewer, self.view = viewer, before.view(viewer)
        self.looks_at = before  # what the view is one of

    def frame(self, applied: Applied) -> TableFrame:
        """An entry as the viewer may see it, without what is said of the present."""
        stored = applied.stored
        entry, v, at = stored.entry, stored.number, stored.at
        if isinstance(entry, Choose | TimeUp) and not applied.events:
            return Committed(v=v, at=at, seat=entry.seat, cause=cause_of(entry))
        if isinstance(entry, Choose | TimeUp):
            events = (
                applied.events[0] if len(applied.events) == 1 else np.concatenate(applied.events)
            )
            return Step(
                v=v,
                at=at,
                seat=entry.seat,
                cause=cause_of(entry),
                events=seen_by(self.viewer, events),
                patch=self.view.follow(events),
                turn=applied.turn,
                reasons=applied.reasons or UNSET,
            )
        if isinstance(entry, Withdraw):
            return Withdrawn(v=v, at=at, seat=entry.seat)
        if isinstance(entry, Emote):
            return Emoted(v=v, at=at, seat=entry.seat, emote=entry.emote)
        if isinstance(entry, Relink):
            return Bare(v)
        return Changed(
            v=v,
            at=at,
            what=CHANGES[type(entry)],
            seat=getattr(entry, "seat", SPECTATOR),
            name=getattr(entry, "name", ""),
        )


def all_frames(match: Match, viewer: int) -> list[TableFrame]:
    """All that has happened, as a viewer may see it."""
    applied = list(match.applied)  # more may happen while this is put together
    onlooker = Onlooker(viewer, match.beginning or match.position)
    return [onlooker.frame(one) for one in applied]


class CatchUp:
    """What somebody has missed: found beside the event loop, but for what happens meanwhile."""

    def __init__(self, match: Match, viewer: int, last: int | None) -> None:
        missed = match.number - (last or 0)
        self.is_possible = last is not None and last > 0 and 0 <= missed <= MOST_MISSED
        self.is_long = (
            self.is_possible and missed > 0 and match.number > LONG and bool(match.beginning)
        )
        self.frames: list[TableFrame] = []
        self._match, self._last, self._seen = match, last or 0, 0
        self._onlooker = Onlooker(viewer, match.beginning or match.position)
        if missed == 0:
            self._seen = match.number  # and a view of now could not follow what led to it

    def follow(self) -> None:
        """Look at all that has happened so far and was not looked at yet."""
        if not self.is_possible:
            return
        for applied in self._match.applied[self._seen :]:
            self._seen = applied.stored.number
            frame = self._onlooker.frame(applied)
            if frame.v > self._last:
                self.frames.append(frame)


def cause_of(entry: Choose | TimeUp) -> Cause:
    """Who has chosen."""
    if isinstance(entry, TimeUp):
        return "clock"
    return "bot" if entry.by_bot else "choice"


class Audience:
    """All who look at a live table; what each of them sees is kept until the next thing happens."""

    def __init__(self) -> None:
        self._onlookers: dict[int, Onlooker] = {}

    def frames(self, match: Match, applied: Applied, viewers: Iterable[int]) -> dict[int, bytes]:
        """The latest entry as each viewer may see it, with what is said of the present."""
        present = for_everybody(match)
        before = match.before if applied.events else match.position
        told = {viewer: self._look(viewer, before) for viewer in viewers}
        self._onlookers = {}
        return {
            viewer: encode(self._frame(match, applied, present, onlooker))
            for viewer, onlooker in told.items()
        }

    def _look(self, viewer: int, position: Position) -> Onlooker:
        known = self._onlookers.get(viewer)
        return known if known and known.looks_at is position else Onlooker(viewer, position)

    def _frame(
        self, match: Match, applied: Applied, present: Now, onlooker: Onlooker
    ) -> TableFrame:
        frame = onlooker.frame(applied)
        if isinstance(frame, Bare):
            return frame
        if isinstance(frame, Step):
            onlooker.looks_at = match.position
        if onlooker.looks_at is match.position:
            self._onlookers[onlooker.viewer] = onlooker
        legal = self._legal(match, present, onlooker)
        said = replace(present, legal=legal) if legal else present
        if isinstance(frame, Changed):
            return replace(frame, table=table_info(match), now=said)
        return replace(frame, now=said)

    def _legal(self, match: Match, present: Now, onlooker: Onlooker) -> list[int]:
        viewer = onlooker.viewer
        if viewer not in present.thinking or match.paused_since is not None:
            return []
        if onlooker.looks_at is match.position:
            return onlooker.view.legal(viewer)
        return legal_for(match, viewer, present.thinking)


def snapshot(match: Match, viewer: int) -> Snapshot:
    """All that a viewer may see of the game."""
    view = view_for(match, viewer)
    return Snapshot(field=view.fields.tobytes(), view=view.states.tobytes())


def chronicle(match: Match, viewer: int) -> Chronicle:
    """All that has happened at a table, as a viewer may see it.

    The game may begin while this is put together, so whether it has is known from the frames.
    """
    frames = all_frames(match, viewer)
    has_begun = any(isinstance(frame, Changed) and frame.what == "begin" for frame in frames)
    start = match.beginning if has_begun else None
    return Chronicle(
        viewer=viewer,
        v=len(frames),
        start=start.view(viewer).states.tobytes() if start else b"",
        frames=frames,
    )


def welcome(
    match: Match, viewer: int, seats: list[int], missed: CatchUp, draft: Draft | None, at: int
) -> Welcome:
    """Where the table stands, with what was missed, or a snapshot."""
    missed.follow()
    return Welcome(
        v=match.number,
        at=at,
        viewer=viewer,
        seats=seats,
        table=table_info(match),
        now=now(match, viewer),
        draft=draft,
        committed=list(match.pending.get(viewer, ())),
        missed=missed.frames,
        snapshot=None if missed.is_possible else snapshot(match, viewer),
    )
