"""What came of many games, for people."""

from algorally.batch.tally import Tally
from algorally.cli.columns import say_columns
from algorally.cli.output import say
from algorally.core.position import Position


def say_tally(tally: Tally) -> None:
    """Tell how much was played and how fast, then seat by seat, and what happened."""
    parts = tally.summary()
    where = "a GPU" if tally.device == "gpu" else count(tally.threads, "thread")
    seconds = f"{tally.seconds:.2f} s on {where}"
    say(f"{count(tally.games, 'game')} of {tally.game.title} in {seconds}")
    say_columns(
        ("", "total>", "each second>"),
        [
            (name, f"{parts[name]:,}", f"{parts[f'{name}_per_s']:,.0f}")
            for name in ("games", "turns", "choices")
        ],
    )
    say(f"A game has {parts['mean_length']:.1f} turns on average.")
    start = Position(tally.game, tally.fields)
    names = [tally.game.words.seat_name(start, seat) for seat in range(tally.seats)]
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
                (kind.replace("_", " "), f"{total:,}", f"{total / tally.games:,.2f}")
                for kind, total in events.items()
                if total
            ],
        )


def count(number: int, noun: str, several: str = "") -> str:
    """A number of things in words."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"
