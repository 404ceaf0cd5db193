"""Who you are, on one device or several, and your games."""

import contextlib
from collections.abc import Sequence
from functools import partial

from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from algorally.core.errors import TableError
from algorally.match.entries import Clock, Close, HandOver, Rise
from algorally.match.match import OPEN, OVER, RUNNING, Match
from algorally.server.archive import OldTable, info_of
from algorally.server.frames import UNKNOWN
from algorally.server.keeper import Keeper
from algorally.server.live.clock import clock
from algorally.server.live.hall import BrokenTable
from algorally.server.messages.http import (
    GuestInfo,
    GuestMove,
    GuestProof,
    OwnTable,
    OwnTables,
)
from algorally.server.messages.tables import TableInfo
from algorally.server.moving import GOOD_FOR, Moves, old_code
from algorally.server.problems import may_refuse
from algorally.server.routes.answers import TableId, rise
from algorally.server.storage.refusals import Gone
from algorally.server.visitors import Visitor

MOST_RUNNING = 40
MOST_FINISHED = 20


def known(visitor: Visitor) -> Response[GuestInfo]:
    """The visitor is a guest; the cookie says which, and nothing that a script could read."""
    visitor.become_known()
    return Response(GuestInfo(now=clock()), cookies=visitor.cookies())


class Guests(Controller):
    """People without accounts."""

    path = "/api/guest"
    tags = ("people",)

    @get("/", operation_id="guest", summary="Become known to the server", responses=may_refuse(403))
    async def guest(self, visitor: NamedDependency[Visitor]) -> Response[GuestInfo]:
        """A guest number, in a cookie; for a program its value is the token."""
        return known(visitor)

    @post(
        "/",
        status_code=200,
        operation_id="becomeGuest",
        summary="Be the guest that you are on another device",
        responses=may_refuse(403, 413),
    )
    async def become(
        self,
        data: JSONBody[GuestProof],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        moves: NamedDependency[Moves],
    ) -> Response[GuestInfo]:
        """This device becomes known as the guest of a code or a token, with all seats."""
        if data.code:
            guest, number = moves.read(data.code)
            if not await keeper.store.spend(number, clock(), clock() + GOOD_FOR * 1000):
                raise old_code()
        else:
            guest = visitor.people.guest(data.token) or ""
        if not guest:
            raise TableError("wrong_token", "this token was not made by this server")
        visitor.become(guest)
        return known(visitor)

    @post(
        "/move",
        status_code=200,
        operation_id="moveGuest",
        summary="A code for another device",
        responses=may_refuse(403),
    )
    async def move(
        self, visitor: NamedDependency[Visitor], moves: NamedDependency[Moves]
    ) -> Response[GuestMove]:
        """Whoever has the code first is you there; it is good once, and for ten minutes."""
        code = moves.code(visitor.become_known())
        return Response(GuestMove(code=code, path=f"/me#code={code}"), cookies=visitor.cookies())

    @get("/tables", operation_id="ownTables", summary="Your games", responses=may_refuse(403))
    async def tables(
        self, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[OwnTables]:
        """The tables at which you have seats, those that go on first."""
        own = await all_tables(keeper, visitor.guest)
        return Response(own, cookies=visitor.cookies())

    @delete(
        "/tables/{table:str}",
        status_code=200,
        operation_id="leaveTable",
        summary="Leave a game, or take one that is over off your list",
        responses=may_refuse(403, 404, 409),
    )
    async def leave(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> OwnTables:
        """Your seats become free; a table that then is empty before its game is given up."""
        guest = visitor.guest
        try:
            found = await keeper.hall.look(table)
        except BrokenTable:
            is_mine = await keeper.store.is_sitter(guest, table)
        else:
            is_mine = bool(found.seating.of(guest))
            if is_mine and found.stage != OVER and isinstance(found, Match):
                live = await keeper.hall.table(table)
                for seat in live.match.seating.of(guest):
                    await live.add(partial(leaving, guest, seat))
                if live.match.host == guest and live.match.stage in (OPEN, RUNNING):
                    with contextlib.suppress(TableError):  # nobody is there to whom it could go
                        await live.add(partial(succeeding, guest))
        if not is_mine:
            raise TableError("not_allowed", "you have no seat at this table")
        await keeper.store.hide(guest, table)
        return await all_tables(keeper, guest)


def leaving(guest: str, seat: int, match: Match) -> Rise | Close:
    """How a guest leaves a seat: whoever is the last one there closes the door."""
    if match.seats[seat].guest != guest:
        raise TableError("foreign_seat", "this seat is not yours any more")
    is_last = sum(bool(one.guest) for one in match.seats) == 1
    return Close() if match.stage == OPEN and is_last else rise(match, seat)


def succeeding(guest: str, match: Match) -> HandOver:
    """Who leaves for good hosts no more."""
    heir = match.seating.heir(guest)
    if match.host != guest or heir is None:
        raise TableError("nobody_there", "nobody is there who could be the host")
    return HandOver(heir)


async def all_tables(keeper: Keeper, guest: str) -> OwnTables:
    """The tables at which a guest has seats."""
    return OwnTables(
        running=await own_tables(keeper, guest, (OPEN, RUNNING), MOST_RUNNING),
        finished=await own_tables(keeper, guest, (OVER,), MOST_FINISHED),
    )


async def broken_table(keeper: Keeper, name: str) -> OwnTable:
    """A table that cannot be read; whoever had a seat there hears of it."""
    facts = await keeper.store.facts(name)
    table = TableInfo(
        id=name,
        game=facts.game,
        rules_version=0,
        settings={},
        clock=Clock(),
        grace=None,
        listed=False,
        created=facts.created,
        stage=facts.stage,
        paused_since=None,
        paused_by=-1,
        seats=[],
        version=0,
        result=UNKNOWN,
        previous=None,
        next=None,
        set_up="players",
        watched=False,
        emotes=False,
    )
    return OwnTable(table=table, seats=[], your_turn=False, broken=True)


async def own_tables(
    keeper: Keeper, guest: str, stages: Sequence[str], limit: int
) -> list[OwnTable]:
    """The newest tables in these stages at which a guest has seats."""
    own = []
    for name in await keeper.store.tables_of(guest, stages, limit) if guest else ():
        try:
            found = await keeper.hall.look(name)
        except Gone:
            continue
        except BrokenTable:
            own.append(await broken_table(keeper, name))
            continue
        if seats := found.seating.of(guest):
            thinking = [] if isinstance(found, OldTable) else found.thinking()
            asked = any(seat in thinking for seat in seats)
            own.append(OwnTable(table=info_of(found), seats=seats, your_turn=asked))
    return sorted(own, key=lambda one: not one.your_turn)
