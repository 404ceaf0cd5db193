"""A program of somebody else's: lines go in and out, and it can do no harm but be slow.

Nothing waits for ever: a program is only listened to until a moment that is given. It runs in a
session of its own, so that it is ended together with whatever it has started.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import Counter, deque
from collections.abc import Sequence
from multiprocessing.util import Finalize

from algorally.bots.problems import HasEnded, Trouble

PIECE = 1 << 16  # bytes to read or write in one go
MOST_OUTPUT = 1 << 18  # bytes of standard output for one question
MOST_ERRORS = 1 << 24  # bytes of standard error for one question
LAST_WORDS = 2000  # bytes of standard error to keep
FAREWELL = 0.5  # seconds that a program has to end by itself
KILLED = 5.0  # seconds in which even a busy system has ended what was killed


class Process:
    """A running program, spoken to line by line."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Trouble("could not be started", str(error), fatal=True) from error
        self._lines: deque[bytes] = deque()
        self._part = b""  # of a line whose end has not come yet
        self._errors = b""
        self._unsent = b""
        self._ended = False
        self._heard: Counter[str] = Counter()  # bytes of each stream since something was sent
        self._selector = selectors.DefaultSelector()
        self._input, self._output, self._complaints = self._descriptors()
        self._selector.register(self._output, selectors.EVENT_READ, self._hear)
        self._selector.register(self._complaints, selectors.EVENT_READ, self._hear_errors)
        # Also when it is forgotten, and when Python ends, be it in a process of multiprocessing's.
        self.kill = Finalize(self, _kill, (self._popen, self._selector), exitpriority=1)

    def _descriptors(self) -> list[int]:
        popen = self._popen
        found = [stream.fileno() for stream in (popen.stdin, popen.stdout, popen.stderr) if stream]
        for descriptor in found:
            os.set_blocking(descriptor, False)
        return found

    def send(self, line: bytes) -> None:
        """Send a line, as soon as the program reads it; it is sent while one waits for another."""
        if not self._unsent and not self._ended:
            self._selector.register(self._input, selectors.EVENT_WRITE, self._write)
        self._unsent += line + b"\n"
        self._heard.clear()

    def next_line(self, until: float) -> bytes | None:
        """The next line of standard output; None if there is none until then."""
        waited = False
        while not self._lines:
            if self._ended:
                raise self._end()
            left = until - time.monotonic()
            if left <= 0 and waited:
                return None
            self._wait(max(0.0, left))
            waited = True
        return self._lines.popleft()

    def has_read(self, until: float) -> bool:
        """Whether all that was sent has gone out until then."""
        while self._unsent and not self._ended and (left := until - time.monotonic()) > 0:
            self._wait(left)
        return not self._unsent and not self._ended

    def _wait(self, seconds: float) -> None:
        """Do whatever can be done first."""
        for key, _ in self._selector.select(seconds):
            key.data()

    def _write(self) -> None:
        try:
            written = os.write(self._input, self._unsent[:PIECE])
        except BlockingIOError:
            return
        except OSError:
            self._unsent = b""  # it reads no more; whether it still answers is another question
        else:
            self._unsent = self._unsent[written:]
        if not self._unsent:
            self._selector.unregister(self._input)

    def _hear(self) -> None:
        piece = self._read(self._output, "standard output", MOST_OUTPUT)
        self._ended = piece == b""
        *whole, self._part = (self._part + (piece or b"")).split(b"\n")
        self._lines += whole

    def _hear_errors(self) -> bool:
        """Keep the last of what was written; whether there was anything."""
        piece = self._read(self._complaints, "standard error", MOST_ERRORS)
        self._errors = (self._errors + (piece or b""))[-LAST_WORDS:]
        return bool(piece)

    def _read(self, descriptor: int, stream: str, most: int) -> bytes | None:
        """What has come: nothing when there will be no more, None if it has not come yet."""
        try:
            piece = os.read(descriptor, PIECE)
        except BlockingIOError:
            return None
        if not piece:
            self._selector.unregister(descriptor)
        self._heard[stream] += len(piece)
        if self._heard[stream] > most:
            raise Trouble("flooded", f"more than {most} bytes of {stream} at once", fatal=True)
        return piece

    def _end(self) -> HasEnded:
        """Why there are no more lines."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(FAREWELL)
        _end_group(self._popen)
        status, words = self._popen.returncode, self.last_words()
        if status is None or status == -signal.SIGKILL:
            how = "it closed its standard output, or was killed"
        else:
            how = f"by signal {-status}" if status < 0 else f"exit status {status}"
        more = f"; the last lines of its standard error:\n{words}" if words else ""
        return HasEnded("ended by itself", f"{how}{more}", fatal=True)

    def last_words(self) -> str:
        """The last lines of standard error."""
        with contextlib.suppress(Trouble):
            while self._complaints in self._selector.get_map() and self._hear_errors():
                pass
        return self._errors.decode(errors="replace").strip()

    def close(self) -> None:
        """Say that nothing more will come, give the program a moment to end, and end it."""
        if self.has_read(time.monotonic()) and self._popen.stdin:
            self._popen.stdin.close()
            until = time.monotonic() + FAREWELL
            with contextlib.suppress(Trouble):
                while self.next_line(until) is not None:
                    pass
        self.kill()


def _end_group(popen: "subprocess.Popen[bytes]") -> None:
    """End a program and whatever it has started, at once."""
    with contextlib.suppress(OSError):
        os.killpg(popen.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(KILLED)


def _kill(popen: "subprocess.Popen[bytes]", selector: selectors.BaseSelector) -> None:
    """End a program, and let go of it."""
    if popen.returncode is None:  # else it was ended before, and its number may be another's
        _end_group(popen)
    selector.close()
    for stream in (popen.stdin, popen.stdout, popen.stderr):
        if stream:
            stream.close()
