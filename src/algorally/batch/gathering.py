"""Finished parts of the work are put together: as arrays over the games, or as sums."""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Generic, TypeVar

from algorally.batch.results import Results, join
from algorally.batch.tally import Tally

Told = TypeVar("Told", Results, Tally)

TOGETHER = 10_000  # games that are summed up at once, which takes little longer than for a few


class Gathering(ABC, Generic[Told]):
    """What comes of games, in the order of their seeds, as far as none is missing."""

    def __init__(self, seed: int) -> None:
        self.games = 0  # that are finished, also those after one that is missing
        self._next = seed
        self._early: dict[int, Results] = {}  # parts that wait for those before them
        self._parts: list[Results] = []  # neighbours

    def add(self, part: Results) -> None:
        """Take what came of neighbouring games."""
        self.games += len(part)
        self._early[part.seed] = part
        while (following := self._early.pop(self._next, None)) is not None:
            self._next += len(following)
            self._parts.append(following)
        self._tidy_up()

    @abstractmethod
    def _tidy_up(self) -> None:
        """Keep no more of the parts than is wanted."""

    @abstractmethod
    def _joined(self) -> Told | None:
        """All parts that are not early as one; None if there is none."""

    def told(self, seconds: float, threads: int, *, complete: bool) -> Told | None:
        """What came of the games, None if none is done; and how long all together took."""
        joined = self._joined()
        if joined is None:
            return None
        return replace(joined, seconds=seconds, threads=threads, complete=complete)


class Arrays(Gathering[Results]):
    """Keeps what came of each game."""

    def _tidy_up(self) -> None:
        """All is wanted."""

    def _joined(self) -> Results | None:
        return join(self._parts) if self._parts else None


class Sums(Gathering[Tally]):
    """Keeps sums, in the same room for any number of games."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._sum: Tally | None = None
        self._summed = seed  # the first game that is not in the sum

    def _tidy_up(self) -> None:
        if self._next - self._summed >= TOGETHER:
            self._sum_up()

    def _sum_up(self) -> None:
        following = join(self._parts).tally()
        self._sum = self._sum.with_next(following) if self._sum else following
        self._parts, self._summed = [], self._next

    def _joined(self) -> Tally | None:
        if self._parts:
            self._sum_up()
        return self._sum
