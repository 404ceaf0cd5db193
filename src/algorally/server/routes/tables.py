"""Making tables, and what a host and players do with them."""

import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter

from algorally.bots.levels import check_level
from algorally.core.commitment import commitment
from algorally.core.errors import TableError
from algorally.core.game import find_game
from algorally.match.entries import (
    SWITCHES,
    AnyEntry,
    Begin,
    Clock,
    Close,
    Fill,
    HandOver,
    Header,
    Pause,
    Rematch,
    Resume,
    Sit,
)
from algorally.match.lots import drawn_by_house
from algorally.match.match import OVER, Match
from algorally.match.names import distinct_name
from algorally.match.rematch import rematch_header, rematch_seats
from algorally.match.seating import complete_colours, seat_colours
from algorally.server.keeper import Keeper
from algorally.server.limits import Bouncer, Origin
from algorally.server.live.clock import clock
from algorally.server.live.table import LiveTable
from algorally.server.messages.http import (
    HostWish,
    NewTable,
    Seated,
    SwitchWish,
    TableList,
)
from algorally.server.noticeboard import Noticeboard
from algorally.server.problems import may_refuse
from algorally.server.routes.answers import TableId, add, as_host, bot_name, seated, seated_at
from algorally.server.routes.games import check_names
from algorally.server.visitors import Visitor
from algorally.server.workshop import Workshop

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
ListedStage = Annotated[
    Literal["open", "running"], Parameter(description="Open to join, or running to watch.")
]
Page = Annotated[int, Parameter(ge=1, le=1000, description="The number of a page, from 1.")]


def new_id() -> str:
    """A name for a table that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbelow(2**63)


def new_salt() -> str:
    """What is hashed with a secret seed, so that nobody finds it by trying."""
    return secrets.token_hex(16)


def begin(match: Match, wished: Sequence[str]) -> Begin:
    """The beginning of a game, in the colours that people wish for, set up as the host chose."""
    colours = complete_colours(match.game, wished, seat_colours(match.position))
    if match.header.set_up == "players":
        return Begin(colours)
    settings = {**match.settings, **({"colours": colours} if colours else {})}
    return Begin(colours, drawn_by_house(match.start(settings), match.header.seed))


def begin_as_wished(match: Match) -> Begin:
    """The beginning of a game in the colours that people chose when they sat down."""
    return begin(match, [seat.colour for seat in match.seats])


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
    if wish.seed is not None and wish.listed:
        raise TableError(
            "known_deal",
            "who gives the seed knows every card, so such a table is not for strangers:"
            " leave out the seed, or do not list the table",
        )
    seed, salt = (new_seed(), new_salt()) if wish.seed is None else (wish.seed, "")
    return Header(
        id=new_id(),
        game=game.name,
        rules_version=game.rules_version,
        seats=wish.seats or game.seats[0],
        seed=seed,
        settings=wish.settings,
        clock=Clock(turn=wish.clock, reserve=wish.reserve),
        grace=wish.grace,
        listed=wish.listed,
        host=guest,
        created=clock(),
        set_up=wish.set_up,
        watched=wish.watched,
        emotes=wish.emotes,
        hints=wish.hints,
        pauses=wish.pauses,
        known_deal=wish.seed is not None,
        salt=salt,
        commitment=commitment(seed, salt) if salt else "",
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
        bouncer: NamedDependency[Bouncer],
        origin: NamedDependency[Origin],
    ) -> Response[Seated]:
        """Make a table; you are its host."""
        guest = visitor.become_known()
        header = new_header(data, guest)
        async with bouncer.making(header, origin):
            live = await keeper.hall.make(
                header, lambda match: first_entries(data, match, guest), origin
            )
        return seated(visitor, live, 201)

    @get(
        "/",
        operation_id="listTables",
        summary="Tables that anybody may join, or watch",
        responses=may_refuse(),
    )
    async def all(
        self,
        noticeboard: NamedDependency[Noticeboard],
        stage: ListedStage = "open",
        page: Page = 1,
    ) -> TableList:
        """The newest listed tables that wait for players, or whose games can be watched.

        Twenty a page: first the newest from each address, then the second newest of each.
        """
        return await noticeboard.page(stage, page)

    @get(
        "/{table:str}",
        operation_id="table",
        summary="One table",
        responses=may_refuse(403, 404, 409),
    )
    async def one(
        self, table: TableId, visitor: NamedDependency[Visitor], keeper: NamedDependency[Keeper]
    ) -> Response[Seated]:
        """A table as everybody sees it, and which seats are yours."""
        return seated_at(visitor, await keeper.hall.look(table))

    @post(
        "/{table:str}/start",
        status_code=200,
        operation_id="startGame",
        summary="Begin the game",
        responses=may_refuse(403, 404, 409),
    )
    async def start(
        self,
        table: TableId,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
    ) -> Response[Seated]:
        """The host begins the game."""
        match = (await keeper.hall.table(table)).match
        visitor.check_host(match)
        number, drawn = match.number, await workshop.do(begin_as_wished, match)

        def start(match: Match) -> Begin:
            return drawn if match.number == number else begin_as_wished(match)

        return await add(keeper, visitor, table, as_host(visitor, start))

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
        return await add(keeper, visitor, table, as_host(visitor, lambda _: Close()))

    @put(
        "/{table:str}/host",
        operation_id="handOver",
        summary="Make somebody else the host",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def hand_over(
        self,
        table: TableId,
        data: JSONBody[HostWish],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
    ) -> Response[Seated]:
        """The host hands over to the person on a seat, and is the host no more."""
        return await add(keeper, visitor, table, as_host(visitor, lambda _: HandOver(data.seat)))

    @put(
        [f"/{{table:str}}/{what}" for what in SWITCHES],
        operation_id=lambda _handler, _method, path: f"allow{str(path[-1]).capitalize()}",
        summary="Switch emotes, or hints, on or off",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def switch(
        self,
        request: Request[Any, Any, Any],
        table: TableId,
        data: JSONBody[SwitchWish],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
    ) -> Response[Seated]:
        """The host decides whether players may say something from the list of emotes, or ask what
        a good player would do.
        """
        entry = SWITCHES[request.scope["path_template"].rpartition("/")[2]](data.allowed)
        return await add(keeper, visitor, table, as_host(visitor, lambda _: entry))

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
        return await add(keeper, visitor, table, lambda match: Pause(visitor.own_seat(match, None)))

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

        def resume(match: Match) -> Resume:
            visitor.own_seat(match, None)
            return Resume()

        return await add(keeper, visitor, table, resume)

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
        if visitor.token and not visitor.guest:
            raise TableError(
                "not_allowed", "the secret of a seat is good for this table; ask as a guest"
            )
        live = await keeper.hall.table(table)
        visitor.own_seat(live.match, None)
        if live.match.stage != OVER:
            raise TableError("not_over", "a rematch comes after the game, which is not over")
        name = live.match.next_table or await make_rematch(keeper, live)
        return seated(visitor, await keeper.hall.table(name))


async def make_rematch(keeper: Keeper, live: LiveTable) -> str:
    """Make the table of a rematch, unless somebody else just did, and say so at the old one."""
    header = rematch_header(live.match, new_id(), new_seed(), new_salt(), clock())
    try:
        # Whoever finishes games may go on: of a series, one is never over.
        origin = await keeper.store.origin(live.id)
        await keeper.hall.make(header, lambda match: rematch_seats(live.match), origin)
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
