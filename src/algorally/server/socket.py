"""The WebSocket of a table."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from algorally.core.errors import AlgorallyError, TableError, UnreadableChoice
from algorally.core.position import Position
from algorally.match.entries import AnyEntry, Back, Choose, Emote, Withdraw
from algorally.match.match import Match
from algorally.match.seating import Seat
from algorally.server.frames import SPECTATOR, CatchUp, welcome
from algorally.server.keeper import Keeper
from algorally.server.live.connection import Connection, later
from algorally.server.live.table import LiveTable
from algorally.server.messages.frames import (
    Acknowledged,
    ClientFrame,
    Commit,
    Hello,
    KeepDraft,
    Ping,
    Pong,
    Refused,
    SayEmote,
    TakeBack,
)
from algorally.server.messages.tables import Draft
from algorally.server.metrics import ACKNOWLEDGED, CONNECTIONS, REFUSALS, SLOWED
from algorally.server.people import People
from algorally.server.problems import problem_of
from algorally.server.protocol import TELL

LARGEST_FRAME = 8_000  # bytes
HELLO_LIMIT = 10.0  # seconds that a client may take to say who it is
FRAMES_A_SECOND = 30
BURST = 100
MOST_REFUSALS = 200  # after which a connection is ended

EMOTE_PAUSE = 2_000  # milliseconds from one emote of a seat to the next
SEND_LIMIT = 15.0  # seconds that a client may take to take a frame
CLOSE_LIMIT = 1.0  # seconds for a goodbye

REFUSED, TOO_SLOW = 4000, 4001  # reasons to close
CLOSED_FOR = {1007: "malformed", 1009: "too_big"}  # by the protocol, before we saw the frame
GONE = (WebSocketDisconnect, OSError)  # the client has hung up

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


def read_frame(data: str) -> Any:
    """A frame, or an error that says what is wrong with it."""
    if len(data.encode()) > LARGEST_FRAME:
        raise TableError("too_big", f"a frame has at most {LARGEST_FRAME} bytes")
    try:
        return decode(data)
    except msgspec.ValidationError as error:
        raise TableError("malformed", f"a frame that cannot be read: {error}") from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise TableError("malformed", "a frame must be JSON with a kind") from error


def frame_id(data: str) -> str | None:
    """The id of a frame that was refused, if it has one that can be read."""
    try:
        frame = msgspec.json.decode(data) if len(data) <= LARGEST_FRAME else None
    except (msgspec.DecodeError, RecursionError):
        return None
    name = frame.get("id") if isinstance(frame, dict) else None
    return name[:64] if isinstance(name, str) else None


class Conversation:
    """One client at one table."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        live: LiveTable,
        keeper: Keeper,
        admit: Callable[[str], None] = lambda _guest: None,  # or refuse a guest
    ) -> None:
        self.socket, self.live, self.keeper, self.admit = socket, live, keeper, admit
        self.connection = Connection(SPECTATOR)
        self.bucket = Bucket()
        self.refusals = 0

    async def run(self, people: People, guest: str | None) -> None:
        """From hello to the end."""
        self.live.coming += 1
        try:
            await self._arrive(people, guest)
        finally:
            self.live.coming -= 1
        self.keeper.came(self.live)
        CONNECTIONS.inc()
        try:
            await self._talk()
        finally:
            CONNECTIONS.dec()
            self.live.leave(self.connection)
            for seat in self.live.seats_of(self.connection):
                if not self.live.connected(seat):
                    self.keeper.left(self.live, seat)

    async def _arrive(self, people: People, guest: str | None) -> None:
        """Say hello, and be welcomed."""
        hello = await self._hello()
        viewer, seats, holds, owner = viewpoint(self.live.match, people, hello, guest)
        self.admit(owner)
        extensions: Mapping[str, Any] = self.socket.scope["extensions"] or {}
        self.connection = Connection(viewer, holds, owner, extensions.get(TELL, later))
        if viewer >= 0 and self.live.match.seats[viewer].away_since is not None:
            with contextlib.suppress(AlgorallyError):
                await self.live.add(lambda match: Back(viewer))
        draft = await self.live.draft(viewer)
        missed = CatchUp(self.live.match, viewer, hello.last)
        if missed.is_long:
            await self.keeper.hall.in_thread(missed.follow)
        self.connection.check_seat(self.live.match)
        # From here to the end of this block nothing waits, so no entry comes in between.
        self.live.connect(self.connection)
        self.connection.send(
            encode(welcome(self.live.match, viewer, seats, missed, draft, self.live.now()))
        )
        self.live.tell_of_link(self.connection)

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(HELLO_LIMIT):
                frame = read_frame(await self._receive())
        except TimeoutError:
            frame = None
        if not isinstance(frame, Hello):
            raise TableError(
                "no_hello", f'the first frame must be {{"kind": "hello"}}, within {HELLO_LIMIT:g} s'
            )
        return frame

    async def _receive(self) -> str:
        try:
            return await self.socket.receive_data("text")
        except WebSocketDisconnect as error:
            if error.code in CLOSED_FOR:
                REFUSALS.labels(CLOSED_FOR[error.code]).inc()
            raise

    async def _talk(self) -> None:
        sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        done, others = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, *GONE):
                await task
        failures = [task.exception() for task in done]  # often both, when a client has hung up
        with contextlib.suppress(*GONE):
            for failure in filter(None, failures):
                raise failure
            await self._hang_up()

    async def _hang_up(self) -> None:
        """Say why, to whoever still listens."""
        code, reason = REFUSED, "seat lost"
        if self.refusals >= MOST_REFUSALS:
            reason = "too many refused frames"
        elif not self.connection.is_parted:
            code, reason = TOO_SLOW, "too slow"
            REFUSALS.labels("too_slow").inc()
        async with asyncio.timeout(CLOSE_LIMIT):
            await self.socket.close(code, reason)

    async def _send_all(self) -> None:
        """Send until the connection is cut off, or the client takes nothing any more."""
        loop, frames = asyncio.get_running_loop(), self.connection.frames
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(None) as limit:  # one for all frames, which takes less time
                while await self.connection.has_frames():
                    while frames:
                        limit.reschedule(loop.time() + SEND_LIMIT)
                        await self.socket.send_data(frames.popleft(), "text", "utf-8")
                    limit.reschedule(None)

    async def _receive_all(self) -> None:
        """Answer until too much had to be refused."""
        while self.refusals < MOST_REFUSALS:
            data = await self._receive()
            await self.bucket.take()
            try:
                await self._answer(read_frame(data))
            except AlgorallyError as error:
                self._refuse(frame_id(data), error)

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
            self._send(Pong(now=self.live.now(), saving=self.live.store.is_well))
            return
        if isinstance(frame, Hello):
            raise TableError("out_of_order", "hello comes once, as the first frame")
        seat = self.connection.viewer
        if seat < 0:
            raise TableError("no_seat", "who looks on cannot choose; take a seat first")
        self.connection.check_seat(self.live.match)
        if isinstance(frame, KeepDraft):
            draft = Draft(on=frame.on, actions=frame.actions)
            await self.live.keep_draft(seat, draft, self.connection)
            self._send(Acknowledged(id=frame.id, v=None))
            return

        def make(match: Match) -> AnyEntry:
            self.connection.check_seat(match)
            return entry_of(match, seat, frame, self.live.now())

        def acknowledge(number: int) -> None:
            self._send(Acknowledged(id=frame.id, v=number))

        with ACKNOWLEDGED.time():
            await self.live.add(make, f"seat {seat}", frame.id, acknowledge)


