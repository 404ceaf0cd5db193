"""A table that fails in all the ways that a server can."""

import socket
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection

from algorally.server.messages.frames import (
    ClientFrame,
    Commit,
    Hello,
    Refused,
    ServerFrame,
    TableFrame,
)
from tests.client.fake_game import FakeGame

decoder = msgspec.json.Decoder(ClientFrame)


class Cut(Exception):
    """The connection ends here, without a word."""


class FakeTable(FakeGame):
    """Serves a game, and something goes wrong with some choices.

    `faults` tell what goes wrong with the next choices: "lost" on its way in, "forgotten" before
    the answer, "unsure" or "unavailable" instead of an answer, "repeated" or "skipped" frames, an
    answer that comes "early". Any other word is a code with which the choice is refused.
    """

    def __init__(self, seed: int = 3, **settings: Any) -> None:
        super().__init__(seed, **settings)
        self.faults: deque[str] = deque()
        self.connections: set[ServerConnection] = set()
        self.greetings: list[Hello] = []
        self.commits: list[Commit] = []

    def answer(self, commit: Commit) -> list[ServerFrame]:
        """What is sent upon a choice, with the fault whose turn it is."""
        fault = self.faults.popleft() if self.faults else ""
        if fault == "lost":
            raise Cut
        if fault and fault not in SENDING:
            whose = None if fault == "seat_lost" else commit.id
            return [Refused(id=whose, code=fault, words="not now")]
        return SENDING[fault](commit, self.choose(commit))

    def talk(self, connection: ServerConnection) -> None:
        """Serve one connection."""
        try:
            hello = decoder.decode(connection.recv())
            assert isinstance(hello, Hello)
            self.greetings.append(hello)
            self.connections.add(connection)
            send(connection, [self.welcome(hello.last)])
            for data in connection:
                commit = decoder.decode(data)
                assert isinstance(commit, Commit)
                self.commits.append(commit)
                send(connection, self.answer(commit))
        except Cut:
            connection.socket.shutdown(socket.SHUT_RDWR)
        except ConnectionClosed:
            pass
        finally:
            self.connections.discard(connection)

    def broadcast(self, frames: list[TableFrame]) -> None:
        """Tell what nobody on seat 0 has asked for."""
        for connection in self.connections:
            send(connection, frames)


Sending = Callable[[Commit, list[ServerFrame]], list[ServerFrame]]


def forget(commit: Commit, frames: list[ServerFrame]) -> list[ServerFrame]:
    """It is stored, and nobody hears of it."""
    raise Cut


SENDING: dict[str, Sending] = {
    "": lambda commit, frames: frames,
    "forgotten": forget,
    "unsure": lambda commit, frames: [
        *frames[:-1],
        Refused(id=commit.id, code="unavailable", words="not known"),
    ],
    "repeated": lambda commit, frames: [frames[0], *frames[:2], *frames],
    "skipped": lambda commit, frames: frames[len(frames) > 2 :],
    "early": lambda commit, frames: [frames[-1], *frames[:-1]],
}


def send(connection: ServerConnection, frames: Sequence[ServerFrame]) -> None:
    """Send frames as text."""
    for frame in frames:
        connection.send(msgspec.json.encode(frame).decode())
