"""A game looked at afterwards: who was ahead, what decided it, and what would have been better.

A game is cut into decisions, for all games in the same way. A decision is what a seat chooses from
the moment in which it has to act, until it no longer acts, its program is run or declared to be
ready, or the turn ends. Where several seats choose at once, choices of others may lie between.
What is answered while programs run (an elevator, a car, where to stand again) is each a decision of
its own, made by somebody who has seen more. Setting up the game, and choices without an
alternative, are not judged.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from algorally.bots.advice import Advice, advise, outlook
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.core.transcript import Transcript, make

BETTER = 0.03  # a program that wins so much more often was better; less is chance
LEAST_SWING = 0.1  # of the chances in a turn that decided the game
MOST_DECIDING = 3  # turns
FEW_TRIES = 3000  # to answer questions that come up only in a game that was never played


class Decision(NamedTuple):
    """What a seat chose in one go."""

    turn: int
    seat: int
    places: list[int]  # of its choices in the game
    actions: list[int]

    @property
    def first(self) -> int:
        """Where it begins: the choices that were made before it."""
        return self.places[0]


class Verdict(NamedTuple):
    """A decision and what it was worth; the chances are those of its seat, as far as it can see."""

    decision: Decision
    played: float
    best: float
    better: list[int]  # a program that would have been better; none, if what was played was best

    @property
    def loss(self) -> float:
        """What was given away."""
        return self.best - self.played


class Point(NamedTuple):
    """Who is ahead after a turn; turn 0 is the set-up."""

    turn: int
    choices: int  # that have been made by then
    chances: list[float]  # of each seat to win


# --- cutting -----------------------------------------------------------------------------------


class Cut(NamedTuple):
    """A game in parts."""

    decisions: list[Decision]
    turns: list[tuple[int, int]]  # each with the number of choices after which it is over
    free: set[int]  # places of choices to which there was an alternative
    end: Position

    @property
    def judged(self) -> list[Decision]:
        """The decisions that are worth judging."""
        return [one for one in self.decisions if one.turn and not self.free.isdisjoint(one.places)]


def cut(transcript: Transcript) -> Cut:
    """Cut a game into decisions and turns."""
    position = transcript.start()
    decisions: list[Decision] = []
    turns = [(0, 0)] if turn_of(position) else []
    open_ones: dict[int, Decision] = {}
    free: set[int] = set()
    for place, (seat, action) in enumerate(transcript.choices):
        turn = turn_of(position)
        if action == position.game.time_up or len(position.legal(seat)) > 1:
            free.add(place)
        decision = open_ones.setdefault(seat, Decision(turn, seat, [], []))
        decision.places.append(place)
        decision.actions.append(action)
        if decision.first == place:
            decisions.append(decision)
        make(position, seat, action)
        if action in (position.game.finish, position.game.time_up):
            del open_ones[seat]
        if turn_of(position) != turn:
            turns.append((turn, place + 1))
            open_ones = {}
        acting = position.acting()
        open_ones = {who: one for who, one in open_ones.items() if who in acting}
    if not turns or turns[-1][1] < len(transcript.choices):
        turns.append((turn_of(position), len(transcript.choices)))
    apart = [part for one in decisions for part in _answers(position.game, one)]
    return Cut(sorted(apart, key=lambda one: one.first), turns, free, position)


def _answers(game: Game, decision: Decision) -> Iterator[Decision]:
    """A program in one piece, and everything else apart where it cannot be taken back."""
    is_program = not {game.finish, game.time_up}.isdisjoint(decision.actions)
    begun = 0
    for end, action in enumerate(decision.actions, 1):
        if end == len(decision.actions) or (game.words.final(action) and not is_program):
            yield _part(decision, begun, end)
            begun = end


def _part(decision: Decision, begun: int, end: int | None = None) -> Decision:
    return decision._replace(places=decision.places[begun:end], actions=decision.actions[begun:end])


def rest_of(decision: Decision, place: int) -> Decision:
    """What is left of a decision from some choice of the game on."""
    return _part(decision, sum(one < place for one in decision.places))


def turn_of(position: Position) -> int:
    """How many turns have begun."""
    return position.standing().turns


# --- judging -----------------------------------------------------------------------------------


def program_of(position: Position, actions: list[int]) -> list[int]:
    """As much of a plan as belongs to the decision at hand: a program, or one answer."""
    game = position.game
    if game.finish in actions:
        return actions[: actions.index(game.finish) + 1]
    ends = (place for place, action in enumerate(actions, 1) if game.words.final(action))
    return actions[: next(ends, None)]


def judge(
    position: Position, decision: Decision, seconds: float | None, seed: int, best: int = 1
) -> tuple[Verdict, list[Advice]]:
    """What a decision was worth in the position before it, and the programs beside it."""
    seat, played = decision.seat, decision.actions
    view = position.view(seat)
    found = advise(view, seat, best=best, seconds=seconds, seed=seed, also=[played])
    advices = [Advice(program_of(view, one.actions), one.chance) for one in found]
    top = advices[0]
    own = next(one.chance for one in found if one.actions == played)
    if top.actions == played or top.chance - own < BETTER:
        return Verdict(decision, own, own, []), advices
    return Verdict(decision, own, top.chance, top.actions), advices


def in_words(position: Position, seat: int, actions: list[int]) -> list[str]:
    """A program in words; what a car or square is called may hang on what went before."""
    trial, said = position.clone(), []
    for action in actions:
        said.append(trial.say(action))
        if is_possible(trial, seat, action):
            make(trial, seat, action)
    return said


def is_possible(position: Position, seat: int, action: int) -> bool:
    """Whether a seat may play an action now, or the clock for it."""
    if action == position.game.time_up:
        return seat in position.acting()
    return position.allows(seat, action)


class Analysis:
    """A game as it looks afterwards, found out piece by piece.

    `go_on` does one piece, so that whoever wants to do something else in between can, or stop.
    """

    def __init__(self, transcript: Transcript, seconds: float | None, seed: int = 0) -> None:
        self.curve: list[Point] = []
        self.verdicts: list[Verdict] = []
        self._transcript, self._seconds, self._seed = transcript, seconds, seed
        self._position = transcript.start()
        self._made = 0  # choices
        parts = cut(transcript)
        self._end = parts.end
        pieces = [(one.first, 1, partial(self._judge, one)) for one in parts.judged]
        pieces += [(at, 0, partial(self._look, turn, at)) for turn, at in parts.turns]
        self._pieces = deque(sorted(pieces, key=lambda piece: piece[:2]))
        self._all = len(pieces)

    @property
    def progress(self) -> float:
        """How much has been done, from 0 to 1."""
        return 1 - len(self._pieces) / self._all

    def go_on(self) -> bool:
        """Do the next piece; whether there is more to do."""
        if self._pieces:
            at, _, work = self._pieces.popleft()
            while self._made < at:
                make(self._position, *self._transcript.choices[self._made])
                self._made += 1
            work()
        return bool(self._pieces)

    def _judge(self, decision: Decision) -> None:
        seed = self._seed + decision.first  # else what is unknown would be guessed alike each time
        self.verdicts.append(judge(self._position, decision, self._seconds, seed)[0])

    def _look(self, turn: int, at: int) -> None:
        is_last = at == len(self._transcript.choices)
        ended = self._outcome() if is_last and self._end.over else []
        self.curve.append(Point(turn, at, ended or outlook(self._position, self._seed + at)))

    def _outcome(self) -> list[float]:
        """Who won, as chances; nothing, if nobody did."""
        winners = self._end.standing().winners
        return [(seat in winners) / len(winners) for seat in range(self._end.seats) if winners]

    def swings(self) -> list[float]:
        """How much each point of the curve differs from the one before: what changed hands."""
        pairs = pairwise(point.chances for point in self.curve)
        return [0.0, *(_swing(earlier, later) for earlier, later in pairs)]

    def deciding(self) -> list[int]:
        """The places in the curve at which the game was decided, in order."""
        swings = self.swings()
        largest = sorted(range(len(swings)), key=lambda place: -swings[place])[:MOST_DECIDING]
        return sorted(place for place in largest if swings[place] >= LEAST_SWING)

    def average_loss(self, seat: int) -> float:
        """What a seat gave away in a decision, on the average."""
        losses = [one.loss for one in self.verdicts if one.decision.seat == seat]
        return sum(losses) / len(losses) if losses else 0.0


def _swing(earlier: list[float], later: list[float]) -> float:
    return sum(abs(new - old) for old, new in zip(earlier, later, strict=True)) / 2


def analyse(
    transcript: Transcript,
    seconds: float | None,
    seed: int = 0,
    report: Callable[[float], None] = lambda progress: None,
) -> Analysis:
    """Look at a whole game, with so many seconds for each decision.

    Without a limit of seconds the same seed gives the same analysis.
    """
    analysis = Analysis(transcript, seconds, seed)
    while analysis.go_on():
        report(analysis.progress)
    return analysis


# --- playing out -------------------------------------------------------------------------------


def before(transcript: Transcript, choices: int) -> Position:
    """The position after so many choices."""
    position = transcript.start()
    for seat, action in transcript.choices[:choices]:
        make(position, seat, action)
    return position


def placed(
    transcript: Transcript, verdicts: Iterable[Verdict]
) -> Iterator[tuple[Verdict, Position]]:
    """Verdicts in their order, each with the position in which was decided, until the next one."""
    position, made = transcript.start(), 0
    for verdict in verdicts:
        for seat, action in transcript.choices[made : verdict.decision.first]:
            make(position, seat, action)
        made = verdict.decision.first
        yield verdict, position


def play_out(
    transcript: Transcript, decision: Decision, program: Iterable[int]
) -> Iterator[tuple[Position, int, int]]:
    """The rest of a turn, had a seat played another program in the position that there really was.

    Others do as they did, as far as that is still possible; what else is asked is answered as a
    planner would. Each choice is to be made before the next is asked for.
    """
    position, seat, turn = before(transcript, decision.first), decision.seat, decision.turn
    for action in program:
        if position.allows(seat, action):
            yield position, seat, action
    rest = _others(transcript, decision)
    while position.acting() and turn_of(position) == turn:
        made = next((one for one in rest if is_possible(position, *one)), None)
        if made:
            rest.remove(made)
        yield position, *(made or _planned(position))


def _others(transcript: Transcript, decision: Decision) -> list[tuple[int, int]]:
    """What the others chose from a decision on until the turn was over."""
    position = before(transcript, decision.first)
    others = []
    for seat, action in transcript.choices[decision.first :]:
        if turn_of(position) != decision.turn:
            break
        if seat != decision.seat:
            others.append((seat, action))
        make(position, seat, action)
    return others


def _planned(position: Position) -> tuple[int, int]:
    seat = position.acting()[0]
    return seat, position.guess(seat, 0).plans(seat, tries=FEW_TRIES)[0].actions[0]