class Viewpoint(NamedTuple):
    """The seat from which a client looks, all seats that are its own, and by which right."""

    viewer: int
    seats: list[int]
    holds: Callable[[Seat], bool]
    guest: str  # "" for who only has the secret of a seat


def viewpoint(match: Match, people: People, hello: Hello, guest: str | None) -> Viewpoint:
    """Where a client looks from: a seat of its own, or as a spectator."""
    if hello.token and people.seat_key(hello.token):
        return _by_link(match, people.seat(match, hello.token), hello)
    if hello.token:
        guest = people.guest(hello.token)
        if guest is None:
            raise TableError("wrong_token", "this token was not made by this server")
    seats = match.seating.of(guest or "")
    viewer = next(iter(seats), SPECTATOR) if hello.seat is None else hello.seat
    _check_viewer(viewer, seats)
    return Viewpoint(viewer, seats, lambda seat: seat.guest == guest, guest or "")


def _by_link(match: Match, number: int, hello: Hello) -> Viewpoint:
    """The secret of a seat is good for this seat, as long as it is not renewed."""
    link = match.seats[number].link
    if not match.seats[number].guest:
        raise TableError("not_seated", "nobody sits there yet; take the seat first")
    viewer = number if hello.seat is None else hello.seat
    _check_viewer(viewer, [number])
    return Viewpoint(viewer, [number], lambda seat: seat.link == link and bool(seat.guest), "")


def _check_viewer(viewer: int, seats: list[int]) -> None:
    if viewer != SPECTATOR and viewer not in seats:
        raise TableError("foreign_seat", "this seat is not yours; leave it out to look on")


def entry_of(match: Match, seat: int, frame: Commit | TakeBack | SayEmote, now: int) -> AnyEntry:
    """What a client wants to add."""
    if isinstance(frame, TakeBack):
        check_time(match, seat, now)
        return Withdraw(seat)
    if isinstance(frame, SayEmote):
        check_pace(match, seat, now)
        return Emote(seat, frame.emote)
    if frame.on != match.step:
        raise TableError(
            "stale", f"the game went on: this answers step {frame.on}, and now it is {match.step}"
        )
    if not frame.text:
        return Choose(seat, tuple(frame.actions))
    return Choose(seat, chosen(match.position.view(seat), seat, frame.actions, frame.text))


def check_time(match: Match, seat: int, now: int) -> None:
    """Who chose in time cannot choose again when the time is up."""
    deadline = match.deadline(seat) if seat in match.pending else None
    if deadline is not None and now > deadline:
        raise TableError("too_late", "your time is up, so what you have chosen stands")


def check_pace(match: Match, seat: int, now: int) -> None:
    """Nobody talks without a pause."""
    said = match.emoted.get(seat)
    if said and now - said[-1] < EMOTE_PAUSE:
        raise TableError("too_soon", "wait a moment before you say something again")


def chosen(view: Position, seat: int, actions: list[int], text: str) -> tuple[int, ...]:
    """The actions that a client names, by number or in words, as far as its seat can know."""
    if actions and text:
        raise UnreadableChoice("name the actions by number or in words, not both")
    return tuple(view.read(seat, text) if text else actions)
