"""Choices, refusals and events in words."""

import re
from collections.abc import Callable, Iterator, Mapping

from algorally.core.errors import GameError, IllegalChoice, UnreadableChoice
from algorally.core.events import Happening
from algorally.core.game import Position
from algorally.core.grid import HEADINGS, square_text
from algorally.games.algoracing.names import (
    BASIC,
    BY_ELEVATOR,
    BY_JUMP,
    BY_LAST_SAMPLE,
    BY_TELEPORT,
    BY_TURN_CAP,
    CARDS,
    COLOURS,
    COMMANDS,
    CORNER,
    COVER,
    CYCLE_ONE,
    CYCLE_TWO,
    FACE,
    FRESH_START,
    INSERT,
    LAY_SAMPLE,
    MAX_LAID,
    MAX_ROW,
    PASS,
    REPLACE_CARD,
    RIDE,
    RUN,
    SAMPLES,
    TELEPORT,
    UNCYCLE,
    X2,
    Happens,
    Phase,
)
from algorally.games.algoracing.rules.row import NO_CYCLE, cycle_above

CORNER_NAMES = ("NW", "NE", "SE", "SW")
HEADING_NAMES = ("north", "east", "south", "west")
PAIRS = MAX_ROW - 1
EXAMPLES = "step jump left; insert step 0; cover 2 jump; cycle x2 0-1; uncycle 0; run; pass step"


def seat_name(position: Position, seat: int) -> str:
    """A seat is called by the colour of its rover."""
    return COLOURS[int(position.field.colours[seat])]


def at(position: Position, square: int) -> str:
    """A square as "x,y"."""
    return square_text(int(position.field.width), square)


# --- actions to text ---------------------------------------------------------------------------


def say(position: Position, action: int) -> str:
    """An action as text that `read` understands."""
    if action < COVER:
        card, place = divmod(action - INSERT, MAX_ROW)
        basic = position.field.level == BASIC
        return CARDS[card] if basic else f"insert {CARDS[card]} {place}"
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
    ):
        if first <= action < past:
            return words[action - first]
    return f"sample {at(position, int(position.field.mark_squares[action - LAY_SAMPLE]))}"


# --- text to actions ---------------------------------------------------------------------------


def read(position: Position, seat: int, text: str) -> Iterator[int]:
    """The actions of a text, one by one; each is to be played before the next is asked for.

    Positions in the row are those at the moment of each change, so the position must move along.
    """
    parts = [part.split() for part in re.split(r"[,;\n]", _join_squares(text.lower()))]
    parts = [part for part in parts if part]
    if not parts:
        raise UnreadableChoice(f"say what to do, for instance: {EXAMPLES}")
    for part in parts:
        reader = READERS.get(part[0])
        yield from reader(position, part[1:]) if reader else _lay(position, part)


def _join_squares(text: str) -> str:
    """A square's comma does not separate choices."""
    return re.sub(r"(\d)\s*,\s*(\d)", r"\1:\2", text)


def _card(word: str) -> int:
    name = word.strip("\"'").replace("-", "_")
    if name in CARDS[:-1]:
        return CARDS.index(name)
    raise UnreadableChoice(f"{word!r} is no card or command; cards are {', '.join(CARDS[:-1])}")


def _place(words: list[str], example: str) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise UnreadableChoice(f"name one position of the row, counted from 0: {example}")
    return int(words[0])


def _lay(position: Position, words: list[str]) -> Iterator[int]:
    """Cards in order, each at the end of the row; `run` may follow."""
    for number, word in enumerate(words):
        if word == "run" and number == len(words) - 1:
            yield RUN
        else:
            yield _insertion(position, _card(word), int(position.state.length))


def _insertion(position: Position, card: int, place: int) -> int:
    if card >= COMMANDS:
        _refuse_level(position, card)
        raise IllegalChoice(
            f"{CARDS[card]} lies above commands of the row: cycle {CARDS[card]} 0", "AR-52", "AR-A32"
        )
    if place >= MAX_ROW and position.state.length >= MAX_ROW:
        raise _row_full()
    if place > position.state.length:
        raise _no_position(position, place, "AR-88")
    return INSERT + card * MAX_ROW + place


def _insert(position: Position, words: list[str]) -> Iterator[int]:
    if not words:
        raise UnreadableChoice("name a card and a position: insert step 0")
    place = _place(words[1:], "insert step 0") if words[1:] else int(position.state.length)
    yield _insertion(position, _card(words[0]), place)


