"""What a good player would do in a seat's place, found on what the seat sees alone."""

import asyncio
from functools import partial
from typing import Annotated

from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import Parameter

from algorally.bots.advice import advise
from algorally.core.errors import TableError
from algorally.core.events import MOST_SEATS
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.match.match import Match, imagine
from algorally.server.keeper import Keeper
from algorally.server.live.drafts import check_thinking
from algorally.server.live.table import AskedHint, LiveTable
from algorally.server.messages.http import Hint, HintList
from algorally.server.problems import may_refuse
from algorally.server.routes.answers import TableId
from algorally.server.visitors import Visitor
from algorally.server.workshop import Workshop, until_hung_up

OwnSeat = Annotated[
    int | None, Parameter(ge=0, lt=MOST_SEATS, description="Your seat; the first of them.")
]
MOST_HINTS = 3
LOOKED_AT = 8  # plans; some of them differ only in what comes after the choice
SECONDS = 0.6  # that it may take,
SHORTEST = 0.05  # and at least, of what is shared with others who wait for theirs


def hint_view(match: Match, seat: int) -> Position:
    """What a seat sees that may ask for a hint now."""
    if not match.hints:
        raise TableError("no_hints", "the host has switched hints off at this table")
    if seat not in match.thinking():
        raise TableError("not_your_turn", "you have nothing to choose now, so there is no hint")
    check_thinking(match)
    return match.position.view(seat)


def hints(view: Position, seat: int, step: int, seconds: float = SECONDS) -> HintList:
    """The best choices found, from the seat's view alone; no two of them are the same."""
    found: dict[tuple[int, ...], Hint] = {}
    for advice in advise(view, seat, best=LOOKED_AT, seconds=seconds, seed=step):
        hint = as_hint(view, seat, advice.actions, advice.chance)
        found.setdefault(tuple(hint.actions), hint)
    told = [hint for hint in found.values() if hint.actions]
    return HintList(on=step, hints=told[:MOST_HINTS])


def as_hint(view: Position, seat: int, plan: list[int], chance: float) -> Hint:
    """A plan as far as it is chosen now, as actions and in words."""
    after = imagine(view, seat)
    actions, said = list[int](), list[str]()
    for action in chosen_now(view.game, plan):
        if not after.allows(seat, action):
            break
        actions.append(action)
        said.append(after.say(action))
        after.play(seat, action)
    return Hint(actions=actions, said=said, chance=min(1.0, max(0.0, chance)))


def chosen_now(game: Game, plan: list[int]) -> list[int]:
    """A whole program, or one answer: later choices hang on what nobody knows yet."""
    is_final = game.words.final
    if game.finish in plan and not is_final(plan[0]):
        return plan[: plan.index(game.finish) + 1]
    end = next((place for place, action in enumerate(plan, 1) if is_final(action)), len(plan))
    return plan[:end]


async def hinted(live: LiveTable, seat: int, back_room: Workshop) -> HintList:
    """The hint for a choice, which is found once, however often it is asked for.

    When nobody waits for it any more it is not looked for.
    """
    match = live.match
    view, step = hint_view(match, seat), match.step
    asked = live.hints.get(seat)
    if asked is None or asked.on != step:
        finding = asyncio.create_task(
            back_room.do_anyway(lambda: hints(view, seat, step, share(back_room)))
        )
        asked = live.hints[seat] = AskedHint(step, finding)
        finding.add_done_callback(partial(forget_failure, live, seat, asked))
    asked.waiting += 1
    try:
        return await until_hung_up(asked.found)
    finally:
        asked.waiting -= 1
        if not asked.waiting and not asked.found.done():
            forget(live, seat, asked)  # at once, or somebody else would wait for it in vain
            asked.found.cancel()


def share(back_room: Workshop) -> float:
    """The seconds for a hint: the less, the more addresses wait for something."""
    return max(SHORTEST, SECONDS / (1 + back_room.addresses))


def forget(live: LiveTable, seat: int, asked: AskedHint) -> None:
    """A hint may be asked for again, unless that has been done for a later choice."""
    if live.hints.get(seat) is asked:
        del live.hints[seat]


def forget_failure(
    live: LiveTable, seat: int, asked: AskedHint, finding: asyncio.Task[HintList]
) -> None:
    """What could not be found may be asked for again."""
    if finding.cancelled() or finding.exception():
        forget(live, seat, asked)


class Hints(Controller):
    """Hints while a seat chooses."""

    path = "/api/tables/{table:str}"
    tags = ("boards",)

    @post(
        "/hint",
        status_code=200,
        operation_id="hint",
        summary="What a good player would choose",
        responses=may_refuse(403, 404, 409),
    )
    async def hint(
        self,
        table: TableId,
        visitor: NamedDependency[Visitor],
        keeper: NamedDependency[Keeper],
        back_room: NamedDependency[Workshop],
        seat: OwnSeat = None,
    ) -> HintList:
        """The best that was found, as far as you can know; found once for each choice."""
        live = await keeper.hall.table(table)
        return await hinted(live, visitor.own_seat(live.match, seat), back_room)
