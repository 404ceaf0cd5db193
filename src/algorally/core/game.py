"""The contract that every game fulfils, and the checked door through which Python plays it.

A game is one declared value `GAME` in the `__init__.py` of its folder. Games are found by
their folders; there is no other list.
"""

import importlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from algorally.core import door
from algorally.core.compile import bind, compiled
from algorally.core.dice import Dice, seed
from algorally.core.errors import (
    GameError,
    MatchOver,
    NotYourTurn,
    SettingError,
    UnknownGame,
    UnreadableChoice,
)
from algorally.core.events import Happening, Log, seen_by
from algorally.core.records import Mask, Record, Rows
from algorally.core.settings import Setting

LAST_SEED = 2**63


@dataclass(frozen=True)
class Facts:
    """What adapters need to know of a game without knowing its name."""

    simultaneous: bool  # several seats may have to act at the same time
    chance: bool  # cards are shuffled or dice thrown
    hidden: bool  # seats do not all see the same
    turn: str  # what counts as a turn in statistics


class Rules(NamedTuple):
    """The compiled functions of a game, all on records."""

    start: Callable[..., None]  # state, field, seed
    acting: Callable[..., int]  # state, field -> bit mask of seats
    legal: Callable[..., None]  # state, field, seat, mask
    play: Callable[..., None]  # state, field, seat, action (legal, or time_up), log
    blank: Callable[..., None]  # state, field, seat
    guess: Callable[..., None]  # view, field, seat, dice
    happen: Callable[..., None]  # state, field, kind, seat, a, b, c, secret
    points: Callable[..., int]  # state, seat
    winners: Callable[..., int]  # state -> bit mask of seats
    turns: Callable[..., int]  # state -> turns begun
    judge: Callable[..., int]  # state, field, seat, guide -> how good it is for the seat
    guide: Callable[..., None]  # field, guide: fills an array that judge needs, once a field
    redundant: Callable[..., bool]  # state, field, seat, last action, action: needs no trying


class Doors(NamedTuple):
    """The loops of `core.door`, compiled for one game."""

    begin: Callable[..., None]
    who_acts: Callable[..., int]
    find_legal: Callable[..., None]
    try_play: Callable[..., int]
    run_out: Callable[..., int]
    hide_from: Callable[..., None]
    fill_in: Callable[..., None]
    follow: Callable[..., None]
    copy_row: Callable[..., None]
    standing: Callable[..., None]
    random_games: Callable[..., None]


class Words(NamedTuple):
    """How a game speaks to people."""

    read: Callable[["Position", int, str], Iterator[int]]  # seat, text -> actions, one by one
    say: Callable[["Position", int], str]  # action -> text
    refuse: Callable[["Position", int, int], GameError]  # why seat may not play action
    final: Callable[[int], bool]  # whether an action can no longer be taken back
    tell: Callable[["Position", Happening], str]  # event -> words, "" if not worth any
    seat_name: Callable[["Position", int], str]
    goal: Callable[["Position"], list[str]]  # what it is about, for a first-time player
    hand: Callable[["Position", int], list[str]]  # what a seat can play with
    text: Callable[["Position"], str]  # the board as plain text
    svg: Callable[["Position"], str]  # the board as a picture
    ground: Callable[["Position"], str]  # the same without the pieces that move
    write_position: Callable[["Position"], str]
    read_position: Callable[[str], "Position"]
    inventory: Callable[["Position"], dict[str, int]]  # all pieces, wherever they are
    sheets: Callable[..., list["Sheet"]]  # position, happenings, names, language -> sheets


class SceneWords(NamedTuple):
    """How a game reads the parts of a scene that are its own."""

    lay_out: Callable[..., "Position"]  # scene -> position
    do: Callable[..., Any]  # position, step -> position after it, and what it is worth noting
    observe: Callable[..., Any]  # position, notes -> everything that `expect` may name


class Sheet(NamedTuple):
    """What a player of a game writes down on paper, made from the events that all may see."""

    seat: int
    text: str
    svg: str


