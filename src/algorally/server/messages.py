"""The wire format: everything that clients and the server say to each other.

HTTP bodies are plain structs. Frames on a table's WebSocket carry their `kind`; the client speaks
`ClientFrame`, the server `ServerFrame`. Times are milliseconds since 1970 by the server's clock.
Records of a game travel as their bytes, in base64, and a `patch` says which bytes of a view each
event has changed (see core.patches); `GET /api/games/{name}/records` tells what they mean.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from algorally.core.events import MOST_SEATS, SeenEvent
from algorally.match.entries import MOST_ACTIONS, Clock, EmoteName, SetUp
from algorally.match.match import Stage

LONGEST_TEXT = 2000  # characters of a typed program
MOST_SETTINGS = 60

Name = Annotated[str, Meta(max_length=200)]  # shown names are shorter, see match.names
ClientId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}\Z")]
Actions = Annotated[list[int], Meta(max_length=MOST_ACTIONS)]
Value = Annotated[str, Meta(max_length=400)] | bool | int
Settings = Annotated[
    dict[Annotated[str, Meta(max_length=60)], Value], Meta(max_length=MOST_SETTINGS)
]
Events = list[SeenEvent]  # kind, seat, a, b, c, secret (-1: hidden), as a list of numbers


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something a client sends: a misspelt name is an error."""


# --- what a table looks like -------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    taken: Literal["free", "person", "bot"]
    name: str
    colour: str  # "" until one is chosen or the game begins
    bot: str  # level of the bot that has the seat
    stand_in: str  # level of the bot that plays for a person who is away
    away_since: int | None
    host: bool
    committed: bool  # has chosen, and waits for the others


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stands, or ended."""

    turns: int
    winners: list[int]
    points: list[int]


class PlayedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of a finished game, and what it caused."""

    seat: int
    action: int
    said: str
    turn: int
    events: Events
    patch: bytes
    told: list[str] = []  # of an archived game: the events in words,
    text: str = ""  # and the board after them


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody sees it."""

    id: str
    game: str
    rules_version: int
    settings: dict[str, Any]
    clock: Clock
    grace: int | None
    listed: bool
    created: int
    stage: Stage
    paused_since: int | None
    paused_by: int  # the seat that asked for it, -1 where nobody did
    seats: list[SeatInfo]
    version: int  # the number of its last entry
    result: Result
    previous: str | None
    next: str | None  # the table of the rematch
    set_up: SetUp  # who lays out the game: the players, or the house by lot
    watched: bool  # people without a seat may look on
    emotes: bool  # players may say something from the list of emotes
    other_rules: bool = False  # than the server's: it can be looked at, and nobody can play on


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """Who has to choose now, until when, and what the receiver may choose."""

    thinking: list[int]  # seats from which a choice is awaited
    deadlines: dict[int, int]  # of the thinking seats that have one
    legal: list[int]  # action numbers of the receiver's seat
    step: int  # what a choice made now has to name in `on`


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A program that is being written: kept for its seat, never shown to others."""

    on: int
    actions: list[int]


# --- HTTP --------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was refused."""

    code: str
    words: str
    rules: list[str] = []


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is."""

    status: Literal["ok"]
    tables: int
    now: int
    preparing: list[str]  # games that cannot be played yet


class GuestInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Who the server takes you for; the token does for a program what the cookie does."""

    token: str
    now: int


class GuestToken(Strict, frozen=True, kw_only=True):
    """By which token somebody is known on another device."""

    token: Annotated[str, Meta(max_length=400)]


class SettingInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A setting of a game: words to choose from, or a range of numbers."""

    name: str
    sentence: str
    rule: str
    values: list[str]
    lowest: int | None
    highest: int | None
    default: str | int
    only_with: dict[str, str]  # of another setting: unless it has this value, this one is idle


class FieldInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A ready-made field, and where its picture is."""

    name: str
    kind: str
    sentence: str
    settings: dict[str, Any]
    picture: str


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game."""

    name: str
    title: str
    sentence: str
    rules_version: int
    fewest_seats: int
    most_seats: int
    colours: list[str]
    actions: int
    events: list[str]
    bots: list[str]
    settings: list[SettingInfo]
    fields: list[FieldInfo]
    prepared: float  # how far it has come; 1: it can be played


class NewTable(Strict, frozen=True, kw_only=True):
    """A table to be made; its maker is the host."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None  # the fewest the game allows
    settings: Settings = {}
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None  # a secret one unless given
    clock: Annotated[int, Meta(ge=0, le=86_400)] = 0  # seconds a turn, 0 for no clock
    reserve: Annotated[int, Meta(ge=0, le=86_400)] = 0  # seconds a game
    # Until a bot stands in for somebody who is away while others wait; null: the seat waits.
    grace: Annotated[int, Meta(ge=0, le=86_400)] | None = None
    listed: bool = False
    watched: bool = True  # people without a seat may look on
    emotes: bool = True  # players may say something from the list of emotes
    set_up: SetUp = "players"  # or the house sets the game up, by lot
    name: Name | None = None  # the host sits down under this name
    colour: Annotated[str, Meta(max_length=40)] = ""
    bots: Annotated[str, Meta(max_length=40)] = ""  # fill all other seats with bots of this level
    start: bool = False  # and begin at once


