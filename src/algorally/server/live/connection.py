"""A viewer of a table, from hello to the end."""

import asyncio
from collections import deque
from collections.abc import Callable

from algorally.core.errors import TableError
from algorally.match.match import Match
from algorally.match.seating import Seat
from algorally.server.visitors import check_watching

BACKLOG = 500  # frames that a connection may be behind before it is cut off


def anybody(seat: Seat) -> bool:
    """Who looks on needs no right to."""
    return True


def later(frame: bytes) -> bool:
    """Nothing can be sent at once."""
    return False


class Connection:
    """A viewer of a table and the frames that are on their way to it.

    `holds` tells whether the viewer's seat, as it is now, still belongs to whoever is connected;
    a guest may have other seats, too: several people share a device. `tell` sends a frame at once,
    if it can.
    """

    def __init__(
        self,
        viewer: int,
        holds: Callable[[Seat], bool] = anybody,
        guest: str = "",
        tell: Callable[[bytes], bool] = later,
    ) -> None:
        self.viewer = viewer
        self.holds = holds
        self.guest = guest
        self.is_parted = False
        self.frames: deque[bytes] = deque()
        self._tell = tell
        self._is_ended = False
        self._sender: asyncio.Future[None] | None = None  # waits for frames

    def check_seat(self, match: Match) -> None:
        """Whoever has lost the seat, or may not look on, has no business there any more."""
        if self.viewer < 0:
            check_watching(match, match.seating.of(self.guest))
        elif not self.holds(match.seats[self.viewer]):
            raise TableError("seat_lost", "this seat is no longer yours; somebody else has it")

    def send(self, frame: bytes) -> None:
        """Put a frame on its way; a viewer who takes none any more is cut off."""
        if self._is_idle and self._tell(frame):
            return
        if len(self.frames) == BACKLOG:
            self.cut_off()
        elif not self._is_ended:
            self.frames.append(frame)
            self._wake()

    @property
    def _is_idle(self) -> bool:
        """All frames have been sent, so the next one overtakes none."""
        return self._sender is not None and not self._sender.done()

    def cut_off(self, last_word: bytes = b"") -> None:
        """Forget what is on its way, and end the connection."""
        self._is_ended = True
        self.frames.clear()
        if last_word:
            self.frames.append(last_word)
        self._wake()

    def _wake(self) -> None:
        if self._sender and not self._sender.done():
            self._sender.set_result(None)

    async def has_frames(self) -> bool:
        """Wait until frames are on their way; there are none any more once it is cut off."""
        if not self.frames and not self._is_ended:
            self._sender = asyncio.get_running_loop().create_future()
            await self._sender
        return bool(self.frames)
