"""A bot at a table."""

from collections.abc import Sequence

from algorally.bots.levels import ask, make_bot
from algorally.bots.reasons import Reason, reason_for
from algorally.core.events import seen_by
from algorally.core.position import Position
from algorally.match.match import Applied


class SeatedBot:
    """A bot on a seat, and how much of the game it has been told."""

    def __init__(self, level: str, seat: int, number: int) -> None:
        self._bot, self._seat, self._level = make_bot(level, number), seat, level
        self._heard = 0

    def plan(
        self, view: Position, applied: Sequence[Applied], seconds: float
    ) -> tuple[list[int], Reason | None]:
        """Tell the bot what is new, if it listens, and ask for its plan and why; it takes time."""
        if hasattr(self._bot, "told"):
            for one in applied[self._heard :]:
                for rows in one.events:
                    self._bot.told(seen_by(self._seat, rows))
            self._heard = len(applied)
        plan = ask(self._bot.plan, view, self._seat, seconds)
        return plan, reason_for(self._level, view, self._seat, plan)
