"""How a scene's given, do and expect are read for Algoracing."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from algorally.core.deck import HIDDEN
from algorally.core.dice import seed
from algorally.core.errors import SceneError
from algorally.core.events import NO_SEAT, SeenEvent, seen_by
from algorally.core.game import SceneWords
from algorally.core.grid import HEADINGS, NOWHERE
from algorally.core.position import Position
from algorally.core.scene import NOBODY, Scene, Unordered, check_keys, check_type, one_of, words
from algorally.core.seats import seat_name
from algorally.games.algoracing.choice_text import read
from algorally.games.algoracing.given_position import RaceBuilder
from algorally.games.algoracing.names import (
    CARDS,
    CARRIED,
    HAND_SIZE,
    REASONS,
    RIDE,
    SAMPLES,
    TOKENS,
    TYPES,
    X2,
    EventKind,
    Phase,
)
from algorally.games.algoracing.rules.ending import points
from algorally.games.algoracing.vocabulary import at

ACTS = ("lay", "edit", "run", "pass")
STEP_KEYS = ("seat", *ACTS, "time_up", "ride", "illegal", "because")
RIDES = (Phase.RIDE_FIRST, Phase.RIDE_BETWEEN, Phase.RIDE_LAST)


# --- given -------------------------------------------------------------------------------------


def cards_needed(step: Mapping[str, Any]) -> list[str]:
    """The cards from the hand that a step uses, or would use."""
    used = [*step.get("lay", []), *step.get("pass", [])]
    for edit in step.get("edit", []):
        used += [word for word in str(edit).split() if word in CARDS]
    return [card for card in used if card in CARDS]


class Hands:
    """Deals what the steps need wherever the scene leaves hands or deck open."""

    def __init__(self, builder: RaceBuilder, scene: Scene) -> None:
        self.builder = builder
        illegal = [step for step in scene.do if step.get("illegal", False)]
        self.steps = [
            (str(step["seat"]), [] if step in illegal else cards_needed(step)) for step in scene.do
        ]
        self.hands: dict[str, list[str]] = {}
        for name, rover in builder.pieces.items():
            hand = rover.get("hand")
            if hand is None:
                hand = self.needs(name, 0)[:HAND_SIZE]
                for step in illegal:
                    hand += self.missing_in(step, hand) if step["seat"] == name else []
            self.hands[name] = words(f"rovers.{name}.hand", hand)

    def missing_in(self, step: Mapping[str, Any], hand: list[str]) -> list[str]:
        """What an illegal step lacks for its illegality to be seen, as far as the hand has room."""
        lacking = Counter(cards_needed(step)) - Counter(hand)
        exist = [card for card in lacking.elements() if self.builder.exists(card)]
        return exist[: HAND_SIZE - len(hand)]

    def needs(self, name: str, first: int) -> list[str]:
        """What a colour needs from a step on."""
        return [card for seat, cards in self.steps[first:] if seat == name for card in cards]

    def missing(self, name: str, first: int, held: list[str]) -> list[str]:
        """What a colour needs from a step on and does not hold."""
        left = list(held)
        absent = []
        for card in self.needs(name, first):
            if card in left:
                left.remove(card)
            else:
                absent.append(card)
        return absent

    def draws(self, named: list[str]) -> list[str]:
        """What is best drawn after the named top of the deck; "" where any card will do."""
        held = {name: list(hand) for name, hand in self.hands.items()}
        pile = list(named)
        order: list[str] = []
        for number, (name, cards) in enumerate(self.steps):
            for card in cards:
                if card in held[name]:
                    held[name].remove(card)
            for _ in cards:
                if pile:
                    held[name].append(pile.pop(0))
                else:
                    order.append(next(iter(self.missing(name, number + 1, held[name])), ""))
                    held[name].append(order[-1])
        return order


def lay_out(scene: Scene) -> Position:
    """The position of a scene, in the first rover's (or `to_move`'s) turn."""
    builder = RaceBuilder(scene.given, scene.options)
    for number, step in enumerate(scene.do, 1):
        check_step(number, step, builder.colours)
    seed(builder.race.dice, scene.seed)
    builder.lay_pieces()
    deal(builder, scene)
    builder.begin()
    return builder.position


def deal(builder: RaceBuilder, scene: Scene) -> None:
    """Hands as given or as the steps need them, filled up from the deck; then the deck."""
    hands = Hands(builder, scene)
    for seat, cards in enumerate(hands.hands.values()):
        builder.hand(seat, cards)
    named = words("deck", scene.given.get("deck", []))
    rest = builder.rest(named, random.Random(scene.seed))
    wishes = [reserve(builder, rest, wish) for wish in hands.draws(named)]
    for seat, name in enumerate(builder.colours):
        if "hand" not in builder.pieces[name]:
            fill = min(HAND_SIZE - len(hands.hands[name]), len(rest))
            builder.hand(seat, [CARDS[rest.pop()] for _ in range(fill)])
    wished = [rest.pop() if card == HIDDEN else card for card in wishes if card >= 0 or rest]
    builder.lay_deck([*(builder.card("deck", name) for name in named), *wished], rest)


def reserve(builder: RaceBuilder, rest: list[int], wish: str) -> int:
    """Set a card aside from the rest of the deck, HIDDEN if any will do or none is left."""
    card = builder.card("deck", wish) if wish else HIDDEN
    if card in rest:
        rest.remove(card)
        return card
    return HIDDEN


# --- do ----------------------------------------------------------------------------------------


def check_step(number: int, step: Mapping[str, Any], colours: list[str]) -> None:
    """A step has a seat and does exactly one thing, or at most one before the time is up."""
    what = f"step {number}"
    check_keys(what, step, STEP_KEYS)
    one_of(f"{what}, seat", step.get("seat"), colours)
    acts = [act for act in ACTS if act in step]
    if len(acts) != 1 and not (len(acts) == 0 and "time_up" in step):
        raise SceneError(f"{what} must have exactly one of {', '.join(ACTS)}, not {acts}")
    for flag in ("run", "time_up"):
        if step.get(flag, True) is not True:
            raise SceneError(f"{what}: {flag} = true, or leave it out")
    for act in set(acts) - {"run"}:
        entries = words(f"{what}, {act}", step[act])
        for entry in entries if act != "edit" else []:
            one_of(f"{what}, {act}", entry, CARDS)
    check_type(f"{what}, ride", step.get("ride", "N"), str, "N, E, S or W")


def step_texts(step: Mapping[str, Any]) -> list[str]:
    """A step in the words of a player, one change at a time; the clock may end it instead."""
    if "pass" in step:
        return replacements(step)
    changes = [*step.get("edit", []), *step.get("lay", [])]
    return changes if "time_up" in step and "run" not in step else [*changes, "run"]


def replacements(step: Mapping[str, Any]) -> list[str]:
    """A pass in the words of a player, or the part of it before the time is up."""
    if "time_up" in step:
        return [f"replace {card}" for card in step["pass"]]
    return [" ".join(["pass", *step["pass"]])]


def do(position: Position, step: Mapping[str, Any]) -> list[SeenEvent]:
    """Play a step; what happened."""
    names = [seat_name(position, seat) for seat in range(position.seats)]
    seat = one_of("seat", step["seat"], names)
    events: list[SeenEvent] = []
    if "lay" in step and position.state.length and position.state.seat == seat:
        events += play_texts(position, seat, ["fresh start"])
    events += play_texts(position, seat, step_texts(step))
    if "time_up" in step:
        events += seen_by(NO_SEAT, position.time_up(seat))
    return events + choose_ride(position, step)


def play_texts(position: Position, seat: int, texts: list[str]) -> list[SeenEvent]:
    """Play choices given as text."""
    events: list[SeenEvent] = []
    for text in texts:
        for action in read(position, seat, text):
            events += seen_by(NO_SEAT, position.play(seat, action))
    return events


def choose_ride(position: Position, step: Mapping[str, Any]) -> list[SeenEvent]:
    """AR-A47: which of two free elevators; the first by direction unless `ride` says."""
    events: list[SeenEvent] = []
    while position.state.phase in RIDES:
        seat = int(position.state.seat)
        first = HEADINGS[position.legal(seat)[0] - RIDE]
        events += play_texts(position, seat, [f"ride {step.get('ride', first)}"])
    return events


# --- expect ------------------------------------------------------------------------------------


def observe(position: Position, notes: list[SeenEvent] | None) -> dict[str, Any]:
    """Everything that `expect` may name."""
    race = position.state
    length = int(race.length)
    executed = [CARDS[event.a] for event in notes or [] if event.kind == EventKind.COMMAND]
    skipped = [event for event in notes or [] if event.kind == EventKind.SKIPPED]
    return {
        "to_move": NOBODY if position.over else seat_name(position, int(race.seat)),
        "row": [CARDS[int(card)] for card in race.row[:length]],
        "cycles": Unordered(cycles(position)),
        "samples": Unordered(loose_samples(position)),
        "executed": executed,
        "skipped": [f"{CARDS[event.a]} {REASONS[event.b]}" for event in skipped],
        "rovers": {seat_name(position, s): rover(position, s) for s in range(position.seats)},
    }


def cycles(position: Position) -> list[str]:
    """The cycles above the row, as scenes write them."""
    race = position.state
    written = []
    for place in range(int(race.length)):
        if race.times[place]:
            last = f"-{place + 1}" if race.span[place] > 1 else ""
            written.append(f"{CARDS[X2 + int(race.times[place]) - 2]} {place}{last}")
    return written


def sample_name(kind: int) -> str:
    """A sample's type, or that it cannot be seen."""
    return SAMPLES[kind] if 0 <= kind < TYPES else "hidden"


def loose_samples(position: Position) -> list[str]:
    """The samples that lie on the field."""
    race = position.state
    return [
        f"{at(position, int(race.places[token]))} {sample_name(int(race.types[token]))}"
        for token in range(TOKENS)
        if 0 <= race.places[token] < CARRIED
    ]


def rover(position: Position, seat: int) -> dict[str, Any]:
    """What can be seen of a rover."""
    race = position.state
    rover = race.rovers[seat]
    aboard = [t for t in range(TOKENS) if race.places[t] == CARRIED + seat]
    place = int(rover.square)
    where = at(position, place) + HEADINGS[int(rover.heading)]
    return {
        "at": "nowhere" if place == NOWHERE else where,
        "carrying": Unordered(sample_name(int(race.types[token])) for token in aboard),
        "delivered": Unordered(
            name for kind, name in enumerate(SAMPLES) for _ in range(int(rover.delivered[kind]))
        ),
        "points": int(points(race, seat)),
        "hand_size": int(rover.held),
    }


SCENES = SceneWords(lay_out=lay_out, do=do, observe=observe)
