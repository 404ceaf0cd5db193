"""Sums of many games: they take the same room for any number of games."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from algorally.core.compile import MODE
from algorally.core.game import Game
from algorally.core.records import Rows
from algorally.core.search import Numbers


@dataclass(frozen=True, eq=False)
class Tally:
    """What came of games, summed up; whole numbers, so that the order does not matter."""

    game: Game
    fields: Rows  # the one that all were played on
    bots: list[str]  # who played, seat by seat
    seed: int  # of the first game
    games: int
    turns: int
    choices: int
    points: Numbers  # of each seat
    places: Numbers  # of each seat, added up
    won: Numbers  # a row for each seat: how often alone, as one of two winners, of three ...
    events: Numbers  # of each kind; empty if they were not counted
    seconds: float
    threads: int
    device: str = "cpu"
    complete: bool = True  # all that was asked for

    def __len__(self) -> int:
        return self.games

    @property
    def seats(self) -> int:
        """How many played in each game."""
        return len(self.points)

    @property
    def wins(self) -> list[float]:
        """How often each seat won; a shared win counts in parts."""
        shared: list[float] = (self.won / np.arange(1, self.seats + 1)).sum(axis=1).tolist()
        return shared

    def with_next(self, more: "Tally") -> "Tally":
        """The sums of these games and of those that follow them."""
        return replace(
            self,
            games=self.games + more.games,
            turns=self.turns + more.turns,
            choices=self.choices + more.choices,
            points=self.points + more.points,
            places=self.places + more.places,
            won=self.won + more.won,
            events=self.events + more.events,
            seconds=self.seconds + more.seconds,
        )

    def summary(self) -> dict[str, Any]:
        """Sums and means, for programs."""
        seconds = max(self.seconds, 1e-9)
        told = {
            "game": self.game.name,
            "seats": self.seats,
            "games": self.games,
            "turns": self.turns,
            "choices": self.choices,
            "seconds": self.seconds,
            "games_per_s": self.games / seconds,
            "turns_per_s": self.turns / seconds,
            "choices_per_s": self.choices / seconds,
            "mean_length": self._mean(self.turns),
            "bots": self.bots,
            "points": [self._mean(points) for points in self.points.tolist()],
            "win_rate": [self._mean(wins) for wins in self.wins],
            "threads": self.threads,
            "seed": self.seed,
            "mode": MODE,
            "device": self.device,
            "mean_place": [self._mean(places) for places in self.places.tolist()],
            "complete": self.complete,
        }
        if len(self.events):
            told["events"] = dict(zip(self.game.events, self.events.tolist(), strict=True))
        return told

    def _mean(self, total: float) -> float:
        return total / max(1, self.games)
