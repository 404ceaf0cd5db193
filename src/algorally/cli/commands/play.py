"""What can be typed after `algorally play`."""

from pathlib import Path
from typing import Annotated

import typer

from algorally.cli.commands.arguments import GameCommand, Seats, Seed, Settings, examples

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
    from algorally.cli import play  # noqa: PLC0415 - loading takes time
    from algorally.cli.setting_up import Wish  # noqa: PLC0415

    persons = play.Persons(bots, colour, names or [])
    play.play(Wish(game, seats, seed, settings), persons, save, resume)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        cls=GameCommand,
        epilog=examples(
            "algorally play",
            "algorally play algoracing --level complete --seats 3 --save game.txt",
            "algorally play speedalgo --track sprint",
            "algorally play --resume game.txt",
        ),
    )(play)
