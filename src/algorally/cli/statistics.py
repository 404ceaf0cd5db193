"""What came of many games, for people."""

from algorally.batch.statistics import Statistics
from algorally.cli.columns import say_columns
from algorally.cli.output import say
from algorally.core.position import Position


def say_statistics(statistics: Statistics) -> None:
    """Tell how much was played and how fast, then seat by seat."""
    parts = statistics.in_parts()
    seconds = f"{parts['seconds']:.2f} s on {count(parts['threads'], 'thread')}"
    say(f"{count(parts['games'], 'game')} of {statistics.setup.game.title} in {seconds}")
    say_columns(
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
    rows = list(zip(names, parts["bots"], points, wins, strict=True))
    say_columns(("seat", "bot", "points>", "wins>"), rows)


def count(number: int, noun: str, several: str = "") -> str:
    """A number of things in words."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"
