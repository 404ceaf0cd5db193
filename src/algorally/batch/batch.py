"""Many games of one kind, played side by side by compiled loops."""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from algorally.batch.compiled import loops_of
from algorally.batch.loops import NOBODY, Counts
from algorally.core.arguments import check_seed, whole
from algorally.core.errors import GameError, SettingError, UnreadableChoice
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.core.records import Mask, Rows
from algorally.core.search import Numbers
from algorally.core.workspace import Places


class Standings(NamedTuple):
    """How games stand, a row for each."""

    turns: Numbers
    winners: Numbers  # bit masks of seats
    points: npt.NDArray[np.int64]  # a column for each seat


class Batch:
    """Rows of games that are played side by side, each on one of the given fields.

    `places` says which field each row is played on. With several threads the rows are shared out
    among them; the games are the same. `events` has a row for each game and a column for each kind
    of event, where they are counted, and no columns where they are not.
    """

    def __init__(
        self,
        game: Game,
        fields: Rows,
        places: Places,
        seeds: Any,
        threads: int = 1,
        *,
        count_events: bool = False,
    ) -> None:
        rows = np.asarray(places, np.int32)
        if not len(rows) or rows.min() < 0 or rows.max() >= len(fields):
            last = len(fields) - 1
            raise SettingError(f"a batch has a game or more, each on one of the fields 0 to {last}")
        if whole(threads, "the number of threads") < 1:
            raise SettingError(f"a batch is played by at least one thread, not {threads}")
        self.game, self.seats = game, int(fields["seats"].max())
        self.work = game.workspace(fields, len(rows), rows)
        self._loops, self._empty = loops_of(game), game.state.rows()
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        kinds = len(game.events) if count_events else 0
        self.events: Counts = np.zeros((len(rows), kinds), np.int32)
        edges = np.linspace(0, len(rows), threads + 1, dtype=np.int64).tolist()
        self._parts = [
            (self.work._replace(logs=game.log.rows()) if count_events else self.work, *ends)
            for ends in itertools.pairwise(edges)
        ]
        self.reset(slice(None), seeds)

    def __len__(self) -> int:
        return len(self.work.states)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game.title}, {int(self.over.sum())} of them over>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads; what the batch holds can still be looked at by one."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    @property
    def states(self) -> Rows:
        """The states, a row for each game."""
        return self.work.states

    def _each(self, loop: Callable[..., Any], *arrays: Any) -> list[Any]:
        """Run a loop over all rows; what it returned for each part of them."""
        if self._pool is None:
            return [loop(*part, *arrays) for part in self._parts]
        parts = [self._pool.submit(loop, *part, *arrays) for part in self._parts]
        return [part.result() for part in parts]

    # --- looking -------------------------------------------------------------------------------

    def acting(self) -> Numbers:
        """The seats that have to decide something now, as a bit mask for each row."""
        seats = np.zeros(len(self), np.int64)
        self._each(self._loops.acting_rows, seats)
        return seats

    def movers(self) -> Numbers:
        """The first seat that acts in each row, -1 where the game is over."""
        movers = np.zeros(len(self), np.int64)
        self._each(self._loops.movers_of_rows, movers)
        return movers

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.equal(self.acting(), 0)

    def masks(self, seats: Any = None) -> Mask:
        """What a seat of each row may do, one byte an action; the first that acts unless given.

        The array is the batch's own: it holds until the batch is asked or played again.
        """
        self._each(self._loops.legal_rows, self._seats(seats))
        return self.work.masks

    def standing(self) -> Standings:
        """Turns, winners and points."""
        turns, winners = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        points = np.zeros((len(self), self.seats), np.int64)
        self._each(self._loops.standing_rows, turns, winners, points)
        return Standings(turns, winners, points)

    def position(self, row: int) -> Position:
        """The game of a row; it shares the row, so what is played on one is played on the other.

        For a game of its own take `position(row).clone()`.
        """
        number = whole(row, "a row")
        self._check_row(number)
        place = self.work.places[number]
        fields = self.work.fields[place : place + 1]
        return Position(self.game, fields, self.work.states[number : number + 1])

    # --- playing -------------------------------------------------------------------------------

    def play(self, actions: Any, seats: Any = None) -> None:
        """Play an action in each row, by the first seat that acts unless given; -1 leaves a row.

        If any of them is not legal it is refused, and no row is changed.
        """
        chosen, movers = self._numbers(actions, "an action"), self._seats(seats)
        refused = self._each(self._loops.refused_row, movers, chosen)
        wrong = [row for row in refused if row != NOBODY]
        if wrong:
            raise self._refusal(wrong[0], int(movers[wrong[0]]), int(chosen[wrong[0]]))
        self._each(self._loops.play_rows, movers, chosen, self.events)

    def _refusal(self, row: int, seat: int, action: int) -> GameError:
        try:
            self.position(row).clone().play(seat, action)
        except GameError as error:
            return type(error)(f"row {row}: {error.message}", *error.rules)
        raise AssertionError("a loop refused what the door allows")

    def reset(self, where: Any, seeds: Any) -> None:
        """Start some rows anew: a mask or row numbers, and a seed for each or the first of them."""
        rows = self._rows(where)
        if np.ndim(seeds) == 0:
            first = check_seed(seeds)
            check_seed(first + max(0, len(rows) - 1))
            numbers = first + np.arange(len(rows), dtype=np.int64)
        else:
            numbers = np.array([check_seed(number) for number in seeds], np.int64)
        if len(numbers) != len(rows):
            raise SettingError(f"{len(rows)} rows need as many seeds, not {len(numbers)}")
        self._loops.begin_rows(self.work, self._empty, rows, numbers)
        self.events[rows] = 0

    def _rows(self, where: Any) -> Numbers:
        """The rows of a slice, of a mask, or of their numbers."""
        if isinstance(where, slice):
            return np.arange(len(self))[where]
        chosen = np.atleast_1d(np.asarray(where))
        if chosen.dtype == np.bool_ and chosen.shape == (len(self),):
            return np.flatnonzero(chosen)
        if chosen.size and (chosen.dtype.kind not in "iu" or chosen.ndim != 1):
            raise UnreadableChoice(
                f"rows are a mask of {len(self)} or a list of numbers,"
                f" not {chosen.dtype} in the shape {chosen.shape}"
            )
        for row in chosen.tolist():
            self._check_row(row)
        return chosen.astype(np.int64)

    def _check_row(self, row: int) -> None:
        if not 0 <= row < len(self):
            raise UnreadableChoice(f"rows are 0 to {len(self) - 1}; there is no {row}")

    def _seats(self, seats: Any) -> Numbers:
        return self.movers() if seats is None else self._numbers(seats, "a seat")

    def _numbers(self, values: Any, what: str) -> Numbers:
        """A whole number for each row."""
        numbers = np.asarray(values)
        if numbers.dtype.kind not in "iu" or numbers.shape != (len(self),):
            raise UnreadableChoice(
                f"{what} is a whole number for each of the {len(self)} rows,"
                f" not {numbers.dtype} in the shape {numbers.shape}"
            )
        return np.ascontiguousarray(numbers, np.int64)


def start_batch(
    game: Game,
    games: int,
    seats: int = 2,
    seed: int = 0,
    *,
    threads: int = 1,
    **settings: Any,
) -> Batch:
    """New games of the same settings, from neighbouring seeds."""
    count = max(0, whole(games, "the number of games"))
    return Batch(game, game.lay_out(seats, settings), np.zeros(count, np.int32), seed, threads)
