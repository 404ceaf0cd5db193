"""The command line: `algorally play`, `serve`, `games`, `rules`, `scene`, `show` and the others.

`commands/` declares what can be typed and loads nothing heavy, so that help comes at once; the
module of the same name beside it does the work and is loaded by the command that needs it.
"""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from algorally.cli.commands import COMMANDS
from algorally.cli.errors import end_output, open_streams, sentences
from algorally.cli.output import say
from algorally.core.version import VERSION


class Commands(TyperGroup):
    """The commands; whatever goes wrong in one becomes a sentence and an exit status."""

    def make_context(self, *arguments: Any, **named: Any) -> Any:
        """Read what was typed before the name of a command."""
        with sentences():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        with sentences():
            result = super().invoke(ctx)
            sys.stdout.flush()
        return result


app = typer.Typer(
    cls=Commands,
    name="algorally",
    help="Play, program and study board games in which you race by writing a program.",
    epilog="Exit status: 0 fine, 1 what was asked about failed, 2 bad input, 130 interrupted.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def tell_version(wanted: bool) -> None:
    """Say which version this is, and leave."""
    if wanted:
        say(f"algorally {VERSION}")
        raise typer.Exit


@app.callback()
def common(
    _version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """What every command has in common."""


for command in COMMANDS:
    command.declare(app)


def main() -> None:
    """The entry point of the program `algorally`."""
    open_streams()
    try:
        app(prog_name="algorally")
    finally:
        end_output()
