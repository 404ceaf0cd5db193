"""What can be typed after `algorally show`."""

from pathlib import Path
from typing import Annotated

import typer

from algorally.cli.commands.arguments import GameCommand, Seats, Seed, Settings, examples

File = Annotated[
    Path | None,
    typer.Argument(help="A scene, a position or a saved game; - reads it in.", metavar="FILE"),
]
Turn = Annotated[
    int | None,
    typer.Option(help="Of a saved game: the position after this line.", min=0, metavar="N"),
]
After = Annotated[bool, typer.Option("--after", help="Of a scene: the position after its steps.")]
Svg = Annotated[
    Path | None,
    typer.Option(help="Write a picture to this file; - is standard output.", metavar="FILE"),
]
AsText = Annotated[bool, typer.Option("--position", help="Write text that can be read again.")]
GameName = Annotated[str | None, typer.Option(help="The game to lay out.", metavar="GAME")]


def show(
    file: File = None,
    game: GameName = None,
    seats: Seats = None,
    seed: Seed = None,
    settings: Settings = None,
    after: After = False,
    turn: Turn = None,
    svg: Svg = None,
    position: AsText = False,
) -> None:
    """Show a field, or the position of a file, as text or picture."""
    from algorally.cli import show  # noqa: PLC0415 - loading takes time
    from algorally.cli.setting_up import Wish  # noqa: PLC0415

    show.show(file, Wish(game, seats, seed, settings), after, turn, svg, position)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        cls=GameCommand,
        epilog=examples(
            "algorally show --level complete --field random-7 --seats 4",
            "algorally show scene.toml --after",
            "algorally show game.txt --turn 12 --svg picture.svg",
        ),
    )(show)
