"""Frames on a table's WebSocket, which carry their `kind`."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from algorally.bots.reasons import Reason
from algorally.match.entries import EmoteName
from algorally.server.messages.tables import (
    LONGEST_TEXT,
    Actions,
    ClientId,
    Draft,
    Events,
    Now,
    Strict,
    TableInfo,
)

# --- frames from the client ----------------------------------------------------------------------


class Hello(Strict, frozen=True, kw_only=True, tag_field="kind", tag="hello"):
    """The first frame: who I am, where I look from, and the last number I have."""

    last: int | None = None
    seat: int | None = None  # my first one; -1 to look on
    token: Annotated[str, Meta(max_length=400)] = ""  # of a guest or a seat, instead of a cookie


class Commit(Strict, frozen=True, kw_only=True, tag_field="kind", tag="choose"):
    """Choose: actions by number, or as text."""

    id: ClientId
    on: int  # the step that the choice answers, see Now.step
    actions: Actions = msgspec.field(default_factory=list)
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class TakeBack(Strict, frozen=True, kw_only=True, tag_field="kind", tag="withdraw"):
    """Withdraw what I have chosen, while others are still choosing."""

    id: ClientId


class KeepDraft(Strict, frozen=True, kw_only=True, tag_field="kind", tag="draft"):
    """Keep my unfinished program."""

    id: ClientId
    on: int
    actions: Actions


class SayEmote(Strict, frozen=True, kw_only=True, tag_field="kind", tag="emote"):
    """Say something to all, from the list of emotes."""

    id: ClientId
    emote: EmoteName


class Ping(Strict, frozen=True, kw_only=True, tag_field="kind", tag="ping"):
    """Are you there, and what time is it?"""


ClientFrame = Hello | Commit | TakeBack | KeepDraft | SayEmote | Ping

# --- frames from the server ----------------------------------------------------------------------

Cause = Literal["choice", "bot", "clock"]  # who has chosen: a bot also for somebody who is away
Change = Literal[
    "sit",
    "rise",
    "fill",
    "begin",
    "pause",
    "resume",
    "away",
    "back",
    "stand_in",
    "host",
    "woke",
    "emotes",
    "hints",
    "rematch",
    "close",
]


class Bare(msgspec.Struct, frozen=True, tag_field="kind", tag="bare"):
    """Something happened that the receiver is not entitled to see."""

    v: int


class Step(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="step"):
    """The game went on."""

    v: int
    at: int
    seat: int  # whose choice completed the step
    cause: Cause
    events: Events
    patch: bytes
    turn: int
    reasons: dict[int, Reason] | UnsetType = UNSET  # why bots chose what they did, by seat
    now: Now | UnsetType = UNSET  # absent in what was missed


class Committed(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="committed"):
    """A seat has chosen, and others have not yet."""

    v: int
    at: int
    seat: int
    cause: Cause
    now: Now | UnsetType = UNSET


class Withdrawn(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="withdrawn"):
    """A seat chooses again."""

    v: int
    at: int
    seat: int
    now: Now | UnsetType = UNSET


class Emoted(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="emoted"):
    """A seat said something to all."""

    v: int
    at: int
    seat: int
    emote: str
    now: Now | UnsetType = UNSET


class Changed(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="table"):
    """Seats, presence, pause or stage changed."""

    v: int
    at: int
    what: Change
    seat: int = -1  # that it is about, -1 for the whole table
    name: str = ""  # of whoever takes the seat
    table: TableInfo | UnsetType = UNSET  # absent in what was missed
    now: Now | UnsetType = UNSET


TableFrame = Step | Committed | Withdrawn | Emoted | Changed | Bare


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """All that the viewer may see of the game."""

    field: bytes
    view: bytes


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="welcome"):
    """The answer to hello: where the table stands, and what was missed or a snapshot."""

    v: int
    at: int
    viewer: int  # seat, -1 for a spectator
    seats: list[int]  # all seats that are yours
    table: TableInfo
    now: Now
    draft: Draft | None
    committed: list[int]  # what you have chosen, while others are still choosing
    missed: list[TableFrame]
    snapshot: Snapshot | None


class Acknowledged(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="ack"):
    """It is stored, as number v; a draft has none."""

    id: str
    v: int | None


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="refused"):
    """It was not done, and nothing has changed."""

    id: str | None
    code: str
    words: str
    rules: list[str] = []


class Drafted(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="draft"):
    """The draft of your seat was changed at another of your devices."""

    draft: Draft


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="opened"):
    """Your seat was opened on another device as well, by its secret link or by yourself."""

    by_link: bool


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="pong"):
    """The server's time, and whether it can save what is sent to it."""

    now: int
    saving: bool = True


ServerFrame = Welcome | TableFrame | Acknowledged | Refused | Drafted | Opened | Pong
