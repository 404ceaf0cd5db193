"""Bodies of HTTP requests and answers."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from algorally.core.events import MOST_SEATS
from algorally.match.entries import SetUp
from algorally.server.messages.frames import TableFrame
from algorally.server.messages.tables import (
    LONGEST_TEXT,
    Actions,
    Events,
    Name,
    PlayedChoice,
    Result,
    Settings,
    Strict,
    TableInfo,
)


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
    """The server knows you, by the token in its cookie; and what time it is there."""

    now: int


class GuestMove(msgspec.Struct, frozen=True, kw_only=True):
    """A code by which you are the same guest on another device: good once, and not for long."""

    code: str
    path: str


class GuestProof(Strict, frozen=True, kw_only=True):
    """Who somebody is: a code from another device, or the token that a program has kept."""

    code: Annotated[str, Meta(max_length=400)] = ""
    token: Annotated[str, Meta(max_length=400)] = ""


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
    settings: Settings = msgspec.field(default_factory=dict)
    # A secret one unless given; one that is given is shown to all, and not for listed tables.
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None
    clock: Annotated[int, Meta(ge=0, le=86_400)] = 0  # seconds a turn, 0 for no clock
    reserve: Annotated[int, Meta(ge=0, le=86_400)] = 0  # seconds a game
    # Until a bot stands in for somebody who is away while others wait; null: the seat waits.
    grace: Annotated[int, Meta(ge=0, le=86_400)] | None = None
    listed: bool = False
    watched: bool = True  # people without a seat may look on
    emotes: bool = True  # players may say something from the list of emotes
    hints: bool = True  # players may ask what a good player would do
    # Pauses that each player may ask for; null: as many as they like.
    pauses: Annotated[int, Meta(ge=0, le=100)] | None = None
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

    level: Annotated[str, Meta(max_length=40)] = "casual"
    colour: Annotated[str, Meta(max_length=40)] = ""


class HostWish(Strict, frozen=True, kw_only=True):
    """Who is to be the host."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]


class SwitchWish(Strict, frozen=True, kw_only=True):
    """Whether players may do what the host switches on and off."""

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
    actions: Actions = msgspec.field(default_factory=list)
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


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a good player might choose now, and how likely it wins."""

    actions: list[int]  # up to and with the one that ends the program, or a single answer,
    said: list[str]  # and in words
    chance: float  # from 0 to 1


class HintList(msgspec.Struct, frozen=True, kw_only=True):
    """The best that was found for a choice, the best first."""

    on: int  # the step that it answers, see Now.step
    hints: list[Hint]


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
    frames: list[TableFrame]
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


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """How likely each seat was to win, after a turn; turn 0 is the set-up."""

    turn: int
    choices: int  # that had been made by then
    chances: list[float]  # of the seats, together 1


class DecisionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat chose in one go, and what that was worth, as far as the seat could see."""

    turn: int
    seat: int
    first: int  # the number of choices that were made before it
    actions: list[int]
    said: list[str]
    played: float  # the chance to win with what was played,
    best: float  # and with the best that was found
    better: list[int]  # a program that would have been better, if there was one,
    better_said: list[str]  # and in words


class AnalysisInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as it looks afterwards; all of it is there when the progress is 1."""

    progress: float
    curve: list[CurvePoint] = []
    deciding: list[int] = []  # places in the curve at which the game was decided
    decisions: list[DecisionInfo] = []


class VariationWish(Strict, frozen=True, kw_only=True):
    """Another program to be played out in place of a decision."""

    first: Annotated[int, Meta(ge=0)]  # of the decision
    actions: Actions


class ReplayVariationWish(VariationWish, frozen=True, kw_only=True):
    """The same, of the game in a replay file."""

    text: Annotated[str, Meta(max_length=60_000)]


class Variation(msgspec.Struct, frozen=True, kw_only=True):
    """The rest of a turn as it would have been with another program; others do as they did."""

    start: bytes  # the state before it, with everything open
    steps: list[PlayedChoice]


class OwnTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at which you have seats."""

    table: TableInfo
    seats: list[int]
    your_turn: bool  # a choice is awaited from one of them
    broken: bool = False  # it cannot be read any more; of the table only game, time and stage count


class OwnTables(msgspec.Struct, frozen=True, kw_only=True):
    """Your tables, the newest first."""

    running: list[OwnTable]  # or waiting for players
    finished: list[OwnTable]


class TableList(msgspec.Struct, frozen=True, kw_only=True):
    """Some tables; the newest first, but in turn from all from whom there are some."""

    tables: list[TableInfo]
    more: bool = False  # there is another page
