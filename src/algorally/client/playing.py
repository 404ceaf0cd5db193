"""Playing a whole game with a bot."""

import time
from collections.abc import Callable, Iterator, Sequence

from algorally.bots.levels import Bot as Planner
from algorally.bots.levels import ask
from algorally.client.errors import ServerRefused
from algorally.client.seat import Seat
from algorally.core.errors import BotError
from algorally.core.position import Position
from algorally.match.entries import MOST_ACTIONS
from algorally.server.messages.tables import Result

# view, seat -> the actions of a turn; it may have `seconds`, too
Bot = Callable[[Position, int], Sequence[int]] | Planner
RESERVE = 1.0  # seconds before the deadline at which a plan should be made

# A bot plans on what it sees: cards that turn up may forbid the rest of a plan, or end its turn.
GOES_TOO_FAR = {"illegal_choice", "not_your_turn", "match_over", "unreadable_choice"}
CAME_TOO_LATE = {"stale", "committed", "paused"}


def play(seat: Seat, bot: Bot) -> Result:
    """Let a bot, or the function by which it plans, play on a seat until the game is over."""
    if isinstance(bot, type):
        raise BotError(f"a bot is wanted, not the class of one: {bot.__name__}(...)")
    plan = bot if callable(bot) else bot.plan
    told = getattr(bot, "told", None)
    while seat.wait():
        if told:
            told(seat.news())
        take_turn(seat, ask(plan, seat.view.clone(), seat.number, seconds_left(seat)))
    if hasattr(bot, "ended"):
        bot.ended(seat.view.standing())
    return seat.result


def seconds_left(seat: Seat) -> float | None:
    """How long a bot may think, None if nobody counts the time."""
    if seat.deadline is None:
        return None
    return max(0.0, seat.deadline / 1000 - time.time() - RESERVE)


def take_turn(seat: Seat, plan: Sequence[int]) -> None:
    """Choose as much of a plan as the rules allow, or anything at all if they allow none of it."""
    step = seat.step
    for actions in attempts(plan, seat.legal):
        try:
            seat.choose(actions)
        except ServerRefused as error:
            if went_on(seat, step, error):
                return
            if error.code not in GOES_TOO_FAR or actions == seat.legal[:1]:
                raise
        else:
            return


def attempts(plan: Sequence[int], legal: Sequence[int]) -> Iterator[list[int]]:
    """What to choose, the best first: a plan, its beginnings, any legal action."""
    for length in range(min(len(plan), MOST_ACTIONS), 0, -1):
        yield list(plan[:length])
    yield list(legal[:1])


def went_on(seat: Seat, step: int, refusal: ServerRefused) -> bool:
    """Whether a choice was refused because the game had gone on without it."""
    if seat.step != step or not seat.thinking:
        return True
    if refusal.code in CAME_TOO_LATE:
        seat.wait_for_news()  # the refusal was quicker than what it is about
        return True
    return False
