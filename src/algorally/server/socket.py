"""The WebSocket of a table."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from algorally.core.errors import AlgorallyError, TableError, UnreadableChoice
from algorally.match.entries import AnyEntry, Back, Choose, Withdraw
from algorally.match.match import Match
from algorally.server.frames import SPECTATOR, welcome
from algorally.server.keeper import Keeper
from algorally.server.live import Connection, LiveTable, clock
from algorally.server.messages import (
    Acknowledged,
    ClientFrame,
    Commit,
    Draft,
    Hello,
    KeepDraft,
    Ping,
    Pong,
    Refused,
    TakeBack,
)
from algorally.server.metrics import ACKNOWLEDGED, CONNECTIONS, REFUSALS, SLOWED
from algorally.server.people import People
from algorally.server.problems import problem_of

LARGEST_FRAME = 8_000  # bytes
HELLO_LIMIT = 10.0  # seconds that a client may take to say who it is
FRAMES_A_SECOND = 30
BURST = 100
MOST_REFUSALS = 200  # after which a connection is ended

GOING_AWAY, REFUSED, TOO_SLOW = 1001, 4000, 4001  # reasons to close

decode = msgspec.json.Decoder(ClientFrame).decode
encode = msgspec.json.encode


class Bucket:
    """Lets so many frames through in a second, and some more at once now and then.

    Who sends more is read from later: nothing is lost, and nobody else is kept waiting.
    """

    def __init__(self) -> None:
        self.tokens: float = BURST
        self.filled = time.monotonic()

    async def take(self) -> None:
        """Let one frame through."""
        now = time.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.filled) * FRAMES_A_SECOND) - 1
        self.filled = now
        if self.tokens < 0:
            SLOWED.inc()
            await asyncio.sleep(-self.tokens / FRAMES_A_SECOND)


def read_frame(data: str | bytes) -> Any:
    """A frame, or an error that says what is wrong with it."""
    if len(data) > LARGEST_FRAME:
        raise TableError("too_big", f"a frame has at most {LARGEST_FRAME} bytes")
    try:
        return decode(data)
    except msgspec.ValidationError as error:
        raise TableError("malformed", f"a frame that cannot be read: {error}") from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise TableError("malformed", "a frame must be JSON with a kind") from error


def frame_id(data: str | bytes) -> str | None:
    """The id of a frame that was refused, if it has one that can be read."""
    try:
        frame = msgspec.json.decode(data) if len(data) <= LARGEST_FRAME else None
    except (msgspec.DecodeError, UnicodeError):
        return None
    name = frame.get("id") if isinstance(frame, dict) else None
    return name[:64] if isinstance(name, str) else None


class Conversation:
    """One client at one table."""

    def __init__(self, socket: WebSocket[Any, Any, Any], live: LiveTable, keeper: Keeper) -> None:
        self.socket, self.live, self.keeper = socket, live, keeper
        self.connection = Connection(SPECTATOR)
        self.bucket = Bucket()
        self.refusals = 0

    async def run(self, people: People, guest: str | None) -> None:
        """From hello to the end."""
        hello = await self._hello()
        if hello is None:
            return
        viewer, seats = viewpoint(self.live.match, people, hello, guest)
        self.connection.viewer = viewer
        if viewer >= 0 and self.live.match.seats[viewer].away_since is not None:
            with contextlib.suppress(AlgorallyError):
                await self.live.add(lambda match: Back(viewer))
        draft = await self.live.draft(viewer)
        # From here to the end of this block nothing waits, so no entry comes in between.
        self.live.connections.add(self.connection)
        frame = welcome(self.live.match, viewer, seats, hello.last, draft, clock())
        self.connection.send(encode(frame))
        CONNECTIONS.inc()
        try:
            await self._talk()
        finally:
            CONNECTIONS.dec()
            self.live.connections.discard(self.connection)
            if viewer >= 0 and not self.live.connected(viewer):
                self.keeper.left(self.live, viewer)

    async def _hello(self) -> Hello | None:
        try:
            data = await asyncio.wait_for(self.socket.receive_data("text"), HELLO_LIMIT)
            frame = read_frame(data)
            if not isinstance(frame, Hello):
                raise TableError("no_hello", 'the first frame must be {"kind": "hello"}')
        except TimeoutError:
            await self.socket.close(REFUSED, "no hello")
            return None
        return frame

    async def _talk(self) -> None:
        sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        done, others = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect):
                await task
        for task in done:
            with contextlib.suppress(WebSocketDisconnect):
                task.result()

    async def _send_all(self) -> None:
        while (frame := await self.connection.frames.get()) is not None:
            await self.socket.send_data(frame, "text", "utf-8")
        with contextlib.suppress(Exception):
            await self.socket.close(TOO_SLOW, "too slow")

    async def _receive_all(self) -> None:
        while self.refusals < MOST_REFUSALS:
            data = await self.socket.receive_data("text")
            await self.bucket.take()
            try:
                await self._answer(read_frame(data))
            except AlgorallyError as error:
                self._refuse(frame_id(data), error)
        await self.socket.close(REFUSED, "too many refused frames")

    def _refuse(self, client_id: str | None, error: AlgorallyError) -> None:
        problem = problem_of(error)
        REFUSALS.labels(problem.code).inc()
        self.refusals += problem.code not in ("illegal_choice", "unavailable")
        self._send(
            Refused(id=client_id, code=problem.code, words=problem.words, rules=problem.rules)
        )

    def _send(self, frame: Acknowledged | Refused | Pong) -> None:
        self.connection.send(encode(frame))

    async def _answer(self, frame: Any) -> None:
        if isinstance(frame, Ping):
            self._send(Pong(now=clock()))
            return
        if isinstance(frame, Hello):
            raise TableError("out_of_order", "hello comes once, as the first frame")
        seat = self.connection.viewer
        if seat < 0:
            raise TableError("no_seat", "who looks on cannot choose; take a seat first")
        if isinstance(frame, KeepDraft):
            draft = Draft(on=frame.on, actions=frame.actions)
            await self.live.keep_draft(seat, draft, self.connection)
            self._send(Acknowledged(id=frame.id, v=None))
            return
        with ACKNOWLEDGED.time():
            number = await self.live.add(
                lambda match: entry_of(match, seat, frame), f"seat {seat}", frame.id
            )
        self._send(Acknowledged(id=frame.id, v=number))


def viewpoint(
    match: Match, people: People, hello: Hello, guest: str | None
) -> tuple[int, list[int]]:
    """The seat from which a client looks, and all seats that are its own."""
    if hello.token and people.seat_key(hello.token):
        seat = people.seat(match, hello.token)
        if match.seats[seat].free:
            raise TableError("not_seated", "nobody sits there yet; take the seat first")
        return (SPECTATOR, [seat]) if hello.seat == SPECTATOR else (seat, [seat])
    if hello.token:
        guest = people.guest(hello.token)
        if guest is None:
            raise TableError("wrong_token", "this token was not made by this server")
    seats = match.seating.of(guest or "")
    if hello.seat is None:
        return (seats[0] if seats else SPECTATOR), seats
    if hello.seat != SPECTATOR and hello.seat not in seats:
        raise TableError("foreign_seat", "this seat is not yours; leave it out to look on")
    return hello.seat, seats


def entry_of(match: Match, seat: int, frame: Commit | TakeBack) -> AnyEntry:
    """What a client wants to add."""
    if isinstance(frame, TakeBack):
        return Withdraw(seat)
    if frame.on != match.step:
        raise TableError(
            "stale", f"the game went on: this answers step {frame.on}, and now it is {match.step}"
        )
    return Choose(seat, chosen(match, seat, frame.actions, frame.text))


def chosen(match: Match, seat: int, actions: list[int], text: str) -> tuple[int, ...]:
    """The actions that a client names, by number or in words."""
    if actions and text:
        raise UnreadableChoice("name the actions by number or in words, not both")
    if not text:
        return tuple(actions)
    trial = match.position.view(seat).guess(seat, 0)
    read = []
    for action in match.game.words.read(trial, seat, text):
        trial.play(seat, action)
        read.append(action)
    return tuple(read)
