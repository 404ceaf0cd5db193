"""The program as a process of its own, which no test waits for longer than it said."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

PROGRAM = (sys.executable, "-c", "from algorally.cli import main; main()")
# A job in the background ignores Ctrl-C, and so do the processes that it starts.
HEEDING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
INTERRUPTIBLE = (*PROGRAM[:2], HEEDING + PROGRAM[2])
PLAIN = {**os.environ, "ALGORALLY_MODE": "interpreted"}
LIMIT = 120.0  # seconds, on a machine that does much else


class Started:
    """A process whose streams are all pipes, in a group of its own with all that it starts."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.overdue = False
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=PLAIN,
            cwd=folder,
            bufsize=0,  # nothing is read that `rest` would miss
            start_new_session=True,
        )

    def type(self, line: str) -> None:
        """Send it a line."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())

    def wait_for(self, words: str) -> None:
        """Read what it says until a line has these words."""
        self._find(words, self.process.stdout)

    def wait_for_note(self, words: str) -> None:
        """Likewise what it says beside its results."""
        self._find(words, self.process.stderr)

    def _find(self, words: str, stream: IO[bytes] | None) -> None:
        assert stream
        read: list[str] = []
        for line in stream:
            read.append(line.decode())
            if words in read[-1]:
                return
        raise AssertionError(f"it ended, or was ended, before it said {words!r}, but said {read}")

    def interrupt(self) -> None:
        """Ctrl-C in a terminal: the whole group hears it."""
        os.killpg(self.process.pid, signal.SIGINT)

    def kill(self) -> None:
        """Kill it alone, without what it has started."""
        self.process.kill()

    def rest(self) -> tuple[str, str]:
        """What else it says, and notes, until nothing is left that could."""
        said, noted = self.process.communicate()
        rest = (said.decode(), noted.decode())
        assert not self.overdue, f"it was ended when its time was up; it had said {rest}"
        return rest

    def end(self) -> None:
        """Kill all that is left of the group; its streams end."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def give_up(self) -> None:
        """Its time is up."""
        self.overdue = True
        self.end()


@contextlib.contextmanager
def started(command: Sequence[str], folder: Path, limit: float = LIMIT) -> Iterator[Started]:
    """Start something; it is ended when the block is left, or when its time is up.

    Whoever waits then reads the end of its streams, and fails.
    """
    running = Started(command, folder)
    alarm = threading.Timer(limit, running.give_up)
    alarm.start()
    try:
        with running.process:
            try:
                yield running
            finally:
                running.end()
    finally:
        alarm.cancel()
