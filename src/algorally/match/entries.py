"""What can happen at a table; a table is its header and the list of these, and nothing else.

Everything that is stored, replayed, raced for and sent is one of these entries. The number of an
entry, from 1 without gaps, is the version of the table after it.
"""

from typing import Any, ClassVar, Literal, get_args

import msgspec

from algorally.bots.reasons import Reason

MOST_ACTIONS = 100  # in one choice; the longest program of any game is far shorter
EmoteName = Literal["hello", "good_luck", "well_done", "thanks", "oops", "wow", "good_game"]
EMOTES = get_args(EmoteName)
MOST_EMOTES = 100  # of a seat at a table
SetUp = Literal["players", "house"]


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long players may think; a turn of 0 seconds is as long as they like."""

    turn: int = 0  # seconds for each turn
    reserve: int = 0  # seconds for the whole game, used when a turn takes longer


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled when a table is made."""

    id: str
    game: str
    rules_version: int
    seats: int
    seed: int
    settings: dict[str, Any]
    clock: Clock
    grace: int | None  # seconds until a bot plays for somebody who is away; None: the seat waits
    listed: bool  # whether strangers find it in the list of tables
    host: str  # the guest who made it, and is its host until somebody else is
    created: int  # milliseconds since 1970
    previous: str | None = None  # the table whose rematch this is
    set_up: SetUp = "players"  # who lays out the game: the players, or the house by lot
    watched: bool = True  # whether people without a seat may look on
    emotes: bool = True  # whether players may say something from the list of emotes
    hints: bool = True  # whether players may ask what a good player would do
    pauses: int | None = None  # that each player may ask for; None: as many as they like
    known_deal: bool = False  # the host chose the seed, so everybody is told it
    salt: str = ""  # a secret like the seed, with which it was hashed,
    commitment: str = ""  # and the hash, which everybody sees from the start


class Entry(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag=str.lower):
    """Base of all entries."""


class Sit(Entry, frozen=True):
    """A guest takes a seat."""

    seat: int
    guest: str
    name: str
    colour: str = ""  # "" is any
    claimed: bool = False  # by the secret link of the seat, from whoever had it
    origin: str = ""  # from where, at a table that is listed; see server.limits


class Rise(Entry, frozen=True):
    """A seat becomes free, and its secret link is worth nothing any more.

    While a game with secrets goes on a bot takes it at once, so that nobody new sees its hand.
    """

    seat: int
    bot: str = ""
    name: str = ""  # of the bot


class Fill(Entry, frozen=True):
    """A bot takes a seat."""

    seat: int
    bot: str
    name: str
    colour: str = ""


class Begin(Entry, frozen=True):
    """The game begins; the colours are those of the seats in turn order, or the usual ones.

    What the house has chosen for the seats, by lot, is the seat and the action of each choice.
    """

    colours: str = ""
    set_up: tuple[tuple[int, int], ...] = ()


class Choose(Entry, frozen=True):
    """A seat commits itself to some choices, to be made one after the other."""

    seat: int
    actions: tuple[int, ...]
    by_bot: bool = False
    reason: Reason | None = None  # why a bot did; secret until the turn is over


class Withdraw(Entry, frozen=True):
    """A seat takes back what it committed itself to, while others are still choosing.

    Its clock has been running all the while.
    """

    seat: int


class TimeUp(Entry, frozen=True):
    """The clock of a seat has run out: what it had laid so far counts, the rules do the rest."""

    seat: int
    actions: tuple[int, ...] = ()


class Pause(Entry, frozen=True):
    """The clocks stop, and nobody may choose."""

    seat: int = -1  # of whoever asked for it, -1 if that is not known


class Resume(Entry, frozen=True):
    """The game goes on."""


class Away(Entry, frozen=True):
    """The person on a seat is no longer connected."""

    seat: int


class Back(Entry, frozen=True):
    """The person is back and plays again."""

    seat: int


class StandIn(Entry, frozen=True):
    """A bot plays for somebody who is away."""

    seat: int
    bot: str


class HandOver(Entry, frozen=True):
    """The person on a seat becomes the host, and whoever was it is not any more."""

    seat: int


class Woke(Entry, frozen=True):
    """Somebody comes to a table that nobody kept: the time since the last entry costs nobody."""


class Relink(Entry, frozen=True):
    """A seat gets another secret link; the ones before are worth nothing any more."""

    seat: int


class Emote(Entry, frozen=True):
    """A seat says something to all, from a fixed list."""

    seat: int
    emote: str


class AllowEmotes(Entry, frozen=True):
    """The host switches emotes on or off."""

    what: ClassVar[str] = "emotes"
    allowed: bool


class AllowHints(Entry, frozen=True):
    """The host switches hints on or off."""

    what: ClassVar[str] = "hints"
    allowed: bool


Switch = AllowEmotes | AllowHints
SWITCHES: dict[str, type[Switch]] = {kind.what: kind for kind in (AllowEmotes, AllowHints)}


class Rematch(Entry, frozen=True):
    """The same people meet again at another table."""

    table: str


class Close(Entry, frozen=True):
    """The table is given up before its game has begun."""


SeatEntry = Sit | Rise | Fill | Away | Back | StandIn | Relink  # changes who sits where
AnyEntry = (
    Sit
    | Rise
    | Fill
    | Begin
    | Choose
    | Withdraw
    | TimeUp
    | Pause
    | Resume
    | Away
    | Back
    | StandIn
    | Relink
    | HandOver
    | Woke
    | Emote
    | AllowEmotes
    | AllowHints
    | Rematch
    | Close
)


class Stored(msgspec.Struct, frozen=True, gc=False):
    """An entry as it is kept: its number, when it came, and what its sender calls it."""

    number: int
    at: int  # milliseconds since 1970
    entry: AnyEntry
    sender: str = ""  # guest or seat that sent it
    client_id: str = ""  # sent twice by the same sender it counts once
