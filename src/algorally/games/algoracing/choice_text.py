"""Choices as text and back."""

import re
from collections.abc import Callable, Iterator, Mapping

from algorally.core.errors import IllegalChoice, UnreadableChoice
from algorally.core.grid import HEADINGS
from algorally.core.position import Position
from algorally.core.words import Reader, always
from algorally.games.algoracing.names import (
    ACTIONS,
    BASIC,
    CARDS,
    COMMANDS,
    CORNER,
    COVER,
    CYCLE_ONE,
    CYCLE_TWO,
    FACE,
    FRESH_START,
    INSERT,
    LAY_SAMPLE,
    MAX_ROW,
    PAIRS,
    PASS,
    REPLACE_CARD,
    RIDE,
    RUN,
    TELEPORT,
    TIME_UP,
    TURN,
    UNCYCLE,
    X2,
    Phase,
)
from algorally.games.algoracing.refusals import no_position, refuse_level, row_full
from algorally.games.algoracing.rules.happen import card_in_hand
from algorally.games.algoracing.rules.row import NO_CYCLE, cycle_above
from algorally.games.algoracing.vocabulary import CORNER_NAMES, HEADING_NAMES, at

EXAMPLES = {  # where a whole turn can be typed; elsewhere a legal choice is one
    Phase.REPLACE: "replace left; pass",
    Phase.BUILD: "step jump left; run; pass step left (passing, and replacing these)",
}
COMPLETE_EXAMPLES = "insert step 0; cover 2 jump; cycle x2 0-1; uncycle 0; run; pass step left"


def examples(position: Position) -> str:
    """What could be typed now."""
    phase = Phase(int(position.state.phase))
    if phase == Phase.BUILD and position.field.level != BASIC:
        return f"step jump left; {COMPLETE_EXAMPLES}"
    legal = [action for seat in position.acting() for action in position.legal(seat)]
    return EXAMPLES.get(phase) or (say(position, legal[0]) if legal else EXAMPLES[Phase.BUILD])


# --- actions to text ---------------------------------------------------------------------------


def say(position: Position, action: int) -> str:
    """An action as text that `read` understands."""
    if action < COVER:
        card, place = divmod(action - INSERT, MAX_ROW)
        last = position.field.level == BASIC and place == position.state.length
        return CARDS[card] if last else f"insert {CARDS[card]} {place}"
    if action < CYCLE_ONE:
        card, place = divmod(action - COVER, MAX_ROW)
        return f"cover {place} {CARDS[card]}"
    if action < CYCLE_TWO:
        cycle, place = divmod(action - CYCLE_ONE, MAX_ROW)
        return f"cycle {CARDS[X2 + cycle]} {place}"
    if action < UNCYCLE:
        cycle, place = divmod(action - CYCLE_TWO, PAIRS)
        return f"cycle {CARDS[X2 + cycle]} {place}-{place + 1}"
    return _say_more(position, action)


def _say_more(position: Position, action: int) -> str:
    for first, past, words in (
        (UNCYCLE, RUN, [f"uncycle {place}" for place in range(MAX_ROW)]),
        (RUN, FRESH_START, ["run"]),
        (FRESH_START, REPLACE_CARD, ["fresh start"]),
        (REPLACE_CARD, PASS, [f"replace {card}" for card in CARDS]),
        (PASS, RIDE, ["pass"]),
        (RIDE, CORNER, [f"ride {heading}" for heading in HEADINGS]),
        (CORNER, FACE, [f"corner {corner}" for corner in CORNER_NAMES]),
        (FACE, LAY_SAMPLE, [f"face {heading}" for heading in HEADINGS]),
        (TIME_UP, ACTIONS, ["time_up"]),
    ):
        if first <= action < past:
            return words[action - first]
    return f"sample {at(position, int(position.field.mark_squares[action - LAY_SAMPLE]))}"


