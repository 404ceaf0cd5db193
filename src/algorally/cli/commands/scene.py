"""What can be typed after `algorally scene`."""

from pathlib import Path
from typing import Annotated

import typer

from algorally.cli.commands.arguments import Json, examples


def scene(
    paths: Annotated[
        list[Path], typer.Argument(help="Scene files, or folders of them.", metavar="PATH")
    ],
    json: Json = False,
) -> None:
    """Play scenes, and tell which do not come out as they say."""
    from algorally.cli.scene import report_scenes  # noqa: PLC0415 - loading takes time

    raise typer.Exit(report_scenes(paths, json))


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(epilog=examples("algorally scene tests/games", "algorally scene bug.toml --json"))(
        scene
    )