class Preset(NamedTuple):
    """A ready-made field for people to choose."""

    kind: str
    name: str
    sentence: str
    settings: dict[str, Any]  # that choose it


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """Everything about one game."""

    name: str
    title: str
    sentence: str
    prefix: str  # of its rule numbers
    rules_version: int
    turn_rules: tuple[str, ...]  # the rules that say whose turn it is,
    end_rules: tuple[str, ...]  # and when the game is over
    seats: range
    colours: Sequence[str]  # players choose among them; the setting `colours` lists them by seat
    facts: Facts
    state: type[Record]
    field: type[Record]
    actions: int
    finish: int  # the action with which a program is run, or declared to be ready
    time_up: int  # the action that the clock plays for a seat, and that nobody may choose
    events: Sequence[str]
    rules: Rules
    settings: Sequence[Setting]
    make_field: Callable[[int, Mapping[str, Any]], Rows]
    presets: Callable[[], Sequence[Preset]]
    at_once: Callable[[Any], bool]  # field: seats that act together see each other's choices
    words: Words
    scenes: SceneWords
    guide_shape: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Game({self.name})"

    @property
    def folder(self) -> Path:
        """Where the game's files lie."""
        module = importlib.import_module(f"algorally.games.{self.name}")
        return Path(str(module.__file__)).parent

    @cached_property
    def doors(self) -> Doors:
        """The compiled doors; compiling starts with the first call of each."""
        rules = self.rules._asdict()
        steps: dict[str, Callable[..., Any]] = {"nth_legal": compiled(door.nth_legal)}
        steps["random_action"] = bind(door.random_action, "any", **steps)
        steps["note_changes"] = compiled(door.note_changes)
        steps["carry_out"] = bind(door.carry_out, self.name, **rules)
        steps["random_game"] = bind(door.random_game, self.name, **rules, **steps)
        steps["add_result"] = bind(door.add_result, self.name, **rules)
        bound = {
            name: bind(getattr(door, name), self.name, **rules, **steps) for name in Doors._fields
        }
        return Doors(**bound)

    def start(self, /, seats: int = 2, seed: int = 0, **settings: Any) -> "Position":
        """A new game; settings are those of the game, by name."""
        check_seed(seed)
        position = Position(self, self.make_field(seats, settings))
        self.doors.begin(position.states, 0, position.fields, seed)
        return position


def check_seed(seed: object) -> None:
    """A seed must be a whole number of up to 63 bits."""
    if not isinstance(seed, int) or not 0 <= seed < LAST_SEED:
        raise SettingError(f"a seed is a whole number from 0 to {LAST_SEED - 1}, not {seed!r}")


def whole(value: object, what: str) -> int:
    """A number as Python counts; an error for anything that is none."""
    if type(value) is int:
        return value
    if isinstance(value, np.integer):
        return int(value)
    raise UnreadableChoice(f"{what} is a whole number, not {value!r}; for words use play_text")


class _Scratch(threading.local):
    """The log that rules write to, one for each thread: what they told is copied out at once."""

    def __init__(self) -> None:
        self.log = Log.rows()
        self.events = self.log["events"][0]


scratch = _Scratch()


