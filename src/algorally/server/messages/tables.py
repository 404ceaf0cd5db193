"""What a table looks like, and what all messages are made of."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from algorally.core.events import SeenEvent
from algorally.match.entries import MOST_ACTIONS, Clock, SetUp
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
    pauses: int = 0  # that were asked for from here


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
    pauses: int | None = None  # that each player may ask for; null: as many as they like
    hints: bool = False  # players may ask what a good player would do
    takes_back: bool = True  # what was chosen can be withdrawn while others are still choosing
    known_deal: bool = False  # the host chose the seed: who does the sums knows every card
    seed: str | None = None  # in digits, 63 bits; null while it is secret, until the game is over,
    salt: str = ""  # and so is this; "" for a deal that is known, and at tables of before
    commitment: str = ""  # SHA-256 of "algorally seed SEED salt SALT"; "" where there is no salt
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
