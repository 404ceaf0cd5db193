"""One game in progress, and the checked door through which Python plays it."""

import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import numpy as np

from algorally.core import door, search
from algorally.core.arguments import check_seed, whole
from algorally.core.dice import Dice
from algorally.core.dice import seed as set_dice
from algorally.core.errors import (
    GameError,
    MatchOver,
    NotYourTurn,
    SettingError,
    UnreadableChoice,
)
from algorally.core.events import LAID_OPEN, Log, SeenEvent, seen_by
from algorally.core.planning import MOST_TRIES, Plan, chart_of, thinkers
from algorally.core.records import Mask, Rows

if TYPE_CHECKING:
    from algorally.core.game import Game

Policy = Callable[["Position", int], Iterable[int]]  # position, seat -> actions


class LogFull(RuntimeError):
    """Something happened that nobody would have been told of."""


class Standing(NamedTuple):
    """How a game stands."""

    turns: int
    winners: list[int]
    points: list[int]


class _Scratch(threading.local):
    """The logs that rules write to, for each thread: what they told is copied out at once."""

    def __init__(self) -> None:
        self.logs: dict[type[Log], Rows] = {}

    def log(self, game: "Game") -> Rows:
        """The log of a game."""
        if game.log not in self.logs:
            self.logs[game.log] = game.log.rows()
        return self.logs[game.log]


scratch = _Scratch()


