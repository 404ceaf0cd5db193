"""A bot at a table."""

from collections.abc import Sequence

from algorally.bots.levels import ask, make_bot
from algorally.core.events import seen_by
from algorally.core.position import Position
from algorally.match.match import Applied


class SeatedBot:
    """A bot on a seat, and how much of the game it has been told."""

    def __init__(self, level: str, seat: int, number: int) -> None:
        self._bot, self._seat = make_bot(level, number), seat
        self._heard = 0

    def plan(self, view: Position, applied: Sequence[Applied], seconds: float) -> list[int]:
        """Tell the bot what is new, if it listens, and ask for its plan; this takes time."""
        if hasattr(self._bot, "told"):
            for one in applied[self._heard :]:
                for rows in one.events:
                    self._bot.told(seen_by(self._seat, rows))
            self._heard = len(applied)
        return ask(self._bot.plan, view, self._seat, seconds)
