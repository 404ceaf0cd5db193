"""What can be typed after `algorally check-bot`."""

from typing import Annotated

import typer

from algorally.cli.commands.arguments import GameCommand, Json, Seats, Seed, Settings, examples

GameName = Annotated[str, typer.Argument(help="The game to try it in.", metavar="GAME")]
BotName = Annotated[
    str, typer.Argument(help="Yours: file.py:name, module:name or run:COMMAND.", metavar="BOT")
]
Games = Annotated[int, typer.Option(help="How many games.", min=1, metavar="N")]
Seconds = Annotated[float, typer.Option(help="How long a choice may take.", metavar="S")]


def check_bot(
    game: GameName,
    bot: BotName,
    games: Games = 3,
    seats: Seats = None,
    seconds: Seconds = 5.0,
    seed: Seed = None,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Try a bot of yours against chance, and tell what it does wrong."""
    from algorally.cli import check_bot  # noqa: PLC0415 - loading takes time
    from algorally.cli.setting_up import Wish  # noqa: PLC0415

    check_bot.check_bot(Wish(game, seats, seed, settings), bot, games, seconds, json)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        "check-bot",
        cls=GameCommand,
        epilog=examples(
            "algorally check-bot algoracing my_bot.py:Mine",
            'algorally check-bot roborally "run:node my_bot.js" --seats 4 --json',
        ),
    )(check_bot)
