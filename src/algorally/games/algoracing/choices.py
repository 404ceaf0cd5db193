"""What a seat may do: action numbers, who acts, what is legal, and the door that plays it."""

from algorally.core.bits import allow
from algorally.core.compile import compiled
from algorally.core.events import Log
from algorally.core.records import Mask
from algorally.games.algoracing.names import (
    ACTIONS,
    COMMANDS,
    CORNER,
    COVER,
    CYCLE_ONE,
    CYCLE_TWO,
    FACE,
    FRESH_START,
    INSERT,
    KINDS,
    LAY_SAMPLE,
    MAX_ROW,
    PAIRS,
    PASS,
    REPLACE_CARD,
    RIDE,
    RUN,
    TIME_UP,
    UNCYCLE,
    X2,
    EventKind,
    Phase,
)
from algorally.games.algoracing.rules.clock import time_up
from algorally.games.algoracing.rules.elevator import free_lifts
from algorally.games.algoracing.rules.happen import card_in_hand, tell
from algorally.games.algoracing.rules.row import (
    may_cover,
    may_cycle,
    may_insert,
    may_lay_more,
    may_pass,
    may_run,
    may_start_afresh,
    row_has_room,
)
from algorally.games.algoracing.rules.turn import (
    add_cycle,
    cover_card,
    end_pass,
    insert_card,
    remove_cycle,
    ride_chosen,
    run,
    start_afresh,
)
from algorally.games.algoracing.setup import (
    choose_corner,
    choose_facing,
    empty_marks,
    facings,
    free_corners,
    lay_sample,
)
from algorally.games.algoracing.state import Field, Race


@compiled
def acting(race: Race, field: Field) -> int:
    """The seats that have to decide something now, as a bit mask; 0 when the game is over."""
    if race.phase == Phase.OVER:
        return 0
    return 1 << int(race.seat)


@compiled
def holds(race: Race, field: Field, kind: int) -> bool:
    """Whether the player whose turn it is can lay such a card from the hand."""
    return race.rovers[race.seat].hand[card_in_hand(field, kind)] > 0


@compiled
def legal_commands(race: Race, field: Field, mask: Mask) -> None:
    """Insert a card, or cover one."""
    room = row_has_room(race)
    for kind in range(COMMANDS):
        if holds(race, field, kind):
            for position in range(MAX_ROW):
                if room and may_insert(race, position):
                    mask[INSERT + kind * MAX_ROW + position] = 1
                if may_cover(race, field, position):
                    mask[COVER + kind * MAX_ROW + position] = 1


@compiled
def legal_cycles(race: Race, field: Field, mask: Mask) -> None:
    """Lay a cycle above one card or two."""
    for cycle in range(2):
        if holds(race, field, X2 + cycle):
            for position in range(race.length):
                if may_cycle(race, position, 1):
                    mask[CYCLE_ONE + cycle * MAX_ROW + position] = 1
                if may_cycle(race, position, 2):
                    mask[CYCLE_TWO + cycle * PAIRS + position] = 1


@compiled
def legal_replacements(race: Race, mask: Mask) -> None:
    """Pass, replacing another card or not."""
    for kind in range(KINDS):
        if race.rovers[race.seat].hand[kind] > 0:
            mask[REPLACE_CARD + kind] = 1
    mask[PASS] = 1


@compiled
def legal_builds(race: Race, field: Field, mask: Mask) -> None:
    """Everything that may be done with the row, and passing."""
    if may_lay_more(race):
        legal_commands(race, field, mask)
        legal_cycles(race, field, mask)
    for position in range(race.length):
        if race.times[position] > 0:
            mask[UNCYCLE + position] = 1
    if may_run(race, field):
        mask[RUN] = 1
    if may_pass(race):
        legal_replacements(race, mask)
    if may_start_afresh(race, field):
        mask[FRESH_START] = 1


@compiled
def legal_setup(race: Race, field: Field, mask: Mask) -> None:
    """The choices of set-up."""
    if race.phase == Phase.PLACE_SAMPLES:
        allow(mask, LAY_SAMPLE, empty_marks(race, field))
    elif race.phase == Phase.CORNERS:
        allow(mask, CORNER, free_corners(race, field))
    else:
        allow(mask, FACE, facings(race, field))


@compiled
def allow_legal(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Set the bytes of the legal actions of a seat to 1, in a mask of zeros."""
    if race.phase == Phase.OVER or seat != race.seat:
        return
    if race.phase <= Phase.FACINGS:
        legal_setup(race, field, mask)
    elif race.phase == Phase.BUILD:
        legal_builds(race, field, mask)
    elif race.phase == Phase.REPLACE:
        legal_replacements(race, mask)
    else:
        allow(mask, RIDE, free_lifts(race, field, race.seat))  # AR-A47


@compiled
def legal(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Set the bytes of the legal actions of a seat to 1, all others to 0."""
    for action in range(ACTIONS):
        mask[action] = 0
    allow_legal(race, field, seat, mask)


@compiled
def play_build(race: Race, field: Field, log: Log, action: int) -> None:
    """A change of the row."""
    if action < COVER:
        insert_card(race, field, log, action // MAX_ROW, action % MAX_ROW)
    elif action < CYCLE_ONE:
        place = action - COVER
        cover_card(race, field, log, place // MAX_ROW, place % MAX_ROW)
    elif action < CYCLE_TWO:
        place = action - CYCLE_ONE
        add_cycle(race, field, log, X2 + place // MAX_ROW, place % MAX_ROW, 1)
    elif action < UNCYCLE:
        place = action - CYCLE_TWO
        add_cycle(race, field, log, X2 + place // PAIRS, place % PAIRS, 2)
    else:
        remove_cycle(race, field, log, action - UNCYCLE)


@compiled
def play_setup(race: Race, field: Field, log: Log, action: int) -> None:
    """A choice of set-up."""
    if action < FACE:
        choose_corner(race, field, log, action - CORNER)
    elif action < LAY_SAMPLE:
        choose_facing(race, field, log, action - FACE)
    else:
        lay_sample(race, field, log, action - LAY_SAMPLE)


@compiled
def play(race: Race, field: Field, seat: int, action: int, log: Log) -> None:
    """The one door that changes a race; the action must be legal, or TIME_UP."""
    if action < RUN:
        play_build(race, field, log, action)
    elif action == RUN:
        run(race, field, log)
    elif action == FRESH_START:
        start_afresh(race, field, log)
    elif action < PASS:
        tell(race, field, log, EventKind.REPLACED, seat, action - REPLACE_CARD, 0, 0)
    elif action == PASS:
        end_pass(race, field, log)
    elif action < CORNER:
        ride_chosen(race, field, log, action - RIDE)
    elif action == TIME_UP:
        time_up(race, field, log)
    else:
        play_setup(race, field, log, action)


@compiled
def stage_of(race: Race, action: int) -> int:
    """1 for the choices that end a turn, which set off much more than the others."""
    return 1 if action in (RUN, PASS) else 0
