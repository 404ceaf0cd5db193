"""What can be typed after `algorally advise`."""

from pathlib import Path
from typing import Annotated

import typer

from algorally.cli.commands.arguments import Json, examples

File = Annotated[
    Path, typer.Argument(help="A position or a saved game; - reads it in.", metavar="FILE")
]
Turn = Annotated[
    int | None,
    typer.Option(help="Of a saved game: before this line of it.", min=1, metavar="N"),
]
Choice = Annotated[
    int | None,
    typer.Option(
        help="Of a saved game: before this choice, also within a line.", min=1, metavar="N"
    ),
]
Seat = Annotated[
    str | None,
    typer.Option(help="Who is advised; unless given, whoever plays then.", metavar="NAME"),
]
All = Annotated[
    bool, typer.Option("--all", help="Of a saved game: judge all that was played, as a table.")
]
Seconds = Annotated[float, typer.Option(help="How long to think, for each decision.", metavar="S")]
Best = Annotated[int, typer.Option(help="How many programs to name.", min=1, max=50, metavar="N")]
Number = Annotated[
    int, typer.Option(help="What is unknown is guessed from this seed.", min=0, metavar="N")
]


def advise(
    file: File,
    turn: Turn = None,
    choice: Choice = None,
    seat: Seat = None,
    every: All = False,
    seconds: Seconds = 1.0,
    best: Best = 3,
    seed: Number = 0,
    json: Json = False,
) -> None:
    """Name the best programs, and what the played one lost."""
    from algorally.cli import advise  # noqa: PLC0415 - loading takes time

    wish = advise.Wish(file, turn, choice, seat, seconds, best, seed, json)
    if every:
        advise.judge_all(wish)
    else:
        advise.advise_moment(wish)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        epilog=examples(
            "algorally advise position.toml --seat red --best 5",
            "algorally advise game.txt --turn 12 --seconds 3",
            "algorally advise game.txt --all --seconds 0.3 --json",
        )
    )(advise)
