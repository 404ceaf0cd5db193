"""What came of many games."""

from typing import Any, NamedTuple

from algorally.cli.output import say
from algorally.cli.tables import say_table
from algorally.core.compile import LANE
from algorally.core.door import CHOICES, GAMES, MAX_SEATS, SEATS_FROM, TURNS, Tally
from algorally.core.game import Position
from algorally.core.transcript import Transcript


class Statistics(NamedTuple):
    """Sums over many games of one set-up."""

    setup: Transcript
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
            "points": self.each(SEATS_FROM),
            "win_rate": self.each(SEATS_FROM + MAX_SEATS),
            "threads": self.threads,
            "seed": self.setup.seed,
            "lane": LANE,
        }


def say_statistics(statistics: Statistics) -> None:
    """For people: how much was played and how fast, then seat by seat."""
    parts = statistics.in_parts()
    seconds = f"{parts['seconds']:.2f} s on {count(parts['threads'], 'thread')}"
    say(f"{count(parts['games'], 'game')} of {statistics.setup.game.title} in {seconds}")
    say_table(
        ("", "total>", "each second>"),
        [
            (name, f"{parts[name]:,}", f"{parts[f'{name}_per_s']:,.0f}")
            for name in ("games", "turns", "choices")
        ],
    )
    say(f"A game has {parts['mean_length']:.1f} turns on average.")
    setup = statistics.setup
    start = Position(setup.game, setup.game.make_field(setup.seats, setup.settings))
    names = [setup.game.words.seat_name(start, seat) for seat in range(setup.seats)]
    points, wins = (
        [f"{part:.3f}" for part in parts["points"]],
        [f"{part:.1%}" for part in parts["win_rate"]],
    )
    say_table(("seat", "points>", "wins>"), list(zip(names, points, wins, strict=True)))


def count(number: int, noun: str) -> str:
    """A number of things in words."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
