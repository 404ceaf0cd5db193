"""Looking at positions and games: `scene`, `show` and `replay`."""

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


def scene(
    paths: Annotated[
        list[Path], typer.Argument(help="Scene files, or folders of them.", metavar="PATH")
    ],
    json: Json = False,
) -> None:
    """Play scenes, and tell which do not come out as they say."""
    from algorally.cli.scene_report import report_scenes  # noqa: PLC0415 - loading takes time

    raise typer.Exit(report_scenes(paths, json))


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
    level: Level = None,
    field: Field = None,
    edition: Edition = None,
    seats: Seats = None,
    seed: Seed = None,
    settings: Settings = None,
    after: After = False,
    turn: Turn = None,
    svg: Svg = None,
    position: AsText = False,
) -> None:
    """Show a field, or the position of a file, as text or picture."""
    from algorally.cli import exhibit, setting_up  # noqa: PLC0415 - loading takes time

    wish = setting_up.Wish(game, seats, seed, settings, level=level, field=field, edition=edition)
    exhibit.show(file, wish, after, turn, svg, position)


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
Language = Annotated[str, typer.Option(help="The language of the mark sheets.", metavar="CODE")]


def replay(
    file: Replay,
    turn: FirstTurn = None,
    delay: Delay = None,
    svg: Pictures = None,
    sheets: Sheets = None,
    language: Language = "en",
) -> None:
    """Tell a saved game turn by turn, draw it, or write its mark sheets."""
    from algorally.cli import replaying  # noqa: PLC0415 - loading takes time

    if sheets:
        replaying.write_sheets(file, sheets, language)
    else:
        replaying.replay(file, turn, delay, svg)


def declare(app: typer.Typer) -> None:
    """Add these commands."""
    app.command(epilog=examples("algorally scene tests/games", "algorally scene bug.toml --json"))(
        scene
    )
    app.command(
        epilog=examples(
            "algorally show --level complete --field random-7 --seats 4",
            "algorally show scene.toml --after",
            "algorally show game.txt --turn 12 --svg picture.svg",
        )
    )(show)
    app.command(
        epilog=examples(
            "algorally replay game.txt",
            "algorally replay game.txt --turn 12 --delay 1.5",
            "algorally replay game.txt --turn 12 --svg pictures",
            "algorally replay game.txt --sheets sheets --language fr",
        )
    )(replay)