class Sitting(Strict, frozen=True, kw_only=True):
    """Take a seat, or change name and colour on it."""

    name: Name
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = None  # any free one
    colour: Annotated[str, Meta(max_length=40)] = ""
    another: bool = False  # one more, for somebody beside you at the same device


class BotWish(Strict, frozen=True, kw_only=True):
    """Which bot is to take a seat."""

    level: Annotated[str, Meta(max_length=40)] = "greedy"
    colour: Annotated[str, Meta(max_length=40)] = ""


class EmoteWish(Strict, frozen=True, kw_only=True):
    """Whether players may say something from the list of emotes."""

    allowed: bool


class Claim(Strict, frozen=True, kw_only=True):
    """Take the seat that a secret link stands for."""

    token: Annotated[str, Meta(max_length=400)]
    name: Name | None = None


class SeatLink(msgspec.Struct, frozen=True, kw_only=True):
    """The secret of a seat: whoever has it may play there."""

    table: str
    seat: int
    token: str
    path: str  # of the page that takes the seat


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A table and the seats that are yours."""

    table: TableInfo
    seats: list[int]
    host: bool
    link: SeatLink | None  # of the first of your seats


class ReplayText(Strict, frozen=True, kw_only=True):
    """A replay file to look at."""

    text: Annotated[str, Meta(max_length=60_000)]


class Program(Strict, frozen=True, kw_only=True):
    """Choices as action numbers, or as text."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None = None  # your first one
    actions: Actions = []
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class Ghost(msgspec.Struct, frozen=True, kw_only=True):
    """What a program would do if nobody else moved, as far as its seat can know."""

    actions: list[int]  # the program as action numbers,
    said: list[str]  # and in words
    events: Events
    patch: bytes  # as far as it is certain what the events change
    run: Events  # what happens if the program is run as it stands; the events, if it cannot be
    told: list[str]  # the events in words
    legal: list[int]  # what could come next in the program
    complete: bool  # nothing could: it can be committed, and is a whole turn


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a seat, or a spectator, may see it."""

    table: TableInfo
    viewer: int  # seat, -1 for a spectator
    field: dict[str, Any]
    view: dict[str, Any]
    text: str
    hand: list[str]
    choices: dict[str, int]  # what the viewer may choose now, in words
    told: list[str]  # what has happened lately, in words


class Chronicle(msgspec.Struct, frozen=True, kw_only=True):
    """All that has happened at a table, as a seat, or a spectator, may see it."""

    viewer: int  # seat, -1 for a spectator
    v: int  # the number of the last frame
    start: bytes  # the view when the game began; empty before it has
    frames: "list[TableFrame]"
    field: bytes = b""  # of an archived game
    other_rules: "OtherRulesInfo | None" = None


class MemberInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a record: a number, a record, or a list of one of them."""

    name: str
    place: int  # of its first byte
    length: int  # of a list, 0 for what is none
    size: int  # bytes of the thing itself, or of each item; numbers are signed, lower byte first
    members: "list[MemberInfo]"  # of a record; none of a number


class RecordInfos(msgspec.Struct, frozen=True, kw_only=True):
    """What the bytes of a game's records mean."""

    state: list[MemberInfo]  # of a state, and of every view of one
    field: list[MemberInfo]


class OtherRulesInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Of a game by other rules than the server's: by which ones, and how it can be read."""

    rules_version: int
    in_words: bool  # what the server knows now are other records, events or actions
    records: RecordInfos  # what its bytes mean


class RuleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of a game's rule book."""

    number: str
    chapter: str
    kind: str
    source: str
    text: str


class SheetInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A player's mark sheet, as text and as a page to print."""

    seat: int
    text: str
    svg: str


class SheetList(msgspec.Struct, frozen=True, kw_only=True):
    """The mark sheets of a game, one a seat; of a game that has none, none."""

    sheets: list[SheetInfo]


class History(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game with everything open: where it began, and all that happened."""

    game: str
    ground: str  # the board without its pieces, as SVG
    names: list[str]
    settings: dict[str, Any]
    field: bytes
    start: bytes
    steps: list[PlayedChoice]
    result: Result
    sheets: list[SheetInfo]
    text: str = ""  # of an archived game: the board as it was at first
    other_rules: OtherRulesInfo | None = None


class OwnTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at which you have seats."""

    table: TableInfo
    seats: list[int]
    your_turn: bool  # a choice is awaited from one of them


class OwnTables(msgspec.Struct, frozen=True, kw_only=True):
    """Your tables, the newest first."""

    running: list[OwnTable]  # or waiting for players
    finished: list[OwnTable]


class TableList(msgspec.Struct, frozen=True, kw_only=True):
    """Some tables, the newest first."""

    tables: list[TableInfo]


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
    actions: Actions = []
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
    "emotes",
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


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="pong"):
    """The server's time."""

    now: int


ServerFrame = Welcome | TableFrame | Acknowledged | Refused | Drafted | Pong
