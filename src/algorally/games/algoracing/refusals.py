"""Why a choice is refused: the rule's number, and what would have been right."""

from collections.abc import Iterator

from algorally.core.errors import GameError, IllegalChoice
from algorally.core.position import Position
from algorally.games.algoracing.names import (
    BASIC,
    CARDS,
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
from algorally.games.algoracing.rules.happen import card_in_hand
from algorally.games.algoracing.rules.row import may_cycle, may_insert, row_has_room
from algorally.games.algoracing.vocabulary import hand


def row_full() -> IllegalChoice:
    """The row is at its limit."""
    words = "the row has five commands, the most it may have; cover one, add a cycle or run"
    return IllegalChoice(words, "AR-86", "AR-87", "AR-A37")


def no_position(position: Position, place: int, *rules: str) -> IllegalChoice:
    """The row has no such position."""
    length = int(position.state.length)
    has = f"positions 0 to {length - 1}" if length else "no cards yet"
    return IllegalChoice(f"the row has {has}, so there is no position {place}", *rules)


def refuse_level(position: Position, card: int) -> None:
    """AR-17: cycles and teleports are not in the basic game."""
    if position.field.level == BASIC and TELEPORT <= card < TURN:
        raise IllegalChoice(f"{CARDS[card]} is not in the game at the basic level", "AR-17")


def refuse(position: Position, seat: int, action: int) -> GameError:
    """Why an acting seat may not play an action now, and what would be right."""
    try:
        _refuse_phase(position, action)
        reasons = list(_reasons(position, seat, action))
    except IllegalChoice as refusal:
        reasons = [refusal]
    numbers = dict.fromkeys(rule for reason in reasons for rule in reason.rules)
    if position.field.level == BASIC:  # the rules of the basic level first
        return IllegalChoice(reasons[0].message, *sorted(numbers, key=_is_complete))
    return IllegalChoice(reasons[0].message, *numbers)


def _is_complete(number: str) -> bool:
    """Whether a rule is one of the complete level."""
    return number[3:].isdecimal() and int(number[3:]) >= FIRST_COMPLETE_RULE


def _reasons(position: Position, seat: int, action: int) -> Iterator[IllegalChoice]:
    """Everything that speaks against an action; the card first, then its place."""
    for check in (_refuse_card, _refuse_place):
        try:
            check(position, seat, action)
        except IllegalChoice as reason:
            yield reason


FIRST_COMPLETE_RULE = 51

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
    if action == TIME_UP:
        raise IllegalChoice(f"only the clock plays time_up; {DOING[now]}", "AR-A56")
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


def _refuse_card(position: Position, seat: int, action: int) -> None:
    card, race = _card_of(action), position.state
    if card < 0:
        return
    refuse_level(position, card)
    basic = position.field.level == BASIC
    passing = REPLACE_CARD <= action < PASS
    lay = ("AR-19", "AR-83") if basic else ("AR-83", "AR-19")
    if passing and race.changed:
        words = "the row was already changed this turn; run it, or undo the changes to pass"
        raise IllegalChoice(words, "AR-92", "AR-22")
    if not passing and race.laid >= MAX_LAID:
        raise IllegalChoice(
            f"lay at most {MAX_LAID} cards in a turn; now run the row", *lay, "AR-A30"
        )
    held = hand(position, seat)
    known = CARDS[card if passing else int(card_in_hand(position.field, card))]
    if known not in held:
        rules = ("AR-22", "AR-92", "AR-A28") if passing else lay
        raise IllegalChoice(f"there is no {CARDS[card]} in the hand: {' '.join(held)}", *rules)


def _refuse_place(position: Position, seat: int, action: int) -> None:
    race = position.state
    if action < COVER:
        _refuse_insertion(position, action % MAX_ROW)
    elif action < CYCLE_ONE:
        _refuse_cover(position, (action - COVER) % MAX_ROW)
    elif action < UNCYCLE:
        _refuse_cycle(position, action)
    elif action < RUN:
        place = action - UNCYCLE
        if place >= race.length or not race.times[place]:
            raise IllegalChoice(f"no cycle begins above position {place} of the row", "AR-89")
    elif not REPLACE_CARD <= action < PASS:
        _refuse_whole(position, action)


def _refuse_insertion(position: Position, place: int) -> None:
    if not row_has_room(position.state):
        raise row_full()
    if not may_insert(position.state, place):
        where = f"at 0 to {int(position.state.length)}"
        raise IllegalChoice(f"a card can be inserted {where}", "AR-88", "AR-19")


def _refuse_cover(position: Position, place: int) -> None:
    if position.field.level == BASIC:
        raise IllegalChoice("cards are covered only at the complete level", "AR-88", "AR-19")
    if place >= position.state.length:
        raise no_position(position, place, "AR-88")
    if position.state.fresh[place]:
        raise IllegalChoice("own cards of this turn are not covered", "AR-A31", "AR-88")


def _refuse_cycle(position: Position, action: int) -> None:
    span = 1 if action < CYCLE_TWO else 2
    place = (action - CYCLE_ONE) % MAX_ROW if span == 1 else (action - CYCLE_TWO) % PAIRS
    if not may_cycle(position.state, place, span):
        words = "a cycle lies over one command or two neighbours that have no cycle yet"
        raise IllegalChoice(words, "AR-A32", "AR-52", "AR-53", "AR-54")


def _refuse_whole(position: Position, action: int) -> None:
    basic = position.field.level == BASIC
    if action == RUN and basic:
        raise IllegalChoice("lay one to three cards before running", "AR-19", "AR-20")
    if action == RUN:
        raise IllegalChoice(
            "no row lies on the table; lay a card first", "AR-85", "AR-91", "AR-A36"
        )
    if action == FRESH_START:
        words = (
            "the row stays and is changed; with fresh_start = yes it may be thrown away before"
            " any change, by a player who has a command to begin a new one"
        )
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
