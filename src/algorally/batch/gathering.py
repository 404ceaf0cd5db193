"""Finished parts of the work are put together: as arrays over the games, or as sums."""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Generic, TypeVar

from algorally.batch.results import Results, join
from algorally.batch.tally import Tally

Told = TypeVar("Told", Results, Tally)


class Gathering(ABC, Generic[Told]):
    """What comes of games, in the order of their seeds, as far as none is missing."""

    def __init__(self, seed: int) -> None:
        self.games = 0  # that are finished, also those after one that is missing
        self._next = seed
        self._early: dict[int, Told] = {}  # parts that wait for those before them

    def add(self, part: Results) -> None:
        """Take what came of neighbouring games."""
        self.games += len(part)
        self._early[part.seed] = self._kept(part)
        while (following := self._early.pop(self._next, None)) is not None:
            self._next += len(following)
            self._append(following)

    @abstractmethod
    def _kept(self, part: Results) -> Told:
        """What is wanted of a part."""

    @abstractmethod
    def _append(self, part: Told) -> None:
        """Take the part that follows those before."""

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

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._parts: list[Results] = []

    def _kept(self, part: Results) -> Results:
        return part

    def _append(self, part: Results) -> None:
        self._parts.append(part)

    def _joined(self) -> Results | None:
        return join(self._parts) if self._parts else None


class Sums(Gathering[Tally]):
    """Keeps the sums alone, in as much room as one game takes."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._sum: Tally | None = None

    def _kept(self, part: Results) -> Tally:
        return part.tally()

    def _append(self, part: Tally) -> None:
        self._sum = part if self._sum is None else self._sum.with_next(part)

    def _joined(self) -> Tally | None:
        return self._sum
