"""Tables without a server: entries are checked, numbered and applied, as a server would."""

import copy
import dataclasses
import random
import sys
from collections.abc import Iterable
from typing import Any

import pytest

from algorally.core import game as core_game
from algorally.core.commitment import commitment
from algorally.core.errors import AlgorallyError, TableError
from algorally.match.checks import check
from algorally.match.entries import AnyEntry, Begin, Choose, Clock, Fill, Header, Sit, Stored
from algorally.match.match import Applied, Match
from tests.match import toy

ALGORACING = "algoracing"
SPEEDALGO = "speedalgo"
ROBORALLY = "roborally"
CREATED = 1_000_000  # milliseconds
SECOND = 1000
SALT = "5a17" * 8


def make_toy_findable(patch: pytest.MonkeyPatch) -> None:
    """Let the toy be found like the games that have a folder, by a server in this process too."""
    found = core_game.games()
    patch.setattr(core_game, "games", lambda: sorted([*found, toy.NAME]))
    patch.setitem(sys.modules, f"algorally.games.{toy.NAME}", toy)


def make_header(
    game: str = ALGORACING,
    seats: int = 2,
    seed: int = 1,
    clock: Clock | None = None,
    **settings: Any,
) -> Header:
    """The header of a table for tests."""
    return Header(
        id="aaaabbbbcccc",
        game=game,
        rules_version=1,
        seats=seats,
        seed=seed,
        settings=settings,
        clock=clock or Clock(),
        grace=60,
        listed=False,
        host="guest 0",
        created=CREATED,
        salt=SALT,
        commitment=commitment(seed, SALT),
    )


class Table:
    """A match and its entries; time goes on by a second with each, unless it is told."""

    def __init__(self, header: Header, entries: Iterable[Stored] = ()) -> None:
        self.entries = list(entries)
        self.match = Match(header, self.entries)

    def add(self, entry: AnyEntry, after: int = SECOND, client_id: str = "") -> Applied:
        """Check an entry and apply it, some milliseconds after the one before."""
        check(self.match, entry)
        match = self.match
        sender = f"seat {getattr(entry, 'seat', '')}"
        stored = Stored(match.number + 1, match.at + after, entry, sender, client_id)
        self.entries.append(stored)
        return match.apply(stored)

    def refused(self, entry: AnyEntry) -> AlgorallyError:
        """The error of an entry that cannot be added; nothing has changed."""
        before = everything(self.match)
        with pytest.raises(AlgorallyError) as caught:
            check(self.match, entry)
        assert everything(self.match) == before
        return caught.value

    def code(self, entry: AnyEntry) -> str:
        """Why an entry is refused, in a word."""
        error = self.refused(entry)
        return error.code if isinstance(error, TableError) else type(error).__name__

    def choose_first(self, after: int = SECOND) -> Applied:
        """The first seat from which a choice is awaited does the first thing that it may do."""
        seat = self.match.thinking()[0]
        return self.add(Choose(seat, (self.match.position.legal(seat)[0],)), after)


def sat(header: Header, bots: Iterable[int] = ()) -> Table:
    """A table at which every seat is taken."""
    table = Table(header)
    for seat in range(header.seats):
        bot = Fill(seat, "greedy", f"Bot {seat}")
        table.add(bot if seat in bots else Sit(seat, f"guest {seat}", f"Guest {seat}"))
    return table


def begun(header: Header, bots: Iterable[int] = ()) -> Table:
    """A table at which the game has just begun."""
    table = sat(header, bots)
    table.add(Begin())
    return table


def finished(header: Header, seed: int = 1) -> Table:
    """A table whose game was played to its end, at random."""
    table = begun(header)
    dice = random.Random(seed)
    while thinking := table.match.thinking():
        seat = dice.choice(thinking)
        table.add(Choose(seat, (dice.choice(table.match.position.legal(seat)),)))
    return table


def program(table: Table, seat: int, dice: random.Random) -> tuple[int, ...]:
    """A whole program of a seat of the toy: three cards and ready."""
    trial, actions = table.match.position.clone(), []
    for _ in range(toy.LAID + 1):
        actions.append(dice.choice(trial.legal(seat)))
        trial.play(seat, actions[-1])
    return tuple(actions)


def everything(match: Match) -> dict[str, Any]:
    """All that a match is, by name, fit to be compared."""
    return {
        "stage": match.stage,
        "host": match.host,
        "settings": dict(match.settings),
        "seats": [dataclasses.asdict(seat) for seat in match.seats],
        "hands": {guest: sorted(seen) for guest, seen in match.seating.hands.items()},
        "field": match.position.fields.tobytes(),
        "position": match.position.states.tobytes(),
        "choices": list(match.choices),
        "pending": dict(match.pending),
        "clocks": copy.deepcopy(vars(match.clocks)),
        "paused_since": match.paused_since,
        "paused_by": match.paused_by,
        "pauses": list(match.pauses),
        "still_since": match.still_since,
        "emotes": match.emotes,
        "hints": match.hints,
        "emoted": {seat: list(times) for seat, times in match.emoted.items()},
        "next_table": match.next_table,
        "number": match.number,
        "step": match.step,
        "at": match.at,
        "applied": [
            (applied.stored, [rows.tobytes() for rows in applied.events], applied.turn)
            for applied in match.applied
        ],
        "received": dict(match._received),
    }
