"""The connection to a table, which mends itself."""

import contextlib
import time
from collections.abc import Callable

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from algorally.client.backoff import Backoff
from algorally.client.errors import NoServer, ServerRefused, no_answer, other_version, refusal
from algorally.server.messages.frames import ClientFrame, Hello, Refused, ServerFrame, Welcome
from algorally.server.messages.http import Problem

TRY_AGAIN = {"unavailable", "busy", "preparing"}  # after a moment, the very same frame
STEADY = 10.0  # seconds after which a line that breaks was a good one
TIMEOUT = 30.0  # seconds to answer a hello
HANGING_UP = 2.0  # seconds for saying goodbye
PASSING = (408, 425, 429)  # HTTP: timeout, too early, too many requests
LONGEST_QUEUE = 1024  # frames that wait while a bot thinks

decoder = msgspec.json.Decoder(ServerFrame)


class Broken(Exception):
    """The line cannot be used; another one may."""


class Line:
    """A WebSocket that says hello, and is opened again whenever it breaks.

    Whenever it has been opened, the next frame to be received is a welcome.
    """

    def __init__(self, url: str, hello: Callable[[], Hello], patience: float) -> None:
        self.url = url
        self._hello = hello
        self._backoff = Backoff(patience)
        self._socket: ClientConnection | None = None
        self._held = contextlib.ExitStack()
        self._opened = 0.0

    def receive(self) -> ServerFrame:
        """The next frame, however often the line breaks before it comes."""
        while True:
            try:
                if self._socket is None:
                    return self._open()
                frame = self._read(self._socket)
            except Broken as error:
                self._mend(error)
            else:
                self._backoff.succeed()
                return frame

    def send(self, frame: ClientFrame) -> None:
        """Send, if the line is whole; if not, a welcome tells that it has to be sent again."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                self._socket.send(encode(frame))

    def reopen(self) -> None:
        """Have the next line opened before this one ends, so that nobody takes us for gone."""
        self._socket = None

    def close(self) -> None:
        """Hang up."""
        self._socket = None
        self._held.close()

    def _mend(self, error: Broken) -> None:
        """Drop a broken line and wait before the next one, if there is to be one."""
        if self._socket is not None and time.monotonic() - self._opened > STEADY:
            self._backoff.succeed()
        self.close()
        if not self._backoff.wait():
            raise NoServer(no_answer(self.url, error, self._backoff.patience)) from error

    def _open(self) -> Welcome:
        with contextlib.ExitStack() as held:
            socket = held.enter_context(self._connect())
            welcome = self._greet(socket)
            old, self._held = self._held, held.pop_all()
            self._socket, self._opened = socket, time.monotonic()
        old.close()
        return welcome

    def _connect(self) -> ClientConnection:
        try:
            return connect(self.url, max_queue=LONGEST_QUEUE, close_timeout=HANGING_UP)
        except InvalidStatus as error:
            if is_final(error.response.status_code):
                raise refused_at_the_door(error) from error
            raise Broken(str(error)) from error
        except (OSError, WebSocketException) as error:
            raise Broken(str(error)) from error

    def _greet(self, socket: ClientConnection) -> Welcome:
        """Say hello and wait for the welcome."""
        with contextlib.suppress(ConnectionClosed):  # which reading finds out as well
            socket.send(encode(self._hello()))
        while True:
            frame = self._read(socket, TIMEOUT)
            if isinstance(frame, Welcome):
                return frame
            if isinstance(frame, Refused) and frame.code in TRY_AGAIN:
                raise Broken(frame.words)
            if isinstance(frame, Refused):
                raise refusal(frame)

    def _read(self, socket: ClientConnection, timeout: float | None = None) -> ServerFrame:
        try:
            frame: ServerFrame = decoder.decode(socket.recv(timeout))
        except (ConnectionClosed, OSError) as error:
            raise Broken(str(error)) from error
        except msgspec.DecodeError as error:
            raise NoServer(other_version(self.url, error)) from error
        return frame


def encode(frame: ClientFrame) -> str:
    """A frame as it is sent."""
    return msgspec.json.encode(frame).decode()


def is_final(status: int) -> bool:
    """Whether an HTTP status will be the same next time."""
    return 400 <= status < 500 and status not in PASSING


def refused_at_the_door(error: InvalidStatus) -> ServerRefused:
    """Why the server did not even take a hello."""
    try:
        return refusal(msgspec.json.decode(error.response.body or b"", type=Problem))
    except msgspec.DecodeError:
        return ServerRefused(f"http_{error.response.status_code}", str(error))
