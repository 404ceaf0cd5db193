"""What came of many games, for people."""

from algorally.batch.results import Results
from algorally.cli.columns import say_columns
from algorally.cli.output import say
from algorally.core.position import Position


def say_results(results: Results) -> None:
    """Tell how much was played and how fast, then seat by seat, and what happened."""
    parts = results.summary()
    where = "a GPU" if results.device == "gpu" else count(results.threads, "thread")
    seconds = f"{results.seconds:.2f} s on {where}"
    say(f"{count(len(results), 'game')} of {results.game.title} in {seconds}")
    say_columns(
        ("", "total>", "each second>"),
        [
            (name, f"{parts[name]:,}", f"{parts[f'{name}_per_s']:,.0f}")
            for name in ("games", "turns", "choices")
        ],
    )
    say(f"A game has {parts['mean_length']:.1f} turns on average.")
    start = Position(results.game, results.fields)
    names = [results.game.words.seat_name(start, seat) for seat in range(results.seats)]
    points, wins = (
        [f"{part:.3f}" for part in parts["points"]],
        [f"{part:.1%}" for part in parts["win_rate"]],
    )
    rows = list(zip(names, parts["bots"], points, wins, strict=True))
    say_columns(("seat", "bot", "points>", "wins>"), rows)
    if events := parts.get("events"):
        say_columns(
            ("event", "total>", "each game>"),
            [
                (kind.replace("_", " "), f"{total:,}", f"{total / len(results):,.2f}")
                for kind, total in events.items()
                if total
            ],
        )


def count(number: int, noun: str, several: str = "") -> str:
    """A number of things in words."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"
