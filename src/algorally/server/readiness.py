"""Which games can be played already; the others are prepared beside the server."""

import asyncio
import contextlib
import gc
import logging
import sys
from collections.abc import Iterable

from algorally.bots.levels import warm_up
from algorally.bots.preparing import is_prepared
from algorally.core.errors import TableError
from algorally.core.game import find_game

YOUNG_OBJECTS = 5_000  # more of them than before, and Python tidies up, for some milliseconds
OLDER_ONES = (10, 250)  # times, after which it looks at what was there before, too
NEARLY = 0.99  # as far as it gets before it can be played

log = logging.getLogger("algorally.readiness")


def tidy_up_seldom() -> None:
    """Have Python look less often for garbage in circles, while everybody at the tables waits.

    What is here by now stays, and a thousand connections make and drop much that is no garbage.
    """
    gc.unfreeze()  # where another server ran before in this process, what it left is garbage
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, *OLDER_ONES)


class Preparing(TableError):
    """A game that cannot be played yet."""

    def __init__(self, name: str, done: float) -> None:
        super().__init__(
            "preparing",
            f"{find_game(name).title} is being prepared, which happens once ({done:.0%} done);"
            " try again in a moment",
        )


def command_for(name: str) -> tuple[str, ...]:
    """What prepares a game in a process of its own."""
    return (sys.executable, "-m", "algorally.bots.preparing", name)


class Readiness:
    """How far each game has come; 1 means that it can be played."""

    def __init__(self, names: Iterable[str]) -> None:
        self.done = dict.fromkeys(names, 0.0)

    def check(self, name: str) -> None:
        """Refuse what needs a game that is not ready."""
        if (done := self.done.get(name, 1.0)) < 1:
            raise Preparing(name, done)

    def missing(self) -> list[str]:
        """The games that cannot be played yet."""
        return [name for name, done in self.done.items() if done < 1]

    def check_all(self) -> None:
        """Refuse what may need any game, until all are ready."""
        for name in self.done:
            self.check(name)

    async def run(self) -> None:
        """Prepare all games, side by side."""
        await asyncio.gather(*(self._prepare(name) for name in self.done))
        tidy_up_seldom()

    async def _prepare(self, name: str) -> None:
        game = find_game(name)
        if not is_prepared(game):
            await self._compile(name)
        await asyncio.to_thread(warm_up, game)  # what was compiled is loaded
        self.done[name] = 1.0

    async def _compile(self, name: str) -> None:
        """Let a process of its own compile, and hear how far it is.

        Should it fail, the rules are compiled here, and take longer.
        """
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command_for(name), stdout=pipe)
        try:
            assert process.stdout
            async for line in process.stdout:
                count, of = (int(number) for number in line.split())
                self.done[name] = min(NEARLY, count / of)
            if await process.wait():
                log.error("%s could not be prepared in a process of its own", name)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # the loop may end next, and closes no pipe then
