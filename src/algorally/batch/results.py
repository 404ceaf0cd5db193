"""What came of many games: arrays over the games, and several results as one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.batch.loops import Counts, Sheet
from algorally.batch.tally import Tally
from algorally.core.game import Game
from algorally.core.records import Rows, same_bytes
from algorally.core.search import Numbers

Flags = npt.NDArray[np.bool_]


def empty_sheet(
    game: Game, seats: int, games: int, *, count_events: bool = False, keep_states: bool = False
) -> Sheet:
    """Room for what comes of so many games."""
    lengths, choices, winners = (np.zeros(games, np.int32) for _ in range(3))
    return Sheet(
        lengths,
        choices,
        winners,
        np.zeros((games, seats), np.int32),
        np.zeros((games, len(game.events) if count_events else 0), np.int32),
        game.state.rows(games if keep_states else 0),
    )


def placed(won: Flags, points: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """The place of each seat, a row a game: winners share the first, others follow by points."""
    worth = np.where(won, np.iinfo(np.int64).max, points.astype(np.int64))
    order = np.sort(worth, axis=1)
    last = np.ones(order.shape, np.bool_)  # of those who are worth the same
    last[:, :-1] = order[:, 1:] != order[:, :-1]
    better = last[:, None, :] & (order[:, None, :] > worth[:, :, None])
    places: npt.NDArray[np.int8] = better.sum(axis=2, dtype=np.int8) + np.int8(1)
    return places


@dataclass(frozen=True, eq=False, repr=False)
class Results:
    """What came of games from neighbouring seeds, in their order.

    `length` counts turns, `choices` what was chosen; `points`, `wins` (a shared win counts in
    parts) and `ranking` (places from 1 on) have a column for each seat. `events` has an array for
    each kind, if they were counted, and `states` the final states, if they were kept.
    """

    game: Game
    fields: Rows  # the one that all were played on
    bots: list[str]  # who played, seat by seat
    seed: int  # of the first game
    sheet: Sheet
    seconds: float
    threads: int
    device: str = "cpu"
    complete: bool = True  # all that was asked for

    def __len__(self) -> int:
        return len(self.sheet.lengths)

    def __repr__(self) -> str:
        short = "" if self.complete else ", stopped before the end"
        turns = self.length.mean() if len(self) else 0
        return (
            f"<{len(self):,} games of {self.game.title}, {self.seats} seats,"
            f" {turns:.1f} turns each, in {self.seconds:.2f} s{short}>"
        )

    @property
    def seats(self) -> int:
        """How many played in each game."""
        return int(self.fields["seats"][0])

    @property
    def length(self) -> Counts:
        """Turns of each game."""
        return self.sheet.lengths

    @property
    def choices(self) -> Counts:
        """Choices made in each game."""
        return self.sheet.choices

    @property
    def points(self) -> Counts:
        """A column for each seat."""
        return self.sheet.points

    @property
    def won(self) -> Flags:
        """Who won, a column for each seat; several may share a win."""
        return (self.sheet.winners[:, None] >> np.arange(self.seats) & 1).astype(np.bool_)

    @property
    def wins(self) -> npt.NDArray[np.float64]:
        """The part of the win that each seat has: 1 for the only winner."""
        won = self.won.astype(np.float64)
        parts: npt.NDArray[np.float64] = won / np.maximum(1, won.sum(axis=1, keepdims=True))
        return parts

    @property
    def ranking(self) -> npt.NDArray[np.int8]:
        """The place of each seat: winners share the first, the others follow by their points."""
        return placed(self.won, self.points)

    @property
    def events(self) -> dict[str, Counts]:
        """How often each kind of event happened in each game; nothing if they were not counted."""
        columns = self.sheet.events.T
        return dict(zip(self.game.events, columns, strict=True)) if len(columns) else {}

    @property
    def states(self) -> Rows:
        """The final states; no rows if they were not kept."""
        return self.sheet.states

    @property
    def seeds(self) -> Numbers:
        """The seed of each game."""
        return self.seed + np.arange(len(self), dtype=np.int64)

    def tally(self) -> Tally:
        """The sums over all games."""
        winners = self.won.sum(axis=1)
        counts = range(1, self.seats + 1)
        shared = [(self.won & (winners == count)[:, None]).sum(axis=0) for count in counts]
        return Tally(
            self.game,
            self.fields,
            self.bots,
            self.seed,
            len(self),
            int(self.length.sum()),
            int(self.choices.sum()),
            self.points.sum(axis=0, dtype=np.int64),
            self.ranking.sum(axis=0, dtype=np.int64),
            np.stack(shared, axis=1),
            self.sheet.events.sum(axis=0, dtype=np.int64),
            self.seconds,
            self.threads,
            self.device,
            self.complete,
        )

    def summary(self) -> dict[str, Any]:
        """Sums and means, for programs."""
        return self.tally().summary()


def join(parts: Iterable[Results]) -> Results:
    """Results of neighbouring games as one, in the order of their seeds.

    Each game counts once: parts that overlap, or leave games out between them, are refused.
    Together they took as long as one after the other.
    """
    ordered = sorted(parts, key=lambda part: part.seed)
    if not ordered:
        raise ValueError("there are no results to join; one part is the least")
    first = ordered[0]
    _check_neighbours(ordered)
    columns = zip(*(part.sheet for part in ordered), strict=True)
    sheet = Sheet(*(np.concatenate(column) for column in columns))
    return replace(
        first,
        sheet=sheet,
        seconds=sum(part.seconds for part in ordered),
        threads=max(part.threads for part in ordered),
        complete=all(part.complete for part in ordered),
    )


def _check_neighbours(parts: Sequence[Results]) -> None:
    """Parts are of the same games, and each begins where the one before ends."""
    first, expected = parts[0], parts[0].seed
    for part in parts:
        same = part.game is first.game and part.bots == first.bots
        if not same or not same_bytes(part.fields, first.fields):
            raise ValueError("these results are of different games, fields or players")
        if part.seed != expected:
            raise ValueError(f"a part begins with seed {part.seed}, where {expected} comes next")
        expected += len(part)
