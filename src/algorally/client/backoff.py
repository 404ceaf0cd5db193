"""How long to wait before trying again, and when to stop trying."""

import random
import time
from collections.abc import Callable

FIRST_DELAY = 0.05  # seconds
LONGEST_DELAY = 2.0


class Backoff:
    """Waits twice as long after each failure, and says when patience is at its end.

    Each wait is a random part of its length: a server that comes back is not met by all its
    clients at the same moment.
    """

    def __init__(self, patience: float, sleep: Callable[[float], None] = time.sleep) -> None:
        self.patience = patience
        self._sleep = sleep
        self._failures = 0
        self._failing_since = 0.0

    def succeed(self) -> None:
        """All is well; the next failure is a first one."""
        self._failures = 0

    def wait(self) -> bool:
        """Wait after a failure; False if it has been failing for too long."""
        now = time.monotonic()
        if self._failures == 0:
            self._failing_since = now
        left = self._failing_since + self.patience - now
        if left <= 0:
            return False
        longest = min(FIRST_DELAY * 2**self._failures, LONGEST_DELAY, left)
        self._failures += 1
        self._sleep(random.uniform(longest / 2, longest))
        return True
