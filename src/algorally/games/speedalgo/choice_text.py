"""Choices as text and back."""

import re
from collections.abc import Iterator, Mapping

from algorally.core.errors import IllegalChoice, SettingError, UnreadableChoice
from algorally.core.position import Position
from algorally.core.words import Reader, always
from algorally.games.speedalgo.names import (
    AB,
    CARDS,
    ELSE,
    ENOUGH,
    LANE_NAMES,
    LAY,
    LONGEST,
    NEXT,
    READY,
    SAS,
    START,
    TAKE_BACK,
    TARGET,
    TIME_UP,
    TRAFFIC_AT,
    Phase,
)
from algorally.games.speedalgo.refusals import (
    is_written_down,
    refuse_else,
    refuse_half_block,
    refuse_in_block,
)
from algorally.games.speedalgo.rules.moving import NOBODY, car_at
from algorally.games.speedalgo.rules.program import is_movement, may_lay, sign_before
from algorally.games.speedalgo.state import Driver, Field
from algorally.games.speedalgo.terrain import column_of, lane_of, read_square, square_text
from algorally.games.speedalgo.vocabulary import at

PROGRAM_EXAMPLE = "REP AB - ATG - SA P - ABD; ready"
SIGNS = re.compile(r"\[[^\]]*\]|[-/]|[^\s\[\]/-]+")
TARGETS = re.compile(r"\[([^\]]*)\]")
NO_CAR_RULES = ("SA-29", "SA-31", "SA-34")
SQUARE_WORD = re.compile(r"[A-E]\d+")


def examples(position: Position) -> str:
    """What could be typed now."""
    legal = [action for seat in position.acting() for action in position.legal(seat)]
    building = position.state.phase == Phase.PROGRAM or not legal
    return PROGRAM_EXAMPLE if building else say(position, legal[0])


# --- actions to text ---------------------------------------------------------------------------


def say(position: Position, action: int) -> str:
    """An action as text that `read` understands."""
    if action < READY:
        return CARDS[action - LAY + AB]
    if TARGET <= action < ENOUGH:
        car = action - TARGET
        square = int(position.state.places[car])
        return f"target {at(square)}" if square >= 0 else f"target car {car + 1}"
    if START <= action < TRAFFIC_AT:
        return f"start {LANE_NAMES[action - START]}"
    if TRAFFIC_AT <= action < TIME_UP:
        return f"traffic {square_text(action - TRAFFIC_AT)}"
    plain = {READY: "ready", TAKE_BACK: "back", ENOUGH: "enough", TIME_UP: "time_up"}
    return plain[action]


def final(action: int) -> bool:
    """A program that is ready, and a car chosen while it runs, are not taken back."""
    return action in (READY, ENOUGH, TIME_UP) or TARGET <= action < ENOUGH


# --- text to actions ---------------------------------------------------------------------------


def read(position: Position, seat: int, text: str) -> Iterator[int]:
    """The actions of a text, one by one; each is to be played before the next is asked for."""
    parts = [part.strip().upper() for part in re.split(r"[;\n]", text) if part.strip()]
    if not parts:
        raise UnreadableChoice(f"say what to do, for instance: {examples(position)}")
    for part in parts:
        words = part.split()
        reader = READERS.get(words[0])
        if reader:
            yield from reader(position, words[1:])
        elif part in CARDS:
            yield LAY + CARDS.index(part) - AB
        elif all(SQUARE_WORD.fullmatch(word) for word in words):
            yield from _squares(position, words)
        elif TARGETS.fullmatch(part):
            yield from _targets(position, part)
        else:
            yield from _program(position, seat, part)


def read_cards(text: str) -> list[int]:
    """The cards and signs of a program as its text has them; targets are left out."""
    return [_card(word) for word in SIGNS.findall(text.upper()) if not word.startswith("[")]


