"""What can be typed after `algorally games`."""

from typing import Annotated

import typer

from algorally.cli.commands.arguments import Json, examples


def games(
    name: Annotated[
        str | None, typer.Argument(help="A game, to see its options.", metavar="GAME")
    ] = None,
    json: Json = False,
) -> None:
    """List the games, or the options and ready fields of one."""
    from algorally.cli.games import list_games  # noqa: PLC0415 - loading the rules takes time

    list_games(name, json)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(epilog=examples("algorally games", "algorally games algoracing"))(games)
