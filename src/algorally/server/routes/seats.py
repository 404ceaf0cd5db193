"""Sitting down, giving a seat to a bot, and the secret links of seats."""

from typing import Annotated

from litestar import Controller, Response, delete, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter

from algorally.bots.levels import check_level
from algorally.core.errors import TableError
from algorally.match.entries import Fill, Relink, Rise, Sit
from algorally.match.match import Match
from algorally.match.names import distinct_name
from algorally.server.keeper import Keeper
from algorally.server.limits import Bouncer, Origin
from algorally.server.messages.http import BotWish, Claim, Seated, SeatLink, Sitting
from algorally.server.problems import may_refuse
from algorally.server.routes.answers import (
    SeatNumber,
    TableId,
    add,
    as_host,
    bot_name,
    rise,
    seat_link,
    seated,
)
from algorally.server.visitors import Visitor

Renew = Annotated[bool, Parameter(description="Make a new link; earlier ones are worth nothing.")]


class Seats(Controller):
    """The seats of a table."""

    path = "/api/tables"
    tags = ("tables",)

    @post(
        "/{table:str}/seats",
        operation_id="sit",
        summary="Sit down",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def sit(
        self,
        table: TableId,
        data: JSONBody[Sitting],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        bouncer: NamedDependency[Bouncer],
        origin: NamedDependency[Origin],
    ) -> Response[Seated]:
        """Take a seat; who has one changes name and colour on it."""
        guest = visitor.become_known()
        home = await bouncer.home(table)

        def sit(match: Match) -> Sit:
            seat = wanted_seat(match, guest, data)
            if seat not in match.seating.of(guest):
                bouncer.check_seat(match, guest, origin, home)
            name = distinct_name(data.name, match.seating.names(but=seat))
            return Sit(seat, guest, name, data.colour, origin=noted(match, origin))

        return await add(keeper, visitor, table, sit, 201)

    @delete(
        "/{table:str}/seats/{seat:str}",
        status_code=200,
        operation_id="freeSeat",
        summary="Free a seat",
        responses=may_refuse(403, 404, 409),
    )
    async def free(
        self,
        table: TableId,
        seat: SeatNumber,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
    ) -> Response[Seated]:
        """Leave your seat; the host may free any seat."""
        live, guest = await keeper.hall.table(table), ""

        def leave(match: Match) -> Rise:
            nonlocal guest
            guest = match.seating.check(seat).guest
            if seat not in visitor.seats(match):
                visitor.check_host(match)
            return rise(match, seat)

        await live.add(leave)
        if guest and not live.match.seating.of(guest):
            await keeper.store.hide(guest, table)
        return seated(visitor, live)

    @put(
        "/{table:str}/seats/{seat:str}/bot",
        operation_id="fillSeat",
        summary="Give a seat to a bot",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def fill(
        self,
        table: TableId,
        seat: SeatNumber,
        data: JSONBody[BotWish],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
    ) -> Response[Seated]:
        """The host gives a seat to a bot; a bot that sits there keeps its name."""
        check_level(data.level)

        def fill(match: Match) -> Fill:
            former = match.seating.check(seat)
            name = former.name if former.bot else bot_name(match.seating.names(but=seat))
            return Fill(seat, data.level, name, data.colour)

        return await add(keeper, visitor, table, as_host(visitor, fill))

    @post(
        "/{table:str}/seats/{seat:str}/link",
        status_code=200,
        operation_id="seatLink",
        summary="The secret link of a seat",
        responses=may_refuse(403, 404, 409),
    )
    async def link(
        self,
        table: TableId,
        seat: SeatNumber,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        renew: Renew = False,
    ) -> SeatLink:
        """For your seat, or for a free one if you are the host; whoever has it may play there."""
        live = await keeper.hall.table(table)

        def check_owner(match: Match) -> None:
            if match.seating.check(seat).free:
                visitor.check_host(match)
            else:
                visitor.own_seat(match, seat)

        def relink(match: Match) -> Relink:
            check_owner(match)
            return Relink(seat)

        check_owner(live.match)
        if renew:
            await live.add(relink)
        return seat_link(visitor.people, live.match, seat)

    @post(
        "/{table:str}/claim",
        status_code=200,
        operation_id="claimSeat",
        summary="Take the seat of a secret link",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def claim(
        self,
        table: TableId,
        data: JSONBody[Claim],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        origin: NamedDependency[Origin],
    ) -> Response[Seated]:
        """The seat moves to this device; whoever had it loses it to you.

        There is no limit for it: only the host, or who has the seat, can give away its link.
        """
        guest = visitor.become_known()

        def claim(match: Match) -> Sit:
            number = visitor.people.seat(match, data.token)
            seat = match.seats[number]
            name = distinct_name(data.name or seat.name, match.seating.names(but=number))
            return Sit(number, guest, name, seat.colour, claimed=True, origin=noted(match, origin))

        return await add(keeper, visitor, table, claim)


def noted(match: Match, origin: Origin) -> Origin:
    """From where somebody comes, where it counts."""
    return origin if match.header.listed else ""


def wanted_seat(match: Match, guest: str, wish: Sitting) -> int:
    """The seat that somebody wants: a named one, the one they have, or any free one."""
    mine = match.seating.of(guest)
    if wish.seat is not None:
        match.seating.check(wish.seat)
        if mine and wish.seat not in mine and not wish.another:
            raise TableError("seated", "you have a seat; leave it first, or ask for another one")
        return wish.seat
    if mine and not wish.another:
        return mine[0]
    for number, seat in enumerate(match.seats):
        if seat.free:
            return number
    raise TableError("full", "all seats are taken; you can look on")
