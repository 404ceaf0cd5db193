"""Making tables, sitting down, and what a host does."""

import secrets
from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from litestar import Controller, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter

from algorally.bots.levels import check_level
from algorally.core.errors import TableError
from algorally.core.events import MOST_SEATS
from algorally.core.game import find_game
from algorally.match.entries import (
    AllowEmotes,
    AnyEntry,
    Begin,
    Clock,
    Close,
    Fill,
    Header,
    Pause,
    Relink,
    Rematch,
    Resume,
    Rise,
    Sit,
)
from algorally.match.lots import drawn_by_lot
from algorally.match.match import OPEN, OVER, Match
from algorally.match.names import distinct_name
from algorally.match.rematch import rematch_header, rematch_seats
from algorally.match.seating import WithSeats, complete_colours, seat_names
from algorally.server.archive import OldTable, info_of
from algorally.server.keeper import Keeper
from algorally.server.live import LiveTable, clock
from algorally.server.messages import (
    BotWish,
    Claim,
    EmoteWish,
    NewTable,
    Seated,
    SeatLink,
    Sitting,
    TableInfo,
    TableList,
)
from algorally.server.people import People
from algorally.server.problems import may_refuse
from algorally.server.routes.games import check_names
from algorally.server.visitors import Visitor, may_look

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
MOST_LISTED = 50
TableId = Annotated[str, Parameter(description="The name of a table, from its link.")]
SeatNumber = Annotated[
    int, Parameter(ge=0, lt=MOST_SEATS, description="The number of a seat, from 0.")
]
Renew = Annotated[bool, Parameter(description="Make a new link; earlier ones are worth nothing.")]
ListedStage = Annotated[
    Literal["open", "running"], Parameter(description="Open to join, or running to watch.")
]
BOT_NAMES = ("Bolt", "Pixel", "Gizmo", "Spark")  # the same in every language


def new_id() -> str:
    """A name for a table that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def seat_link(people: People, table: WithSeats, seat: int) -> SeatLink:
    """The secret of a seat, as a link."""
    token = people.seat_token(table, seat)
    name = table.header.id
    return SeatLink(table=name, seat=seat, token=token, path=f"/table/{name}#seat={token}")


def seated(visitor: Visitor, live: LiveTable, status: int = 200) -> Response[Seated]:
    """How the table stands, and what of it is the visitor's."""
    return seated_at(visitor, live.match, status)


def seated_at(visitor: Visitor, table: Match | OldTable, status: int = 200) -> Response[Seated]:
    """The same of a table at which nobody may be able to play."""
    mine = visitor.seats(table)
    content = Seated(
        table=info_of(table, shows_result=may_look(table, mine)),
        seats=mine,
        host=visitor.is_host(table),
        link=seat_link(visitor.people, table, mine[0]) if mine else None,
    )
    return Response(content, status_code=status, cookies=visitor.cookies())


def bot_name(taken: list[str]) -> str:
    """What a bot is called."""
    free = (name for name in BOT_NAMES if name not in taken)
    return distinct_name(next(free, BOT_NAMES[0]), taken)


def begin(match: Match, wished: Sequence[str]) -> Begin:
    """The beginning of a game, in the colours that people wish for, set up as the host chose."""
    colours = complete_colours(match.game, wished, seat_names(match.position))
    if match.header.set_up == "players":
        return Begin(colours)
    settings = {**match.settings, **({"colours": colours} if colours else {})}
    return Begin(colours, drawn_by_lot(match.start(settings), secrets.SystemRandom()))


def first_entries(wish: NewTable, match: Match, guest: str) -> list[AnyEntry]:
    """The host sits down, and bots, if that was wished for."""
    entries: list[AnyEntry] = []
    names: list[str] = []
    if wish.name is not None:
        names.append(distinct_name(wish.name, ()))
        entries.append(Sit(0, guest, names[0], wish.colour))
    if wish.bots:
        check_level(wish.bots)
        for seat in range(len(entries), match.header.seats):
            names.append(bot_name(names))
            entries.append(Fill(seat, wish.bots, names[-1]))
    if wish.start:
        first = wish.colour if wish.name is not None else ""
        entries.append(begin(match, [first] + [""] * (match.header.seats - 1)))
    return entries


