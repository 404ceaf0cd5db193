"""A bot that is a program of its own, in any language; `messages` has what is said.

Whatever it does, the game goes on: a choice that it loses is made for it, and counted.
"""

import time
from collections import Counter, deque
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from algorally.bots.levels import Bot
from algorally.bots.messages import (
    PROTOCOL,
    Answer,
    Choice,
    End,
    Question,
    Ready,
    Start,
    read,
    written,
)
from algorally.bots.problems import HasEnded, Trouble
from algorally.bots.process import Process
from algorally.core.errors import GameError
from algorally.core.events import SeenEvent
from algorally.core.position import Position, Standing
from algorally.core.records import plain

SHOWN = 200  # characters of a line that is complained about
SEEDS = 1 << 53  # what any language reads as a whole number
SENDING = 1.0  # seconds in which a program reads that the game is over


class Limits(NamedTuple):
    """How patient one is with a program."""

    seconds: float = 5.0  # for a choice, unless a clock gives less
    start: float = 30.0  # seconds until it is ready
    grace: float = 1.0  # seconds more in which a late answer only costs the choice
    starts: int = 4  # in one game


class Programs:
    """Makes bots of a program; one that has played a game to its end plays the next."""

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self.command, self.limits = list(command), limits or Limits()
        self.answered = False  # well, at least once
        self.hopeless = False  # it failed again and again, without a single good answer
        self._idle: deque[Process] = deque()

    def __call__(self, number: int) -> "ProgramBot":
        """A bot from a seed."""
        return ProgramBot(self, number)

    def idle(self) -> Process | None:
        """A process that waits for a game, if there is one."""
        try:
            return self._idle.popleft()
        except IndexError:
            return None

    def give_back(self, process: Process) -> None:
        """Keep a process for the next game."""
        self._idle.append(process)

    def close(self) -> None:
        """End the processes that are not in a game."""
        while self._idle:
            self._idle.popleft().close()


