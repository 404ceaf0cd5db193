"""Choices as text and back."""

import re
from collections.abc import Callable, Iterator, Mapping

from algorally.core.errors import IllegalChoice, UnreadableChoice
from algorally.core.grid import HEADINGS, NOWHERE
from algorally.core.position import Position
from algorally.core.words import Reader, always
from algorally.games.roborally.names import (
    ADD,
    ARM,
    CARDS,
    DONE,
    EMPTY,
    END_TURN,
    FACE,
    HAND,
    KINDS,
    LAY,
    LOCK,
    NEXT_REGISTER,
    NO,
    OPTION,
    OPTION_NAMES,
    PLACE,
    PLAIN,
    REGISTERS,
    STAND_STILL,
    TIME_UP,
    WEAPON,
    WEAPONS,
    WIDEST_RING,
    YES,
    Phase,
    Question,
)
from algorally.games.roborally.rules.cards import kind_of
from algorally.games.roborally.rules.cleanup import ring_square
from algorally.games.roborally.rules.flags import arm_reaches
from algorally.games.roborally.rules.program import programmer_of
from algorally.games.roborally.vocabulary import at, spoken_card

YES_WORDS = {
    Question.RECOMPILE: "use recompile",
    Question.ANNOUNCE: "power down",
    Question.GYROSCOPE: "use gyroscopic_stabilizer",
    Question.CONDITION: "use conditional_program",
    Question.ABORT: "use abort_switch",
    Question.BRAKES: "use brakes",
    Question.FOURTH_GEAR: "use fourth_gear",
    Question.REVERSE_GEAR: "use reverse_gear",
    Question.HIGH_POWER: "use high_power_laser",
    Question.STAY_DOWN: "stay down",
    Question.START_DOWN: "start down",
}
OPTION_WORDS = {
    Question.FIRE_CONTROL: "use fire_control destroy",
    Question.DAMAGE: "discard",
    Question.LOSE: "lose",
    Question.CHOOSE_OPTION: "keep",
}
PROGRAM_EXAMPLE = "790 move3, 90 left, 500 move1, 100 right, 670 move2, done"
CARD = re.compile(rf"(?:({'|'.join(KINDS)})(?::(\d+))?|(\d+)(?:[ ]?({'|'.join(KINDS)}))?)")


# --- actions to text ---------------------------------------------------------------------------


def say(position: Position, action: int) -> str:
    """An action as text that `read` understands."""
    question = Question(int(position.state.question))
    if action < ADD:
        return spoken_card(action - LAY + 1)
    if action < DONE:
        return f"+ {spoken_card(action - ADD + 1)}"
    if action == YES:
        return YES_WORDS.get(question, "power down")
    if WEAPON <= action < LOCK:
        return f"use {OPTION_NAMES[WEAPONS[action - WEAPON]]}"
    if LOCK <= action < OPTION:
        return f"use fire_control lock {action - LOCK + 1}"
    if OPTION <= action < ARM:
        return f"{OPTION_WORDS.get(question, 'discard')} {OPTION_NAMES[action - OPTION]}"
    if ARM <= action < NEXT_REGISTER:
        return _say_where(position, action)
    return NAMES[action]


def _say_where(position: Position, action: int) -> str:
    if action < FACE:
        return f"use mechanical_arm {at(position, _arm_square(position, action - ARM))}"
    if action < PLACE:
        return f"face {HEADINGS[action - FACE]}"
    if position.state.question == Question.START_ROW:
        return f"row {action - PLACE + 1}"
    if position.state.question == Question.START_COLUMN:
        return f"column {action - PLACE + 1}"
    return f"place {at(position, _ring_square(position, action - PLACE))}"


def _arm_square(position: Position, direction: int) -> int:
    """The square that the arm of whoever is asked reaches."""
    race = position.state
    square = int(race.robots[int(race.seat)].square)
    return int(arm_reaches(race, position.field, square, direction)) if square >= 0 else NOWHERE


def _ring_square(position: Position, number: int) -> int:
    """A square of the ring around the archive of whoever is asked."""
    race = position.state
    centre, ring = int(race.robots[int(race.seat)].archive), max(1, int(race.about))
    return int(ring_square(position.field, centre, ring, number)) if ring < HAND else NOWHERE


