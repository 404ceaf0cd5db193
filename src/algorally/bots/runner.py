"""A Python bot in a process of its own, which speaks as any program does.

`python -m algorally.bots.runner NAME` plays; with `--look` before the name it only looks whether
there is such a bot.
"""

import os
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

import msgspec
import numpy as np

from algorally.bots.levels import Maker, ask, dismiss, warm_up
from algorally.bots.messages import Answer, End, Question, Ready, Sent, Start, written
from algorally.bots.outside import blamed, find_bot
from algorally.core.errors import AlgorallyError, BotError
from algorally.core.game import find_game
from algorally.core.position import Position, Standing

LOOK = "--look"
BAD_INPUT = 2


class Runner:
    """Answers what a bot is asked, game after game."""

    def __init__(self, name: str, maker: Maker) -> None:
        self._name, self._maker = name, maker
        self._bot: Any = None
        self._view: Position | None = None
        self._seat = 0

    def answer(self, message: Sent) -> Ready | Answer | None:
        """What the bot says to a message, if it wants an answer."""
        if isinstance(message, Start):
            return self._begin(message)
        if isinstance(message, Question):
            return self._plan(message)
        self._end(message)
        return None

    def _begin(self, start: Start) -> Ready:
        game = find_game(start.game)
        warm_up(game)  # not while a clock runs
        fields = np.frombuffer(start.record, game.field.dtype).copy()
        self._view, self._seat = Position(game, fields, viewer=start.seat), start.seat
        with blamed(self._name):
            self._bot = self._maker(start.seed)
        return Ready("ready", ("record", "events") if hasattr(self._bot, "told") else ("record",))

    def _plan(self, question: Question) -> Answer:
        try:
            with blamed(self._name):
                return Answer(question.id, self._actions(question))
        except AlgorallyError as error:
            return Answer(question.id, error=str(error))

    def _actions(self, question: Question) -> list[int]:
        view = self._seen(question)
        if isinstance(question.events, list):
            self._bot.told(question.events)
        return as_numbers(ask(self._bot.plan, view, self._seat, question.seconds))

    def _seen(self, question: Question) -> Position:
        """What the seat sees."""
        if self._view is None or not isinstance(question.record, bytes):
            raise BotError("it was asked before a game began")
        game = self._view.game
        states = np.frombuffer(question.record, game.state.dtype).copy()
        return Position(game, self._view.fields, states, self._seat)

    def _end(self, end: End) -> None:
        standing = Standing(end.turns, end.winners, end.points) if end.winners else None
        try:
            with blamed(self._name):
                dismiss([self._bot], standing)
        except AlgorallyError as error:  # nobody waits for an answer, and the next game may come
            sys.stderr.write(f"{error}\n")


def as_numbers(actions: Iterable[Any]) -> list[int]:
    """A plan as plain numbers, those of NumPy included."""
    try:
        return [action.__index__() for action in actions]
    except AttributeError as error:
        raise BotError(f"plan returns the numbers of actions, not {actions!r}") from error


def own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Where messages come in and go out; what a bot prints itself goes to standard error."""
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, target


def run(name: str, source: Iterable[bytes], target: BinaryIO) -> None:
    """Answer line by line until there are no more."""
    runner = Runner(name, find_bot(name))
    decoder = msgspec.json.Decoder(Sent)
    for line in source:
        answer = runner.answer(decoder.decode(line))
        if answer is not None:
            target.write(written(answer) + b"\n")
            target.flush()


def main() -> int:
    """Play, or look for the bot that is named; what is wrong is said in a sentence."""
    *look, name = sys.argv[1:]
    source, target = own_streams()
    try:
        if look == [LOOK]:
            find_bot(name)
        else:
            run(name, source, target)
    except AlgorallyError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
