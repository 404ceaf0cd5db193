"""The arguments that several commands share."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="A setting of the game, such as its level, field, track or a rule option; may be given"
        " several times. --NAME VALUE is the same; games GAME lists them.",
        metavar="NAME=VALUE",
    ),
]
Seats = Annotated[
    int | None,
    typer.Option(help="How many players; the fewest possible unless given.", metavar="N"),
]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same game.", metavar="N")]
Database = Annotated[
    str,
    typer.Option(
        help="postgresql://user@host/name; SQLite in the data folder unless given.", metavar="URL"
    ),
]
Data = Annotated[
    Path | None, typer.Option(help="Where SQLite keeps its database.", metavar="FOLDER")
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        help="Play on a Ray cluster: HOST:PORT, auto (the one that runs here) or local.",
        metavar="ADDRESS",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]


class GameCommand(TyperCommand):
    """A command about a game, whose settings may be given as flags: each game has its own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed; a flag that no command knows is a setting of the game."""
        return super().parse_args(ctx, list(as_settings(ctx, args)))


def as_settings(ctx: Any, words: Iterable[str]) -> Iterator[str]:
    """What was typed, with `--track city` and `--track=city` turned into `--set track=city`."""
    known = {flag for option in ctx.command.get_params(ctx) for flag in option.opts}
    rest = iter(words)
    for word in rest:
        flag, sign, value = word.partition("=")
        if not flag.startswith("--") or flag == "--" or flag in known:
            yield word
            continue
        chosen = value if sign else next(rest, "--")
        if chosen.startswith("--"):
            ctx.fail(f"{flag} is no option of this command; a setting of the game has a value")
        yield "--set"
        yield f"{flag[2:].replace('-', '_')}={chosen}"


def examples(*lines: str) -> str:
    """Examples as they stand at the end of a command's help."""
    shown = "\n".join(f"  {line}" for line in lines)
    return f"\b\nExamples:\n{shown}"
