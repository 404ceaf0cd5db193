"""What came of many games."""

from typing import Any, NamedTuple

from algorally.batch.loops import CHOICES, GAMES, SEATS_FROM, TURNS, Tally
from algorally.core.compile import MODE
from algorally.core.events import MOST_SEATS
from algorally.core.transcript import Transcript


class Statistics(NamedTuple):
    """Sums over many games of one set-up."""

    setup: Transcript
    bots: list[str]  # who played, seat by seat
    tally: Tally
    seconds: float
    threads: int

    def each(self, first: int) -> list[float]:
        """Sums of the seats from a place of the tally on, for one game."""
        games = max(1.0, float(self.tally[GAMES]))
        return [float(self.tally[first + seat]) / games for seat in range(self.setup.seats)]

    def in_parts(self) -> dict[str, Any]:
        """For programs."""
        games, turns, choices = (int(self.tally[place]) for place in (GAMES, TURNS, CHOICES))
        return {
            "game": self.setup.game.name,
            "seats": self.setup.seats,
            "games": games,
            "turns": turns,
            "choices": choices,
            "seconds": self.seconds,
            "games_per_s": games / self.seconds,
            "turns_per_s": turns / self.seconds,
            "choices_per_s": choices / self.seconds,
            "mean_length": turns / max(1, games),
            "bots": self.bots,
            "points": self.each(SEATS_FROM),
            "win_rate": self.each(SEATS_FROM + MOST_SEATS),
            "threads": self.threads,
            "seed": self.setup.seed,
            "mode": MODE,
        }
