"""The arguments that several commands share."""

from typing import Annotated

import typer

Level = Annotated[
    str | None, typer.Option(help="Level of the rules, where the game has levels.", metavar="LEVEL")
]
Field = Annotated[
    str | None,
    typer.Option(help="A ready field by name, or one laid by hand.", metavar="FIELD"),
]
Edition = Annotated[
    str | None, typer.Option(help="A named set of rule options.", metavar="EDITION")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="A rule option; may be given several times.", metavar="NAME=VALUE"),
]
Seats = Annotated[
    int | None,
    typer.Option(help="How many players; the fewest possible unless given.", metavar="N"),
]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same game.", metavar="N")]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]


def examples(*lines: str) -> str:
    """Examples as they stand at the end of a command's help."""
    shown = "\n".join(f"  {line}" for line in lines)
    return f"\b\nExamples:\n{shown}"
