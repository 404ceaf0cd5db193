"""A seat at a table, as a program plays on it."""

import uuid
from collections.abc import Sequence
from typing import Self

from algorally.client.follower import Follower
from algorally.client.server import Server
from algorally.core.errors import TableError
from algorally.core.events import SeenEvent
from algorally.core.position import Position
from algorally.server.messages.frames import Commit, Hello
from algorally.server.messages.tables import Result, TableInfo

PATIENCE = 120.0  # seconds; a server that starts anew takes less
SPECTATOR = -1


class Seat:
    """A seat at a table: what can be seen from it, and what is chosen there.

    Name the seat by its number if it is yours, or by its secret token, or leave it out for your
    first one; -1 looks on. When the connection breaks it is made again, for up to `patience`
    seconds; nothing is lost and nothing counts twice. A seat shows what it knew when `wait` or
    `choose` last came back, and only one thread at a time may use it.
    """

    def __init__(
        self,
        server: Server,
        table: str,
        seat: int | str | None = None,
        *,
        patience: float = PATIENCE,
    ) -> None:
        place = None if isinstance(seat, str) else seat
        token = seat if isinstance(seat, str) else server.token
        url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/socket"
        self._table = Follower(
            url, lambda last: Hello(last=last, seat=place, token=token), patience
        )
        if self.number == SPECTATOR != place:
            self.close()
            raise TableError("no_seat", "you have no seat at this table; sit down or claim one")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; the seat stays yours, though a bot may stand in for you."""
        self._table.close()

    # --- looking -------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the seat."""
        return self._table.mirror.viewer

    @property
    def table(self) -> TableInfo:
        """The table, as it was when its seats, stage or pause last changed."""
        return self._table.mirror.table

    @property
    def view(self) -> Position:
        """All that the seat may know of the game."""
        return self._table.mirror.view

    @property
    def version(self) -> int:
        """The number of the last thing that is known to have happened at the table."""
        return self._table.mirror.last or 0

    @property
    def step(self) -> int:
        """The number of the last thing that changed the position."""
        return self._table.mirror.now.step

    @property
    def thinking(self) -> bool:
        """Whether the seat may choose now."""
        waited_for = self.number in self._table.mirror.now.thinking
        return waited_for and self.table.paused_since is None

    @property
    def legal(self) -> list[int]:
        """The actions with which a choice may begin now."""
        return self._table.mirror.now.legal

    @property
    def deadline(self) -> int | None:
        """When the seat's time is up, in milliseconds since 1970 by the server's clock."""
        return self._table.mirror.now.deadlines.get(self.number)

    @property
    def over(self) -> bool:
        """Whether the game has ended, or its table was closed."""
        if self.table.stage == "running":
            return self.view.over
        return self.table.stage in ("over", "closed")

    @property
    def result(self) -> Result:
        """How the game stands, or ended."""
        turns, winners, points = self.view.standing()
        return Result(turns=turns, winners=winners, points=points)

    def news(self) -> list[SeenEvent]:
        """What has happened since this was last asked, as far as the seat may see it.

        What happened while the connection was broken may be missing; the view never is behind.
        """
        news, self._table.mirror.news = self._table.mirror.news, []
        return news

    # --- playing -------------------------------------------------------------------------------

    def wait(self) -> bool:
        """Wait until the seat may choose; False if it never will, because the game is over."""
        while not self.thinking and not self.over:
            self._table.follow()
        return not self.over

    def wait_for_news(self) -> None:
        """Wait until something happens at the table."""
        before = self.version
        while self.version <= before:
            self._table.follow()

    def choose(self, actions: Sequence[int]) -> int:
        """Choose actions by number, all of them or none; the number under which it is stored."""
        numbers = [int(action) for action in actions]
        return self._table.settle(Commit(id=uuid.uuid4().hex, on=self.step, actions=numbers))

    def choose_text(self, text: str) -> int:
        """Choose in the words of the game."""
        return self._table.settle(Commit(id=uuid.uuid4().hex, on=self.step, text=text))
