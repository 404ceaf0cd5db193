"""What does not work with the database, told in the log: why, from time to time, and its end."""

import logging
import time

PAUSE = 5.0  # seconds from one line about a trouble to the next

log = logging.getLogger("algorally.store")


class Trouble:
    """One thing that may not work, such as saving."""

    def __init__(self, what: str) -> None:
        self.is_there = False
        self._what = what
        self._failures = 0  # since it last worked
        self._is_told = False
        self._next_line = 0.0

    def met(self, why: str) -> None:
        """It did not work."""
        self.is_there = True
        self._failures += 1
        if time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + PAUSE
            self._tell(f"{self._what} does not work: {why}")
            self._is_told = True

    def over(self) -> None:
        """It worked."""
        if self.is_there and self._is_told:
            self._tell(f"{self._what} works again")
        self.is_there = self._is_told = False
        self._failures = 0

    def _tell(self, words: str) -> None:
        log.warning(words, extra={"facts": {"failures": self._failures}})
