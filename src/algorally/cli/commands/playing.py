"""Playing: `play` and `simulate`."""

from pathlib import Path
from typing import Annotated

import typer

from algorally.cli.commands.arguments import (
    Edition,
    Field,
    Json,
    Level,
    Seats,
    Seed,
    Settings,
    examples,
)

GameName = Annotated[str | None, typer.Argument(help="The game to play.", metavar="GAME")]
Bots = Annotated[
    int | None, typer.Option(help="Seats the computer plays; all but one.", min=0, metavar="N")
]
Colour = Annotated[str | None, typer.Option(help="The colour you play.", metavar="COLOUR")]
Names = Annotated[
    list[str] | None,
    typer.Option("--name", help="What you are called; once for each person.", metavar="NAME"),
]
Save = Annotated[
    Path | None, typer.Option(help="Keep the game in this file, turn by turn.", metavar="FILE")
]
Resume = Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")]


def play(
    game: GameName = None,
    level: Level = None,
    field: Field = None,
    edition: Edition = None,
    seats: Seats = None,
    bots: Bots = None,
    colour: Colour = None,
    names: Names = None,
    seed: Seed = None,
    settings: Settings = None,
    save: Save = None,
    resume: Resume = None,
) -> None:
    """Play against the computer in the terminal."""
    from algorally.cli import seating, setting_up  # noqa: PLC0415 - loading takes time

    wish = setting_up.Wish(game, seats, seed, settings, level=level, field=field, edition=edition)
    seating.play(wish, seating.Persons(bots, colour, names or []), save, resume)


Games = Annotated[int | None, typer.Option(help="How many games.", min=1, metavar="N")]
Seconds = Annotated[float | None, typer.Option(help="Or for how long.", metavar="S")]
Threads = Annotated[
    int | None, typer.Option(help="Threads; all cores unless given.", min=1, max=1024, metavar="N")
]
WhichBots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        help="Who plays: random, greedy or module:name; several take the seats in turn.",
        metavar="BOT",
    ),
]


def simulate(
    game: GameName = None,
    seats: Seats = None,
    games: Games = None,
    seconds: Seconds = None,
    seed: Seed = None,
    threads: Threads = None,
    level: Level = None,
    field: Field = None,
    edition: Edition = None,
    settings: Settings = None,
    bots: WhichBots = None,
    json: Json = False,
) -> None:
    """Play many games, and tell who wins and how fast it went."""
    from algorally.cli import setting_up, simulation  # noqa: PLC0415 - loading takes time

    wish = setting_up.Wish(game, seats, seed, settings, level=level, field=field, edition=edition)
    simulation.simulate(wish, games, seconds, threads, bots or ["random"], json)


def declare(app: typer.Typer) -> None:
    """Add these commands."""
    app.command(
        epilog=examples(
            "algorally play",
            "algorally play --level complete --seats 3 --save game.txt",
            "algorally play --resume game.txt",
        )
    )(play)
    app.command(
        epilog=examples(
            "algorally simulate algoracing --seats 4 --games 10000",
            "algorally simulate algoracing --bot greedy --games 20 --json",
            "algorally simulate algoracing --bot greedy --bot my_module:MyBot",
        )
    )(simulate)
