"""Dealing and programming: from the start of a turn to the last finished program."""

from algorally.core.compile import compiled, rule
from algorally.core.dice import below
from algorally.core.events import UNHEARD, Log
from algorally.games.roborally.names import (
    CONDITIONAL_PROGRAM,
    CRAB_LEGS,
    DUAL_PROCESSOR,
    EMPTY,
    EXTRA_MEMORY,
    FLYWHEEL,
    HAND,
    MOVE1,
    PLACES,
    PLAIN,
    REGISTERS,
    USUAL_HAND,
    UTURN,
    EventKind,
)
from algorally.games.roborally.rules.cards import draw_next, is_rotation, kind_of
from algorally.games.roborally.rules.floor import is_awake, seat_of
from algorally.games.roborally.rules.happen import tell, tell_secret
from algorally.games.roborally.rules.sheet import (
    FLYWHEEL_SLOT,
    KEEPS_CONDITION,
    KEEPS_FLYWHEEL,
    KEEPS_HAND,
    has,
)
from algorally.games.roborally.state import Field, Race, Robot

# --- the deal ----------------------------------------------------------------------------------


@rule("RR-12", "RR-O9")
def hand_size(robot: Robot) -> int:
    """Nine cards, one fewer for each damage token, one more with Extra Memory."""
    size = USUAL_HAND - int(robot.damage)
    return size + 1 if has(robot, EXTRA_MEMORY) else size


@compiled
def deal_hand(race: Race, field: Field, log: Log, who: int, size: int) -> None:
    """A robot's player gets cards that nobody else sees."""
    for _ in range(size):
        card = draw_next(race)
        if card != EMPTY:
            audience = 1 << seat_of(field, who)
            tell_secret(race, field, log, EventKind.DEALT, who, card, audience)


@compiled
def deal(race: Race, field: Field, log: Log) -> None:
    """All robots that are awake get their hands, in the order of the docks."""
    for place in range(field.robots):
        who = int(race.order[place])
        if is_awake(race, who):
            deal_hand(race, field, log, who, hand_size(race.robots[who]))


@compiled
def cards_in_hand(robot: Robot) -> int:
    """How many cards a hand holds, without the Flywheel's."""
    count = 0
    for slot in range(FLYWHEEL_SLOT):
        if robot.hand[slot] != EMPTY:
            count += 1
    return count


@rule("RR-O22")
def recompile(race: Race, field: Field, log: Log, who: int) -> None:
    """Once a turn the dealt hand goes away for a new one of the same size; it costs a damage."""
    size = cards_in_hand(race.robots[who])
    tell(race, field, log, EventKind.HAND_RETURNED, who, size, 0, 0)
    deal_hand(race, field, log, who, size)


# --- programming -------------------------------------------------------------------------------


@compiled
def is_programming(race: Race, who: int) -> bool:
    """Whether a robot's program is still to be finished, be it only to say so."""
    return race.robots[who].done == 0 and is_awake(race, who)


@compiled
def programmer_of(race: Race, field: Field, seat: int) -> int:
    """The robot that a seat programs now, -1 if it has finished: one after the other."""
    who = seat
    while who < field.robots:
        if is_programming(race, who):
            return who
        who += int(field.seats)
    return -1


@compiled
def is_open(race: Race, field: Field, robot: Robot, register: int) -> bool:
    """Whether a register is to be filled: empty, not locked; a scene fills what it likes."""
    if field.stepwise:
        return False
    return robot.registers[register] == EMPTY and not robot.locked >> register & 1


@compiled
def open_registers(race: Race, field: Field, robot: Robot) -> int:
    """How many registers are still to be filled."""
    count = 0
    for register in range(REGISTERS):
        if is_open(race, field, robot, register):
            count += 1
    return count


@compiled
def next_open(race: Race, field: Field, robot: Robot) -> int:
    """The register that is filled next, REGISTERS if all are full."""
    for register in range(REGISTERS):
        if is_open(race, field, robot, register):
            return register
    return REGISTERS


@compiled
def laid_last(race: Race, field: Field, robot: Robot) -> int:
    """The register that was filled last, -1 if there is none."""
    for register in range(next_open(race, field, robot) - 1, -1, -1):
        is_laid = robot.registers[register] != EMPTY and not robot.shown >> register & 1
        if is_laid and not robot.locked >> register & 1:
            return register
    return -1


@compiled
def has_cards_enough(race: Race, field: Field, robot: Robot) -> bool:
    """Whether a second card in a register leaves enough cards for the others."""
    spare = cards_in_hand(robot) - open_registers(race, field, robot)
    if robot.hand[FLYWHEEL_SLOT] != EMPTY:
        spare += 1
    return spare > 0


@rule("RR-O6")
def is_sidestep(robot: Robot, move: int, rotation: int) -> bool:
    """Crab Legs: a Move 1 with a Rotate Left or Right in one register is a step sideways."""
    return has(robot, CRAB_LEGS) and kind_of(move) == MOVE1 and kind_of(rotation) != UTURN


