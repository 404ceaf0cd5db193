"""The contract that every game fulfils.

A game is one declared value `GAME` in the `__init__.py` of its folder. Games are found by
their folders; there is no other list.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from algorally.core import door, lookahead, outcome, search, stepping
from algorally.core.aims import Aims
from algorally.core.arguments import check_seed, plain_number
from algorally.core.compile import bind, linked
from algorally.core.errors import GameError, UnknownGame
from algorally.core.events import MAX_EVENTS, Log, SeenEvent, log_for
from algorally.core.observation import Observation
from algorally.core.planning import Planning
from algorally.core.position import Position
from algorally.core.records import Record, Rows
from algorally.core.seats import seat_name
from algorally.core.settings import Setting
from algorally.core.workspace import Places, Workspace, make_workspace

STEPS = (
    door.carry_out,
    door.note_changes,
    search.next_try,
    search.wait_for_others,
    search.search,
    lookahead.draw_try,
    lookahead.sample_plans,
    lookahead.find_plans,
    lookahead.goes_on,
    lookahead.carry_out_plan,
    lookahead.take_turn,
    lookahead.carry_on,
    lookahead.chance,
    lookahead.lay_others,
    lookahead.foresee,
    lookahead.find_answers,
    lookahead.look_ahead,
)  # parts of other loops, each after those that it calls itself


THOUGHTS = ("judge", "redundant", "propose", "habit", "imagine")  # loops call them by these names


@dataclass(frozen=True)
class Facts:
    """What adapters need to know of a game without knowing its name."""

    simultaneous: bool  # several seats may have to act at the same time
    chance: bool  # cards are shuffled or dice thrown
    hidden: bool  # seats do not all see the same


class Steps(NamedTuple):
    """How a choice is played step by step, for loops that take many games forward together.

    `play` is `decide`, and then `step` as long as the game `runs` by itself.
    """

    allow: Callable[..., None]  # state, field, seat, mask of zeros: the same as `legal` there
    decide: Callable[..., None]  # state, field, seat, action, log
    runs: Callable[..., bool]  # state
    step: Callable[..., None]  # state, field, log
    stage: Callable[..., int]  # state, action or -1 -> how far a turn has come, 0 before it runs


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
    winners: Callable[..., int] = outcome.winners  # state -> bit mask of seats
    turns: Callable[..., int] = outcome.turns  # state -> turns begun


class Doors(NamedTuple):
    """The loops of `core.door`, `core.search` and `core.lookahead`, compiled for one game."""

    begin: Callable[..., None]
    who_acts: Callable[..., int]
    find_legal: Callable[..., None]
    try_play: Callable[..., int]
    hide_from: Callable[..., None]
    fill_in: Callable[..., None]
    follow: Callable[..., None]
    copy_row: Callable[..., None]
    standing: Callable[..., None]
    play_on: Callable[..., int]
    judged: Callable[..., int]
    think: Callable[..., bool]


class Words(NamedTuple):
    """How a game speaks to people."""

    read: Callable[[Position, int, str], Iterator[int]]  # seat, text -> actions, one by one
    say: Callable[[Position, int], str]  # action -> text
    refuse: Callable[[Position, int, int], GameError]  # why seat may not play action
    final: Callable[[int], bool]  # whether an action can no longer be taken back
    tell: Callable[[Position, SeenEvent], str]  # event -> words, "" if not worth any
    goal: Callable[[Position], list[str]]  # what it is about, for a first-time player
    hand: Callable[[Position, int], list[str]]  # what a seat can play with
    text: Callable[[Position], str]  # the board as plain text
    svg: Callable[[Position], str]  # the board as a picture
    ground: Callable[[Position], str]  # the same without the pieces that move
    write_position: Callable[[Position], str]
    read_position: Callable[[str], Position]
    inventory: Callable[[Position], dict[str, int]]  # all pieces, wherever they are
    seat_name: Callable[[Position, int], str] = seat_name
    colour: Callable[[Position, int], str] = seat_name  # of a seat
    sheets: Callable[..., list["Sheet"]] = lambda *_: []  # position, events, names, language


class SceneWords(NamedTuple):
    """How a game reads the parts of a scene that are its own."""

    lay_out: Callable[..., Position]  # scene -> position
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
    seats: int = 0  # that it takes, where the fewest of the game are too few


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
    field_setting: str  # that names a ready field
    words: Words
    scenes: SceneWords
    at_once: Callable[[Any], bool] = lambda field: False  # all see at once what others choose
    timer: Callable[[Position, list[int]], int] = lambda position, thinking: 0
    # seconds that those who are still thinking have by the game's own rules, 0 for ever
    done_rule: str = ""  # by which what is chosen cannot be withdrawn, while others still choose
    planning: Planning | None = None  # for bots,
    aims: Aims | None = None  # and how they explain what they chose
    observation: Observation | None = None  # for learners
    steps: Steps | None = None  # for loops, where a choice may set off much
    short_stages: bool = False  # of turns: a thread of a GPU goes through one before it waits
    most_events: int = MAX_EVENTS  # that one choice may cause
    stands_still: int | None = None  # what others do when one looks ahead; time_up unless given

    def __repr__(self) -> str:
        return f"Game({self.name})"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return find_game, (self.name,)

    @property
    def idle(self) -> int:
        """The action by which others are thought to do nothing; nobody may choose it."""
        return self.time_up if self.stands_still is None else self.stands_still

    @property
    def folder(self) -> Path:
        """Where the game's files lie."""
        module = importlib.import_module(f"algorally.games.{self.name}")
        return Path(str(module.__file__)).parent

    def bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Callable[..., Any]:
        """A loop of the core or of batches, compiled for this game."""
        return bind(template, self.name, **self._rules, **self._steps, **more)

    @cached_property
    def log(self) -> type[Log]:
        """What its rules write to."""
        return Log if self.most_events == MAX_EVENTS else log_for(self.most_events)

    @cached_property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The rules and their steps, by the names that loops call them by."""
        never, nothing, nowhere = stepping.runs_never, stepping.no_step, stepping.no_stage
        whole = Steps(self.rules.legal, self.rules.play, never, nothing, nowhere)
        return self.rules._asdict() | (self.steps or whole)._asdict()

    @cached_property
    def linked(self) -> dict[str, Callable[..., Any]]:
        """The rules that hold nearly all others, and take long to compile."""
        state, field, log = (kind.rows()[0] for kind in (self.state, self.field, self.log))
        return {
            "start": linked(self.rules.start, state, field, 0),
            "play": linked(self.rules.play, state, field, 0, 0, log),
        }

    @cached_property
    def _rules(self) -> dict[str, Callable[..., Any]]:
        """What loops call by the names of rules."""
        rules = self.functions | self.linked
        planning = self.planning or Planning(bind(search.points_ahead, self.name, **rules))
        return rules | {name: getattr(planning, name) for name in THOUGHTS}

    @cached_property
    def _steps(self) -> dict[str, Callable[..., Any]]:
        """The parts of loops, which other loops call."""
        steps: dict[str, Callable[..., Any]] = {}
        for step in STEPS:
            steps[step.__name__] = bind(step, self.name, **self._rules, **steps)
        return steps

    @cached_property
    def doors(self) -> Doors:
        """The compiled doors; compiling starts with the first call of each."""
        found = {**vars(door), **vars(search), **vars(lookahead)}
        bound = {name: self.bind(found[name]) for name in Doors._fields}
        return Doors(**bound)

    def workspace(self, fields: Rows, count: int = 1, places: Places | None = None) -> Workspace:
        """Room for some games."""
        return make_workspace(self.state, self.actions, fields, count, places, self.log)

    def start(self, /, seats: int = 2, seed: int = 0, **settings: Any) -> Position:
        """A new game; settings are those of the game, by name."""
        position = Position(self, self.lay_out(seats, settings))
        self.doors.begin(position.states, 0, position.fields, check_seed(seed))
        return position

    def lay_out(self, seats: int, settings: Mapping[str, Any]) -> Rows:
        """The field of a new game; numbers of NumPy are as good as Python's."""
        plain = {name: plain_number(value) for name, value in settings.items()}
        return self.make_field(plain_number(seats), plain)


@cache
def _folders() -> tuple[str, ...]:
    """The folders that are games, looked for once: servers ask for them with every request."""
    folder = Path(__file__).parent.parent / "games"
    return tuple(sorted(path.parent.name for path in folder.glob("*/__init__.py")))


def games() -> list[str]:
    """The names of all games, in order."""
    return list(_folders())


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in games():
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(games())}")
    game: Game = importlib.import_module(f"algorally.games.{name}").GAME
    return game
