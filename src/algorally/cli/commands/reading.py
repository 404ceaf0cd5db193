"""Reading about games and rules: `games` and `rules`."""

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
    from algorally.cli.listing import list_games  # noqa: PLC0415 - loading the rules takes time

    list_games(name, json)


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="A rule's number, a game, or words to look for.", metavar="WHAT"),
    ] = None,
    json: Json = False,
) -> None:
    """Show a rule, its function and its scenes, or find rules."""
    from algorally.cli.rule_search import show_rules  # noqa: PLC0415 - loading takes time

    show_rules(" ".join(words or []), json)


def declare(app: typer.Typer) -> None:
    """Add these commands."""
    app.command(epilog=examples("algorally games", "algorally games algoracing"))(games)
    app.command(
        epilog=examples(
            "algorally rules AR-42", "algorally rules algoracing", "algorally rules jump"
        )
    )(rules)
