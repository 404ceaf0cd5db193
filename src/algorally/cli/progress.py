"""Progress on standard error: a bar in a terminal, at most one line everywhere else."""

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from algorally.cli.output import note
from algorally.core.compile import FUNCTIONS, watch_compiling

PREPARING = "Preparing the rules (first start only)"


def bar(*, shown: bool = True) -> Progress:
    """A progress bar that vanishes when it is done, and is not there outside a terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not (shown and console.is_terminal and not console.is_dumb_terminal),
    )


class Preparation:
    """Tells that rules are being compiled, from the first one on."""

    def __init__(self) -> None:
        self.bar = bar()
        self.count = 0

    def advance(self) -> None:
        """One more function has been compiled."""
        self.count += 1
        if self.count == 1:
            self.begin()
        for task in self.bar.task_ids:
            self.bar.update(task, completed=self.count, total=max(self.count, len(FUNCTIONS)))

    def begin(self) -> None:
        """Show the bar, or say what takes so long."""
        if self.bar.disable:
            note(f"{PREPARING}, up to a minute ...")
        else:
            self.bar.start()
            self.bar.add_task(PREPARING, total=len(FUNCTIONS))


@contextlib.contextmanager
def preparing() -> Iterator[None]:
    """Show progress if rules are compiled within the block, and nothing if they are not."""
    preparation = Preparation()
    try:
        with watch_compiling(preparation.advance):
            yield
    finally:
        preparation.bar.stop()