NAMES = {
    DONE: "done",
    NO: "no",
    NEXT_REGISTER: "next",
    END_TURN: "end",
    STAND_STILL: "stand_still",
    TIME_UP: "time_up",
}


def final(action: int) -> bool:
    """Who says done, or answers a question, cannot take it back."""
    return action >= DONE


# --- text to actions ---------------------------------------------------------------------------


def examples(position: Position) -> str:
    """What could be typed now."""
    if position.state.phase == Phase.PROGRAM:
        return PROGRAM_EXAMPLE
    legal = [action for seat in position.acting() for action in position.legal(seat)]
    return "; ".join(say(position, action) for action in legal[:4]) or PROGRAM_EXAMPLE


def read(position: Position, seat: int, text: str) -> Iterator[int]:
    """The actions of a text, one by one; each is to be played before the next is asked for."""
    normal = re.sub(r"(\d)\s*,\s*(\d+)(?=[\sNESWnesw;]|$)", r"\1:\2", text.strip().lower())
    parts = [part.strip() for part in re.split(r"[,;\n]", normal) if part.strip()]
    if not parts:
        raise UnreadableChoice(f"say what to do, for instance: {examples(position)}")
    for part in parts:
        yield from _read_part(position, seat, part)


def _read_part(position: Position, seat: int, part: str) -> Iterator[int]:
    words = part.split()
    if words[0] in READERS:
        yield from READERS[words[0]](position, words[1:])
    elif words[0] == "keep" and words[1:] and "_".join(words[1:]) in OPTION_NAMES:
        yield OPTION + _option(words[1:], "keep brakes")
    elif words[0] in ("keep", "store") and words[1:]:
        yield from _read_cards(position, seat, " ".join(words[1:]))
    else:
        yield from _read_cards(position, seat, part)


def _read_cards(position: Position, seat: int, text: str) -> Iterator[int]:
    """Cards, each into the next register; one behind a + lies beside the one before."""
    rest = text.strip()
    while rest:
        base = LAY
        if rest.startswith("+"):
            base, rest = ADD, rest[1:].strip()
        match = CARD.match(rest)
        if not match:
            raise UnreadableChoice(f"{rest.split()[0]!r} is no choice; try {examples(position)}")
        card = _find_card(position, seat, match[1] or match[4] or "", match[2] or match[3] or "")
        yield base + card - 1
        rest = rest[match.end() :].strip()


def _find_card(position: Position, seat: int, kind: str, number: str) -> int:
    """A card of the hand by its kind, its priority or both."""
    if position.state.phase != Phase.PROGRAM:
        words = f"no card is laid now; {examples(position)}"
        raise IllegalChoice(words, "RR-15", "RR-16")
    who = int(programmer_of(position.state, position.field, seat))
    held = [int(card) for card in position.state.robots[max(who, 0)].hand if card > EMPTY]
    for card in sorted(held, reverse=True):
        if kind in ("", KINDS[int(kind_of(card))]) and number in ("", str(card * 10)):
            return card
    wanted = int(number) // 10 if number else 0
    if number and (not 1 <= wanted <= CARDS or int(number) % 10):
        raise UnreadableChoice(f"priorities are 10, 20 to {CARDS * 10}, not {number}")
    if number and kind and KINDS[int(kind_of(wanted))] != kind:
        real = KINDS[int(kind_of(wanted))]
        raise UnreadableChoice(f"the card {number} is {real}, not {kind}")
    return wanted if number else PLAIN + KINDS.index(kind)


def _square(words: list[str], example: str) -> str:
    match = re.fullmatch(r"(\d+):(\d+)", words[0]) if len(words) == 1 else None
    if not match:
        raise UnreadableChoice(f"name a square: {example}")
    return f"{int(match[1])},{int(match[2])}"


def _option(words: list[str], example: str) -> int:
    name = "_".join(words).replace("-", "_")
    if name not in OPTION_NAMES:
        raise UnreadableChoice(f"{' '.join(words)!r} is no option card, as in: {example}")
    return OPTION_NAMES.index(name)


