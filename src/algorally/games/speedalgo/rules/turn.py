"""One round, from the throws of the die to the end of the last program."""

from algorally.core.compile import compiled, rule
from algorally.core.dice import below
from algorally.core.events import Log
from algorally.games.speedalgo.names import (
    AT,
    EMPTY,
    FACES,
    MAX_SEATS,
    PREPARED_ROUNDS,
    SA,
    SAS,
    WRITTEN,
    EventKind,
    Phase,
)
from algorally.games.speedalgo.options import FLIP, OPEN_SEQUENTIAL, SECRET, WRITTEN_DOWN
from algorally.games.speedalgo.rules.condition import test
from algorally.games.speedalgo.rules.ending import check_end
from algorally.games.speedalgo.rules.happen import tell, tell_program
from algorally.games.speedalgo.rules.moving import advance_bolide
from algorally.games.speedalgo.rules.program import sign_before
from algorally.games.speedalgo.rules.targets import (
    act_on,
    has_target,
    next_target,
    note_fewer,
    without_target,
)
from algorally.games.speedalgo.rules.traffic import advance_all_traffic
from algorally.games.speedalgo.rules.unroll import is_condition
from algorally.games.speedalgo.state import Field, Race

# --- the die -----------------------------------------------------------------------------------


@rule("SA-B35")
def throw_die(race: Race, field: Field, seat: int) -> int:
    """The die shows 1, 2, 2, 3, 3 or 4, unless the throw of this round was prepared."""
    face = FACES[below(race.dice, len(FACES))]
    if race.turn <= PREPARED_ROUNDS:
        prepared = int(field.throws[(race.turn - 1) * MAX_SEATS + seat])
        if prepared > 0:
            return prepared
    return face


@rule("SA-12", "SA-13", "SA-14", "SA-B6")
def roll_dice(race: Race, field: Field, log: Log) -> None:
    """Every player in succession rolls the die, before programming; all see the throws."""
    for place in range(field.seats):
        seat = race.order[place]
        tell(race, field, log, EventKind.ROLLED, seat, throw_die(race, field, seat), 0, 0)


@compiled
def begin_round(race: Race, field: Field, log: Log) -> None:
    """A round begins with the throws; then all build their programs."""
    tell(race, field, log, EventKind.ROUND_BEGAN, race.order[0], race.turn + 1, 0, 0)
    roll_dice(race, field, log)
    tell(race, field, log, EventKind.DECISION, race.order[0], Phase.PROGRAM, 0, 0)


# --- building ----------------------------------------------------------------------------------


@rule("SA-B5")
def is_programming(race: Race, field: Field, seat: int) -> bool:
    """All build their programs at once and in secret; or openly, one after the other."""
    if race.phase != Phase.PROGRAM or race.drivers[seat].ready:
        return False
    if field.options.programming == OPEN_SEQUENTIAL:
        for place in range(field.seats):
            if not race.drivers[race.order[place]].ready:
                return race.order[place] == seat
    return True


@compiled
def lay_card(race: Race, field: Field, log: Log, seat: int, card: int) -> None:
    """A card or sign is laid, with the sign before it that goes without saying."""
    sign = sign_before(race.drivers[seat], field, card)
    if sign != EMPTY:
        tell_program(race, field, log, EventKind.LAID, seat, sign)
    tell_program(race, field, log, EventKind.LAID, seat, card)


@compiled
def all_are_ready(race: Race, field: Field) -> bool:
    """Whether nobody is building a program any more."""
    for seat in range(field.seats):
        if not race.drivers[seat].ready:
            return False
    return True


@compiled
def turn_up(race: Race, field: Field, log: Log, seat: int) -> None:
    """SA-B5: a secret program is shown to all before the first one runs."""
    driver = race.drivers[seat]
    for place in range(driver.length):
        tell(race, field, log, EventKind.TURNED_UP, seat, driver.program[place], place, 0)
    if field.options.targets_chosen == WRITTEN_DOWN:
        for place in range(WRITTEN):
            if driver.written[place] > 0:
                car = driver.written[place] - 1
                tell(race, field, log, EventKind.SHOWN, seat, place, car, 0)


