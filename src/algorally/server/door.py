"""What every request and every socket has to pass before anything else looks at it."""

import asyncio
import ipaddress
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send

from algorally.server.addresses import address_of
from algorally.server.config import Config
from algorally.server.guard import HEADERS, LARGEST_BODY, PLAIN_REFUSALS, SAFE
from algorally.server.messages.http import Problem
from algorally.server.metrics import REFUSALS
from algorally.server.rates import Rates

EVERYWHERE = ("0.0.0.0", "::")  # to listen on all addresses
AT_HOME = ("localhost", "127.0.0.1", "::1")
JSON = "application/json"
REFUSING = "websocket.http.response"  # what servers call a refusal of a socket that says why


class HungUp(ClientException):
    """The client went away before it had sent all of a request."""

    detail = "you hung up before the request was whole"


class Refusal(NamedTuple):
    """What is answered at the door."""

    status: int
    problem: Problem
    headers: dict[str, str]


def refusal(status: int, code: str = "", words: str = "", **headers: str) -> Refusal:
    """A refusal, in the usual words of its status unless others are given."""
    if not code:
        code, words = PLAIN_REFUSALS[status]
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Refusal(status, Problem(code=code, words=words), named)


def too_fast(rates: Rates, wait: int) -> Refusal:
    """Too many requests came from an address, which may ask again in some seconds."""
    limit = {"ratelimit_limit": str(rates.most), "ratelimit_reset": str(wait)}
    return refusal(429, **limit, retry_after=str(wait))


class Turnstile:
    """Lets requests in one by one, of all addresses in turn, and between two of them all that
    waits at tables: whoever sends many at once keeps nobody waiting but themselves.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by address, in turn
        self._is_free = True

    async def enter(self, address: str) -> None:
        """Wait for a turn of the event loop in which nobody else comes in."""
        if self._is_free:
            self._is_free = False
            asyncio.get_running_loop().call_soon(self._turn)
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(mine)
        await mine

    def _turn(self) -> None:
        if not self._waiting:
            self._is_free = True
            return
        address = next(iter(self._waiting))
        line = self._waiting.pop(address)
        first = line.popleft()
        if line:
            self._waiting[address] = line  # behind all others
        if not first.done():  # or else who waited has hung up
            first.set_result(None)
        asyncio.get_running_loop().call_soon(self._turn)


class Names:
    """What the server is called; a name of another may be made to lead here by whoever owns it."""

    def __init__(self, host: str, names: Iterable[str]) -> None:
        self._known = {plain_name(name) for name in (*AT_HOME, host, *names)}
        self._any_address = host in EVERYWHERE

    def check(self, named: str) -> Refusal | None:
        """Whether a request is for this server."""
        name = plain_name(without_port(named))
        if name in self._known or (self._any_address and is_address(name)):
            return None
        words = "this server does not go by that name; whoever runs it adds a name with --name"
        return refusal(421, "wrong_host", words)


def without_port(named: str) -> str:
    """The name in a header `Host`."""
    if named.startswith("["):
        return named[1:].partition("]")[0]
    return named.partition(":")[0]


def plain_name(name: str) -> str:
    """A name in its one spelling."""
    return name.lower().removesuffix(".")


def is_address(name: str) -> bool:
    """Whether it is the number of a machine, which leads nowhere else."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def check_body(headers: dict[bytes, bytes]) -> Refusal | None:
    """A body is small, and is JSON, which no form of another site can send."""
    length = headers.get(b"content-length", b"0")
    if b"transfer-encoding" not in headers and int(length) == 0:
        return None
    if int(length) > LARGEST_BODY:
        return refusal(413)
    kind = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0]
    if kind.strip().lower() != JSON:
        words = f"a body is JSON, and says so by the header Content-Type: {JSON}"
        return refusal(415, "not_json", words)
    return None


class Door:
    """Lets through to the application what may come in."""

    def __init__(self, app: ASGIApp, config: Config, rates: Rates) -> None:
        self._app = app
        self._rates = rates
        self._turnstile = Turnstile()
        self._names = Names(config.host, config.names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        address = address_of(scope)
        if refused := self._check(scope, address):
            REFUSALS.labels(refused.problem.code).inc()
            await turn_away(refused, scope, receive, send)
            return
        await self._turnstile.enter(address)
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE:
            await self._app(scope, noticing_the_end(receive), send)
        else:
            await self._app(scope, receive, send)

    def _check(self, scope: Scope, address: str) -> Refusal | None:
        if wait := self._rates.take(address):
            return too_fast(self._rates, wait)
        headers = dict(scope["headers"])
        named = headers.get(b"host", b"").decode("latin-1")
        return self._names.check(named) or check_body(headers)


async def turn_away(refused: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Say why; to a socket only where the server can."""
    body = msgspec.json.encode(refused.problem)
    if scope["type"] == ScopeType.HTTP:
        reply = ASGIResponse(
            body=body, status_code=refused.status, media_type=JSON, headers=refused.headers
        )
        await reply(scope, receive, send)
        return
    await receive()  # that it would like to connect
    for message in socket_refusal(refused, body, REFUSING in (scope.get("extensions") or {})):
        await send(message)


def socket_refusal(refused: Refusal, body: bytes, can_say: bool) -> list[Any]:
    """What a socket is told that was not accepted."""
    if not can_say:
        return [{"type": "websocket.close", "code": 4000 + refused.status, "reason": ""}]
    told = {"content-type": JSON, **refused.headers}
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    start = {"status": refused.status, "headers": [*headers, *HEADERS.items()]}
    return [
        {"type": f"{REFUSING}.start", **start},
        {"type": f"{REFUSING}.body", "body": body, "more_body": False},
    ]


def noticing_the_end(receive: Receive) -> Receive:
    """A body that ends half-way is the fault of its sender."""
    is_whole = False

    async def received() -> HTTPReceiveMessage:
        nonlocal is_whole
        message = await receive()
        if message["type"] == "http.request":
            is_whole = not message.get("more_body", False)
        elif message["type"] == "http.disconnect" and not is_whole:
            raise HungUp
        return message  # type: ignore[return-value]

    return received
