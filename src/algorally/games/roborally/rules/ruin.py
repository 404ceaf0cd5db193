"""Damage and destruction: tokens, locked registers, options as armour, lives."""

from algorally.core.bits import count_bits, first_bit
from algorally.core.compile import compiled, rule
from algorally.core.dice import below
from algorally.core.events import Log
from algorally.games.roborally.names import (
    ABLATIVE_COAT,
    BY_DAMAGE,
    DESTROYED_AT,
    EMPTY,
    LOCKS_FROM,
    NOBODY,
    OFF,
    REGISTERS,
    EventKind,
    Question,
)
from algorally.games.roborally.options import CONTROL
from algorally.games.roborally.rules.cards import draw_next, urgency
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.questions import ask
from algorally.games.roborally.rules.sheet import has
from algorally.games.roborally.state import Field, Race, Robot

SITTING_OUT = 2  # cleanups until a robot comes back: that of this turn, and of the next

# --- tokens on their way -----------------------------------------------------------------------


@compiled
def is_later(race: Race, field: Field, one: int, other: int) -> bool:
    """RR-C10: whether the shot of a robot, already on its way, counts as later than another's."""
    if one < 0 or other < 0 or race.robots[race.superbot].due == 0:
        return one >= 0 and race.robots[race.superbot].due > 0
    return urgency(race, field, one) < urgency(race, field, other)


@compiled
def hit(race: Race, field: Field, log: Log, who: int, tokens: int, cause: int, by: int) -> None:
    """Damage tokens are on their way to a robot."""
    robot = race.robots[who]
    if tokens > 0 and robot.square != OFF:
        if who == race.superbot and is_later(race, field, int(robot.due_by), by):
            by = int(robot.due_by)
        tell(race, field, log, EventKind.HIT, who, tokens, cause, by)


@rule("RR-O1")
def absorb(race: Race, field: Field, log: Log, who: int) -> None:
    """The Ablative Coat takes the next three damage tokens from any source; then it is gone."""
    left = race.robots[who].coat - 1
    tell(race, field, log, EventKind.ABSORBED, who, left, 0, 0)
    if left == 0:
        tell(race, field, log, EventKind.OPTION_LOST, who, ABLATIVE_COAT, 0, 0)


@rule("RR-62")
def lock_register(race: Race, field: Field, log: Log, who: int, register: int) -> None:
    """A lock holds the card that lies in the register, face down or not."""
    tell(race, field, log, EventKind.LOCKED, who, register, 0, 0)
    fill_lock(race, field, log, who, register)


@rule("RR-71")
def fill_lock(race: Race, field: Field, log: Log, who: int, register: int) -> None:
    """A register that is locked while it is empty gets the top card of the deck, face up.

    A robot that is awake runs with empty registers only in a scene, or where others are thought
    to stand still; these stay empty.
    """
    is_left_empty = race.register >= 0 and not race.robots[who].powered_down
    if race.robots[who].registers[register] == EMPTY and not is_left_empty:
        card = draw_next(race)
        if card != EMPTY:
            tell(race, field, log, EventKind.LOCK_FILLED, who, register, card, 0)


@compiled
def highest_open(robot: Robot) -> int:
    """The highest register that is not locked, NOBODY if all are."""
    for register in range(REGISTERS - 1, -1, -1):
        if not robot.locked >> register & 1:
            return register
    return NOBODY


@rule("RR-61", "RR-65")
def take_token(race: Race, field: Field, log: Log, who: int) -> None:
    """A damage token lands: from the fifth on each locks a register, the tenth destroys."""
    robot = race.robots[who]
    tell(race, field, log, EventKind.DAMAGED, who, robot.damage + 1, robot.due_cause, 0)
    if robot.damage >= DESTROYED_AT:
        destroy(race, field, log, who, BY_DAMAGE, robot.due_by)
    elif robot.damage >= LOCKS_FROM:
        register = highest_open(robot)
        if register != NOBODY:
            lock_register(race, field, log, who, register)


@rule("RR-64")
def may_pay_with_option(race: Race, who: int) -> bool:
    """An option card may be given up for a damage token at the moment it arrives."""
    return race.robots[who].options != 0


@compiled
def settle_token(race: Race, field: Field, log: Log, who: int) -> None:
    """One token arrives: the coat takes it, an option may, or the robot does."""
    if has(race.robots[who], ABLATIVE_COAT):
        absorb(race, field, log, who)
    elif may_pay_with_option(race, who):
        ask(race, field, log, who, Question.DAMAGE, race.robots[who].due)
    else:
        take_token(race, field, log, who)