def _card(word: str) -> int:
    if word in CARDS[AB:]:
        return CARDS.index(word)
    known = " ".join(CARDS[AB : SAS + 1])
    raise UnreadableChoice(
        f"{word!r} is no card; cards are {known}, between blocks stands - and in SAS a /"
    )


def _program(position: Position, seat: int, text: str) -> Iterator[int]:
    """A program, or further blocks of one: the cards, and the signs that they need."""
    driver, field = position.state.drivers[seat], position.field
    begins = True  # a block,
    parted = False  # or an else part
    for word in SIGNS.findall(text):
        if TARGETS.fullmatch(word):
            yield from _targets(position, word)
        elif (card := _card(word)) == NEXT:
            refuse_half_block(driver, field)
            begins = True
        elif card == ELSE:
            refuse_else(driver, field)
            parted = True
        else:
            if parted and says_else(driver, field, card):
                yield LAY + ELSE - AB
            if begins and is_movement(card) and may_lay(driver, field, NEXT):
                yield LAY + NEXT - AB
            if not begins and not parted:
                refuse_in_block(driver, field, card)
            yield LAY + card - AB
            begins = parted = False
    refuse_half_block(driver, field)


def says_else(driver: Driver, field: Field, card: int) -> bool:
    """Whether a / must be laid before a card: behind a full part a movement card needs none."""
    goes_without = is_movement(card) and sign_before(driver, field, card) == ELSE
    return not goes_without and bool(may_lay(driver, field, ELSE))


def _square(word: str) -> int:
    try:
        return read_square(word)
    except SettingError as error:
        raise UnreadableChoice(str(error)) from error


def _target(position: Position, word: str) -> int:
    """The car on a square."""
    square = _square(word)
    car = int(car_at(position.state, square))
    if car == NOBODY:
        raise IllegalChoice(f"no car stands on {square_text(square)}", *NO_CAR_RULES)
    return TARGET + car


def _targets(position: Position, text: str) -> Iterator[int]:
    """Cars in brackets, behind the card that moves them."""
    if position.state.phase == Phase.PROGRAM and not is_written_down(position.field):
        raise IllegalChoice("cars are chosen while the program runs", "SA-B16")
    for word in re.split(r"[\s,]+", text.strip("[] ")):
        yield _target(position, word)


def _squares(position: Position, words: list[str]) -> Iterator[int]:
    """Squares alone mean what is to be decided now."""
    for word in words:
        if position.state.phase == Phase.TRAFFIC:
            yield from _traffic(position, [word])
        elif position.state.phase == Phase.PLACES:
            yield from _start(position, [word])
        else:
            yield _target(position, word)


def _traffic(position: Position, words: list[str]) -> Iterator[int]:
    if len(words) != 1:
        raise UnreadableChoice("name one square: traffic C5")
    square = _square(words[0])
    if column_of(square) >= LONGEST:
        raise IllegalChoice(f"the track has no square {words[0]}", "SA-B3")
    yield TRAFFIC_AT + square


def _start(position: Position, words: list[str]) -> Iterator[int]:
    lane = words[0] if len(words) == 1 else ""
    if lane in LANE_NAMES and lane:
        yield START + LANE_NAMES.index(lane)
        return
    if not SQUARE_WORD.fullmatch(lane):
        raise UnreadableChoice("name a lane from A to E: start C")
    square = _square(lane)
    if column_of(square) != 0:
        raise IllegalChoice("bolides start on column 0: start C", "SA-10")
    yield START + int(lane_of(square))


def _aim(position: Position, words: list[str]) -> Iterator[int]:
    if not words:
        raise UnreadableChoice("name the square of a car: target C5")
    for word in words:
        yield _target(position, word)


READERS: Mapping[str, Reader] = {
    "READY": always(READY),
    "BACK": always(TAKE_BACK),
    "ENOUGH": always(ENOUGH),
    "TIME_UP": always(TIME_UP),
    "TRAFFIC": _traffic,
    "START": _start,
    "TARGET": _aim,
}
