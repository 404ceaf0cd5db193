"""A table as its viewer may see it, the ghost of a program, and replays."""

from itertools import islice
from typing import Annotated, NamedTuple

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, Parameter

from algorally.core.errors import TableError
from algorally.core.events import MOST_SEATS, SeenEvent, seen_by
from algorally.core.position import Position
from algorally.core.records import plain
from algorally.core.transcript import Transcript, read_transcript
from algorally.match.match import Match, imagine
from algorally.match.preview import preview
from algorally.match.seating import WithSeats
from algorally.server.archive import OldTable, check_over
from algorally.server.frames import SPECTATOR, chronicle, legal_for, table_info, view_for
from algorally.server.histories import LanguageName, history, in_words, sheet_infos
from algorally.server.keeper import Keeper
from algorally.server.live.drafts import check_thinking
from algorally.server.messages.http import (
    Board,
    Chronicle,
    Ghost,
    History,
    Program,
    ReplayText,
    SheetList,
    TableList,
)
from algorally.server.messages.tables import TableInfo
from algorally.server.noticeboard import Noticeboard
from algorally.server.problems import may_refuse
from algorally.server.readiness import Readiness
from algorally.server.routes.answers import TableId
from algorally.server.routes.games import SVG
from algorally.server.socket import chosen
from algorally.server.visitors import Visitor, check_watching
from algorally.server.workshop import Workshop

Viewer = Annotated[
    int | None, Parameter(ge=-1, lt=MOST_SEATS, description="Your seat to look from; -1 looks on.")
]
LATELY = 100  # events that are told with a board
Language = Annotated[LanguageName, Parameter(description="The language of mark sheets.")]


def viewer_of(table: WithSeats, visitor: Visitor, seat: int | None) -> int:
    """Where a visitor looks from: a seat of theirs, or as a spectator."""
    mine = visitor.seats(table)
    check_watching(table, mine)
    if seat is None:
        return next(iter(mine), SPECTATOR)
    return SPECTATOR if seat == SPECTATOR else visitor.own_seat(table, seat)


class Glance(NamedTuple):
    """What a viewer sees at one moment; the table may go on while it is put into words."""

    table: TableInfo
    viewer: int
    view: Position
    legal: list[int]
    events: list[SeenEvent]  # lately


def glance(match: Match, viewer: int, most_told: int | None = LATELY) -> Glance:
    """All that a viewer may see now."""
    return Glance(
        table=table_info(match),
        viewer=viewer,
        view=view_for(match, viewer),
        legal=legal_for(match, viewer, match.thinking()),
        events=lately(match, viewer, most_told),
    )


def described(seen: Glance) -> Board:
    """The same, also in words."""
    view, viewer = seen.view, seen.viewer
    return Board(
        table=seen.table,
        viewer=viewer,
        field=plain(view.field),
        view=plain(view.state),
        text=view.text(),
        hand=view.game.words.hand(view, viewer) if viewer >= 0 else [],
        choices={view.say(action): action for action in seen.legal},
        told=in_words(view, seen.events),
    )


def board(match: Match, viewer: int, most_told: int | None = LATELY) -> Board:
    """All that a viewer may see, also in words."""
    return described(glance(match, viewer, most_told))


def lately(match: Match, viewer: int, most: int | None) -> list[SeenEvent]:
    """The last that has happened in the game, or all of it, as a viewer may see it."""
    backwards = (
        event
        for applied in reversed(match.applied)
        for rows in reversed(applied.events)
        for event in reversed(seen_by(viewer, rows))
    )
    return [*islice(backwards, most)][::-1]


def thinkers_view(match: Match, seat: int) -> Position:
    """What a seat sees that has to choose, or may still withdraw."""
    if seat not in match.thinking() and seat not in match.pending:
        raise TableError("not_your_turn", "you have nothing to choose now")
    check_thinking(match)
    return match.position.view(seat)


def ghost(view: Position, seat: int, program: Program) -> Ghost:
    """What a program would do, found on the seat's view alone."""
    game = view.game
    actions = chosen(view, seat, program.actions, program.text)
    after = imagine(view, seat)
    said = []
    for action in actions:
        said.append(after.say(action))
        after.play(seat, action)
    goes_on = seat in after.acting() and after.standing().turns == view.standing().turns
    legal = after.legal(seat) if goes_on else []
    foreseen = preview(view, seat, actions, [game.finish] if game.finish in legal else [])
    return Ghost(
        actions=list(actions),
        said=said,
        events=foreseen.events,
        patch=foreseen.patch,
        run=foreseen.run,
        told=in_words(view, foreseen.events),
        legal=legal,
        complete=bool(actions) and not goes_on,
    )


def sheets(match: Match, language: str) -> SheetList:
    """The mark sheets, made of nothing but what everybody has seen."""
    told = [
        event
        for applied in match.applied
        for rows in applied.events
        for event in seen_by(SPECTATOR, rows)
    ]
    names = [seat.name for seat in match.seats]
    view = match.position.view(SPECTATOR)
    return SheetList(sheets=sheet_infos(view, told, names, language))


def ground(table: Match | OldTable) -> str:
    """The board without the pieces that move."""
    if isinstance(table, OldTable):
        return table.ground()
    return table.game.words.ground(table.position.view(SPECTATOR))


