"""Guests, and the secrets by which they are known again."""

import re
import secrets
from hmac import compare_digest
from typing import NamedTuple

from itsdangerous import BadSignature, Signer, URLSafeSerializer

from algorally.core.errors import TableError
from algorally.match.seating import WithSeats

COOKIE = "algorally_guest"
COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep none for longer
GUEST = re.compile(r"[A-Za-z0-9_-]{22}")


class SeatKey(NamedTuple):
    """What the secret link of a seat says: which seat, and the how manieth link of it."""

    table: str
    seat: int
    link: int


class People:
    """Signs tokens of guests and seats with its newest key, the last; reads those of all keys."""

    def __init__(self, *keys: str) -> None:
        self._guests = [Signer(key, salt="guest") for key in keys]
        self._seats = [URLSafeSerializer(key, salt="seat") for key in keys]

    def new_guest(self) -> str:
        """A number for somebody who has none."""
        return secrets.token_urlsafe(16)

    def guest_token(self, guest: str) -> str:
        """What the guest's browser remembers."""
        return self._guests[-1].sign(guest).decode()

    def guest(self, token: str) -> str | None:
        """The guest whose token this is."""
        return next(filter(None, (_guest(signer, token) for signer in self._guests)), None)

    def seat_token(self, table: WithSeats, seat: int) -> str:
        """The secret of a seat."""
        key = SeatKey(table.header.id, seat, table.seating.seats[seat].link)
        return str(self._seats[-1].dumps(key))

    def seat_key(self, token: str) -> SeatKey | None:
        """The seat that a token stands for, whether or not the token is still good."""
        return next(filter(None, (_seat_key(signer, token) for signer in self._seats)), None)

    def seat(self, table: WithSeats, token: str) -> int:
        """The seat of this table that a token stands for."""
        key = self.seat_key(token)
        if key is None or key.table != table.header.id:
            raise TableError("wrong_link", "this is not the link of a seat at this table")
        if key.link != table.seating.seats[key.seat].link:
            raise TableError("old_link", "this link is no longer good; ask for the new one")
        return key.seat


def _guest(signer: Signer, token: str) -> str | None:
    """The guest of a token that was signed with this very key."""
    try:
        guest = signer.unsign(token).decode()
    except (BadSignature, UnicodeError):
        return None
    right = signer.sign(guest).decode()
    return guest if GUEST.fullmatch(guest) and _is_letter_by_letter(right, token) else None


def _seat_key(signer: URLSafeSerializer, token: str) -> SeatKey | None:
    """The seat of a token that was signed with this very key."""
    try:
        key = SeatKey(*signer.loads(token))
    except (BadSignature, TypeError):
        return None
    return key if _is_letter_by_letter(str(signer.dumps(key)), token) else None


def _is_letter_by_letter(right: str, token: str) -> bool:
    """Base64 has bits and letters that count for nothing, so a signature has many spellings."""
    return compare_digest(right.encode(), token.encode())
