"""Keeps a mirror of a table over a line to it, and settles choices there."""

from collections.abc import Callable

from algorally.client.backoff import Backoff
from algorally.client.errors import refusal
from algorally.client.line import TRY_AGAIN, Line
from algorally.client.mirror import Mirror
from algorally.server.messages.frames import (
    Acknowledged,
    Commit,
    Drafted,
    Hello,
    Opened,
    Pong,
    Refused,
    ServerFrame,
    Welcome,
)

Answer = Acknowledged | Refused


class Follower:
    """Follows a table from one place; `hello` makes the greeting from the last known number."""

    def __init__(self, url: str, hello: Callable[[int | None], Hello], patience: float) -> None:
        self._line = Line(url, self._greeting, patience)
        self._hello = hello
        self._patience = patience
        self._pending: Commit | None = None
        self._mirror: Mirror | None = None
        self.follow()

    @property
    def mirror(self) -> Mirror:
        """What is known of the table."""
        assert self._mirror is not None  # it was greeted when it was made
        return self._mirror

    def close(self) -> None:
        """Stop following."""
        self._line.close()

    def follow(self) -> Answer | None:
        """Wait for the next frame and take it; an answer is handed on."""
        frame = self._line.receive()
        if isinstance(frame, Refused) and frame.id is None:
            raise refusal(frame)  # it is not about a choice: the seat is lost
        if isinstance(frame, Acknowledged | Refused):
            return frame
        if not self._take(frame):
            self._line.reopen()
        return None

    def settle(self, commit: Commit) -> int:
        """Send a choice until it is stored or refused, and follow the table up to there."""
        self._pending = commit
        try:
            stored = self._insist(commit)
        finally:
            self._pending = None
        while self.mirror.last is None or self.mirror.last < stored:
            self.follow()
        return stored

    def _insist(self, commit: Commit) -> int:
        """Send a choice, again and again if need be: under its own id it counts once."""
        backoff = Backoff(self._patience)
        while True:
            self._line.send(commit)
            answer = self._answer(commit.id)
            if isinstance(answer, Acknowledged):
                return answer.v or 0
            if answer.code not in TRY_AGAIN or not backoff.wait():
                raise refusal(answer)

    def _answer(self, client_id: str) -> Answer:
        """Follow the table until the answer to a choice comes."""
        while True:
            answer = self.follow()
            if answer is not None and answer.id == client_id:
                return answer

    def _greeting(self) -> Hello:
        return self._hello(self._mirror.last if self._mirror else None)

    def _take(self, frame: ServerFrame) -> bool:
        """Take a frame; False if another hello is needed to know it all."""
        if isinstance(frame, Welcome):
            return self._take_welcome(frame)
        if isinstance(frame, Drafted | Opened | Pong | Acknowledged | Refused):
            return True
        return self.mirror.take(frame)

    def _take_welcome(self, frame: Welcome) -> bool:
        """A new line: nobody knows whether what was sent on the old one has arrived."""
        if self._pending:
            self._line.send(self._pending)
        if self._mirror is not None:
            return self._mirror.welcome(frame)
        self._mirror = Mirror(frame)
        return True
