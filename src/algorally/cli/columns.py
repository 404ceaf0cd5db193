"""Tables: columns that fit a terminal, or that are as wide as they like everywhere else."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from algorally.cli.output import say

PLAIN_WIDTH = 240  # characters in a pipe, where nothing needs to fit


def say_columns(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a table; the names of columns of numbers end in >."""
    console = Console()
    bold = "" if console.no_color else "bold"
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style=bold)
    for name in columns:
        table.add_column(name.rstrip(">"), justify="right" if name.endswith(">") else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    if not console.is_terminal:
        console.width = PLAIN_WIDTH
    with console.capture() as caught:
        console.print(table)
    for line in caught.get().splitlines():
        say(line.rstrip())
