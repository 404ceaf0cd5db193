"""What may be sent to the server, how fast, and over how many connections.

Uvicorn reads whatever comes for as long as it comes. Here a request has to be whole in time, its
head and its body are small, and an address has no more connections than it may have.
"""

import asyncio
import re
import struct
from collections.abc import Callable
from typing import Any

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from algorally.server.addresses import Proxies, Tally, counted_as
from algorally.server.guard import HEADERS, LARGEST_BODY, PLAIN_REFUSALS
from algorally.server.messages.http import Problem
from algorally.server.metrics import REFUSALS
from algorally.server.rates import Rates

VERSIONS = (b"1.0", b"1.1")  # of HTTP, that are read here
LARGEST_HEAD = 32_000  # bytes
MOST_HEADERS = 100
HEAD_END = re.compile(rb"\n\r?\n")
HEAD_LIMIT = 10.0  # seconds from the first byte, of a new connection from its beginning
BODY_LIMIT = 20.0  # seconds from the end of the head
TAKING_LIMIT = 30.0  # seconds in which a client has to take something of what waits for it
SLICE = 400  # bytes of a socket that are looked at in one turn: small frames have six
SIGNS_A_SECOND = 2.0  # pings, pongs and parts of frames, for which no client has much use,
MOST_SIGNS = 60.0  # and so many at once
TELL = "algorally.tell"  # under which a socket's scope has what sends a text at once
WHOLE_TEXT = 0x81  # how a WebSocket frame begins that is all of a text
SHORT, MIDDLING = 126, 1 << 16  # bytes from which on the length of a frame takes more room
OVERDONE = 1008  # WebSocket's code for who does not keep to the rules of the house
PENALTY = 1.0  # seconds that an answer takes to who asks too often
PARTING = 2.0  # seconds in which a client that was refused may still hear why
SENT_TOO_LATE = Problem(code="too_late", words="the request did not come in time")
UNREADABLE = Problem(code="malformed", words="this is no request that HTTP/1.1 allows")
TOO_MANY = Problem(code="too_many_open", words="too many connections are open from your address")
HEAD_TOO_BIG = Problem(
    code="too_big", words=f"at most {MOST_HEADERS} headers, with {LARGEST_HEAD} bytes in all"
)
TOO_FAST = Problem(code=PLAIN_REFUSALS[429][0], words=PLAIN_REFUSALS[429][1])
BODY_TOO_BIG = Problem(code=PLAIN_REFUSALS[413][0], words=PLAIN_REFUSALS[413][1])
LAST_HEADERS = (
    *HEADERS.items(),
    (b"content-type", b"application/json"),
    (b"connection", b"close"),
)
REFUSED_FOR = {431: HEAD_TOO_BIG, 413: BODY_TOO_BIG}  # by status


class DoorConfig(uvicorn.Config):
    """Uvicorn's settings, and what all connections share."""

    def __init__(
        self, app: Any, connections: int, proxies: Proxies, rates: Rates, **named: Any
    ) -> None:
        super().__init__(
            app,
            http=Requests,
            ws=Sockets,
            proxy_headers=bool(proxies.addresses),
            forwarded_allow_ips=list(proxies.addresses),
            **named,
        )
        self.places = Tally(connections)
        self.proxies = proxies
        self.rates = rates


