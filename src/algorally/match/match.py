"""A live match: a header and the entries so far, folded into what is going on now.

`checks.check` says whether an entry may be added, `apply` adds it; the same entries always give
the same match, to the last byte, wherever and however often they are applied.
"""

from collections.abc import Iterable
from functools import singledispatchmethod
from typing import Any, Literal, NamedTuple

import msgspec

from algorally.bots.reasons import Reason
from algorally.core.errors import GameError
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.core.transcript import Transcript, make
from algorally.match.clocks import Clocks
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
    SeatEntry,
    Sit,
    StandIn,
    Stored,
    Switch,
    TimeUp,
    Withdraw,
    Woke,
)
from algorally.match.seating import Seat, Seating

Stage = Literal["open", "running", "over", "closed"]
OPEN: Stage = "open"
RUNNING: Stage = "running"
OVER: Stage = "over"
CLOSED: Stage = "closed"


class Applied(msgspec.Struct, frozen=True, gc=False):
    """An entry that was applied, and the events of the game that it caused."""

    stored: Stored
    events: tuple[Rows, ...]  # of each choice
    turn: int
    reasons: dict[int, Reason] = {}  # of seats whose programs are open to all from now on


class Made(NamedTuple):
    """What an entry leads to with which everybody has chosen."""

    entry: Choose | TimeUp
    position: Position
    events: list[Rows]  # of each choice
    choices: list[tuple[int, int]]


def imagine(view: Position, seat: int) -> Position:
    """A position that could lie behind a seat's view; it knows no more than the view does."""
    return view.guess(seat, 0)