class Position:
    """One game in progress, or a seat's view of one: a state, its field, and the checked door."""

    __slots__ = ("_mask", "fields", "game", "seats", "states")

    def __init__(self, game: Game, fields: Rows, states: Rows | None = None) -> None:
        self.game = game
        self.fields = fields
        self.states = game.state.rows() if states is None else states
        self.seats = int(fields["seats"][0])
        self._mask: Mask = np.zeros(game.actions, np.uint8)

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
        if not 0 <= whole(seat, "a seat") < self.seats:
            return []
        self.game.doors.find_legal(self.states, 0, self.fields, seat, self._mask)
        legal: list[int] = np.flatnonzero(self._mask).tolist()
        return legal

    def play(self, seat: int, action: int) -> Rows:
        """Play a legal action and return its events; refuse any other and change nothing.

        For a choice in words there is `play_text`.
        """
        seat, action = whole(seat, "a seat"), whole(action, "an action")
        if 0 <= seat < self.seats and 0 <= action < self.game.actions:
            count = self.game.doors.try_play(
                self.states, 0, self.fields, seat, action, scratch.log, self._mask
            )
            if count >= 0:
                return self._told(count)
        raise self._refusal(seat, action)

    def time_up(self, seat: int) -> Rows:
        """Decide for a seat whose time is up, as the game's rules say, and return the events.

        Only the clock does so: no seat may choose the action `game.time_up`.
        """
        seat, action = whole(seat, "a seat"), self.game.time_up
        if 0 <= seat < self.seats:
            count = self.game.doors.run_out(self.states, 0, self.fields, seat, action, scratch.log)
            if count >= 0:
                return self._told(count)
        raise self._refusal(seat, action)

    def _told(self, count: int) -> Rows:
        return scratch.events[:count].copy()  # type: ignore[no-any-return]

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

    def play_text(self, seat: int, text: str) -> list[Happening]:
        """Play a turn, or part of one, given as text; all of it or nothing."""
        trial = self.clone()
        happenings: list[Happening] = []
        for action in self.game.words.read(trial, seat, text):
            happenings += seen_by(seat, trial.play(seat, action))
        self.states[:] = trial.states
        return happenings

    def clone(self) -> Self:
        """An independent copy."""
        states = np.empty_like(self.states)
        self.game.doors.copy_row(self.states, 0, states, 0)
        return type(self)(self.game, self.fields, states)

    def view(self, seat: int) -> Self:
        """What a seat may see; a spectator is seat -1."""
        if not -1 <= whole(seat, "a seat") < self.seats:
            last = self.seats - 1
            raise UnreadableChoice(f"seats are 0 to {last}, and -1 looks on; there is no {seat}")
        view = self.clone()
        self.game.doors.hide_from(view.states, 0, view.fields, seat)
        return view

    def guess(self, seat: int, number: int) -> Self:
        """A possible state behind a seat's view, from a seed."""
        dices = Dice.rows()
        seed(Dice.record(dices), number)
        state = self.clone()
        self.game.doors.fill_in(state.states, 0, state.fields, seat, dices)
        return state

    def follow(self, viewer: int, events: Rows) -> bytes:
        """Bring a viewer's view up to date with events, and say which bytes each of them changed.

        `core.patches` reads the answer.
        """
        now = self.states.view(np.uint8)
        patch = np.empty(len(events) * (2 + 3 * len(now)), np.uint8)
        end = self.game.doors.follow(
            self.states, 0, self.fields, viewer, events, now, now.copy(), patch
        )
        return patch[:end].tobytes()

    def standing(self) -> "Standing":
        """Turns, winners and points."""
        result = np.zeros(2 + self.seats, np.int64)
        self.game.doors.standing(self.states, 0, self.fields, result)
        turns, winners, *points = (int(number) for number in result)
        return Standing(turns, [seat for seat in range(self.seats) if winners >> seat & 1], points)

    def text(self) -> str:
        """The board as plain text."""
        return self.game.words.text(self)

    def svg(self) -> str:
        """The board as a picture."""
        return self.game.words.svg(self)

    def say(self, action: int) -> str:
        """An action as text."""
        if not 0 <= whole(action, "an action") < self.game.actions:
            raise self._no_action(action)
        return self.game.words.say(self, action)

    def _repr_svg_(self) -> str:
        return self.svg()


class Standing(NamedTuple):
    """How a game stands."""

    turns: int
    winners: list[int]
    points: list[int]


def games() -> list[str]:
    """The names of all games, in order."""
    folder = Path(__file__).parent.parent / "games"
    return sorted(path.parent.name for path in folder.glob("*/__init__.py"))


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in games():
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(games())}")
    game: Game = importlib.import_module(f"algorally.games.{name}").GAME
    return game
