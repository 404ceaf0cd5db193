"""A table as one of its viewers knows it, kept up to date by the frames that the server sends."""

import numpy as np

from algorally.client.errors import NoServer
from algorally.core import patches
from algorally.core.errors import TableError
from algorally.core.events import SeenEvent
from algorally.core.game import Game, find_game
from algorally.core.position import Position
from algorally.core.records import Record, Rows
from algorally.server.messages.frames import Bare, Changed, Snapshot, Step, TableFrame, Welcome
from algorally.server.messages.tables import TableInfo


class Mirror:
    """What a viewer knows: the table, who has to choose now, and the view of the game.

    `last` is the number of the last frame, to be named in the next hello; None asks for a
    snapshot.
    """

    def __init__(self, frame: Welcome) -> None:
        self.viewer = frame.viewer
        self.table, self.now = frame.table, frame.now
        self.last: int | None = frame.v
        self.news: list[SeenEvent] = []  # what happened since somebody asked
        self._game = find_same_game(frame.table)
        self._look(frame, frame.snapshot)

    def _look(self, frame: Welcome, snapshot: Snapshot | None) -> None:
        """Take the view from a snapshot."""
        if snapshot is None:
            raise NoServer("the server greets without a snapshot of the game; it must send one")
        self.view = read_snapshot(self._game, snapshot, self.viewer)
        self.last = frame.v
        self._begun = frame.table.stage != "open"

    def welcome(self, frame: Welcome) -> bool:
        """Take where the table stands; False if another hello is needed to know it all."""
        if frame.viewer != self.viewer:
            raise TableError("no_seat", f"seat {self.viewer} is no longer yours; take a free one")
        self.table, self.now = frame.table, frame.now
        if frame.snapshot is not None:
            self._look(frame, frame.snapshot)
        for missed in frame.missed:
            self._catch_up(missed)
        if self.last != frame.v:
            self.last = None
        return self._is_of_this_game()

    def take(self, frame: TableFrame) -> bool:
        """Take what happened; False if another hello is needed to know it all."""
        if self.last is None or frame.v > self.last + 1:
            return False
        if frame.v <= self.last:
            return True  # sent twice, and known already
        self._catch_up(frame)
        if not isinstance(frame, Bare) and frame.now:
            self.now = frame.now
        if isinstance(frame, Changed) and frame.table:
            self.table = frame.table
        return self._is_of_this_game()

    def _catch_up(self, frame: TableFrame) -> None:
        """Follow a frame if it is the next one."""
        if self.last is None or frame.v != self.last + 1:
            return
        self.last = frame.v
        if isinstance(frame, Step):
            patches.apply(self.view.states, frame.patch)
            self.news += [SeenEvent(*event) for event in frame.events]

    def _is_of_this_game(self) -> bool:
        """Colours are dealt when a game begins, and change the field: look at it anew then."""
        if not self._begun and self.table.stage != "open":
            self.last = None
        return self.last is not None


def find_same_game(table: TableInfo) -> Game:
    """The game of a table, if it is played there by the rules that are installed here."""
    game = find_game(table.game)
    if game.rules_version != table.rules_version:
        raise TableError(
            "other_rules",
            f"the table plays version {table.rules_version} of the rules of {game.name}, and here"
            f" is version {game.rules_version}; install the version of Algorally it was made with",
        )
    return game


def read_snapshot(game: Game, snapshot: Snapshot, viewer: int) -> Position:
    """A view as the server wrote it."""
    return Position(
        game,
        read_record(game.field, snapshot.field),
        read_record(game.state, snapshot.view),
        viewer,
    )


def read_record(kind: type[Record], octets: bytes) -> Rows:
    """A record from its bytes."""
    if len(octets) != kind.dtype.itemsize:
        size = kind.dtype.itemsize
        raise NoServer(f"a {kind.__name__} has {size} bytes, and the server sent {len(octets)}")
    return np.frombuffer(octets, kind.dtype).copy()