def new_header(wish: NewTable, guest: str) -> Header:
    """The header of a table to be made."""
    game = find_game(wish.game)
    check_names(wish.settings)
    return Header(
        id=new_id(),
        game=game.name,
        rules_version=game.rules_version,
        seats=wish.seats or game.seats[0],
        seed=secrets.randbelow(2**63) if wish.seed is None else wish.seed,
        settings=wish.settings,
        clock=Clock(turn=wish.clock, reserve=wish.reserve),
        grace=wish.grace,
        listed=wish.listed,
        host=guest,
        created=clock(),
        set_up=wish.set_up,
        watched=wish.watched,
        emotes=wish.emotes,
    )


class Tables(Controller):
    """Tables and their seats."""

    path = "/api/tables"
    tags = ("tables",)

    @post(
        "/",
        operation_id="makeTable",
        summary="Make a table",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def make(
        self,
        data: JSONBody[NewTable],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
    ) -> Response[Seated]:
        """Make a table; you are its host."""
        guest = visitor.become_known()
        header = new_header(data, guest)
        live = await keeper.hall.make(header, lambda match: first_entries(data, match, guest))
        return seated(visitor, live, 201)

    @get(
        "/",
        operation_id="listTables",
        summary="Tables that anybody may join, or watch",
        responses=may_refuse(),
    )
    async def all(self, keeper: NamedDependency[Keeper], stage: ListedStage = "open") -> TableList:
        """The newest listed tables that wait for players, or whose games can be watched."""
        found = await listed(keeper, stage)
        return TableList(tables=[table for table in found if stage == OPEN or table.watched])

    @get("/{table:str}", operation_id="table", summary="One table", responses=may_refuse(403, 404))
    async def one(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[Seated]:
        """A table as everybody sees it, and which seats are yours."""
        return seated_at(visitor, await keeper.hall.look(table))

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
    ) -> Response[Seated]:
        """Take a seat; who has one changes name and colour on it."""
        live = await keeper.hall.table(table)
        guest = visitor.become_known()

        def sit(match: Match) -> Sit:
            seat = wanted_seat(match, guest, data)
            name = distinct_name(data.name, match.seating.names(but=seat))
            return Sit(seat, guest, name, data.colour)

        await live.add(sit)
        return seated(visitor, live, 201)

    @delete(
        "/{table:str}/seats/{seat:int}",
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
        live = await keeper.hall.table(table)

        def rise(match: Match) -> Rise:
            match.seating.check(seat)
            if seat not in visitor.seats(match):
                visitor.check_host(match)
            return Rise(seat)

        await live.add(rise)
        return seated(visitor, live)

    @put(
        "/{table:str}/seats/{seat:int}/bot",
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
        """The host gives a seat to a bot."""
        live = await keeper.hall.table(table)
        check_level(data.level)

        def fill(match: Match) -> Fill:
            visitor.check_host(match)
            name = bot_name(match.seating.names(but=seat))
            return Fill(seat, data.level, name, data.colour)

        await live.add(fill)
        return seated(visitor, live)

    @post(
        "/{table:str}/seats/{seat:int}/link",
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
    ) -> Response[Seated]:
        """The seat moves to this device; whoever had it loses it to you."""
        live = await keeper.hall.table(table)
        guest = visitor.become_known()

        def claim(match: Match) -> Sit:
            number = visitor.people.seat(match, data.token)
            seat = match.seats[number]
            name = distinct_name(data.name or seat.name, match.seating.names(but=number))
            return Sit(number, guest, name, seat.colour, claimed=True)

        await live.add(claim)
        return seated(visitor, live)

    @post(
        "/{table:str}/start",
        status_code=200,
        operation_id="startGame",
        summary="Begin the game",
        responses=may_refuse(403, 404, 409),
    )
    async def start(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[Seated]:
        """The host begins the game."""
        live = await keeper.hall.table(table)

        def start(match: Match) -> Begin:
            visitor.check_host(match)
            return begin(match, [seat.colour for seat in match.seats])

        await live.add(start)
        return seated(visitor, live)

    @post(
        "/{table:str}/close",
        status_code=200,
        operation_id="closeTable",
        summary="Give up a table",
        responses=may_refuse(403, 404, 409),
    )
    async def close(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[Seated]:
        """The host gives up a table whose game has not begun."""
        live = await keeper.hall.table(table)

        def close(match: Match) -> Close:
            visitor.check_host(match)
            return Close()

        await live.add(close)
        return seated(visitor, live)

    @put(
        "/{table:str}/emotes",
        operation_id="allowEmotes",
        summary="Switch emotes on or off",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def allow_emotes(
        self,
        table: TableId,
        data: JSONBody[EmoteWish],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
    ) -> Response[Seated]:
        """The host decides whether players may say something from the list of emotes."""
        live = await keeper.hall.table(table)

        def allow(match: Match) -> AllowEmotes:
            visitor.check_host(match)
            return AllowEmotes(data.allowed)

        await live.add(allow)
        return seated(visitor, live)

    @post(
        "/{table:str}/pause",
        status_code=200,
        operation_id="pauseGame",
        summary="Pause the game",
        responses=may_refuse(403, 404, 409),
    )
    async def pause(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[Seated]:
        """Anybody who plays may pause the game."""
        return await self._as_player(table, Pause, visitor, keeper)

    @post(
        "/{table:str}/resume",
        status_code=200,
        operation_id="resumeGame",
        summary="End the pause",
        responses=may_refuse(403, 404, 409),
    )
    async def resume(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[Seated]:
        """Anybody who plays may end the pause."""
        return await self._as_player(table, lambda _: Resume(), visitor, keeper)

    async def _as_player(
        self, table: str, entry: Callable[[int], AnyEntry], visitor: Visitor, keeper: Keeper
    ) -> Response[Seated]:
        live = await keeper.hall.table(table)
        await live.add(lambda match: entry(visitor.own_seat(match, None)))
        return seated(visitor, live)

    @post(
        "/{table:str}/rematch",
        status_code=200,
        operation_id="rematch",
        summary="Play once more",
        responses=may_refuse(403, 404, 409),
    )
    async def rematch(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[Seated]:
        """The same people once more; whoever asks second gets the same table."""
        live = await keeper.hall.table(table)
        visitor.own_seat(live.match, None)
        if live.match.stage != OVER:
            raise TableError("not_over", "a rematch comes after the game, which is not over")
        name = live.match.next_table or await make_rematch(keeper, live)
        return seated(visitor, await keeper.hall.table(name))


async def make_rematch(keeper: Keeper, live: LiveTable) -> str:
    """Make the table of a rematch, unless somebody else just did, and say so at the old one."""
    header = rematch_header(live.match, new_id(), secrets.randbelow(2**63), clock())
    try:
        await keeper.hall.make(header, lambda match: rematch_seats(live.match))
        name = header.id
    except TableError:
        name = await keeper.store.rematch_of(live.id) or ""
        if not name:
            raise
    try:
        await live.add(lambda match: Rematch(name))
    except TableError as error:
        if error.code != "rematch_made":
            raise
    return name


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


async def listed(keeper: Keeper, stage: str) -> list[TableInfo]:
    """The newest listed tables of a stage; of those by other rules only what is over."""
    found = [await keeper.hall.look(name) for name in await keeper.store.find(stage, MOST_LISTED)]
    infos = [info_of(table) for table in found if isinstance(table, Match) or stage == OVER]
    return [info for info in infos if info.stage == stage]
