"""What can be typed after `algorally rules`."""

from typing import Annotated

import typer

from algorally.cli.commands.arguments import Json, examples


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="A rule's number, a game, or words to look for.", metavar="WHAT"),
    ] = None,
    json: Json = False,
) -> None:
    """Show a rule, its function and its scenes, or find rules."""
    from algorally.cli.rules import show_rules  # noqa: PLC0415 - loading takes time

    show_rules(" ".join(words or []), json)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        epilog=examples(
            "algorally rules AR-42", "algorally rules algoracing", "algorally rules jump"
        )
    )(rules)