def final(action: int) -> bool:
    """Running, passing and riding show what was hidden, so they are not taken back."""
    return action in (RUN, PASS, TIME_UP) or RIDE <= action < CORNER


# --- text to actions ---------------------------------------------------------------------------


def read(position: Position, seat: int, text: str) -> Iterator[int]:
    """The actions of a text, one by one; each is to be played before the next is asked for.

    Positions in the row are those at the moment of each change, so the position must move along.
    """
    parts = [part.split() for part in re.split(r"[,;\n]", _normal(text.lower())) if part.strip()]
    if not parts:
        raise UnreadableChoice(f"say what to do, for instance: {examples(position)}")
    for part in parts:
        reader = READERS.get(part[0])
        yield from reader(position, part[1:]) if reader else _lay(position, part)


def _normal(text: str) -> str:
    """Card names of several words become one; a square's comma does not separate choices."""
    text = re.sub(r"\ball[ _-]the[ _-]way\b", "all_the_way", text)
    text = re.sub(r"\bu[ _-]turn\b", "uturn", text)
    return re.sub(r"(\d)\s*,\s*(\d)", r"\1:\2", text)


def _card(position: Position, word: str) -> int:
    name = word.strip("\"'")
    if name in CARDS[:TURN]:
        return CARDS.index(name)
    shown = repr(word.replace(":", ","))
    if position.state.phase != Phase.BUILD:
        raise UnreadableChoice(f"{shown} is no choice; try {examples(position)}")
    known = ", ".join(CARDS[: TELEPORT if position.field.level == BASIC else TURN])
    raise UnreadableChoice(f"{shown} is no card or command; cards are {known}")


def _place(words: list[str], example: str) -> int:
    if len(words) == 1 and re.fullmatch(r"-\d+", words[0]):
        raise IllegalChoice(f"positions of the row are counted from 0: {example}", "AR-88")
    if len(words) != 1 or not words[0].isdecimal():
        raise UnreadableChoice(f"name one position of the row, counted from 0: {example}")
    return int(words[0])


def _lay(position: Position, words: list[str]) -> Iterator[int]:
    """Cards in order, each at the end of the row; `run` may follow."""
    for number, word in enumerate(words):
        if word == "run" and number == len(words) - 1:
            yield RUN
        else:
            yield _insertion(position, _card(position, word), int(position.state.length))


def _insertion(position: Position, card: int, place: int) -> int:
    if card >= COMMANDS:
        refuse_level(position, card)
        raise IllegalChoice(
            f"{CARDS[card]} lies above commands of the row: cycle {CARDS[card]} 0",
            "AR-52",
            "AR-A32",
        )
    if place >= MAX_ROW and position.state.length >= MAX_ROW:
        raise row_full()
    if place > position.state.length:
        last = int(position.state.length)
        raise IllegalChoice(f"a card can be inserted at 0 to {last}, not at {place}", "AR-88")
    return INSERT + card * MAX_ROW + place


def _insert(position: Position, words: list[str]) -> Iterator[int]:
    if not words:
        raise UnreadableChoice("name a card and a position: insert step 0")
    place = _place(words[1:], "insert step 0") if words[1:] else int(position.state.length)
    yield _insertion(position, _card(position, words[0]), place)


def _cover(position: Position, words: list[str]) -> Iterator[int]:
    ordered = sorted(words, key=lambda word: not word.isdecimal())
    if len(words) != 2:
        raise UnreadableChoice("name a position and a card: cover 2 jump")
    place, card = _place(ordered[:1], "cover 2 jump"), _card(position, ordered[1])
    if card >= COMMANDS:
        raise IllegalChoice("a cycle lies above the row, it covers no command", "AR-52", "AR-88")
    if place >= position.state.length:
        raise no_position(position, place, "AR-88")
    yield COVER + card * MAX_ROW + place


