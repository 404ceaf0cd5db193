"""How many tables and seats one guest, or all guests of one address, may take.

An address is never stored. Its origin is: a short digest with a key that stays in the database,
by which one address is told from another.
"""

import asyncio
import contextlib
import hmac
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import sqlalchemy as sa
from litestar import Request
from litestar.di import NamedDependency

from algorally.core.errors import TableError
from algorally.match.entries import Header
from algorally.match.match import Match
from algorally.server.addresses import address_of
from algorally.server.config import Limits
from algorally.server.storage.keys import secret
from algorally.server.storage.retention import UNFINISHED, is_left
from algorally.server.storage.schema import sitters, tables
from algorally.server.storage.store import Store

LENGTH = 16  # letters of an origin

Origin = str


class Allowance(NamedTuple):
    """How many tables of some kind there may be, and what is said to who wants one more."""

    most: int
    which: Callable[[], sa.ColumnElement[bool]]
    words: str

    def query(self) -> sa.Select[int]:
        """How many there are, as far as it matters."""
        few = sa.select(tables.c.id).where(self.which()).limit(self.most).subquery("few")
        return sa.select(sa.func.count()).select_from(few)


def allowances(limits: Limits, header: Header, origin: Origin) -> list[Allowance]:
    """What counts for a new table."""

    def own() -> sa.ColumnElement[bool]:
        return (tables.c.host == header.host) & ~has_left(header.host)

    def near() -> sa.ColumnElement[bool]:
        return (tables.c.origin == origin) & ~is_left()

    def waiting() -> sa.ColumnElement[bool]:
        return (tables.c.stage == "open") & tables.c.listed

    unfinished = [
        Allowance(
            limits.tables_of_guest,
            lambda: own() & UNFINISHED,
            "you have made {} tables whose games are not over, and that is the most:"
            " finish, close or leave one of them",
        ),
        Allowance(
            limits.tables_of_address,
            lambda: near() & UNFINISHED,
            "{} tables whose games are not over were made from your address, and that is the most:"
            " finish, close or leave some of them; what nobody touches is forgotten in time",
        ),
    ]
    if not header.listed:
        return unfinished
    return [
        *unfinished,
        Allowance(
            limits.listed_of_guest,
            lambda: own() & waiting(),
            "{} of your tables are in the list of open tables, and that is the most: begin or close"
            " one of them, or make a table that is not listed and send its link",
        ),
        Allowance(
            limits.listed_of_address,
            lambda: near() & waiting(),
            "{} tables from your address are in the list of open tables, and that is the most:"
            " begin or close one of them, or make a table that is not listed and send its link",
        ),
    ]


class Bouncer:
    """Says how much is enough."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self._key = secret(store.engine, "origins").encode()
        self._making: WeakValueDictionary[Origin, asyncio.Lock] = WeakValueDictionary()

    def origin(self, address: str) -> Origin:
        """An address as it is stored."""
        return hmac.new(self._key, address.encode(), "sha256").hexdigest()[:LENGTH]

    # --- tables --------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def making(self, header: Header, origin: Origin) -> AsyncIterator[None]:
        """Make a table, if it is not too many; from one address one after the other, so that
        none is made while another is counted.
        """
        async with self._making.setdefault(origin, asyncio.Lock()):
            await self._check_table(header, origin)
            yield

    async def _check_table(self, header: Header, origin: Origin) -> None:
        allowed = [one for one in allowances(self.limits, header, origin) if one.most]
        counted = await self.store.counts(lambda: map(Allowance.query, allowed))
        for one, count in zip(allowed, counted, strict=True):
            if count >= one.most:
                raise too_many(one.words.format(one.most))

    # --- seats ---------------------------------------------------------------------------------

    async def home(self, table: str) -> Origin:
        """The address of a table's host, from which all may sit down."""
        return await self.store.origin(table) if self.limits.seats_of_address else ""

    def check_seat(self, match: Match, guest: str, origin: Origin, home: Origin) -> None:
        """Nobody takes all seats of somebody else's table."""
        limits, host = self.limits, match.host
        if guest == host:
            return
        own = len(match.seating.of(guest))
        if limits.seats_of_guest and own >= limits.seats_of_guest:
            raise too_many(
                f"you have {own} seats at this table, and that is the most for who is not its host:"
                " make a table of your own, or let the others sit down from their own devices"
            )
        near = Counter(seat.origin for seat in match.seats if seat.guest != host)[origin]
        is_counted = match.header.listed and limits.seats_of_address and origin != home
        if is_counted and near >= limits.seats_of_address:
            raise too_many(
                f"{near} seats of this table were taken from your address, and that is the most at"
                " a listed table: at one that is not listed there is no such limit"
            )


def origin_of(request: Request[Any, Any, Any], bouncer: NamedDependency[Bouncer]) -> Origin:
    """From where a request comes."""
    return bouncer.origin(address_of(request.scope))


def has_left(guest: str) -> sa.ColumnElement[bool]:
    """A guest has left the table, or taken it off the list."""
    own = (sitters.c.guest == guest) & (sitters.c.table_id == tables.c.id)
    return sa.exists().where(own, sitters.c.hidden)


def too_many(words: str) -> TableError:
    """It would be more than the limit."""
    return TableError("too_many", words)
