"""Codes by which a guest comes to another device: good once, and not for long."""

import secrets
from typing import NamedTuple

from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from algorally.core.errors import TableError

GOOD_FOR = 600  # seconds


class Move(NamedTuple):
    """Who moves, and which of all moves it is."""

    guest: str
    number: str


class Moves:
    """Signs and reads the codes; that each counts once is for the database to settle."""

    def __init__(self, *keys: str) -> None:
        self._codes = URLSafeTimedSerializer(list(keys), salt="move")  # the newest one signs

    def code(self, guest: str) -> str:
        """A new code for a guest."""
        return str(self._codes.dumps(Move(guest, secrets.token_urlsafe(16))))

    def read(self, code: str) -> Move:
        """Whose code it is, if it is one and not too old."""
        try:
            return Move(*self._codes.loads(code, max_age=GOOD_FOR))
        except SignatureExpired as error:
            raise old_code() from error
        except BadSignature as error:
            raise TableError("wrong_token", "this code was not made by this server") from error


def old_code() -> TableError:
    """Why a code that was good is good no longer."""
    return TableError(
        "old_code",
        f"a code is good once, and for {GOOD_FOR // 60} minutes; ask for a new one where you play",
    )
