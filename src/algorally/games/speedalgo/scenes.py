"""How a scene's given, do and expect are read for SpeedAlgo."""

from collections.abc import Mapping
from typing import Any

from algorally.core.dice import seed
from algorally.core.errors import IllegalChoice, SceneError, UnreadableChoice
from algorally.core.events import LAID_OPEN, SeenEvent, seen_by
from algorally.core.game import SceneWords
from algorally.core.position import Position
from algorally.core.scene import Scene, Unordered, check_keys, check_type, one_of, table, words
from algorally.core.seats import seat_name
from algorally.games.speedalgo.choice_text import NO_CAR_RULES, read
from algorally.games.speedalgo.given_field import prepare_throw, roll_of
from algorally.games.speedalgo.given_position import RaceBuilder
from algorally.games.speedalgo.names import CARDS, GONE, READY, REASONS, TRAFFIC, EventKind, Phase
from algorally.games.speedalgo.sheet import Entry, entries
from algorally.games.speedalgo.vocabulary import at

STEP_KEYS = ("programs", "targets", "rolls", "time_up", "illegal", "because")


# --- given -------------------------------------------------------------------------------------


def lay_out(scene: Scene) -> Position:
    """The position of a scene: the throws are made, all are to build their programs."""
    builder = RaceBuilder(scene.given, scene.options)
    number = 1
    for count, step in enumerate(scene.do, 1):
        check_step(f"step {count}", step, builder.colours)
        if not step.get("illegal", False):
            number += 1
            for name, value in step.get("rolls", {}).items():
                prepare_throw(builder.field, number, builder.colours.index(name), value)
    seed(builder.race.dice, scene.seed)
    builder.lay_cars()
    builder.lay_order()
    builder.begin()
    return builder.position


def check_step(what: str, step: Mapping[str, Any], colours: list[str]) -> None:
    """A step is a round: a program, targets and the next throw for each car named."""
    check_keys(what, step, STEP_KEYS)
    if "programs" not in step and "time_up" not in step:
        raise SceneError(f'{what} needs programs = {{ {colours[0]} = "AB" }}')
    for key in ("programs", "targets", "rolls"):
        for name, value in table(f"{what}, {key}", step.get(key, {})).items():
            one_of(f"{what}, {key}", name, colours)
            if key == "programs":
                check_type(f"{what}, {key}.{name}", value, str, "a program in quotes")
            elif key == "targets":
                words(f"{what}, {key}.{name}", value)
            else:
                roll_of(f"{what}, {key}.{name}", value)
    for name in words(f"{what}, time_up", step.get("time_up", [])):
        one_of(f"{what}, time_up", name, colours)


# --- do ----------------------------------------------------------------------------------------


