"""Long answers are compressed, beside the event loop."""

import gzip
from collections.abc import Awaitable, Callable

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from algorally.server.workshop import HungUp, TooBusy, Workshop

SHORTEST = 2_000  # bytes that are worth it
LONG = 10_000  # bytes from which it takes time
LEVEL = 6  # takes half the time of 9, for nearly as little


def compressing(workshop: Workshop) -> Callable[[ASGIApp], ASGIApp]:
    """Compress what is long for whoever can read it; Litestar would do it in the event loop."""

    async def pack(body: bytes) -> bytes:
        if len(body) < LONG:
            return gzip.compress(body, LEVEL)
        return await workshop.do(gzip.compress, body, LEVEL)

    def middleware(app: ASGIApp) -> ASGIApp:
        async def compressed(scope: Scope, receive: Receive, send: Send) -> None:
            accepted = scope["type"] == ScopeType.HTTP and "gzip" in Headers.from_scope(scope).get(
                "accept-encoding", ""
            )
            await app(scope, receive, Packing(send, pack).send if accepted else send)

        return compressed

    return middleware


class Packing:
    """Puts an answer together, and sends it in one piece."""

    def __init__(self, send: Send, pack: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._send, self._pack = send, pack
        self._start: HTTPResponseStartEvent | None = None
        self._parts: list[bytes] = []

    async def send(self, message: Message) -> None:
        """Take a part; all of the answer is sent with the last one."""
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body" and self._start:
            self._parts.append(message["body"])
            if not message.get("more_body"):
                await self._send_all(self._start, b"".join(self._parts))
        else:
            await self._send(message)

    async def _send_all(self, start: HTTPResponseStartEvent, body: bytes) -> None:
        if len(body) >= SHORTEST:
            headers = MutableScopeHeaders(start)
            headers.extend_header_value("vary", "Accept-Encoding")
            try:
                body = await self._pack(body)
                headers["Content-Encoding"] = "gzip"
            except TooBusy:
                pass  # then it goes as it is
            except HungUp:
                return  # then it goes nowhere
            headers["Content-Length"] = str(len(body))
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body, "more_body": False})
