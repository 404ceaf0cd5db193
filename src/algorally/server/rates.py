"""How often each address may ask."""

import math
import time

WINDOW = 60.0  # seconds


class Rates:
    """Lets so many requests of each address through in a minute; 0: as many as it likes.

    Who has asked for nothing for a while may ask for all of them at once, and then for one after
    the other: there is no moment at which everybody may begin anew, together.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._asked: dict[str, tuple[float, float]] = {}  # how much still counts, and when it did
        self._tidied = time.monotonic()

    def wait(self, address: str) -> int:
        """The seconds that an address has to wait until it may ask again; 0: it may now."""
        if not self.most:
            return 0
        excess = self._counted(address) + 1 - self.most
        return max(0, math.ceil(excess * WINDOW / self.most))

    def take(self, address: str) -> int:
        """Count a request that need not wait; the same."""
        wait = self.wait(address)
        if self.most and not wait:
            self._asked[address] = self._counted(address) + 1, time.monotonic()
            self._tidy_up()
        return wait

    def _counted(self, address: str) -> float:
        asked, at = self._asked.get(address, (0.0, 0.0))
        return max(0.0, asked - (time.monotonic() - at) * self.most / WINDOW)

    def _tidy_up(self) -> None:
        """Forget, once a minute, of whom nothing counts any more."""
        if time.monotonic() - self._tidied > WINDOW:
            self._asked = {name: it for name, it in self._asked.items() if self._counted(name)}
            self._tidied = time.monotonic()
