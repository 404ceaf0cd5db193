"""Errors on the wire: a code for programs, words for people, and the numbers of the rules."""

import re

from litestar.openapi import ResponseSpec

from algorally.core.errors import AlgorallyError, GameError, TableError
from algorally.server.messages.http import Problem

STATUS = {
    "no_such_table": 404,
    "no_such_seat": 404,
    "no_such_field": 404,
    "no_such_choice": 404,
    "unknown_game": 404,
    "not_allowed": 403,
    "wrong_link": 403,
    "old_link": 403,
    "wrong_token": 403,
    "old_code": 403,
    "foreign_seat": 403,
    "not_watched": 403,
    "foreign_origin": 403,
    "too_many": 429,
    "too_many_open": 429,
    "unavailable": 503,
    "not_saving": 503,
    "busy": 503,
    "too_busy": 429,
    "preparing": 503,
    "setting_error": 400,
    "impossible_field": 400,
    "notation_error": 400,
    "unreadable_choice": 400,
    "no_such_colour": 400,
}
MEANINGS = {
    400: "It cannot be read, or names something that does not exist.",
    403: "It is not yours to do, or the token or the page is not one of this server's.",
    404: "There is no such game, table or seat.",
    409: "It cannot be done as the table stands now, or a rule forbids it.",
    413: "It is too big.",
    415: "Its body is not JSON, or does not say that it is.",
    421: "The server is not called by this name.",
    429: "Too many requests came from your address, or too much is asked at once, so wait a little;"
    " or one guest, or one address, may not have more tables or seats.",
    500: "A mistake of the server's, which its log tells about.",
    503: "The database does not answer just now, or the game is still being prepared; it is safe to"
    " try again.",
}
ALWAYS = (400, 415, 421, 429, 500, 503)
RULE_FIRST = re.compile(r"(?P<rule>[A-Z]+-[A-Z]?\d+): (?P<words>.+)", re.DOTALL)


def may_refuse(*statuses: int) -> dict[int, ResponseSpec]:
    """For the description of the interface: the refusals of an operation, beside the usual ones."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=MEANINGS[status])
        for status in sorted({*statuses, *ALWAYS})
    }


def problem_of(error: AlgorallyError) -> Problem:
    """An error as clients get it."""
    if isinstance(error, GameError):
        return Problem(code=code_of(error), words=error.message, rules=list(error.rules))
    words = str(error)
    if found := RULE_FIRST.fullmatch(words):
        return Problem(code=code_of(error), words=found["words"], rules=[found["rule"]])
    return Problem(code=code_of(error), words=words)


def code_of(error: AlgorallyError) -> str:
    """A short name of what is wrong; that of the error's class unless it has another."""
    if isinstance(error, TableError):
        return error.code
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()


def status_of(code: str) -> int:
    """The HTTP status of a problem; 409, a conflict with how the table stands, unless listed."""
    return STATUS.get(code, 409)