@compiled
def are_pair(robot: Robot, one: int, other: int) -> bool:
    """Whether two cards may lie in one register: a move and a rotation."""
    if is_rotation(one) == is_rotation(other):
        return False
    move = other if is_rotation(one) else one
    rotation = one if is_rotation(one) else other
    return has(robot, DUAL_PROCESSOR) or is_sidestep(robot, move, rotation)


@compiled
def may_add(race: Race, field: Field, robot: Robot, card: int) -> bool:
    """Whether a card may lie beside the one laid last."""
    register = laid_last(race, field, robot)
    if register < 0 or robot.seconds[register] != EMPTY:
        return False
    return are_pair(robot, robot.registers[register], card) and has_cards_enough(race, field, robot)


@rule("RR-O5")
def may_keep(robot: Robot) -> bool:
    """Conditional Program: when the registers are full, one unused card may lie on the option."""
    return has(robot, CONDITIONAL_PROGRAM) and robot.conditional == EMPTY and robot.skipped == 0


@rule("RR-O11")
def may_store(robot: Robot) -> bool:
    """Flywheel: one unused card may be stored, and joins a later hand; one at a time."""
    return has(robot, FLYWHEEL) and robot.hand[FLYWHEEL_SLOT] == EMPTY


@compiled
def may_skip(robot: Robot) -> bool:
    """Whether a card may be stored without one being kept first."""
    return may_keep(robot) and may_store(robot)


@rule("RR-15")
def takes_card(race: Race, field: Field, robot: Robot) -> bool:
    """Registers are filled from left to right; then option cards may take an unused card."""
    return next_open(race, field, robot) < REGISTERS or may_keep(robot) or may_store(robot)


@compiled
def may_be_done(race: Race, field: Field, robot: Robot) -> bool:
    """Whether all registers are filled."""
    return field.stepwise == 1 or next_open(race, field, robot) == REGISTERS


@compiled
def tell_laid(race: Race, field: Field, log: Log, who: int, place: int, card: int) -> None:
    """RR-15: what a player lays, and how much of it, is seen by that player alone."""
    audience = 1 << seat_of(field, who) | UNHEARD
    tell_secret(race, field, log, EventKind.LAID, who, place * PLACES + card, audience)


@compiled
def tell_kept(race: Race, field: Field, log: Log, who: int, option: int, card: int) -> None:
    """A card that is kept on an option is seen by its player alone."""
    audience = 1 << seat_of(field, who) | UNHEARD
    tell_secret(race, field, log, EventKind.KEPT, who, option * PLACES + card, audience)


@compiled
def lay_card(race: Race, field: Field, log: Log, who: int, card: int) -> None:
    """A card goes into the next register, or onto an option when all are full."""
    robot = race.robots[who]
    register = next_open(race, field, robot)
    if register < REGISTERS:
        tell_laid(race, field, log, who, register, card)
    elif may_keep(robot):
        tell_kept(race, field, log, who, CONDITIONAL_PROGRAM, card)
    else:
        tell_kept(race, field, log, who, FLYWHEEL, card)


@compiled
def laid_registers(robot: Robot) -> int:
    """Where cards lie, as bits: the registers, then those with two cards."""
    laid = 0
    for register in range(REGISTERS):
        if robot.registers[register] != EMPTY:
            laid |= 1 << register
        if robot.seconds[register] != EMPTY:
            laid |= 1 << REGISTERS + register
    return laid


@compiled
def left_over(robot: Robot) -> int:
    """How many cards of the deck are not used."""
    count = 0
    for slot in range(FLYWHEEL_SLOT):
        if EMPTY < robot.hand[slot] < PLAIN:
            count += 1
    return count


@rule("RR-16")
def be_done(race: Race, field: Field, log: Log, who: int) -> None:
    """Who says "done" cannot change the program any more; cards left over are discarded."""
    robot = race.robots[who]
    kept = KEEPS_FLYWHEEL if robot.hand[FLYWHEEL_SLOT] != EMPTY else 0
    if robot.conditional != EMPTY:
        kept |= KEEPS_CONDITION
    left = left_over(robot)
    if field.stepwise:
        kept |= KEEPS_HAND
        left = 0
    tell(race, field, log, EventKind.DONE, who, laid_registers(robot), left, kept)


@rule("RR-17")
def fill_blindly(race: Race, field: Field, log: Log, who: int) -> None:
    """When the timer runs out the empty registers are filled from the unused cards, unseen."""
    robot = race.robots[who]
    for register in range(REGISTERS):
        if is_open(race, field, robot, register):
            lay_any(race, field, log, who, register)


@compiled
def lay_any(race: Race, field: Field, log: Log, who: int, register: int) -> None:
    """Any card of the hand goes into a register."""
    robot = race.robots[who]
    chosen = below(race.dice, max(1, cards_in_hand(robot)))
    for slot in range(HAND):
        if robot.hand[slot] != EMPTY:
            if chosen == 0 or slot == FLYWHEEL_SLOT:
                tell_laid(race, field, log, who, register, int(robot.hand[slot]))
                return
            chosen -= 1


@compiled
def anyone_programs(race: Race, field: Field) -> bool:
    """Whether a program is still to be finished."""
    for who in range(field.robots):
        if is_programming(race, who):
            return True
    return False
