"""Structured logs: one JSON object a line, without any secret.

Links, tokens and cookies are secrets, so requests are logged by their route and never by their
address; a table is called by a digest of its name.
"""

import hashlib
import logging
import sys
import time
import traceback
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

OF_THE_CLIENT = ("Invalid UTF-8", "Invalid HTTP", "Unsupported upgrade")  # words of Uvicorn
log = logging.getLogger("algorally.requests")


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["error"] = where(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def where(error: BaseException | None) -> list[str]:
    """What an error is and where it happened; not what it says, which may hold secrets."""
    if error is None:
        return []
    steps = traceback.extract_tb(error.__traceback__)
    places = [f"{step.filename}:{step.lineno} {step.name}" for step in steps]
    return [*where(error.__cause__), type(error).__name__, *places]


def is_ours(record: logging.LogRecord) -> bool:
    """A client that sends what cannot be read is refused, and is nothing to worry about."""
    return not str(record.msg).startswith(OF_THE_CLIENT)


def set_up_logs(level: str) -> None:
    """Send all logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    chosen = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(chosen, logging.WARNING))  # what libraries tell in detail may be secret
    logging.getLogger("algorally").setLevel(chosen)
    logging.getLogger("uvicorn.error").addFilter(is_ours)


def digest(table: str) -> str:
    """A name for a table that lets nobody in."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]


def log_requests(app: ASGIApp) -> ASGIApp:
    """Log each HTTP request when it has been answered."""

    async def logged(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, sending)
        finally:
            facts = {
                "method": scope.get("method"),
                "route": scope.get("path_template", ""),
                "status": status,
                "milliseconds": round((time.perf_counter() - began) * 1000, 1),
            }
            if table := scope.get("path_params", {}).get("table"):
                facts["table"] = digest(str(table))
            log.info("request", extra={"facts": facts})

    return logged