def _cover(position: Position, words: list[str]) -> Iterator[int]:
    ordered = sorted(words, key=lambda word: not word.isdecimal())
    if len(words) != 2:
        raise UnreadableChoice("name a position and a card: cover 2 jump")
    place, card = _place(ordered[:1], "cover 2 jump"), _card(ordered[1])
    if card >= COMMANDS:
        raise IllegalChoice("a cycle lies above the row, it covers no command", "AR-52", "AR-88")
    if place >= position.state.length:
        raise _no_position(position, place, "AR-88")
    yield COVER + card * MAX_ROW + place


def _cycle(position: Position, words: list[str]) -> Iterator[int]:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", words[1]) if len(words) == 2 else None
    if not match:
        raise UnreadableChoice("name a cycle card and one or two commands: cycle x2 0-1")
    card, first, last = _card(words[0]), int(match[1]), int(match[2] or match[1])
    if card < X2:
        raise IllegalChoice(f"{CARDS[card]} is no cycle; cycles are x2 and x3", "AR-52")
    _refuse_level(position, card)
    if not 0 <= last - first <= 1:
        raise IllegalChoice("a cycle lies over one command or two neighbours", "AR-54", "AR-A32")
    if last >= position.state.length:
        raise _no_position(position, last, "AR-A32", "AR-52")
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
        yield REPLACE_CARD + _card(word)
    yield PASS


def _replace(position: Position, words: list[str]) -> Iterator[int]:
    for word in words:
        yield REPLACE_CARD + _card(word)


def _remove(position: Position, words: list[str]) -> Iterator[int]:
    raise IllegalChoice("command cards stay in the row; only cycles are taken away", "AR-89")
    yield 0


def _named(first: int, names: tuple[str, ...], example: str) -> Callable[..., Iterator[int]]:
    """A reader for one of a few names; the first letters of a heading's full name will do."""

    def read_name(position: Position, words: list[str]) -> Iterator[int]:
        wanted = words[0].upper() if len(words) == 1 else ""
        full = {name.upper(): name[0].upper() for name in HEADING_NAMES}
        name = full.get(wanted, wanted)
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


def _one(action: int) -> Callable[..., Iterator[int]]:
    def read_one(position: Position, words: list[str]) -> Iterator[int]:
        yield action

    return read_one


READERS: Mapping[str, Callable[[Position, list[str]], Iterator[int]]] = {
    "insert": _insert,
    "cover": _cover,
    "cycle": _cycle,
    "uncycle": _uncycle,
    "remove": _remove,
    "pass": _pass,
    "replace": _replace,
    "run": _one(RUN),
    "fresh": _one(FRESH_START),
    "ride": _named(RIDE, tuple(HEADINGS), "ride N"),
    "corner": _named(CORNER, CORNER_NAMES, "corner NW"),
    "face": _named(FACE, tuple(HEADINGS), "face E"),
    "sample": _sample,
}


# --- refusals ----------------------------------------------------------------------------------


def _row_full() -> IllegalChoice:
    words = "the row has five commands, the most it may have; cover one, add a cycle or run"
    return IllegalChoice(words, "AR-86", "AR-87", "AR-A37")


def _no_position(position: Position, place: int, *rules: str) -> IllegalChoice:
    length = int(position.state.length)
    has = f"positions 0 to {length - 1}" if length else "no cards yet"
    return IllegalChoice(f"the row has {has}, so there is no position {place}", *rules)


def _refuse_level(position: Position, card: int) -> None:
    if position.field.level == BASIC and card >= TELEPORT:
        raise IllegalChoice(f"{CARDS[card]} is not in the game at the basic level", "AR-17")


def refuse(position: Position, seat: int, action: int) -> GameError:
    """Why an acting seat may not play an action now, and what would be right."""
    try:
        _refuse_phase(position, action)
        _refuse_card(position, seat, action)
        _refuse_place(position, action)
    except IllegalChoice as refusal:
        return refusal
    return IllegalChoice("that cannot be done now", "AR-5")


