"""What keeps strangers from doing harm: origin, headers, sizes, rates, and clear refusals."""

from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.types import Message, Scope

from algorally.core.errors import AlgorallyError, TableError
from algorally.server.messages import Problem
from algorally.server.metrics import REFUSALS, REQUESTS
from algorally.server.problems import problem_of, status_of

LARGEST_BODY = 64_000  # bytes
SAFE = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"content-security-policy": (
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        b" connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
}


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A page of another site may neither open a table's socket nor change anything."""
    if connection.scope.get("method", "") in SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is None:
        return  # not a browser
    allowed = connection.app.state.origins
    if urlsplit(origin).netloc != connection.headers.get("host") and origin not in allowed:
        raise TableError("foreign_origin", "this page belongs to another site")


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer says what browsers may do with it; and is counted."""
    if message["type"] != "http.response.start":
        return
    message["headers"] = [*message["headers"], *HEADERS.items()]
    route = scope.get("path_template") or "unknown"
    REQUESTS.labels(route, str(message["status"])).inc()


def answer(problem: Problem, status: int) -> Response[Problem]:
    """A refusal as an HTTP answer."""
    REFUSALS.labels(problem.code).inc()
    return Response(problem, status_code=status, media_type="application/json")


def refuse(_: Request[Any, Any, Any], error: AlgorallyError) -> Response[Problem]:
    """What a user did wrong."""
    problem = problem_of(error)
    return answer(problem, status_of(problem.code))


def refuse_request(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What a client did wrong before it reached us."""
    words = error.detail
    if isinstance(error, ValidationException) and error.extra:
        words = "; ".join(_complaint(one) for one in error.extra)
    codes = {404: "not_found", 405: "wrong_method", 413: "too_big", 429: "too_fast"}
    code = codes.get(error.status_code, "malformed")
    reply = answer(Problem(code=code, words=words), error.status_code)
    reply.headers.update(error.headers or {})
    return reply


def _complaint(one: Any) -> str:
    if isinstance(one, dict):
        return ": ".join(str(one[name]) for name in ("key", "message") if name in one)
    return str(one)


def rate_limit(requests_a_minute: int) -> RateLimitConfig:
    """So many requests a minute from one address."""
    return RateLimitConfig(
        ("minute", requests_a_minute), exclude=["^/health$", "^/metrics$", "/socket$"]
    )
