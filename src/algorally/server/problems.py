"""Errors on the wire: a code for programs, words for people, and the numbers of the rules."""

import re

from algorally.core.errors import AlgorallyError, GameError, TableError
from algorally.server.messages import Problem

STATUS = {
    "no_such_table": 404,
    "no_such_seat": 404,
    "no_such_field": 404,
    "unknown_game": 404,
    "not_allowed": 403,
    "wrong_link": 403,
    "old_link": 403,
    "wrong_token": 403,
    "foreign_seat": 403,
    "unavailable": 503,
    "busy": 503,
    "setting_error": 400,
    "impossible_field": 400,
    "notation_error": 400,
}


def problem_of(error: AlgorallyError) -> Problem:
    """An error as clients get it."""
    if isinstance(error, GameError):
        return Problem(code=code_of(error), words=error.message, rules=list(error.rules))
    return Problem(code=code_of(error), words=str(error))


def code_of(error: AlgorallyError) -> str:
    """A short name of what is wrong; that of the error's class unless it has another."""
    if isinstance(error, TableError):
        return error.code
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()


def status_of(code: str) -> int:
    """The HTTP status of a problem; 409, a conflict with how the table stands, unless listed."""
    return STATUS.get(code, 409)