PHASES_OF = (
    (RUN + 2, (Phase.BUILD,), "a row is built in a player's turn", ("AR-83", "AR-19")),
    (RIDE, (Phase.BUILD, Phase.REPLACE), "cards are replaced in a turn", ("AR-22", "AR-92")),
    (
        CORNER,
        (Phase.RIDE_FIRST, Phase.RIDE_BETWEEN, Phase.RIDE_LAST),
        "an elevator is chosen only where two are free",
        ("AR-A47",),
    ),
    (FACE, (Phase.CORNERS,), "corners are chosen before the game", ("AR-13",)),
    (LAY_SAMPLE, (Phase.FACINGS,), "facings are chosen after the corners", ("AR-15", "AR-A52")),
)
DOING = {
    Phase.PLACE_SAMPLES: "a sample is to be laid on a mark now: sample 2,3",
    Phase.CORNERS: "a corner is to be chosen now: corner NW",
    Phase.FACINGS: "a facing is to be chosen now: face E",
    Phase.BUILD: "a row is to be built and run now, or pass",
    Phase.REPLACE: "this turn is a pass: replace another card, or finish with pass",
    Phase.RIDE_FIRST: "an elevator is to be chosen now: ride N",
    Phase.RIDE_BETWEEN: "an elevator is to be chosen now: ride N",
    Phase.RIDE_LAST: "an elevator is to be chosen now: ride N",
}


def _refuse_phase(position: Position, action: int) -> None:
    now = Phase(int(position.state.phase))
    for past, phases, words, rules in PHASES_OF:
        if action < past:
            if now not in phases:
                raise IllegalChoice(f"{words}; {DOING[now]}", *rules)
            return
    if now != Phase.PLACE_SAMPLES:
        raise IllegalChoice(f"samples are laid before the game; {DOING[now]}", "AR-A4", "AR-9")


def _card_of(action: int) -> int:
    """The card from the hand that an action needs, -1 if none."""
    for first, past, size, card in (
        (INSERT, COVER, MAX_ROW, 0),
        (COVER, CYCLE_ONE, MAX_ROW, 0),
        (CYCLE_ONE, CYCLE_TWO, MAX_ROW, X2),
        (CYCLE_TWO, UNCYCLE, PAIRS, X2),
        (REPLACE_CARD, PASS, 1, 0),
    ):
        if first <= action < past:
            return card + (action - first) // size
    return -1


def hand(position: Position, seat: int) -> list[str]:
    """The cards in a hand, by name."""
    counts = position.state.rovers[seat].hand
    return [name for kind, name in enumerate(CARDS) for _ in range(int(counts[kind]))]


def _refuse_card(position: Position, seat: int, action: int) -> None:
    card, race = _card_of(action), position.state
    if card < 0:
        return
    _refuse_level(position, card)
    basic = position.field.level == BASIC
    passing = REPLACE_CARD <= action < PASS
    lay = ("AR-19", "AR-83") if basic else ("AR-83", "AR-19")
    if passing and race.changed:
        words = "the row was already changed this turn; run it, or undo the changes to pass"
        raise IllegalChoice(words, "AR-92", "AR-22")
    if not passing and race.laid >= MAX_LAID:
        raise IllegalChoice(f"lay at most {MAX_LAID} cards in a turn; now run the row", *lay, "AR-A30")
    held = hand(position, seat)
    known = "turn" if "turn" in held and CARDS[card] in ("left", "right", "uturn") else CARDS[card]
    if known not in held:
        rules = ("AR-22", "AR-92", "AR-A28") if passing else lay
        raise IllegalChoice(f"there is no {CARDS[card]} in the hand: {' '.join(held)}", *rules)


def _refuse_place(position: Position, action: int) -> None:
    race = position.state
    length, basic = int(race.length), position.field.level == BASIC
    if action < COVER:
        if length >= MAX_ROW:
            raise _row_full()
        where = f"at {length}, behind the last" if basic else f"at 0 to {length}"
        raise IllegalChoice(f"a card can be inserted {where}", "AR-88", "AR-19")
    if action < CYCLE_ONE:
        _refuse_cover(position, (action - COVER) % MAX_ROW)
    if action < UNCYCLE:
        words = "a cycle lies over one command or two neighbours that have no cycle yet"
        raise IllegalChoice(words, "AR-A32", "AR-52", "AR-53", "AR-54")
    if action < RUN:
        place = action - UNCYCLE
        raise IllegalChoice(f"no cycle begins above position {place} of the row", "AR-89")
    _refuse_whole(position, action)


def _refuse_cover(position: Position, place: int) -> None:
    if position.field.level == BASIC:
        raise IllegalChoice("cards are covered only at the complete level", "AR-88", "AR-19")
    if place >= position.state.length:
        raise _no_position(position, place, "AR-88")
    raise IllegalChoice("own cards of this turn are not covered", "AR-A31", "AR-88")