def _find_square(
    position: Position, square: str, first: int, find: Callable[[Position, int], int], count: int
) -> int:
    """The number of a choice that means a square."""
    for number in range(count):
        if at(position, find(position, number)) == square:
            return first + number
    raise IllegalChoice(f"{square} is out of reach; try {examples(position)}", "RR-O15", "RR-58")


def _use(position: Position, words: list[str]) -> Iterator[int]:
    if not words:
        raise UnreadableChoice("name an option card: use brakes")
    if words[0] == "fire_control":
        yield _fire_control(words[1:])
    elif words[0] == "mechanical_arm":
        square = _square(words[1:], "use mechanical_arm 3,4")
        yield _find_square(position, square, ARM, _arm_square, 8)
    else:
        option = _option(words, "use brakes")
        yield WEAPON + WEAPONS.index(option) if option in WEAPONS else _yes_to(position, words)


def _yes_to(position: Position, words: list[str]) -> int:
    """Yes, if that is what is asked."""
    asked = YES_WORDS.get(Question(int(position.state.question)), "")
    if asked != f"use {'_'.join(words)}":
        raise IllegalChoice(f"{' '.join(words)} cannot be used now; {_doing(position)}", "RR-O28")
    return YES


def _doing(position: Position) -> str:
    return f"try {examples(position)}"


def _fire_control(words: list[str]) -> int:
    example = "use fire_control lock 3, or use fire_control destroy brakes"
    if len(words) == 2 and words[0] == "lock":
        if words[1] not in list("12345"):
            raise UnreadableChoice(f"registers are 1 to {REGISTERS}, not {words[1]!r}")
        return LOCK + int(words[1]) - 1
    if len(words) >= 2 and words[0] == "destroy":
        return OPTION + _option(words[1:], example)
    raise UnreadableChoice(f"say what fire control does: {example}")


def _named_option(verb: str) -> Reader:
    def read_option(position: Position, words: list[str]) -> Iterator[int]:
        yield OPTION + _option(words, f"{verb} brakes")

    return read_option


def _down(question_words: str) -> Reader:
    def read_down(position: Position, words: list[str]) -> Iterator[int]:
        if words != ["down"]:
            raise UnreadableChoice(f"say it whole: {question_words}")
        asked = YES_WORDS.get(Question(int(position.state.question)), "power down")
        if asked != question_words:
            raise IllegalChoice(f"that is not asked now; {_doing(position)}", "RR-18", "RR-55")
        yield YES

    return read_down


def _face(position: Position, words: list[str]) -> Iterator[int]:
    heading = words[0][:1].upper() if len(words) == 1 else ""
    if not heading or heading not in HEADINGS:
        raise UnreadableChoice("name a heading: face N (N, E, S or W)")
    yield FACE + HEADINGS.index(heading)


def _place(position: Position, words: list[str]) -> Iterator[int]:
    square = _square(words, "place 3,4")
    yield _find_square(position, square, PLACE, _ring_square, WIDEST_RING)


def _counted(verb: str, question: Question) -> Reader:
    def read_number(position: Position, words: list[str]) -> Iterator[int]:
        if len(words) != 1 or not words[0].isdecimal() or not 1 <= int(words[0]) <= WIDEST_RING:
            raise UnreadableChoice(f"name a number from 1: {verb} 3")
        if position.state.question != question:
            raise IllegalChoice(f"no {verb} is chosen now; {_doing(position)}", "RR-C15")
        yield PLACE + int(words[0]) - 1

    return read_number


READERS: Mapping[str, Reader] = {
    "row": _counted("row", Question.START_ROW),
    "column": _counted("column", Question.START_COLUMN),
    "done": always(DONE),
    "no": always(NO),
    "pass": always(NO),
    "yes": always(YES),
    "use": _use,
    "discard": _named_option("discard"),
    "lose": _named_option("lose"),
    "power": _down("power down"),
    "stay": _down("stay down"),
    "start": _down("start down"),
    "face": _face,
    "place": _place,
    "next": always(NEXT_REGISTER),
    "end": always(END_TURN),
    "stand_still": always(STAND_STILL),
    "time_up": always(TIME_UP),
}