def finished(match: Match) -> Transcript:
    """The game as a replay, which holds all its secrets; so not before it is over."""
    check_over(match.stage)
    return match.transcript()


class Boards(Controller):
    """Looking at tables."""

    path = "/api/tables/{table:str}"
    tags = ("boards",)

    @get(
        "/board",
        operation_id="board",
        summary="A table as you may see it",
        responses=may_refuse(403, 404, 409),
    )
    async def board(
        self,
        table: TableId,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
        seat: Viewer = None,
    ) -> Board:
        """View, hand and choices, as numbers and as words."""
        found = await keeper.hall.look(table)
        viewer = viewer_of(found, visitor, seat)
        if isinstance(found, OldTable):
            return await workshop.do(found.board, viewer)
        return await workshop.do(described, glance(found, viewer))

    @get(
        "/chronicle",
        operation_id="chronicle",
        summary="All that has happened at a table",
        responses=may_refuse(403, 404, 409),
    )
    async def chronicle(
        self,
        table: TableId,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
        seat: Viewer = None,
    ) -> Chronicle:
        """Where the game began and every frame since then, as you may see them."""
        found = await keeper.hall.look(table)
        viewer = viewer_of(found, visitor, seat)
        if isinstance(found, OldTable):
            return await workshop.do(found.chronicle, viewer)
        return await workshop.do(chronicle, found, viewer)

    @get(
        "/board.svg",
        operation_id="boardPicture",
        summary="The board as a picture",
        media_type=SVG,
        responses=may_refuse(403, 404, 409),
    )
    async def picture(
        self,
        table: TableId,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
        seat: Viewer = None,
    ) -> Response[str]:
        """As you may see it."""
        match = (await keeper.hall.table(table)).match
        view = view_for(match, viewer_of(match, visitor, seat))
        return Response(await workshop.do(view.svg), media_type=SVG)

    @get(
        "/ground.svg",
        operation_id="groundPicture",
        summary="The ground as a picture",
        media_type=SVG,
        responses=may_refuse(404, 409),
    )
    async def ground(
        self,
        table: TableId,
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
    ) -> Response[str]:
        """The board without the pieces that move."""
        found = await keeper.hall.look(table)
        drawn = await workshop.do(ground, found)
        return Response(drawn, media_type=SVG, headers={"cache-control": "max-age=600"})

    @post(
        "/preview",
        status_code=200,
        operation_id="preview",
        summary="The ghost of a program",
        responses=may_refuse(403, 404, 409, 413),
    )
    async def preview(
        self,
        table: TableId,
        data: JSONBody[Program],
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
    ) -> Ghost:
        """What a program would do if nobody else moved, as far as you can know."""
        match = (await keeper.hall.table(table)).match
        seat = visitor.own_seat(match, data.seat)
        return await workshop.do(ghost, thinkers_view(match, seat), seat, data)

    @get(
        "/replay",
        operation_id="replay",
        summary="The replay file",
        media_type="text/plain",
        responses=may_refuse(404, 409),
    )
    async def replay(
        self,
        table: TableId,
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
    ) -> Response[str]:
        """The game as a text that `algorally replay` plays; after the game."""
        found = await keeper.hall.look(table)
        if isinstance(found, OldTable):
            return Response(await workshop.do(found.replay), media_type="text/plain")
        text = await workshop.do(finished(found).text)
        return Response(text, media_type="text/plain")

    @get(
        "/sheets",
        operation_id="sheets",
        summary="The mark sheets",
        responses=may_refuse(403, 404, 409),
    )
    async def sheets(
        self,
        table: TableId,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        workshop: NamedDependency[Workshop],
        language: Language = "en",
    ) -> SheetList:
        """Of each player, as far as the game has come; none in games without them."""
        found = await keeper.hall.look(table)
        check_watching(found, visitor.seats(found))
        if isinstance(found, OldTable):
            return await workshop.do(found.sheets, language)
        return await workshop.do(sheets, found, language)

    @get(
        "/history",
        operation_id="history",
        summary="The whole game, to look at",
        responses=may_refuse(404, 409),
    )
    async def history(
        self,
        table: TableId,
        keeper: NamedDependency[Keeper],
        back_room: NamedDependency[Workshop],
        language: Language = "en",
    ) -> History:
        """Where the game began and all that happened; after the game."""
        found = await keeper.hall.look(table)
        if isinstance(found, OldTable):
            return await back_room.do(found.history, language)
        return await back_room.do(history, finished(found), language)


class Replays(Controller):
    """Finished games."""

    path = "/api/replays"
    tags = ("replays",)

    @get(
        "/",
        operation_id="replays",
        summary="Finished games that are listed",
        responses=may_refuse(),
    )
    async def all(self, noticeboard: NamedDependency[Noticeboard]) -> TableList:
        """The newest listed games that are over."""
        return await noticeboard.replays()

    @post(
        "/",
        status_code=200,
        operation_id="readReplay",
        summary="Look at a replay file",
        responses=may_refuse(403, 413),
    )
    async def read(
        self,
        data: JSONBody[ReplayText],
        readiness: NamedDependency[Readiness],
        back_room: NamedDependency[Workshop],
        language: Language = "en",
    ) -> History:
        """The game in a replay file, verified."""
        readiness.check_all()
        return await back_room.do(lambda: history(read_transcript(data.text), language))
