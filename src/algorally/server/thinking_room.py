"""Where bots think: a few threads, in turn for all addresses from which tables were made.

Whoever fills many tables with strong bots waits for them, and nobody else does. The time that a
bot has is a fair share, too, so that no turn of another address is long in coming.
"""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from algorally.server.workshop import Workshop

THINKING = 1.0  # seconds that a bot may think about a turn, while not many of them do

Answer = TypeVar("Answer")


class ThinkingRoom:
    """All bots of this process; to be used from the event loop only."""

    def __init__(self, threads: int) -> None:
        self.thinking: Counter[str] = Counter()  # or waiting to; by where their tables were made
        self._threads = threads
        self._room = Workshop(threads, threads_of_one=threads, name="bot")

    async def ask(self, origin: str, plan: Callable[[float], Answer]) -> Answer:
        """Let a bot think for so many seconds when it is the turn of its table's origin."""
        self.thinking[origin] += 1
        try:
            return await self._room.do_for(origin, lambda: plan(self._seconds(origin)))
        finally:
            self.thinking[origin] -= 1
            if not self.thinking[origin]:
                del self.thinking[origin]

    def _seconds(self, origin: str) -> float:
        """The less, the more origins have bots that think, and the more of them this one has."""
        return THINKING / max(1.0, len(self.thinking) * self.thinking[origin] / self._threads)

    def close(self) -> None:
        """Begin nothing any more."""
        self._room.close()