class Position:
    """One game in progress, or a seat's view of one: a state, its field, and the checked door.

    `viewer` is the seat whose view it is, -1 for a spectator's, and None for a whole state, be it
    the true one or a guess. On a view nobody can play: guess first what it does not show.
    """

    __slots__ = ("_mask", "fields", "game", "seats", "states", "viewer")

    def __init__(
        self, game: "Game", fields: Rows, states: Rows | None = None, viewer: int | None = None
    ) -> None:
        self.game = game
        self.fields = fields
        self.states = game.state.rows() if states is None else states
        self.viewer = viewer
        self.seats = int(fields["seats"][0])
        self._mask: Mask = np.zeros(game.actions, np.uint8)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.fields, self.states, self.viewer)

    def __deepcopy__(self, _: Any) -> Self:
        return self.clone()  # a field never changes, so copies share it

    def __repr__(self) -> str:
        acting = self.acting()
        who = f"seat {' and '.join(map(str, acting))} to act" if acting else "over"
        seen = "" if self.viewer is None else f", as {self._onlooker()} sees it"
        turn = self.standing().turns
        return f"<{self.game.title} of {self.seats} seats, turn {turn}, {who}{seen}>"

    def _onlooker(self) -> str:
        """Whose view it is, in words."""
        return "a spectator" if self.viewer == -1 else f"seat {self.viewer}"

    @property
    def state(self) -> Any:
        """The state as a record."""
        return self.states[0]

    @property
    def field(self) -> Any:
        """The field as a record."""
        return self.fields[0]

    def acting(self) -> list[int]:
        """The seats that have to decide something now; none when the game is over."""
        mask = self.game.doors.who_acts(self.states, 0, self.fields)
        return [seat for seat in range(self.seats) if mask >> seat & 1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.game.doors.who_acts(self.states, 0, self.fields)

    def legal(self, seat: int) -> list[int]:
        """The numbers of the actions that a seat may play now; none for seats that are not."""
        seat = whole(seat, "a seat")
        if not 0 <= seat < self.seats:
            return []
        self.game.doors.find_legal(self.states, 0, self.fields, seat, self._mask)
        legal: list[int] = np.flatnonzero(self._mask).tolist()
        return legal

    def allows(self, seat: int, action: int) -> bool:
        """Whether a seat may play an action now."""
        if not (0 <= seat < self.seats and 0 <= action < self.game.actions):
            return False
        self.game.doors.find_legal(self.states, 0, self.fields, seat, self._mask)
        return bool(self._mask[action])

    def play(self, seat: int, action: int) -> Rows:
        """Play a legal action and return its events; refuse any other and change nothing.

        For a choice in words there is `play_text`.
        """
        return self._carry_out(whole(seat, "a seat"), whole(action, "an action"), freely=False)

    def time_up(self, seat: int) -> Rows:
        """Decide for a seat whose time is up, as the game's rules say, and return the events.

        Only the clock does so: no seat may choose the action `game.time_up`.
        """
        return self._carry_out(whole(seat, "a seat"), self.game.time_up, freely=True)

    def stand_idle(self, seat: int) -> Rows:
        """Let a seat do as little as it can, as others do when one looks ahead; the events."""
        return self._carry_out(whole(seat, "a seat"), self.game.idle, freely=True)

    def _carry_out(self, seat: int, action: int, *, freely: bool) -> Rows:
        """Go through the door, freely with what no seat may choose."""
        self._must_be_whole()
        if 0 <= seat < self.seats and 0 <= action < self.game.actions:
            log = scratch.log(self.game)
            count = self.game.doors.try_play(
                self.states, 0, self.fields, seat, action, log, self._mask, freely
            )
            if count >= 0 or count == door.TOO_MANY:
                return self._told(log, count)
        raise self._refusal(seat, action)

    def _must_be_whole(self) -> None:
        """Nobody plays on a view: what it hides would count as if it were not there."""
        if self.viewer is not None:
            raise GameError(
                f"this is only what {self._onlooker()} sees; play on a guess of the rest:"
                f" guess({self.viewer}, number)"
            )

    def _told(self, log: Rows, count: int) -> Rows:
        """What rules have written; that it does not fit is a mistake of the game's."""
        if count == door.TOO_MANY:
            raise LogFull(
                f"one choice in {self.game.title} caused {log['lost'][0]} events more than"
                f" fit its log of {self.game.most_events}; raise most_events of the game"
            )
        return log["events"][0][:count].copy()  # type: ignore[no-any-return]

    def _refusal(self, seat: int, action: int) -> GameError:
        if self.over:
            return MatchOver("the game is over; start a new one", *self.game.end_rules)
        if seat not in self.acting():
            names = " and ".join(self.game.words.seat_name(self, who) for who in self.acting())
            return NotYourTurn(f"it is the turn of {names}", *self.game.turn_rules)
        if not 0 <= action < self.game.actions:
            return self._no_action(action)
        return self.game.words.refuse(self, seat, action)

    def _no_action(self, action: int) -> UnreadableChoice:
        last = self.game.actions - 1
        return UnreadableChoice(f"there is no action {action}; they are numbered 0 to {last}")

    def play_text(self, seat: int, text: str) -> list[SeenEvent]:
        """Play a turn, or part of one, given as text; all of it or nothing."""
        trial = self.clone()
        events: list[SeenEvent] = []
        for action in self.game.words.read(trial, seat, text):
            events += seen_by(seat, trial.play(seat, action))
        self.states[:] = trial.states
        return events

    def read(self, seat: int, text: str) -> list[int]:
        """The actions that a text names, as far as the seat can know what they lead to."""
        trial = self.guess(seat, 0)
        actions = []
        for action in self.game.words.read(trial, seat, text):
            trial.play(seat, action)
            actions.append(action)
        return actions

    def clone(self) -> Self:
        """An independent copy."""
        states = np.empty_like(self.states)
        self.game.doors.copy_row(self.states, 0, states, 0)
        return type(self)(self.game, self.fields, states, self.viewer)

    def copy_from(self, other: "Position") -> None:
        """Become as another position on the same field is, without making a new one."""
        if other.fields is not self.fields and other.fields.tobytes() != self.fields.tobytes():
            raise SettingError("only a position of the same game on the same field can be copied")
        self.game.doors.copy_row(other.states, 0, self.states, 0)
        self.viewer = other.viewer

    def view(self, seat: int) -> Self:
        """What a seat may see; a spectator is seat -1."""
        seat = self._looker(seat)
        view = self.clone()
        self.game.doors.hide_from(view.states, 0, view.fields, seat)
        view.viewer = seat
        return view

    def _looker(self, seat: int) -> int:
        """A seat that there is, or -1."""
        number = whole(seat, "a seat")
        if not -1 <= number < self.seats:
            last = self.seats - 1
            raise UnreadableChoice(f"seats are 0 to {last}, and -1 looks on; there is no {seat}")
        return number

    def guess(self, seat: int, number: int) -> Self:
        """A possible state behind a seat's view, from a seed; of a whole state, behind its view."""
        seat, number = self._looker(seat), check_seed(number)
        if self.viewer is None:
            return self.view(seat).guess(seat, number)
        if seat != self.viewer:
            raise UnreadableChoice(f"this is what {self._onlooker()} sees, not seat {seat}")
        dices = Dice.rows()
        set_dice(Dice.record(dices), number)
        state = self.clone()
        self.game.doors.fill_in(state.states, 0, state.fields, seat, dices)
        state.viewer = None
        return state

    def guesses(self, seat: int, count: int, seed: int = 0) -> list[Self]:
        """Several possible states behind a seat's view, from neighbouring seeds."""
        first = check_seed(seed)
        return [self.guess(seat, first + number) for number in range(count)]

    def follow(self, events: Rows) -> bytes:
        """Bring a view up to date with events, and say which bytes each of them changed.

        `core.patches` reads the answer. A whole state follows as everything is laid open.
        """
        now = self.states.view(np.uint8)
        patch = np.empty(len(events) * (2 + 3 * len(now)), np.uint8)
        viewer = LAID_OPEN if self.viewer is None else self.viewer
        end = self.game.doors.follow(
            self.states, 0, self.fields, viewer, events, now, now.copy(), patch
        )
        return patch[:end].tobytes()

    def standing(self) -> Standing:
        """Turns, winners and points."""
        result = np.zeros(2 + self.seats, np.int64)
        self.game.doors.standing(self.states, 0, self.fields, result)
        turns, winners, *points = (int(number) for number in result)
        return Standing(turns, [seat for seat in range(self.seats) if winners >> seat & 1], points)

    def judge(self, seat: int) -> int:
        """How good this state is for a seat: more is better, for the same seat and game only."""
        self._must_be_whole()
        seat, chart = self._player(seat), chart_of(self)
        return int(self.game.doors.judged(self.states, 0, self.fields, seat, chart))

    def plans(
        self,
        seat: int,
        best: int = 1,
        tries: int = MOST_TRIES,
        seconds: float | None = None,
        seed: int = 0,
    ) -> list[Plan]:
        """The best ways to play the rest of a seat's turn, the best first, if nobody else acts.

        Which of equally good ones comes first is drawn by lot, from the seed. After so many tries,
        or seconds, the best so far are taken; they are tried in the order of their numbers, so with
        few tries only beginnings with the first legal actions. A seat that acts gets one at least.
        """
        self._must_be_whole()
        best, tries = whole(best, "the number of plans"), whole(tries, "the number of tries")
        if best < 1 or tries < 1:
            raise UnreadableChoice("at least one plan is wanted, and at least one try")
        number, seat = check_seed(seed), self._player(seat)
        return thinkers.room(self.game, best).search(self, seat, tries, seconds, number)

    def _player(self, seat: int) -> int:
        """A seat that there is."""
        number = whole(seat, "a seat")
        if not 0 <= number < self.seats:
            raise UnreadableChoice(f"seats are 0 to {self.seats - 1}; there is no {seat}")
        return number

    def playout(
        self,
        policy: Literal["random"] | Policy = "random",
        until_turn: int | None = None,
        seed: int = 0,
    ) -> Standing:
        """Play on from here until a turn has begun, or the game is over, and say how it stands.

        `random` plays compiled, from the seed; any other policy is a function of the position and
        the seat that acts first, which returns the actions to play, as far as they are legal.
        """
        self._must_be_whole()
        until = search.FOR_EVER if until_turn is None else whole(until_turn, "a turn")
        number = check_seed(seed)
        if callable(policy):
            self._play_on(policy, until)
        elif policy == "random":
            work = self.game.workspace(self.fields)
            set_dice(dice := Dice.record(work.dices), number)
            log, mask = work.logs[0], work.masks[0]
            self.game.doors.play_on(self.state, self.field, log, mask, dice, until)
        else:
            raise SettingError(f"a policy is 'random' or a function, not {policy!r}")
        return self.standing()

    def _answer(self, policy: Policy, seat: int) -> list[int]:
        """What a policy wants to play: one action at least."""
        answer: Any = policy(self, seat)
        actions = list(answer) if isinstance(answer, Iterable) else []
        if not actions:
            raise UnreadableChoice(f"a policy returns a list of one action or more, not {answer!r}")
        return actions

    def _play_on(self, policy: Policy, until: int) -> None:
        while (acting := self.acting()) and self.standing().turns < until:
            seat = acting[0]
            first, *others = self._answer(policy, seat)
            self.play(seat, first)
            for action in others:
                if action not in self.legal(seat):
                    break
                self.play(seat, action)

    def text(self) -> str:
        """The board as plain text."""
        return self.game.words.text(self)

    def svg(self) -> str:
        """The board as a picture."""
        return self.game.words.svg(self)

    def say(self, action: int) -> str:
        """An action as text."""
        number = whole(action, "an action")
        if not 0 <= number < self.game.actions:
            raise self._no_action(number)
        return self.game.words.say(self, number)

    def _repr_svg_(self) -> str:
        return self.svg()