class Match:
    """A table as its entries have made it."""

    def __init__(self, header: Header, entries: Iterable[Stored] = ()) -> None:
        self.header = header
        self.game = find_game(header.game)
        self.seating = Seating(self.game.colours, [Seat() for _ in range(header.seats)])
        self.host = header.host
        self.stage: Stage = OPEN
        self.settings = dict(header.settings)
        self._started: tuple[dict[str, Any], Position] | None = None  # what start has found last
        self.position = self.start(self.settings)
        self.beginning: Position | None = None  # the position as the game began,
        self.before = self.position  # and as it was before the last step
        self.choices: list[tuple[int, int]] = []  # seat and action, as they were made
        self.pending: dict[int, tuple[int, ...]] = {}  # committed, while others are choosing
        self._reasons: dict[int, Reason] = {}  # of bots, until the turn is over
        self.clocks = Clocks(header.clock, header.seats)
        self.paused_since: int | None = None
        self.paused_by = -1  # the seat that asked for it
        self.pauses = [0] * header.seats  # for which each seat has asked
        self.still_since: int | None = None  # the clocks stand: it is paused, or everybody is away
        self.emotes = header.emotes
        self.hints = header.hints
        self.emoted: dict[int, list[int]] = {}  # when a seat said something
        self.next_table: str | None = None
        self.number = 0
        self.step = 0  # the number of the last entry that changed the position
        self.at = header.created
        self.applied: list[Applied] = []
        self._received: dict[tuple[str, str], int] = {}
        self._tried: Made | None = None  # so that a choice which is about to be stored is made once
        self._acting_in: Position | None = None
        self._acting: list[int] = []
        for stored in entries:
            self.apply(stored)

    def start(self, settings: dict[str, Any]) -> Position:
        """The game as it begins with these settings."""
        if not self._started or self._started[0] != settings:  # a beginning is tried, then made
            seats, seed = self.header.seats, self.header.seed
            self._started = dict(settings), self.game.start(seats=seats, seed=seed, **settings)
        return self._started[1].clone()

    # --- looking -------------------------------------------------------------------------------

    @property
    def seats(self) -> list[Seat]:
        """The seats in turn order."""
        return self.seating.seats

    def acting(self) -> list[int]:
        """The seats that have to decide something; asked again and again of the same position."""
        if self._acting_in is not self.position:
            self._acting_in, self._acting = self.position, self.position.acting()
        return self._acting

    def thinking(self) -> list[int]:
        """The seats from which a choice is awaited."""
        if self.stage != RUNNING:
            return []
        return [seat for seat in self.acting() if seat not in self.pending]

    def mover(self, seat: int) -> str:
        """The level of the bot that is to move for a seat now, "" if it waits for its person.

        Where nobody else is kept waiting, nothing is done for somebody who is away.
        """
        stand_in = self.seats[seat].stand_in if self.seating.has_company(seat) else ""
        return self.seats[seat].bot or stand_in

    @property
    def has_clock(self) -> bool:
        """Time is short for somebody."""
        return bool(self.header.clock.turn or self.clocks.hurried)

    @property
    def is_frozen(self) -> bool:
        """Time stands still, so nobody may use it to think: a game with a clock is paused."""
        return self.has_clock and self.paused_since is not None

    @property
    def hides_hands(self) -> bool:
        """A game goes on in which seats know what others may not."""
        return self.stage == RUNNING and self.game.facts.hidden

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is up; bots, pauses and deserted tables have no deadline."""
        if self.still_since is not None or self.seats[seat].player:
            return None
        return self.clocks.deadline(seat)

    def _hurry(self, at: int) -> None:
        """Turn over the timer of the game's own rules, if it has one."""
        thinking = self.thinking()
        persons = {seat.guest for seat in self.seats if seat.guest}
        is_awaited = len(persons) > 1  # bots do not mind, and who shares a device takes turns
        seconds = self.game.timer(self.position, thinking) if thinking and is_awaited else 0
        self.clocks.hurry(at, self.step, thinking, seconds)

    def imagined(self, seat: int) -> Position:
        """A position that could lie behind a seat's view; it knows no more than the view does."""
        return imagine(self.position.view(seat), seat)

    def stage_after(self, entry: AnyEntry) -> Stage:
        """The stage that the table would be in after an entry."""
        if isinstance(entry, Begin | Close):
            return RUNNING if isinstance(entry, Begin) else CLOSED
        if not isinstance(entry, Choose | TimeUp) or not self._is_last(entry.seat):
            return self.stage
        self._tried = self._make(entry)
        return OVER if self._tried.position.over else self.stage

    def received(self, sender: str, client_id: str) -> int | None:
        """The number under which an entry was stored that its sender sends once more."""
        return self._received.get((sender, client_id)) if client_id else None

    def transcript(self) -> Transcript:
        """The game as a replay."""
        header = self.header
        names = [seat.name for seat in self.seats]
        return Transcript(
            self.game,
            header.seats,
            header.seed,
            self.settings,
            list(self.choices),
            names,
            header.salt,
            header.commitment,
        )

    # --- applying ------------------------------------------------------------------------------

    def apply(self, stored: Stored) -> Applied:
        """Add an entry that was checked; entries come in the order of their numbers.

        A position that once was here is never changed: threads may look at it.
        """
        assert stored.number == self.number + 1, (stored.number, self.number)
        events = self._change(stored.entry, stored.at) or []
        self._tried = None
        self.number, self.at = stored.number, stored.at
        if isinstance(stored.entry, Begin) or events:
            self.step = stored.number
        if stored.client_id:
            self._received[stored.sender, stored.client_id] = stored.number
        if self.stage == RUNNING and self.position.over:
            self.stage = OVER
        if self.stage == RUNNING:
            self.seating.note_hands()
        self._stop_clocks(stored.at)
        turn = self.position.standing().turns
        if self.stage != OPEN and self.still_since is None:
            self.clocks.update(stored.at, self.thinking(), turn)
            self._hurry(stored.at)
        applied = Applied(stored, tuple(events), turn, self._opened_reasons(turn))
        self.applied.append(applied)
        return applied

    def _opened_reasons(self, turn: int) -> dict[int, Reason]:
        """Why bots chose as they did in a turn that is over: until then it may tell their cards."""
        if self.stage != OVER and self.applied and turn == self.applied[-1].turn:
            return {}
        opened, self._reasons = self._reasons, {}
        return opened

    def _stop_clocks(self, at: int) -> None:
        """Pauses, and the time in which everybody is away, cost nobody any time."""
        still = self.paused_since is not None or self.seating.is_deserted
        if still and self.still_since is None:
            self.still_since = at
        elif not still and self.still_since is not None:
            self.clocks.shift(at - self.still_since)
            self.still_since = None

    @singledispatchmethod
    def _change(self, entry: Any, at: int) -> list[Rows] | None:
        """What an entry changes; the events of the game, if it caused any."""
        raise NotImplementedError(entry)

    @_change.register(Sit)
    @_change.register(Rise)
    @_change.register(Fill)
    @_change.register(Away)
    @_change.register(Back)
    @_change.register(StandIn)
    @_change.register(Relink)
    def _reseat(self, entry: SeatEntry, at: int) -> None:
        former = self.seats[entry.seat].guest
        self.seating.change(entry, at, is_open=self.stage == OPEN)
        if isinstance(entry, Sit) and entry.claimed and former == self.host != "":
            self._move_host(entry.guest)

    def _move_host(self, guest: str) -> None:
        """Who takes the host's only seat by its link is the host, on another device."""
        if not self.seating.of(self.host):
            self.host = guest

    @_change.register
    def _hand_over(self, entry: HandOver, at: int) -> None:
        self.host = self.seats[entry.seat].guest
        self.seating.renew_free()  # whoever was the host has kept none of them

    @_change.register
    def _wake(self, entry: Woke, at: int) -> None:
        if self.still_since is None:
            self.clocks.shift(at - self.at)

    @_change.register
    def _begin(self, entry: Begin, at: int) -> list[Rows]:
        self.stage = RUNNING
        if entry.colours:
            self.settings["colours"] = entry.colours
        self.position = self.start(self.settings)
        for number, seat in enumerate(self.seats):
            seat.colour = self.game.words.colour(self.position, number)
        self.choices.extend(entry.set_up)
        events = [make(self.position, seat, action) for seat, action in entry.set_up]
        self.beginning = self.position
        return events

    @_change.register(Choose)
    @_change.register(TimeUp)
    def _commit(self, entry: Choose | TimeUp, at: int) -> list[Rows]:
        """Choices are made once all seats that have to choose now have committed themselves."""
        last = self._is_last(entry.seat)
        if isinstance(entry, Choose) and entry.reason:
            self._reasons[entry.seat] = entry.reason
        self.clocks.stop(entry.seat, at)
        if not last:
            self.pending[entry.seat] = self._chosen(entry)
            return []
        tried = self._tried
        made = tried if tried and tried.entry is entry else self._make(entry)
        self.pending = {}
        self.before, self.position = self.position, made.position
        self.choices += made.choices
        return made.events

    def _is_last(self, seat: int) -> bool:
        """Whether nobody else is to choose before what this seat chooses is made."""
        return self.thinking() == [seat] or self.game.at_once(self.position.field)

    def _chosen(self, entry: Choose | TimeUp) -> tuple[int, ...]:
        ending = (self.game.time_up,) if isinstance(entry, TimeUp) else ()
        return (*entry.actions, *ending)

    def _make(self, entry: Choose | TimeUp) -> Made:
        """Make the choices of all, seat by seat, each as far as they go."""
        made = Made(entry, self.position.clone(), [], [])
        pending = {**self.pending, entry.seat: self._chosen(entry)}
        for seat in sorted(pending):
            for action in pending[seat]:
                try:
                    made.events.append(make(made.position, seat, action))
                except GameError:  # what another seat did came in the way
                    break
                made.choices.append((seat, action))
        return made

    @_change.register
    def _withdraw(self, entry: Withdraw, at: int) -> None:
        del self.pending[entry.seat]
        self._reasons.pop(entry.seat, None)
        self.clocks.take_back(entry.seat)

    @_change.register
    def _pause(self, entry: Pause, at: int) -> None:
        self.paused_since = at
        self.paused_by = entry.seat
        if entry.seat >= 0:
            self.pauses[entry.seat] += 1

    @_change.register
    def _resume(self, entry: Resume, at: int) -> None:
        self.paused_since = None
        self.paused_by = -1

    @_change.register
    def _emote(self, entry: Emote, at: int) -> None:
        self.emoted.setdefault(entry.seat, []).append(at)

    @_change.register(AllowEmotes)
    @_change.register(AllowHints)
    def _switch(self, entry: Switch, at: int) -> None:
        setattr(self, entry.what, entry.allowed)

    @_change.register
    def _rematch(self, entry: Rematch, at: int) -> None:
        self.next_table = entry.table

    @_change.register
    def _close(self, entry: Close, at: int) -> None:
        self.stage = CLOSED