class Round:
    """Plays one step: a whole round."""

    def __init__(self, position: Position, step: Mapping[str, Any]) -> None:
        self.position = position
        self.names = [seat_name(position, seat) for seat in range(position.seats)]
        self.programs = step.get("programs", {})
        self.targets = {name: list(cars) for name, cars in step.get("targets", {}).items()}
        self.passed_over: set[str] = set()  # who named another car than the only possible one
        self.late = step.get("time_up", [])
        self.places = [int(place) for place in position.state.places]
        self.events: list[SeenEvent] = []

    def play(self) -> list[SeenEvent]:
        """Programs, then targets as they are asked for; what happened."""
        turn = int(self.position.state.turn)
        while self.position.state.phase == Phase.PROGRAM and self.position.state.turn == turn:
            self.lay_program(self.position.acting()[0])
        while self.position.state.phase == Phase.TARGET:
            self.choose_target(int(self.position.state.seat))
        return self.events

    def note(self, events: Any) -> None:
        """Remember events, and which of the named targets were chosen."""
        for event in seen_by(LAID_OPEN, events):
            self.events.append(event)
            name = self.names[event.seat]
            if event.kind == EventKind.CHOSE:
                self.tick_off(name, at(self.places[event.a]))
            elif event.kind == EventKind.RUN_ENDED and (not event.a or name in self.passed_over):
                self.refuse_left_over(name)
            elif event.kind in (EventKind.MOVED, EventKind.ADVANCED):
                self.places[event.a] = event.c
            elif event.kind == EventKind.REMOVED:
                self.places[event.a] = GONE

    def tick_off(self, name: str, square: str) -> None:
        """A target that is named and was chosen; one that went without saying may be left out."""
        left = self.targets.get(name, [])
        if left and left[0].strip().upper() == square:
            left.pop(0)
            self.passed_over.discard(name)
        elif left and left[0].strip().upper() in [at(place) for place in self.places]:
            self.passed_over.add(name)

    def refuse_left_over(self, name: str) -> None:
        """Targets for which a program had no use were none."""
        if self.targets.get(name):
            raise IllegalChoice(
                f"{name} could not choose {self.targets[name][0]}: an instruction moves as many"
                " cars as it says, AT different traffic cars, P one that touches the bolide",
                *NO_CAR_RULES,
                "SA-33",
                "SA-B14",
                "SA-B16",
            )

    def lay_program(self, seat: int) -> None:
        """Lay a seat's program, and be ready or let the time run out."""
        name = self.names[seat]
        text = self.programs.get(name, "")
        if text.strip():
            self.choose(f"programs.{name}", seat, text)
        if name in self.late:
            self.note(self.position.time_up(seat))
        else:
            self.note(self.position.play(seat, READY))

    def choose_target(self, seat: int) -> None:
        """The next target of the list."""
        name = self.names[seat]
        left = self.targets.get(name, [])
        if left:
            enough = left[0].strip().lower() == "enough"
            text = left.pop(0) if enough else f"target {left[0]}"
            self.choose(f"targets.{name}", seat, text)
        elif name in self.late:
            self.note(self.position.time_up(seat))
        else:
            card = CARDS[int(self.position.state.card)]
            legal = [self.position.say(action) for action in self.position.legal(seat)]
            cars = ", ".join(said.removeprefix("target ") for said in legal)
            raise SceneError(f"targets.{name}: {card} needs one more; it can be {cars}")

    def choose(self, key: str, seat: int, text: str) -> None:
        """Make choices given as text; what cannot be read is a mistake of the scene."""
        try:
            for action in read(self.position, seat, text):
                self.note(self.position.play(seat, action))
        except UnreadableChoice as error:
            raise SceneError(f"{key}: {error}") from error


def do(position: Position, step: Mapping[str, Any]) -> list[SeenEvent]:
    """Play a step; what happened."""
    if position.over:
        position.play(0, READY)  # refused: the game is over
    return Round(position, step).play()


# --- expect ------------------------------------------------------------------------------------


def observe(position: Position, notes: list[SeenEvent] | None) -> dict[str, Any]:
    """Everything that `expect` may name."""
    race, seats = position.state, range(position.seats)
    sheets = entries(notes or [], position.seats, race.places)
    stops = {
        event.seat: REASONS[event.a] for event in notes or [] if event.kind == EventKind.STOPPED
    }
    return {
        "traffic": Unordered(at(int(place)) for place in race.places[:TRAFFIC] if place >= 0),
        "order": [seat_name(position, int(race.order[place])) for place in seats],
        "cars": {
            seat_name(position, seat): car(position, seat, sheets[seat], stops.get(seat, ""))
            for seat in seats
        },
    }


def car(position: Position, seat: int, sheet: list[Entry], stopped: str) -> dict[str, Any]:
    """What can be seen of a bolide, its last line on the mark sheet, and why that run stopped."""
    last = sheet[-1] if sheet else None
    return {
        "at": at(int(position.state.places[TRAFFIC + seat])),
        "roll": int(position.state.drivers[seat].roll),
        "interrupted": bool(last and last.interrupted),
        "stopped": stopped,
        "sheet": last.program if last else "",
        "targets": last.targets if last else [],
    }


SCENES = SceneWords(lay_out=lay_out, do=do, observe=observe)
