"""What can be typed after `algorally replay`."""

from pathlib import Path
from typing import Annotated

import typer

from algorally.cli.commands.arguments import examples

Replay = Annotated[Path, typer.Argument(help="A saved game; - reads it in.", metavar="FILE")]
FirstTurn = Annotated[
    int | None,
    typer.Option(help="Begin with this turn; with --svg, draw only it.", min=1, metavar="N"),
]
Delay = Annotated[
    float | None,
    typer.Option(
        help="Wait so long between turns; unless given, a terminal waits for Enter.", metavar="S"
    ),
]
Pictures = Annotated[
    Path | None,
    typer.Option(
        help="Draw instead, into this folder: the board after each turn, or after each choice of"
        " the turn that --turn names.",
        metavar="FOLDER",
    ),
]


Sheets = Annotated[
    Path | None,
    typer.Option(
        help="Write the players' mark sheets instead, as text and as pages to print, into this"
        " folder; for games that have them.",
        metavar="FOLDER",
    ),
]
Verify = Annotated[
    bool,
    typer.Option(
        "--verify",
        help="Check instead that the deal is the one to which the house committed itself.",
    ),
]
Commitment = Annotated[
    str | None,
    typer.Option(
        help="Verify, and compare with this commitment, seen before the game.", metavar="HEX"
    ),
]
Language = Annotated[str, typer.Option(help="The language of the mark sheets.", metavar="CODE")]


def replay(
    file: Replay,
    turn: FirstTurn = None,
    delay: Delay = None,
    svg: Pictures = None,
    sheets: Sheets = None,
    language: Language = "en",
    verify: Verify = False,
    commitment: Commitment = None,
) -> None:
    """Tell a saved game turn by turn, draw it, or verify its deal."""
    from algorally.cli import deal, replay  # noqa: PLC0415 - loading takes time

    if verify or commitment is not None:
        deal.verify(file, commitment)
    elif sheets:
        replay.write_sheets(file, sheets, language)
    else:
        replay.replay(file, turn, delay, svg)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        epilog=examples(
            "algorally replay game.txt",
            "algorally replay game.txt --turn 12 --delay 1.5",
            "algorally replay game.txt --turn 12 --svg pictures",
            "algorally replay game.txt --sheets sheets --language fr",
            "algorally replay game.txt --verify --commitment 1f0e...",
        )
    )(replay)
