"""What can be typed after `algorally rotate-key`."""

from typing import Annotated

import typer

from algorally.cli.commands.arguments import Data, Database, examples

NoNew = Annotated[bool, typer.Option("--no-new", help="Make no new key.")]
ForgetOlder = Annotated[
    bool,
    typer.Option("--forget-older", help="Believe nothing that was signed with an earlier key."),
]


def rotate_key(
    database: Database = "",
    data: Data = None,
    no_new: NoNew = False,
    forget_older: ForgetOlder = False,
) -> None:
    """Sign cookies and links of a server with a new key."""
    from algorally.cli import rotate_key  # noqa: PLC0415 - loading takes time

    rotate_key.rotate_key(database, data, not no_new, forget_older)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        epilog=examples(
            "algorally rotate-key --data /var/lib/algorally",
            "algorally rotate-key --data /var/lib/algorally --forget-older",
        )
    )(rotate_key)