class Reader(h11.Connection):
    """Reads requests, and finds out as soon as can be that one is too big."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LARGEST_HEAD)
        self.status = 400  # of what could not be read
        self._body = 0

    def next_event(self) -> Any:
        """The next part of a request."""
        try:
            if self.their_state is h11.IDLE:
                check_head(self.trailing_data[0])
            event = super().next_event()
            self._check(event)
        except h11.RemoteProtocolError as error:
            self.status = error.error_status_hint
            raise
        return event

    def _check(self, event: Any) -> None:
        if isinstance(event, h11.Request):
            self._body = 0
            if event.http_version not in VERSIONS:
                raise h11.RemoteProtocolError("a version that there is not")
            if {b"content-length", b"transfer-encoding"} <= {name for name, _ in event.headers}:
                raise h11.RemoteProtocolError("two lengths")  # of which a proxy may take the other
        elif isinstance(event, h11.Data):
            self._body += len(event.data)
            is_answered = self.our_state in (h11.DONE, h11.MUST_CLOSE)  # then it is thrown away
            if self._body > LARGEST_BODY and not is_answered:
                raise h11.RemoteProtocolError("too big", error_status_hint=413)


def check_head(data: bytes) -> None:
    """Find out that a head is too big before it is read, which takes long for many headers."""
    ending = HEAD_END.search(data)
    size = ending.start() if ending else len(data)
    if size > LARGEST_HEAD or data.count(b"\n", 0, size) > MOST_HEADERS:
        raise h11.RemoteProtocolError("too big", error_status_hint=431)


def last_answer(status: int, problem: Problem, *headers: tuple[bytes, bytes]) -> bytes:
    """A refusal after which nothing follows, as it is sent."""
    body = msgspec.json.encode(problem)
    told = (*headers, *LAST_HEADERS, (b"content-length", str(len(body)).encode()))
    lines = [b"HTTP/1.1 %d %b" % (status, STATUS_PHRASES[status]), *map(b": ".join, told)]
    return b"\r\n".join([*lines, b"", body])


class Impatient(asyncio.Protocol):
    """Gives a client up that takes nothing of what it is sent."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client takes less than it is sent."""
        super().pause_writing()
        self._stalled = self.loop.call_later(TAKING_LIMIT, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken something."""
        super().resume_writing()
        self._take_heart()

    def connection_lost(self, exc: Exception | None) -> None:
        """There is no client any more."""
        self._take_heart()
        super().connection_lost(exc)

    def _take_heart(self) -> None:
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None


class Requests(Impatient, H11Protocol):
    """HTTP requests of one connection."""

    config: DoorConfig
    conn: Reader

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Reader()
        self.leave: Callable[[], None] = _nothing  # gives the place of the connection back
        self._address = ""  # of who asks; behind a proxy only the request says it
        self._is_over = False
        self._awaited: float | None = None
        self._limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody wants something."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if host not in self.config.proxies:
            self._address = counted_as(host)
            if not self.config.places.take(self._address):
                self._refuse(429, TOO_MANY)
                self.transport.close()
                return
            self.leave = lambda: self.config.places.give_back(self._address)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._is_over = True
        self._watch()
        self.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They say something; whoever was refused has nothing to say any more."""
        if not self._is_over:
            super().data_received(data)
            self._watch()

    def handle_events(self) -> None:
        """Read on, also when an answer is given and the next request has been sent before it."""
        if self._asks_too_often():
            self._let_wait()
        else:
            super().handle_events()

    def _asks_too_often(self) -> bool:
        """Whether a request begins that is going to be refused, whatever it may be."""
        begins = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        return begins and bool(self._address and self.config.rates.wait(self._address))

    def _let_wait(self) -> None:
        """Read no more, and say so after a while: who asks too often gets slower answers."""
        self._is_over = True
        self._watch()
        self._unset_keepalive_if_required()
        self.flow.pause_reading()
        self.loop.call_later(PENALTY, self._refuse_too_fast)

    def _refuse_too_fast(self) -> None:
        wait = str(max(1, self.config.rates.wait(self._address))).encode()
        self._refuse(429, TOO_FAST, (b"retry-after", wait))

    def on_response_complete(self) -> None:
        """They have been answered."""
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, and its place with it."""
        self._is_over = True
        self._watch()
        super().handle_websocket_upgrade(event)
        sockets = self.transport.get_protocol()
        assert isinstance(sockets, Sockets)
        sockets.leave = self.leave

    def send_400_response(self, msg: str) -> None:
        """Uvicorn cannot read what came."""
        problem = REFUSED_FOR.get(self.conn.status)
        self._refuse(self.conn.status if problem else 400, problem or UNREADABLE)

    def _watch(self) -> None:
        """Set the clock for what is awaited of the client now."""
        awaited = self._awaits()
        if awaited == self._awaited:
            return
        self._awaited = awaited
        if self._limit:
            self._limit.cancel()
        self._limit = self.loop.call_later(awaited, self._give_up) if awaited else None

    def _awaits(self) -> float | None:
        """How long the client may take for what is to come."""
        if self._is_over:
            return None
        if self.conn.their_state is h11.SEND_BODY:
            return BODY_LIMIT
        is_idle = self.timeout_keep_alive_task is not None  # for which Uvicorn has a clock
        return HEAD_LIMIT if self.conn.their_state is h11.IDLE and not is_idle else None

    def _give_up(self) -> None:
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._part()  # to whom nothing has said there is nothing to say
        else:
            self._refuse(408, SENT_TOO_LATE)

    def _refuse(self, status: int, problem: Problem, *headers: tuple[bytes, bytes]) -> None:
        """Say why, if nothing has been said yet, and part."""
        REFUSALS.labels(problem.code).inc()
        cycle: Any = self.cycle  # None before the first request
        if cycle and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(last_answer(status, problem, *headers))
        self._part()

    def _part(self) -> None:
        """Say no more, and leave soon; to close at once would lose what is still on its way."""
        self._is_over = True
        self._watch()
        self._unset_keepalive_if_required()
        if not self.transport.is_closing():
            self.flow.resume_reading()
            if self.transport.can_write_eof():
                self.transport.write_eof()
            self.loop.call_later(PARTING, self.transport.abort)


class Sockets(Impatient, WebSocketsSansIOProtocol):
    """The WebSocket that one connection has become."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.leave: Callable[[], None] = _nothing
        self._unread = bytearray()
        self._next: asyncio.Handle | None = None  # look at it
        self._signs, self._counted = MOST_SIGNS, self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They say something."""
        self._unread += data
        self._read_on()

    async def receive(self) -> Any:
        """What they said is being answered, so there is room for more of it."""
        message = await super().receive()
        self._read_on()
        return message

    def _read_on(self) -> None:
        """Look at a little of what has come, and at the rest when others had their turn.

        What waits to be answered is answered first, or else small frames would pile up.
        """
        if self.read_paused or not self._unread or self.transport.is_closing():
            return
        part = bytes(self._unread[:SLICE])
        del self._unread[:SLICE]
        self._look_at(part)
        if self._next:
            self._next.cancel()
            self._next = None
        if self.transport.is_closing():
            return
        if self._unread:
            self.transport.pause_reading()
            self._next = self.loop.call_soon(self._read_on)
        elif not self.read_paused:
            self.transport.resume_reading()

    def _look_at(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            # Uvicorn would leave it open, and nobody would ever look at it again.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_ping(self) -> None:
        """They ask whether anybody is there."""
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Any) -> None:
        """They say that somebody is there."""
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Any) -> None:
        """They go on with what they say."""
        super().handle_cont(event)
        self._count()

    def _count(self) -> None:
        """Part with who sends too much of what is answered before the bucket of a table sees it."""
        now = self.loop.time()
        self._signs = min(MOST_SIGNS, self._signs + (now - self._counted) * SIGNS_A_SECOND) - 1
        self._counted = now
        if self._signs < 0 and not self.transport.is_closing():
            REFUSALS.labels("too_fast").inc()
            self.conn.send_close(OVERDONE, "too many pings")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_connect(self, event: Any) -> None:
        """They want a socket."""
        super().handle_connect(event)
        if not self.close_sent:  # by which they would have been refused
            self.scope["extensions"][TELL] = self.tell  # type: ignore[assignment]

    def tell(self, text: bytes) -> bool:
        """Send a text at once; False if it has to wait, or there is nobody, as `send` will find.

        Nearly all that a server does for a choice is to tell it, so this goes round what `send`
        asks and builds for each frame.
        """
        is_heard = self.conn.state is OPEN and not self.close_sent
        if not is_heard or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(head_of(len(text)) + text)
        return True

    async def send(self, message: Any) -> None:
        """They are told something."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # A refusal that says why is the end of a handshake; Uvicorn would log it as an error.
            self.handshake_complete = True


def head_of(size: int) -> bytes:
    """How the frame of a text with so many bytes begins."""
    if size < SHORT:
        return bytes((WHOLE_TEXT, size))
    if size < MIDDLING:
        return struct.pack("!BBH", WHOLE_TEXT, SHORT, size)
    return struct.pack("!BBQ", WHOLE_TEXT, SHORT + 1, size)


def _nothing() -> None:
    """A connection that has no place."""
