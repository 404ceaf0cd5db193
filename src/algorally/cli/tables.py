"""Tables: drawn in a terminal, plain columns everywhere else."""

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from algorally.cli.output import say

PLAIN_WIDTH = 240  # columns in a pipe, where nothing needs to fit


def say_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table; names ending in > are columns of numbers."""
    drawn = Console()
    table = Table(box=SIMPLE_HEAD if drawn.is_terminal else None, pad_edge=False, expand=False)
    for name in columns:
        table.add_column(name.rstrip(">"), justify="right" if name.endswith(">") else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    if drawn.is_terminal:
        drawn.print(table)
        return
    plain = Console(width=PLAIN_WIDTH, no_color=True, force_terminal=False)
    with plain.capture() as caught:
        plain.print(table)
    for line in caught.get().splitlines():
        say(line.rstrip())
