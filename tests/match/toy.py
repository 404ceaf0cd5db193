"""Shove: a toy game with what the games to come have, for tests of matches and of the server.

Up to eight pieces race along a track. All seats secretly lay three cards of five at the same time
and say that they are ready; then the cards are turned up and carried out, register by register.
A push asks in the middle of the run whom it pushes back, and a gamble throws a die.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

from algorally.core import telling
from algorally.core.compile import bind, compiled
from algorally.core.deck import HIDDEN
from algorally.core.dice import Dice, below, hide, seed, word
from algorally.core.errors import GameError, IllegalChoice, UnreadableChoice
from algorally.core.events import Log, SeenEvent
from algorally.core.game import Facts, Game, Rules, SceneWords, Words
from algorally.core.position import Position
from algorally.core.records import I8, I16, Mask, Record, Rows

# Numba keeps compiled loops of the core by the game's name, and would find those of an older toy.
NAME = f"toy_{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]}"
COLOURS = ("red", "yellow", "green", "blue", "white", "black", "pink", "brown")
SEATS, HAND, LAID, LAST_ROUND, BACK = 8, 5, 3, 3, -2
TRACK = 30  # squares that are drawn
CARDS = ("step", "leap", "gamble", "push")
STEP, LEAP, GAMBLE, PUSH, KINDS = range(5)
READY, TARGET, TIME_UP, ACTIONS = KINDS, KINDS + 1, KINDS + 1 + SEATS, KINDS + 2 + SEATS
PROGRAM, RUN, ASK, OVER = range(4)  # in PROGRAM all decide at once, in ASK one does


class EventKind(IntEnum):
    DREW = 0  # seat, secret: the card
    LAID = 1  # seat, secret: the card
    READY = 2  # seat
    TURNED_UP = 3  # seat, card, register
    MOVED = 4  # seat, how far
    ASKED = 5  # seat
    ROUND_OVER = 6
    GAME_OVER = 7  # -, bit mask of the winners
    TIME_UP = 8  # seat


class Piece(Record):
    place: I16
    hand: Annotated[MutableSequence[I8], KINDS]  # of each kind; 0 where the viewer may not look
    program: Annotated[MutableSequence[I8], LAID]
    laid: I8
    ready: I8


class State(Record):
    dice: Dice
    pieces: Annotated[Sequence[Piece], SEATS]
    turn: I16  # rounds begun
    winners: I16
    phase: I8
    ran: I8  # cards of this round that were turned up


class Field(Record):
    seats: I8


@compiled
def change(piece: Piece, kind: int, a: int, b: int, card: int) -> None:
    if kind == EventKind.DREW and card >= 0:
        piece.hand[card] += 1
    elif kind == EventKind.LAID:
        piece.program[piece.laid] = card
        piece.laid += 1
        if card >= 0 and piece.hand[card] > 0:
            piece.hand[card] -= 1
    elif kind == EventKind.READY:
        piece.ready = 1
    elif kind == EventKind.TURNED_UP:
        piece.program[b] = a
    elif kind == EventKind.MOVED:
        piece.place = max(0, piece.place + a)


@compiled
def happen(
    state: State, field: Field, kind: int, seat: int, a: int, b: int, c: int, secret: int
) -> None:
    change(state.pieces[seat], kind, a, b, secret)
    if kind == EventKind.TURNED_UP:
        state.ran += 1
    elif kind == EventKind.MOVED:
        state.phase = RUN
    elif kind == EventKind.ASKED:
        state.phase = ASK
    elif kind == EventKind.GAME_OVER:
        state.phase = OVER
        state.winners = a
    elif kind == EventKind.ROUND_OVER:
        for who in range(SEATS):
            state.pieces[who].laid = 0
            state.pieces[who].ready = 0
            for register in range(LAID):
                state.pieces[who].program[register] = 0
        state.phase = PROGRAM
        state.turn += 1
        state.ran = 0


tell = bind(telling.tell, NAME, happen=happen)
tell_secret = bind(telling.tell_secret, NAME, happen=happen)


@compiled
def whisper(state: State, field: Field, log: Log, kind: int, seat: int, card: int) -> None:
    tell_secret(state, field, log, kind, seat, card, 1 << seat)


@compiled
def start(state: State, field: Field, number: int) -> None:
    seed(state.dice, number)
    state.turn = 1
    for seat in range(field.seats):
        for _ in range(HAND):
            change(state.pieces[seat], EventKind.DREW, 0, 0, below(state.dice, KINDS))


@compiled
def acting(state: State, field: Field) -> int:
    seats = 1 << (state.ran - 1) % field.seats if state.phase == ASK else 0
    for seat in range(field.seats):
        if state.phase == PROGRAM and state.pieces[seat].ready == 0:
            seats |= 1 << seat
    return seats


@compiled
def legal(state: State, field: Field, seat: int, mask: Mask) -> None:
    piece, acts = state.pieces[seat], acting(state, field) >> seat & 1
    for card in range(KINDS):
        mask[card] = acts and state.phase == PROGRAM and piece.laid < LAID and piece.hand[card] > 0
    mask[READY] = acts and state.phase == PROGRAM and piece.laid == LAID
    for other in range(SEATS):
        mask[TARGET + other] = acts and state.phase == ASK and seat != other < field.seats
    mask[TIME_UP] = 0


@compiled
def run_on(state: State, field: Field, log: Log) -> None:
    while state.phase != ASK and state.ran < LAID * field.seats:
        seat, register = state.ran % field.seats, state.ran // field.seats
        card = state.pieces[seat].program[register]
        tell(state, field, log, EventKind.TURNED_UP, seat, card, register, 0)
        if card == PUSH:
            tell(state, field, log, EventKind.ASKED, seat, 0, 0, 0)
        else:
            far = below(state.dice, 6) if card == GAMBLE else 1 + card
            tell(state, field, log, EventKind.MOVED, seat, far, 0, 0)
    if state.phase != ASK:
        end_round(state, field, log)


@compiled
def end_round(state: State, field: Field, log: Log) -> None:
    tell(state, field, log, EventKind.ROUND_OVER, 0, 0, 0, 0)
    farthest, leaders = 0, 0
    for seat in range(field.seats):
        farthest = max(farthest, state.pieces[seat].place)
        for _ in range(LAID):
            whisper(state, field, log, EventKind.DREW, seat, below(state.dice, KINDS))
    for seat in range(field.seats):
        leaders |= int(state.pieces[seat].place == farthest) << seat
    if state.turn > LAST_ROUND:
        tell(state, field, log, EventKind.GAME_OVER, 0, leaders, 0, 0)


@compiled
def play(state: State, field: Field, seat: int, action: int, log: Log) -> None:
    if action == TIME_UP:
        tell(state, field, log, EventKind.TIME_UP, seat, 0, 0, 0)
    if state.phase == ASK:
        by_chance = (seat + 1 + below(state.dice, field.seats - 1)) % field.seats
        target = by_chance if action == TIME_UP else action - TARGET
        tell(state, field, log, EventKind.MOVED, target, BACK, 0, 0)
    elif action < READY:
        whisper(state, field, log, EventKind.LAID, seat, action)
        return
    while state.phase == PROGRAM and state.pieces[seat].laid < LAID:  # when time is up
        card = below(state.dice, KINDS)
        if state.pieces[seat].hand[card] > 0:
            whisper(state, field, log, EventKind.LAID, seat, card)
    if state.phase == PROGRAM:
        tell(state, field, log, EventKind.READY, seat, 0, 0, 0)
    if acting(state, field) == 0:
        run_on(state, field, log)


@compiled
def blank(state: State, field: Field, seat: int) -> None:
    hide(state.dice)
    for who in range(field.seats):
        piece = state.pieces[who]
        for card in range(KINDS):
            piece.hand[card] = piece.hand[card] if who == seat else 0
        for register in range(piece.laid):
            if who != seat and register * field.seats + who >= state.ran:
                piece.program[register] = HIDDEN


@compiled
def guess(state: State, field: Field, seat: int, dice: Dice) -> None:
    for who in range(field.seats):
        piece = state.pieces[who]
        for register in range(LAID):
            if piece.program[register] == HIDDEN:
                piece.program[register] = below(dice, KINDS)
        for _ in range(0 if who == seat else HAND - piece.laid):
            piece.hand[below(dice, KINDS)] += 1
    seed(state.dice, word(dice))


@compiled
def points(state: State, seat: int) -> int:
    return int(state.pieces[seat].place)


def make_field(seats: int, settings: Mapping[str, Any]) -> Rows:
    rows = Field.rows()
    rows["seats"] = seats
    return rows


def say(position: Position, action: int) -> str:
    return (*CARDS, "ready", *(f"push {colour}" for colour in COLOURS), "time_up")[action]


def read(position: Position, seat: int, text: str) -> Iterator[int]:
    names = {say(position, action): action for action in range(ACTIONS)}
    for name in (part.strip() for part in text.split(";")):
        if name not in names:
            raise UnreadableChoice(f"there is no {name!r}; there are {', '.join(names)}")
        yield names[name]


def refuse(position: Position, seat: int, action: int) -> GameError:
    """The words hold all that a position is, so that a test finds any secret in them."""
    return IllegalChoice(f"only the clock plays that, or nobody: {position.state!r}", "TY-1")


def hand(position: Position, seat: int) -> list[str]:
    counts = position.state.pieces[seat].hand
    return [name for card, name in enumerate(CARDS) for _ in range(int(counts[card]))]


def text(position: Position) -> str:
    """Every piece on its track, with all of its cards that can be seen."""
    lines = []
    for seat in range(position.seats):
        piece = position.state.pieces[seat]
        track = "".join(COLOURS[seat][0] if piece.place == at else "." for at in range(TRACK))
        laid = (*CARDS, "?")  # the last one is HIDDEN
        program = " ".join(laid[card] for card in piece.program[: piece.laid])
        held = ", ".join(hand(position, seat))
        lines.append(f"{COLOURS[seat]:7}{track} {piece.place:2}  [{program}]  {held}".rstrip())
    return "\n".join([f"round {min(position.state.turn, LAST_ROUND)} of {LAST_ROUND}", *lines])


def tell_words(position: Position, event: SeenEvent) -> str:
    who = COLOURS[event.seat]
    card = "a card" if event.secret == HIDDEN else CARDS[event.secret % KINDS]
    return {
        EventKind.DREW: f"{who} draws {card}",
        EventKind.LAID: f"{who} lays {card}",
        EventKind.READY: f"{who} is ready",
        EventKind.TURNED_UP: f"{who} turns up {CARDS[event.a % KINDS]}",
        EventKind.MOVED: f"{who} moves by {event.a}",
        EventKind.ASKED: f"{who} pushes somebody",
        EventKind.ROUND_OVER: "the round is over",
        EventKind.GAME_OVER: "the game is over",
        EventKind.TIME_UP: f"{who} has no time left",
    }[EventKind(event.kind)]


def unneeded(*_: object) -> Any:
    raise NotImplementedError


RULES: dict[str, Callable[..., Any]] = {n: globals()[n] for n in Rules._fields if n in globals()}
WORDS: dict[str, Callable[..., Any]] = dict.fromkeys(Words._fields, unneeded) | {
    "read": read,
    "say": say,
    "refuse": refuse,
    "hand": hand,
    "final": lambda action: action >= READY,
    "tell": tell_words,
    "seat_name": lambda position, seat: COLOURS[seat],
    "colour": lambda position, seat: COLOURS[seat],
    "text": text,
    "svg": lambda position: f"<svg>{position.state!r}</svg>",
    "ground": lambda position: f"<svg>{position.field!r}</svg>",
    "sheets": lambda *_: [],
}
GAME = Game(
    name=NAME,
    title="Shove",
    sentence="Push the others back.",
    prefix="TY",
    rules_version=1,
    turn_rules=("TY-1",),
    end_rules=("TY-1",),
    seats=range(2, SEATS + 1),
    colours=COLOURS,
    facts=Facts(simultaneous=True, chance=True, hidden=True),
    state=State,
    field=Field,
    actions=ACTIONS,
    finish=READY,
    time_up=TIME_UP,
    events=[kind.name.lower() for kind in EventKind],
    rules=Rules(**RULES),
    settings=(),
    make_field=make_field,
    presets=lambda: (),
    field_setting="field",
    words=Words(**WORDS),
    scenes=SceneWords(unneeded, unneeded, unneeded),
)
