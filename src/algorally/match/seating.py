"""Who sits where, and in which colour."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from algorally.core.errors import TableError
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.match.entries import Away, Fill, Header, Relink, Rise, SeatEntry, Sit, StandIn


@dataclass
class Seat:
    """A seat, and whoever has it."""

    guest: str = ""  # the person's guest number, a secret
    name: str = ""
    colour: str = ""  # "" is any
    bot: str = ""  # the level of a bot that has the seat
    stand_in: str = ""  # the level of a bot that plays for a person who is away
    away_since: int | None = None
    link: int = 0  # counts the secret links, of which only the latest is good
    since: int = 0  # when the person sat down
    origin: str = ""  # from where the person came, a secret; "" where nobody counts

    @property
    def free(self) -> bool:
        """Nobody has it."""
        return not self.guest and not self.bot

    @property
    def is_there(self) -> bool:
        """A person has it, and is not away."""
        return bool(self.guest) and self.away_since is None

    @property
    def player(self) -> str:
        """The level of the bot that plays here now, "" if a person does."""
        return self.bot or self.stand_in


@dataclass
class Seating:
    """All seats of a table."""

    colours: Sequence[str]  # to choose from
    seats: list[Seat] = field(default_factory=list)
    hands: dict[str, set[int]] = field(default_factory=dict)  # that a guest has seen in the game

    def check(self, seat: int) -> Seat:
        """The seat of that number, if there is one."""
        if not 0 <= seat < len(self.seats):
            last = len(self.seats) - 1
            raise TableError("no_such_seat", f"seats are numbered 0 to {last}; there is no {seat}")
        return self.seats[seat]

    def check_colour(self, seat: int, colour: str) -> None:
        """A colour must exist, and nobody else may have it."""
        if colour and colour not in self.colours:
            names = ", ".join(self.colours)
            raise TableError("no_such_colour", f"there is no {colour!r}; choose one of {names}")
        others = [other.colour for place, other in enumerate(self.seats) if place != seat]
        if colour and colour in others:
            raise TableError("colour_taken", f"somebody else is {colour}; choose another colour")

    def check_hands(self, seat: int, guest: str) -> None:
        """Nobody takes a second hand while the game goes on, but from somebody who has seen both:
        people who share a device move to another one.
        """
        seen = self.hands.get(guest, {seat})
        if seat not in seen and not seen <= self.hands.get(self.seats[seat].guest, set()):
            raise TableError(
                "hand_seen", "who has seen one hand of this game cannot take another; a bot can"
            )

    def check_return(self, seat: int, guest: str) -> None:
        """A hand that a bot plays on is shown to nobody but whoever had it before."""
        self.check_hands(seat, guest)
        if guest not in self.hands:
            raise TableError(
                "hand_secret",
                "the game has begun, and nobody new sees a hand of it; its player's secret link"
                " gives the seat to somebody else",
            )

    def note_hands(self) -> None:
        """Whoever has a seat while the game goes on sees its hand."""
        for number, seat in enumerate(self.seats):
            if seat.guest:
                self.hands.setdefault(seat.guest, set()).add(number)

    def change(self, entry: SeatEntry, at: int, *, is_open: bool) -> None:
        """What an entry changes; colours only while the game has not begun."""
        seat = self.seats[entry.seat]
        if isinstance(entry, Sit):
            self._sit(seat, entry, at, is_open=is_open)
        elif isinstance(entry, Fill | Rise):
            wish = entry.colour if isinstance(entry, Fill) else ""
            self.seats[entry.seat] = Seat(
                bot=entry.bot,
                name=entry.name,
                colour=wish if is_open else seat.colour,
                link=seat.link + 1,
            )
        elif isinstance(entry, Relink):
            seat.link += 1
        elif isinstance(entry, StandIn):
            seat.stand_in = entry.bot
        else:
            seat.away_since = at if isinstance(entry, Away) else None
            seat.stand_in = seat.stand_in if isinstance(entry, Away) else ""

    def _sit(self, seat: Seat, entry: Sit, at: int, *, is_open: bool) -> None:
        """Who has the seat changes name and colour; for anybody else it has another secret."""
        is_new = entry.claimed or seat.guest != entry.guest
        self.seats[entry.seat] = Seat(
            guest=entry.guest,
            name=entry.name,
            colour=entry.colour if is_open else seat.colour,
            link=seat.link + is_new,
            since=at if is_new else seat.since,
            origin=entry.origin,
        )

    def renew_free(self) -> None:
        """Links that were given out of seats on which nobody sits are good no more."""
        for seat in self.seats:
            seat.link += not seat.guest

    def of(self, guest: str) -> list[int]:
        """The seats that a guest has."""
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def heir(self, host: str) -> int | None:
        """The seat of whoever of those who are there, but for the host, has sat there longest."""
        others = [n for n, seat in enumerate(self.seats) if seat.is_there and seat.guest != host]
        return min(others, key=lambda number: self.seats[number].since, default=None)

    def has_company(self, seat: int) -> bool:
        """Whether another person is there, who would wait for this seat."""
        guest = self.seats[seat].guest
        return any(other.is_there and other.guest != guest for other in self.seats)

    @property
    def is_deserted(self) -> bool:
        """Whether people have seats here, and all of them are away."""
        people = [seat for seat in self.seats if seat.guest]
        return bool(people) and not any(seat.is_there for seat in people)

    def names(self, but: int = -1) -> list[str]:
        """The names at the table, of all seats but one."""
        return [seat.name for number, seat in enumerate(self.seats) if seat.name and number != but]


class WithSeats(Protocol):
    """Where people have seats: a match, or a table that can only be looked at."""

    @property
    def header(self) -> Header:
        """What was settled when it was made."""

    @property
    def host(self) -> str:
        """The guest who is the host."""

    @property
    def stage(self) -> str:
        """How far it is."""

    @property
    def seating(self) -> Seating:
        """Who sits where."""


def seat_colours(position: Position) -> list[str]:
    """The colours of the seats."""
    return [position.game.words.colour(position, seat) for seat in range(position.seats)]


def complete_colours(game: Game, wished: Sequence[str], usual: Sequence[str]) -> str:
    """The colours of all seats: the wished ones, the usual one of a seat, or any that is left.

    "" if nobody wished for one: then the game's own choice is best.
    """
    if not any(wished):
        return ""
    taken = {colour for colour in wished if colour}
    colours = []
    for wish, custom in zip(wished, usual, strict=True):
        colour = wish
        if not colour:
            left = [one for one in (custom, *usual, *game.colours) if one not in taken]
            colour = left[0]
        taken.add(colour)
        colours.append(colour)
    return " ".join(colours)
