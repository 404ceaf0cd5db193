"""What can be typed after `algorally play`."""

from pathlib import Path
from typing import Annotated

import typer

from algorally.cli.commands.arguments import GameCommand, Seats, Seed, Settings, examples
from algorally.cli.levels import in_lines

GameName = Annotated[str | None, typer.Argument(help="The game to play.", metavar="GAME")]
Bots = Annotated[
    int | None, typer.Option(help="Seats the computer plays; all but one.", min=0, metavar="N")
]
Levels = Annotated[
    list[str] | None,
    typer.Option(
        "--level",
        help="How strong the bots are: one level for all, or several with commas, one for each."
        " In a game with levels of its own it may name that as well, such as complete.",
        metavar="LEVEL",
    ),
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
    levels: Levels = None,
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

    wish = Wish(game, seats, seed, settings)
    wish, strength = play.told_apart(wish, levels or [], is_resumed=resume is not None)
    play.play(wish, play.Persons(bots, colour, names or [], strength), save, resume)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        cls=GameCommand,
        epilog=in_lines()
        + "\n\n"
        + examples(
            "algorally play",
            "algorally play algoracing --level complete --seats 3 --save game.txt",
            "algorally play speedalgo --track sprint --level novice",
            "algorally play roborally --seats 3 --level solid,master",
            "algorally play --resume game.txt",
        ),
    )(play)