@compiled
def is_settled(race: Race, field: Field) -> bool:
    """Whether no token is on its way and no option has to be given up."""
    for who in range(field.robots):
        if race.robots[who].due > 0 or race.robots[who].losing:
            return False
    return True


@compiled
def settle_damage(race: Race, field: Field, log: Log) -> bool:
    """The next token on its way arrives, in the order of the docks; False if there is none."""
    for place in range(field.robots):
        who = int(race.order[place])
        if race.robots[who].due > 0:
            settle_token(race, field, log, who)
            return True
    return False


# --- destruction -------------------------------------------------------------------------------


@rule("RR-67")
def destroy(race: Race, field: Field, log: Log, who: int, cause: int, by: int) -> None:
    """A destroyed robot leaves the board and loses a life token; with the last it is out."""
    tell(race, field, log, EventKind.DESTROYED, who, cause, by, 0)
    tell(race, field, log, EventKind.LIFE_LOST, who, race.robots[who].lives - 1, 0, 0)
    if race.robots[who].lives == 0:
        tell(race, field, log, EventKind.OUT, who, 0, 0, 0)
    pass_on_superbot(race, field, log, who, by)
    sit_out(race, field, log, who)


@rule("RR-C10")
def pass_on_superbot(race: Race, field: Field, log: Log, who: int, by: int) -> None:
    """Whoever destroys the SuperBot becomes it."""
    if who == race.superbot and by >= 0 and by != who:
        tell(race, field, log, EventKind.SUPERBOT, by, 0, 0, 0)


@compiled
def sit_out(race: Race, field: Field, log: Log, who: int) -> None:
    """RR-C16: where flags are controlled, destroyed robots sit out a whole turn."""
    if field.options.teams == CONTROL:
        tell(race, field, log, EventKind.SITS_OUT, who, SITTING_OUT, 0, 0)


@rule("RR-66")
def give_up_option(race: Race, field: Field, log: Log, who: int) -> None:
    """A destroyed robot loses an option card that its player chooses."""
    options = int(race.robots[who].options)
    if count_bits(options) > 1:
        ask(race, field, log, who, Question.LOSE, 0)
    else:
        lose = first_bit(options)
        tell(race, field, log, EventKind.OPTION_LOST, who, lose, Question.LOSE, 0)


@compiled
def settle_losses(race: Race, field: Field, log: Log) -> None:
    """The next option that has to be given up, in the order of the docks."""
    for place in range(field.robots):
        who = int(race.order[place])
        if race.robots[who].losing:
            give_up_option(race, field, log, who)
            return


# --- repair ------------------------------------------------------------------------------------


@rule("RR-63")
def repair(race: Race, field: Field, log: Log, who: int) -> None:
    """Repairing a token opens the lowest locked register, and its card is discarded."""
    robot = race.robots[who]
    if robot.damage == 0:
        return
    tell(race, field, log, EventKind.REPAIRED, who, robot.damage - 1, 0, 0)
    if robot.locked:
        tell(race, field, log, EventKind.UNLOCKED, who, first_bit(int(robot.locked)), 0, 0)


# --- option cards ------------------------------------------------------------------------------


@rule("RR-S11")
def return_options(race: Race, field: Field, log: Log, who: int) -> None:
    """An empty option deck gives nothing, unless it is made anew of the cards that were lost."""
    if race.option_deck.count == 0 and field.options.option_reshuffle and race.option_discard.count:
        tell(race, field, log, EventKind.OPTIONS_RETURNED, who, 0, 0, 0)


@compiled
def next_option(race: Race) -> int:
    """The option card that comes next, laid on top; the deck must not be empty."""
    deck = race.option_deck
    last = deck.count - 1
    if race.stacked_options == 0 and deck.count > race.buried_options:
        other = race.buried_options + below(race.dice, deck.count - race.buried_options)
        card = deck.cards[other]
        deck.cards[other] = deck.cards[last]
        deck.cards[last] = card
    return int(deck.cards[last]) - 1


@rule("RR-53")
def draw_option(race: Race, field: Field, log: Log, who: int) -> None:
    """An option card is drawn, read out and laid down, face up."""
    return_options(race, field, log, who)
    if race.option_deck.count > 0:
        tell(race, field, log, EventKind.OPTION_DRAWN, who, next_option(race), 0, 0)
