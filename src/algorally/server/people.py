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
    """Signs and reads the tokens of guests and seats."""

    def __init__(self, secret: str) -> None:
        self._guests = Signer(secret, salt="guest")
        self._seats = URLSafeSerializer(secret, salt="seat")

    def new_guest(self) -> str:
        """A number for somebody who has none."""
        return secrets.token_urlsafe(16)

    def guest_token(self, guest: str) -> str:
        """What the guest's browser remembers."""
        return self._guests.sign(guest).decode()

    def guest(self, token: str) -> str | None:
        """The guest whose token this is."""
        try:
            guest = self._guests.unsign(token).decode()
        except (BadSignature, UnicodeError):
            return None
        right = self.guest_token(guest)
        return guest if GUEST.fullmatch(guest) and _is_letter_by_letter(right, token) else None

    def seat_token(self, table: WithSeats, seat: int) -> str:
        """The secret of a seat."""
        return self._seat_token(SeatKey(table.header.id, seat, table.seating.seats[seat].link))

    def seat_key(self, token: str) -> SeatKey | None:
        """The seat that a token stands for, whether or not the token is still good."""
        try:
            key = SeatKey(*self._seats.loads(token))
        except (BadSignature, TypeError):
            return None
        return key if _is_letter_by_letter(self._seat_token(key), token) else None

    def _seat_token(self, key: SeatKey) -> str:
        return str(self._seats.dumps(key))

    def seat(self, table: WithSeats, token: str) -> int:
        """The seat of this table that a token stands for."""
        key = self.seat_key(token)
        if key is None or key.table != table.header.id:
            raise TableError("wrong_link", "this is not the link of a seat at this table")
        if key.link != table.seating.seats[key.seat].link:
            raise TableError("old_link", "this link is no longer good; ask for the new one")
        return key.seat


def _is_letter_by_letter(right: str, token: str) -> bool:
    """Base64 has bits and letters that count for nothing, so a signature has many spellings."""
    return compare_digest(right.encode(), token.encode())
