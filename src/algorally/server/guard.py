"""What keeps strangers from doing harm: origin, headers, sizes, rates, and clear refusals."""

import logging
from hmac import compare_digest
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope
from uvicorn.protocols.utils import ClientDisconnected

from algorally.core.errors import AlgorallyError, TableError
from algorally.server.messages.http import Problem
from algorally.server.metrics import REFUSALS, REQUESTS
from algorally.server.problems import problem_of, status_of
from algorally.server.visitors import bearer_token

LARGEST_BODY = 64_000  # bytes
SAFE = {"GET", "HEAD", "OPTIONS"}
BAD_BODY = (UnicodeDecodeError, RecursionError)  # what reading a body raises beside the usual
BODY = "data"  # what Litestar calls it
IN_ADDRESS = ("path", "query")  # where it finds what is not in the body
IN_BODY = (b"algorally-refusals", b"in-body")  # a request that wants refusals as good answers,
REFUSED = b"algorally-refused"  # which say here what they are
PLAIN_REFUSALS = {  # by status: the code, and what would have been right
    404: ("not_found", "there is nothing at this address; /api/docs describes what there is"),
    405: ("wrong_method", "this address does not take that method, see the header Allow"),
    413: ("too_big", f"a request has at most {LARGEST_BODY} bytes"),
    429: ("too_fast", "too many requests came from your address; wait a little"),
}
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"cache-control": b"no-store",  # unless an answer says otherwise: links and views are secrets
    b"content-security-policy": (
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        b" connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
}

log = logging.getLogger("algorally.errors")


async def check_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A page of another site may neither open a table's socket nor change anything.

    It waits for nothing; what is no coroutine would be given to a thread, for every request.
    """
    if connection.scope.get("method", "") in SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is None:
        return  # not a browser
    allowed = connection.app.state.origins
    if origin.partition("://")[2] != connection.headers.get("host") and origin not in allowed:
        raise TableError("foreign_origin", "this page belongs to another site")


async def check_operator(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    """Only whoever runs the server may."""
    right = connection.app.state.operator_token
    if not compare_digest(bearer_token(connection).encode(), right.encode()):
        raise TableError(
            "not_allowed",
            "this is for whoever runs the server, who shows the operator's token by the header"
            " Authorization: Bearer TOKEN",
        )


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer says what browsers may do with it; and is counted."""
    if message["type"] != "http.response.start":
        return
    given = {name.lower() for name, _ in message["headers"]}
    added = [(name, value) for name, value in HEADERS.items() if name not in given]
    route, status = scope.get("path_template") or "unknown", message["status"]
    REQUESTS.labels(route, str(status)).inc()
    if 400 <= status < 500 and IN_BODY in scope["headers"]:
        # Browsers report every such status as an error of the page.
        added.append((REFUSED, str(status).encode()))
        message["status"] = 200
    message["headers"] = [*message["headers"], *added]


def answer(problem: Problem, status: int) -> Response[Problem]:
    """A refusal as an HTTP answer."""
    REFUSALS.labels(problem.code).inc()
    return Response(problem, status_code=status, media_type="application/json")


def refuse(_: Request[Any, Any, Any], error: AlgorallyError) -> Response[Problem]:
    """What a user did wrong."""
    problem = problem_of(error)
    return answer(problem, status_of(problem.code))


def refuse_request(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What a client did wrong before it reached us."""
    if error.status_code >= 500:
        return confess(request, error)
    code, words = PLAIN_REFUSALS.get(error.status_code, ("malformed", error.detail))
    if isinstance(error, ValidationException) and error.extra:
        words = "; ".join(_complaint(one) for one in error.extra)
    reply = answer(Problem(code=code, words=words), error.status_code)
    reply.headers.update(error.headers or {})
    return reply


def refuse_body(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A body that no reader of JSON survives: not UTF-8, or nested too deeply."""
    return answer(Problem(code="malformed", words="the body must be plain JSON in UTF-8"), 400)


def confess(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """What we did wrong."""
    return answer(Problem(code="our_fault", words="this should not have happened, sorry"), 500)


async def report(error: Exception, scope: Scope) -> None:
    """Count what a WebSocket was refused at the door, and log what should not have happened."""
    if isinstance(error, AlgorallyError):
        if scope["type"] == ScopeType.WEBSOCKET:
            REFUSALS.labels(problem_of(error).code).inc()
    elif not is_of_the_client(error):
        facts = {"method": scope.get("method", ""), "route": scope.get("path_template", "")}
        log.error("something went wrong", exc_info=error, extra={"facts": facts})


def is_of_the_client(error: Exception) -> bool:
    """Whether an error is the doing of whoever sent the request, or hung up before the answer."""
    if isinstance(error, HTTPException):
        return error.status_code < 500
    return isinstance(error, (*BAD_BODY, ClientDisconnected))


def _complaint(one: Any) -> str:
    if not isinstance(one, dict):
        return str(one)
    key, message = one.get("key", BODY), one.get("message")
    if message == f"'{BODY}'":
        return "a body of JSON is needed"
    if str(message).startswith("Expected `int") and one.get("source") in IN_ADDRESS:
        message = "a whole number in the digits 0 to 9 is needed"
    return f"{'the body' if key == BODY else key}: {message}"
