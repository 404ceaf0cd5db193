"""Who you are, on one device or several, and your games."""

import contextlib
from collections.abc import Sequence

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from algorally.core.errors import TableError
from algorally.match.match import OPEN, OVER, RUNNING
from algorally.server.frames import table_info
from algorally.server.keeper import Keeper
from algorally.server.live import OtherRules, clock
from algorally.server.messages import GuestInfo, GuestToken, OwnTable, OwnTables
from algorally.server.problems import may_refuse
from algorally.server.visitors import Visitor

MOST_RUNNING = 40
MOST_FINISHED = 20


def known(visitor: Visitor) -> Response[GuestInfo]:
    """Who the server takes the visitor for."""
    token = visitor.people.guest_token(visitor.become_known())
    return Response(GuestInfo(token=token, now=clock()), cookies=visitor.cookies())


class Guests(Controller):
    """People without accounts."""

    path = "/api/guest"
    tags = ("people",)

    @get("/", operation_id="guest", summary="Become known to the server", responses=may_refuse(403))
    async def guest(self, visitor: NamedDependency[Visitor]) -> Response[GuestInfo]:
        """A guest number, as a cookie for a browser and as a token for a program."""
        return known(visitor)

    @post(
        "/",
        status_code=200,
        operation_id="becomeGuest",
        summary="Be the guest that you are on another device",
        responses=may_refuse(403, 413),
    )
    async def become(
        self, data: JSONBody[GuestToken], visitor: NamedDependency[Visitor]
    ) -> Response[GuestInfo]:
        """This device becomes known as the guest of a token, with all seats."""
        guest = visitor.people.guest(data.token)
        if guest is None:
            raise TableError("wrong_token", "this token was not made by this server")
        visitor.become(guest)
        return known(visitor)

    @get("/tables", operation_id="ownTables", summary="Your games", responses=may_refuse(403))
    async def tables(
        self, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> OwnTables:
        """The tables at which you have seats, those that go on first."""
        return OwnTables(
            running=await own_tables(keeper, visitor.guest, (OPEN, RUNNING), MOST_RUNNING),
            finished=await own_tables(keeper, visitor.guest, (OVER,), MOST_FINISHED),
        )


async def own_tables(
    keeper: Keeper, guest: str, stages: Sequence[str], limit: int
) -> list[OwnTable]:
    """The newest tables in these stages at which a guest has seats."""
    own = []
    for name in await keeper.store.tables_of(guest, stages, limit) if guest else ():
        with contextlib.suppress(OtherRules):
            match = (await keeper.hall.table(name)).match
            if seats := match.seating.of(guest):
                asked = any(seat in match.thinking() for seat in seats)
                own.append(OwnTable(table=table_info(match), seats=seats, your_turn=asked))
    return sorted(own, key=lambda one: not one.your_turn)