class ProgramBot:
    """A bot that asks a program; what goes wrong is counted, and the first legal action played.

    `problems` counts what went wrong, in a few words; `details` has more about the first time of
    each. The process is started when it is first needed, and again if it has ended.
    """

    def __init__(self, programs: Programs, number: int) -> None:
        self.problems: Counter[str] = Counter()
        self.details: dict[str, str] = {}
        self.seconds: list[float] = []  # that good answers took
        self.asked = 0
        self._programs, self._limits, self._number = programs, programs.limits, number
        self._process: Process | None = None
        self._starts = 0
        self._wants: tuple[str, ...] = ()
        self._news: list[SeenEvent] = []
        self._end = End()

    # --- what games call -----------------------------------------------------------------------

    def told(self, events: Sequence[SeenEvent]) -> None:
        """Keep what happens for the next question."""
        self._news += events

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """What the program answers, or the first legal action if that is no good."""
        self.asked += 1
        limit = self._limits.seconds if seconds is None else min(seconds, self._limits.seconds)
        try:
            return self._ask(view, seat, limit)
        except Trouble as trouble:
            self._note(trouble)
            return view.legal(seat)[:1]

    def ended(self, standing: Standing) -> None:
        """The game is over, so."""
        self._end = End(turns=standing.turns, winners=standing.winners, points=standing.points)

    def close(self) -> None:
        """Tell the program that the game is over, and keep it for another one if it listens."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send(written(self._end))
        try:
            heard = process.has_read(time.monotonic() + SENDING)
        except Trouble as trouble:
            heard = False
            self._note(trouble)
        if heard:
            self._programs.give_back(process)
        else:
            process.kill()

    # --- asking --------------------------------------------------------------------------------

    def _ask(self, view: Position, seat: int, limit: float) -> list[int]:
        process = self._process or self._begin(view, seat)
        question = self._question(view, seat, limit)
        self._news = []
        process.send(written(question))
        begun = time.monotonic()
        answer = self._answer(process, begun + limit + self._limits.grace, limit)
        taken = time.monotonic() - begun
        if taken > limit:
            raise Trouble("answered late", f"after {taken:.2f} s of {limit:.2f}")
        actions = chosen(view, seat, answer)
        self.seconds.append(taken)
        self._programs.answered = True
        return actions

    def _begin(self, view: Position, seat: int) -> Process:
        """A process that is ready to play this game."""
        if self._programs.hopeless or self._starts >= self._limits.starts:
            self._programs.hopeless |= not self._programs.answered
            raise Trouble("was not asked any more", "it had failed too often")
        self._starts += 1
        start = written(start_of(view, seat, self._number))
        while process := self._programs.idle():
            try:
                return self._ready(process, start)
            except HasEnded:
                process.kill()  # a program may well end after its game
            except Trouble as trouble:  # the game before may have been too much for it
                self._note(trouble)
        return self._ready(Process(self._programs.command), start)

    def _question(self, view: Position, seat: int, limit: float) -> Question:
        contents = {
            "view": lambda: plain(view.state),
            "events": lambda: self._news,
            "text": view.text,
            "record": view.states.tobytes,
        }
        return Question(
            id=self.asked,
            seconds=limit,
            legal=[Choice(action, view.say(action)) for action in view.legal(seat)],
            **{want: contents[want]() for want in self._wants},
        )

    def _ready(self, process: Process, start: bytes) -> Process:
        """A process that was told that a game begins, once it has answered."""
        self._process = process
        process.send(start)
        until = time.monotonic() + self._limits.start
        while (line := self._message(process, until)) is not None:
            try:
                self._wants = read(line, Ready).wants
            except ValueError as error:
                if not is_answer(line):  # which is one too many of the game before
                    raise no_good("answered start with what is not ready", line, error) from error
            else:
                return process
        detail = with_words(f"none came within {self._limits.start:g} s", process)
        raise Trouble("was not ready in time", detail, fatal=True)

    def _answer(self, process: Process, until: float, limit: float) -> Answer:
        """What the program answers to the question just asked."""
        while (line := self._message(process, until)) is not None:
            try:
                answer = read(line, Answer)
            except ValueError as error:
                raise no_good("answered what is no answer", line, error, fatal=False) from error
            if answer.id == self.asked:
                return answer
            if not 0 < answer.id < self.asked:
                detail = f"the question is {self.asked}, the answer's id {answer.id}"
                raise Trouble("answered another question", detail)
            self._note(Trouble("answered a question twice", f"question {answer.id}"))
        detail = with_words(f"none came within {limit:g} s", process)
        raise Trouble("gave no answer in time", detail, fatal=True)

    def _message(self, process: Process, until: float) -> bytes | None:
        """The next line that is meant to be a message; None if there is none until then."""
        while (line := process.next_line(until)) is not None:
            if line.lstrip()[:1] in (b"{", b"["):
                return line
            if line.strip():
                self._note(Trouble("wrote what is no message to standard output", shown(line)))
        return None

    def _note(self, trouble: Trouble) -> None:
        """Count what went wrong, and end a process there is no going on with."""
        self.problems[trouble.problem] += 1
        self.details.setdefault(trouble.problem, trouble.detail)
        if trouble.fatal and self._process:
            self._process.kill()
            self._process = None


def problems_of(bot: Bot) -> Counter[str]:
    """What a bot did wrong that is not simply raised: only programs are so patiently treated."""
    return bot.problems if isinstance(bot, ProgramBot) else Counter()


def start_of(view: Position, seat: int, number: int) -> Start:
    """What a program is told of a game that begins."""
    game = view.game
    return Start(
        protocol=PROTOCOL,
        game=game.name,
        rules_version=game.rules_version,
        seats=view.seats,
        seat=seat,
        seed=number % SEEDS,
        actions=game.actions,
        event_kinds=list(game.events),
        field=plain(view.field),
        record=view.fields.tobytes(),
    )


def chosen(view: Position, seat: int, answer: Answer) -> list[int]:
    """The actions of an answer, of which at least the first is legal."""
    if answer.error:
        raise Trouble("said that it failed", answer.error)
    if bool(answer.actions) == bool(answer.text.strip()):
        raise Trouble("answered no plan", "an answer has actions or text, one of the two")
    actions = answer.actions or in_numbers(view, seat, answer.text)
    try:
        view.guess(seat, 0).play(seat, actions[0])
    except GameError as error:
        raise Trouble("answered an illegal action", f"action {actions[0]}: {error}") from error
    return list(takewhile(range(view.game.actions).__contains__, actions))


def in_numbers(view: Position, seat: int, text: str) -> list[int]:
    """The actions of a plan in words: one at least."""
    try:
        actions = view.read(seat, text)
    except GameError as error:
        detail = f"{text[:SHOWN]!r}: {error}"
        raise Trouble("answered words that are no choice", detail) from error
    if not actions:
        raise Trouble("answered words that are no choice", repr(text[:SHOWN]))
    return actions


def is_answer(line: bytes) -> bool:
    """Whether a line is an answer to some question."""
    try:
        read(line, Answer)
    except ValueError:
        return False
    return True


def no_good(problem: str, line: bytes, error: ValueError, *, fatal: bool = True) -> Trouble:
    """A line that is not what it should be."""
    return Trouble(problem, f"{shown(line)}: {error}", fatal=fatal)


def shown(line: bytes) -> str:
    """The beginning of a line, to be shown."""
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


def with_words(detail: str, process: Process) -> str:
    """The same, and the last lines of standard error."""
    words = process.last_words()
    return f"{detail}; the last lines of its standard error:\n{words}" if words else detail