def _refuse_whole(position: Position, action: int) -> None:
    basic = position.field.level == BASIC
    if action == RUN and basic:
        raise IllegalChoice("lay one to three cards before running", "AR-19", "AR-20")
    if action == RUN:
        raise IllegalChoice("no row lies on the table; lay a card first", "AR-85", "AR-91", "AR-A36")
    if action == FRESH_START:
        words = "the row stays and is changed; it may only be thrown away with fresh_start = yes"
        raise IllegalChoice(words, "AR-A34", "AR-84", "AR-89")
    if action == PASS:
        words = "the row was already changed this turn; run it, or undo the changes to pass"
        raise IllegalChoice(words, "AR-92", "AR-22")
    if action < CORNER:
        raise IllegalChoice("no free elevator goes that way", "AR-A47", "AR-78")
    if action < FACE:
        raise IllegalChoice("a base lies on that corner already", "AR-13")
    if action < LAY_SAMPLE:
        raise IllegalChoice("a rover may not start facing a wall or the border", "AR-15", "AR-A5")
    raise IllegalChoice("choose a mark on which no sample lies", "AR-A4", "AR-10", "AR-9")


# --- events ------------------------------------------------------------------------------------


def tell(position: Position, event: Happening) -> str:
    """An event in words, "" where there is nothing to tell."""
    kind = Happens(event.kind)
    who = seat_name(position, event.seat)
    plain = {
        Happens.TURN_BEGAN: f"{who}'s turn",
        Happens.ROW_DISCARDED: "the row is discarded",
        Happens.WAITS: f"{who} waits: the elevator is busy",
        Happens.PASSED: f"{who} passes",
        Happens.RESHUFFLED: "the discard pile is shuffled into a new draw pile",
        Happens.RUN_BEGAN: f"{who} runs the row",
    }
    if kind in plain:
        return plain[kind]
    teller = TELLERS.get(kind)
    return teller(position, who, event) if teller else ""


def _tell_move(position: Position, who: str, event: Happening) -> str:
    ways = {BY_JUMP: "jumps", BY_ELEVATOR: "rides the elevator", BY_TELEPORT: "is teleported home"}
    return f"{who} {ways.get(event.c, 'drives')} to {at(position, event.b)}"


def _tell_end(position: Position, who: str, event: Happening) -> str:
    winners = [seat_name(position, s) for s in range(position.seats) if event.a >> s & 1]
    reasons = {BY_LAST_SAMPLE: "the last sample is delivered", BY_TURN_CAP: "the last turn is over"}
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{reasons.get(event.b, 'enough points')}: {' and '.join(winners)} {verb}"


def _tell_uncycle(position: Position, who: str, event: Happening) -> str:
    gone = "breaks" if event.b else "is taken away"
    return f"the cycle above {event.a} {gone}"


def _tell_draw(position: Position, who: str, event: Happening) -> str:
    card = "a card" if event.secret < 0 else CARDS[event.secret]
    return f"{who} draws {card}"


TELLERS: Mapping[Happens, Callable[[Position, str, Happening], str]] = {
    Happens.BASE_PLACED: lambda p, who, e: f"the {who} base lies on {at(p, e.a)}",
    Happens.FACED: lambda p, who, e: f"{who} faces {HEADING_NAMES[e.a]}",
    Happens.LAID_DOWN: lambda p, who, e: f"a sample comes to lie on {at(p, e.b)}",
    Happens.INSERTED: lambda p, who, e: f"{who} lays {CARDS[e.a]} at {e.b}",
    Happens.COVERED: lambda p, who, e: f"{who} covers {e.b} with {CARDS[e.a]}",
    Happens.CYCLED: lambda p, who, e: (
        f"{who} lays {CARDS[e.a]} over {e.b}" + (f"-{e.b + 1}" if e.c > 1 else "")
    ),
    Happens.UNCYCLED: _tell_uncycle,
    Happens.SKIPPED: lambda p, who, e: f"{CARDS[e.a]} is skipped",
    Happens.MOVED: _tell_move,
    Happens.BUMPED: lambda p, who, e: f"{who} runs into {seat_name(p, e.a)}",
    Happens.PAID: lambda p, who, e: f"{who} pays {seat_name(p, e.b)} a sample",
    Happens.PICKED_UP: lambda p, who, e: f"{who} picks up a sample on {at(p, e.b)}",
    Happens.SCORED: lambda p, who, e: f"{who} delivers a {SAMPLES[e.b]} sample",
    Happens.REPLACED: lambda p, who, e: f"{who} discards {CARDS[e.a]}",
    Happens.DREW: _tell_draw,
    Happens.GAME_OVER: _tell_end,
}
