"""The file of a tournament: its set-up, then a line of JSON for each game that was finished."""

from collections.abc import Iterable
from pathlib import Path
from typing import Self

import msgspec

from algorally.core.errors import NotationError, SettingError
from algorally.tournaments.playing import Outcome
from algorally.tournaments.schedule import Fixture, Setup

WHAT = {
    "game": "game",
    "rules": "version of the rules",
    "seats": "number of seats",
    "settings": "settings of the game",
    "seed": "seed",
    "lineups": "line-ups",
    "in_order": "order around the table",
    "seconds": "seconds a plan",
    "in_process": "bots where the games are played",
}  # that a set-up says, in words


class Header(msgspec.Struct, tag_field="algorally", tag="tournament", forbid_unknown_fields=True):
    """The first line."""

    setup: Setup


class Notebook:
    """Keeps what came of games, in a file if there is one."""

    def __init__(self, path: Path | None = None, outcomes: Iterable[Outcome] = ()) -> None:
        self.path = path
        self.outcomes = {outcome.fixture: outcome for outcome in outcomes}

    @classmethod
    def open(cls, path: Path, setup: Setup) -> Self:
        """Begin a file, or go on with that of a tournament with the same set-up."""
        if not path.exists() or not path.read_bytes():
            path.write_bytes(_line(Header(setup)))
            return cls(path)
        # A line without an end was cut off when the program or the machine was stopped.
        whole, end, cut = path.read_bytes().rpartition(b"\n")
        header, *lines = whole.split(b"\n")
        _check(path, header, setup)
        book = cls(path, [_read(path, *numbered) for numbered in enumerate(lines, 2)])
        if cut:
            path.write_bytes(whole + end)
        return book

    def add(self, outcome: Outcome) -> None:
        """Note down what came of a game."""
        if self.path:
            with self.path.open("ab") as file:
                file.write(_line(outcome))
        self.outcomes[outcome.fixture] = outcome

    def found(self, games: Iterable[Fixture]) -> list[Outcome]:
        """What came of those of the games that have been played, in their order."""
        return [self.outcomes[game] for game in games if game in self.outcomes]


def _line(thing: object) -> bytes:
    return msgspec.json.encode(thing) + b"\n"


def _check(path: Path, line: bytes, setup: Setup) -> None:
    """The first line must tell of this tournament."""
    try:
        kept = msgspec.json.decode(line, type=Header).setup
    except msgspec.MsgspecError as error:
        raise NotationError(f"{path} is not the file of a tournament; name a new one") from error
    for name, words in WHAT.items():
        old, new = getattr(kept, name), getattr(setup, name)
        if old != new:
            raise SettingError(
                f"{path} keeps a tournament with other settings ({words}: {_said(old)}, not"
                f" {_said(new)}); play on with the same, or name a new file"
            )


def _said(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _read(path: Path, number: int, line: bytes) -> Outcome:
    try:
        return _checked(msgspec.json.decode(line, type=Outcome))
    except (msgspec.MsgspecError, NotationError) as error:
        raise NotationError(
            f"{path}: line {number} does not tell of a game ({error}); take that line out, and the"
            " game will be played again"
        ) from error


def _checked(outcome: Outcome) -> Outcome:
    """What tells of the seats that there are."""
    seats = range(len(outcome.fixture.bots))
    told = [*outcome.winners, *([] if outcome.loser is None else [outcome.loser])]
    if len(outcome.seats) != len(seats) or not all(seat in seats for seat in told):
        raise NotationError(f"its seats are not those of {len(seats)} bots")
    return outcome