@compiled
def get_ready(race: Race, field: Field, log: Log, seat: int) -> None:
    """A program is done; when all are, they run."""
    tell(race, field, log, EventKind.READY, seat, 0, 0, 0)
    if not all_are_ready(race, field):
        return
    tell(race, field, log, EventKind.DECISION, race.order[0], Phase.RUN, 0, 0)
    if field.options.programming == SECRET:
        for who in range(field.seats):
            turn_up(race, field, log, who)
    begin_run(race, field, log)


# --- running -----------------------------------------------------------------------------------


@compiled
def begin_run(race: Race, field: Field, log: Log) -> None:
    """The next player's program begins."""
    seat = race.order[race.ran]
    tell(race, field, log, EventKind.RUN_BEGAN, seat, race.drivers[seat].length, 0, 0)


@rule("SA-17", "SA-40")
def next_step(race: Race, field: Field, log: Log) -> bool:
    """The instructions run from left to right, repetitions step by step; False if it stops."""
    step = int(race.step)
    card = race.steps[step].card
    if is_condition(card):
        test(race, field, log, step)
        return True
    tell(race, field, log, EventKind.INSTRUCTION, race.seat, card, race.steps[step].place, step)
    if card < AT:
        return advance_bolide(race, field, log, card)
    if not has_target(race):
        return without_target(race, field, log)
    note_fewer(race, field, log)
    return True


@compiled
def take_step(race: Race, field: Field, log: Log) -> None:
    """The program that runs goes on by one instruction or car, or ends."""
    going = True
    if race.due > 0:
        going = next_target(race, field, log)
    elif race.step < race.length:
        going = next_step(race, field, log)
    else:
        end_run(race, field, log, 0)
    if not going:
        end_run(race, field, log, 1)


@compiled
def run_on(race: Race, field: Field, log: Log) -> None:
    """Programs run, one after the other, until a car has to be chosen or the round is over."""
    while runs(race):
        take_step(race, field, log)


@compiled
def runs(race: Race) -> bool:
    """Whether a program goes on by itself."""
    return bool(race.phase == Phase.RUN)


@compiled
def stage_of(race: Race, action: int) -> int:
    """1 while programs run, 0 while they are made."""
    return 1 if race.phase in (Phase.RUN, Phase.TARGET) else 0


@compiled
def choose_target(race: Race, field: Field, log: Log, car: int) -> None:
    """The player has chosen a car; then the program goes on."""
    if not act_on(race, field, log, car):
        end_run(race, field, log, 1)


@compiled
def stop_choosing(race: Race, field: Field, log: Log) -> None:
    """SA-B14: no further car is to advance."""
    tell(race, field, log, EventKind.ENOUGH, race.seat, 0, 0, 0)


@compiled
def flip_card(race: Race, field: Field, log: Log, seat: int) -> None:
    """SA-52, SA-B39: a condition card that lay in a program is turned over for its next use."""
    if field.options.condition_card != FLIP:
        return
    driver = race.drivers[seat]
    for place in range(driver.length):
        if is_condition(driver.program[place]):
            other = SAS if driver.program[place] == SA else SA
            tell(race, field, log, EventKind.FLIPPED, seat, other, 0, 0)
            return


@rule("SA-22")
def end_run(race: Race, field: Field, log: Log, interrupted: int) -> None:
    """After the run its player fills in the mark sheet; then the next player runs."""
    seat = race.seat
    tell(race, field, log, EventKind.RUN_ENDED, seat, interrupted, 0, 0)
    flip_card(race, field, log, seat)
    if race.ran < field.seats:
        begin_run(race, field, log)
    else:
        end_round(race, field, log)


@rule("SA-23", "SA-24", "SA-25", "SA-B29")
def end_round(race: Race, field: Field, log: Log) -> None:
    """When all have run the round is complete; all take back their cards, the last begins."""
    check_end(race, field, log)
    if race.phase == Phase.OVER:
        return
    advance_all_traffic(race, field, log)
    tell(race, field, log, EventKind.ROUND_ENDED, race.seat, 0, 0, 0)
    begin_round(race, field, log)
