"""What several routes share: how a table and a seat are named, and what a visitor is answered."""

from collections.abc import Callable
from typing import Annotated

from litestar import Response
from litestar.params import Parameter

from algorally.bots.levels import STAND_IN
from algorally.core.events import MOST_SEATS
from algorally.match.entries import AnyEntry, Rise
from algorally.match.match import Match
from algorally.match.names import distinct_name
from algorally.match.seating import WithSeats
from algorally.server.archive import OldTable, info_of
from algorally.server.keeper import Keeper
from algorally.server.live.table import LiveTable
from algorally.server.messages.http import Seated, SeatLink
from algorally.server.people import People
from algorally.server.visitors import Visitor, may_look

TableId = Annotated[str, Parameter(description="The name of a table, from its link.")]
# In paths it is taken as a text first: `int` itself would read digits of any script, and 1_0.
SeatNumber = Annotated[
    int, Parameter(ge=0, lt=MOST_SEATS, description="The number of a seat, from 0.")
]
BOT_NAMES = ("Bolt", "Pixel", "Gizmo", "Spark", "Rusty", "Turbo", "Widget")  # in any language


def seat_link(people: People, table: WithSeats, seat: int) -> SeatLink:
    """The secret of a seat, as a link."""
    token = people.seat_token(table, seat)
    name = table.header.id
    return SeatLink(table=name, seat=seat, token=token, path=f"/table/{name}#seat={token}")


def seated(visitor: Visitor, live: LiveTable, status: int = 200) -> Response[Seated]:
    """How the table stands, and what of it is the visitor's."""
    return seated_at(visitor, live.match, status, is_asked=False)


def seated_at(
    visitor: Visitor, table: Match | OldTable, status: int = 200, *, is_asked: bool = True
) -> Response[Seated]:
    """The same of a table at which nobody may be able to play; whoever asks must have the right."""
    mine = visitor.seats(table) if is_asked else visitor.seats_left(table)
    content = Seated(
        table=info_of(table, shows_result=may_look(table, mine)),
        seats=mine,
        host=visitor.is_host(table),
        link=seat_link(visitor.people, table, mine[0]) if mine else None,
    )
    return Response(content, status_code=status, cookies=visitor.cookies())


async def add(
    keeper: Keeper,
    visitor: Visitor,
    table: str,
    entry: Callable[[Match], AnyEntry],
    status: int = 200,
) -> Response[Seated]:
    """Add an entry to a table, and tell how it stands."""
    live = await keeper.hall.table(table)
    await live.add(entry)
    return seated(visitor, live, status)


def as_host(visitor: Visitor, entry: Callable[[Match], AnyEntry]) -> Callable[[Match], AnyEntry]:
    """An entry that only the host may add."""

    def make(match: Match) -> AnyEntry:
        visitor.check_host(match)
        return entry(match)

    return make


def rise(match: Match, seat: int) -> Rise:
    """Somebody leaves a seat; where its hand is a secret a bot plays on."""
    match.seating.check(seat)
    if not match.hides_hands:
        return Rise(seat)
    return Rise(seat, STAND_IN, bot_name(match.seating.names(but=seat)))


def bot_name(taken: list[str]) -> str:
    """What a bot is called."""
    free = (name for name in BOT_NAMES if name not in taken)
    return distinct_name(next(free, BOT_NAMES[0]), taken)
