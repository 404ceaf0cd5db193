"""Who sends a request, and what they may do at a table."""

from collections.abc import Sequence
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from algorally.core.errors import TableError
from algorally.match.match import RUNNING
from algorally.match.seating import WithSeats
from algorally.server.people import COOKIE, COOKIE_SECONDS, People

BEARER = "bearer "


def bearer_token(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The token that a request shows, if it shows one."""
    header = connection.headers.get("authorization", "")
    return header[len(BEARER) :] if header.lower().startswith(BEARER) else ""


class Visitor:
    """The sender of a request: a guest, or the holder of a seat's secret."""

    def __init__(self, connection: ASGIConnection[Any, Any, Any, Any], people: People) -> None:
        self.people = people
        self.token = bearer_token(connection)
        if self.token and not people.guest(self.token) and not people.seat_key(self.token):
            raise TableError("wrong_token", "this token was not made by this server")
        cookie = connection.cookies.get(COOKIE, "")
        self.guest = people.guest(self.token or cookie) or ""
        # A cookie that an earlier key has signed is replaced while it is still good.
        is_old = bool(self.guest) and not self.token and people.guest_token(self.guest) != cookie
        self._needs_cookie = is_old
        self._secure = connection.url.scheme in ("https", "wss")

    def become_known(self) -> str:
        """The guest's number; somebody who has none gets one."""
        if not self.guest:
            self.guest = self.people.new_guest()
            self._needs_cookie = True
        return self.guest

    def become(self, guest: str) -> None:
        """Be the guest that somebody is on another device; this one remembers it."""
        self.guest = guest
        self._needs_cookie = True

    def cookies(self) -> list[Cookie]:
        """What the browser of a guest is to remember, if it does not yet."""
        if not self._needs_cookie:
            return []
        token = self.people.guest_token(self.guest)
        return [
            Cookie(
                COOKIE,
                "/",
                token,
                max_age=COOKIE_SECONDS,
                httponly=True,
                samesite="lax",
                secure=self._secure,
            )
        ]

    def seats(self, table: WithSeats) -> list[int]:
        """The visitor's seats at a table: a guest's, or the one whose secret was shown."""
        if not self.token or self.guest:
            return table.seating.of(self.guest)
        seat = self.people.seat(table, self.token)
        return [seat] if table.seating.seats[seat].guest else []

    def seats_left(self, table: WithSeats) -> list[int]:
        """The same after something was done, by which a secret may have become worthless."""
        try:
            return self.seats(table)
        except TableError:
            return []

    def own_seat(self, table: WithSeats, seat: int | None) -> int:
        """One of the visitor's seats, the first unless another is named."""
        mine = self.seats(table)
        if not mine:
            raise TableError("not_allowed", "you have no seat at this table; take one first")
        if seat is not None and seat not in mine:
            raise TableError("foreign_seat", "this seat is not yours")
        return mine[0] if seat is None else seat

    def is_host(self, table: WithSeats) -> bool:
        """There is one; the secret of a seat is good for that seat alone."""
        return bool(self.guest) and self.guest == table.host

    def check_host(self, table: WithSeats) -> None:
        """Only the host may do that."""
        if not self.is_host(table):
            raise TableError("not_allowed", "only the host of the table may do that")


def may_look(table: WithSeats, seats: Sequence[int]) -> bool:
    """Whether somebody with these seats may see how a game goes."""
    return bool(seats) or table.header.watched or table.stage != RUNNING


def check_watching(table: WithSeats, seats: Sequence[int]) -> None:
    """Who has no seat looks on only where the host allows it."""
    if not may_look(table, seats):
        raise TableError(
            "not_watched", "only its players see this game; its replay is there afterwards"
        )


def visitor_of(request: Request[Any, Any, Any], people: NamedDependency[People]) -> Visitor:
    """The sender of a request."""
    return Visitor(request, people)