def _cycle(position: Position, words: list[str]) -> Iterator[int]:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", words[1]) if len(words) == 2 else None
    if not match:
        raise UnreadableChoice("name a cycle card and one or two commands: cycle x2 0-1")
    card, first, last = _card(position, words[0]), int(match[1]), int(match[2] or match[1])
    if card < X2:
        raise IllegalChoice(f"{CARDS[card]} is no cycle; cycles are x2 and x3", "AR-52")
    refuse_level(position, card)
    if not 0 <= last - first <= 1:
        raise IllegalChoice("a cycle lies over one command or two neighbours", "AR-54", "AR-A32")
    if last >= position.state.length:
        raise no_position(position, last, "AR-A32", "AR-52")
    base = CYCLE_ONE if first == last else CYCLE_TWO
    yield base + (card - X2) * (MAX_ROW if first == last else PAIRS) + first


def _uncycle(position: Position, words: list[str]) -> Iterator[int]:
    place = _place(words, "uncycle 0")
    cycle = cycle_above(position.state, place) if place < position.state.length else NO_CYCLE
    if cycle == NO_CYCLE:
        raise IllegalChoice(f"there is no cycle above position {place} of the row", "AR-89")
    yield UNCYCLE + int(cycle)


def _pass(position: Position, words: list[str]) -> Iterator[int]:
    for word in words:
        yield REPLACE_CARD + _held_card(position, word)
    yield PASS


def _replace(position: Position, words: list[str]) -> Iterator[int]:
    if not words:
        raise UnreadableChoice("name the cards to replace: replace step left")
    for word in words:
        yield REPLACE_CARD + _held_card(position, word)


def _held_card(position: Position, word: str) -> int:
    """A card as it is held: flexible turn cards are all of one kind, called turn."""
    card = TURN if word == CARDS[TURN] else _card(position, word)
    return int(card_in_hand(position.field, card))


def _remove(position: Position, words: list[str]) -> Iterator[int]:
    if words:
        raise IllegalChoice("command cards stay in the row; only cycles are taken away", "AR-89")
    yield from _uncycle(position, words)


def _named(first: int, names: tuple[str, ...], example: str) -> Callable[..., Iterator[int]]:
    """A reader for one of a few names; the first letters of a heading's full name will do."""

    def read_name(position: Position, words: list[str]) -> Iterator[int]:
        wanted = words[0].upper() if len(words) == 1 else ""
        full = {name.upper(): name[0].upper() for name in HEADING_NAMES}
        name = full.get(wanted, wanted)
        if len(words) > 1:
            raise UnreadableChoice("separate choices by commas: corner NW, face E")
        if name not in names:
            raise UnreadableChoice(f"name one of {', '.join(names)}: {example}")
        yield first + names.index(name)

    return read_name


def _sample(position: Position, words: list[str]) -> Iterator[int]:
    marks = [at(position, int(square)) for square in position.field.mark_squares]
    marks = marks[: int(position.field.marks)]
    square = words[0].replace(":", ",") if len(words) == 1 else ""
    if not re.fullmatch(r"\d+,\d+", square):
        raise UnreadableChoice("name the square of a mark: sample 2,3")
    if square not in marks:
        raise IllegalChoice(f"there is no mark on {square}; marks: {' '.join(marks)}", "AR-9")
    yield LAY_SAMPLE + marks.index(square)


READERS: Mapping[str, Reader] = {
    "insert": _insert,
    "cover": _cover,
    "cycle": _cycle,
    "uncycle": _uncycle,
    "remove": _remove,
    "pass": _pass,
    "replace": _replace,
    "run": always(RUN),
    "fresh": always(FRESH_START),
    "ride": _named(RIDE, tuple(HEADINGS), "ride N"),
    "corner": _named(CORNER, CORNER_NAMES, "corner NW"),
    "face": _named(FACE, tuple(HEADINGS), "face E"),
    "sample": _sample,
    "time_up": always(TIME_UP),
}
