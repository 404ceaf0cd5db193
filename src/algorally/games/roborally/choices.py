"""What a seat may do: action numbers, who acts, what is legal, and the door that plays it."""

from algorally.core.bits import allow
from algorally.core.compile import compiled
from algorally.core.events import Log
from algorally.core.records import Mask
from algorally.games.roborally.names import (
    ACTIONS,
    ADD,
    CONDITIONAL_PROGRAM,
    DONE,
    EMPTY,
    END_TURN,
    HAND,
    LAY,
    NEXT_REGISTER,
    NO,
    OPTION,
    REGISTERS,
    TIME_UP,
    YES,
    EventKind,
    Phase,
    Question,
    Stage,
)
from algorally.games.roborally.rules.answers import answer
from algorally.games.roborally.rules.cleanup import (
    legal_facings,
    legal_places,
    wipe_registers,
)
from algorally.games.roborally.rules.clock import plain_answer, tell_time_up
from algorally.games.roborally.rules.courses import legal_start
from algorally.games.roborally.rules.flags import legal_arm
from algorally.games.roborally.rules.floor import seat_of
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.program import (
    anyone_programs,
    be_done,
    fill_blindly,
    is_programming,
    laid_last,
    lay_card,
    may_add,
    may_be_done,
    may_skip,
    programmer_of,
    takes_card,
    tell_kept,
    tell_laid,
)
from algorally.games.roborally.rules.shooting import legal_fire_control, legal_weapons
from algorally.games.roborally.rules.turn import advance, begin_register, may_announce, run_on
from algorally.games.roborally.state import Field, Race


@compiled
def acting(race: Race, field: Field) -> int:
    """The seats that have to decide something now, as a bit mask; 0 when the game is over."""
    if race.phase == Phase.ASK:
        return 1 << seat_of(field, int(race.seat))
    if race.phase == Phase.PAUSE:
        return (1 << int(field.seats)) - 1
    if race.phase == Phase.OVER:
        return 0
    seats = 0
    for who in range(field.robots):
        if is_programming(race, who):
            seats |= 1 << seat_of(field, who)
    return seats


# --- what is legal -----------------------------------------------------------------------------


@compiled
def legal_program(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Lay a card, lay one beside it, keep one on an option, or be done."""
    who = programmer_of(race, field, seat)
    if who < 0:
        return
    robot = race.robots[who]
    is_full = may_be_done(race, field, robot)
    takes = not is_full or takes_card(race, field, robot)
    for slot in range(HAND):
        card = int(robot.hand[slot])
        if card > EMPTY:
            if takes:
                mask[LAY + card - 1] = 1
            if robot.options and may_add(race, field, robot, card):
                mask[ADD + card - 1] = 1
    if is_full:
        mask[DONE] = 1
        if may_skip(robot):
            mask[NO] = 1


@compiled
def legal_answers(race: Race, field: Field, mask: Mask) -> None:
    """How the question can be answered."""
    who = int(race.seat)
    if race.question == Question.WEAPON:
        legal_weapons(race, field, who, mask)
    elif race.question == Question.FIRE_CONTROL:
        legal_fire_control(race, mask)
    elif race.question == Question.ARM:
        legal_arm(race, field, who, mask)
    elif race.question in (Question.DAMAGE, Question.LOSE):
        allow(mask, OPTION, int(race.robots[who].options))
        mask[NO] = 1 if race.question == Question.DAMAGE else 0
    elif race.question == Question.CHOOSE_OPTION:
        allow(mask, OPTION, int(race.offered))
    elif race.question == Question.PLACE:
        legal_places(race, field, who, mask)
    elif race.question == Question.FACE:
        legal_facings(race, field, who, mask)
    elif race.question >= Question.START_ROW:
        legal_start(race, field, who, mask)
    else:
        mask[NO] = 1
        mask[YES] = 1


@compiled
def legal_pause(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """In a scene: announce a power down, the next register, the end of the turn, or the deal."""
    if may_announce(race, field, seat):
        mask[YES] = 1
    if seat > 0:
        return
    if race.stage == Stage.NEXT_TURN or race.register < REGISTERS - 1:
        mask[NEXT_REGISTER] = 1
    if race.stage != Stage.NEXT_TURN:
        mask[END_TURN] = 1
        mask[DONE] = 1


@compiled
def allow_legal(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Set the bytes of the legal actions of a seat to 1, in a mask of zeros."""
    if race.phase == Phase.PROGRAM:
        legal_program(race, field, seat, mask)
    elif race.phase == Phase.ASK:
        if seat_of(field, int(race.seat)) == seat:
            legal_answers(race, field, mask)
    elif race.phase == Phase.PAUSE:
        legal_pause(race, field, seat, mask)


@compiled
def legal(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Set the bytes of the legal actions of a seat to 1, all others to 0."""
    for action in range(ACTIONS):
        mask[action] = 0
    allow_legal(race, field, seat, mask)


# --- playing -----------------------------------------------------------------------------------


@compiled
def go_on(race: Race, field: Field, log: Log) -> None:
    """When all programs are done, the registers begin."""
    if anyone_programs(race, field):
        return
    race.phase = Phase.RUN
    if field.stepwise and race.register >= 0:
        begin_register(race, field, log)
        race.place = 0
    else:
        advance(race, Stage.ANNOUNCE)


@compiled
def play_program(race: Race, field: Field, seat: int, action: int, log: Log) -> None:
    """A card is laid or kept, or the program is done."""
    who = programmer_of(race, field, seat)
    if action < ADD:
        lay_card(race, field, log, who, action - LAY + 1)
    elif action < DONE:
        register = laid_last(race, field, race.robots[who])
        tell_laid(race, field, log, who, REGISTERS + register, action - ADD + 1)
    elif action == NO:
        tell_kept(race, field, log, who, CONDITIONAL_PROGRAM, EMPTY)
    else:
        if action == TIME_UP:
            tell_time_up(race, field, log, who)
            fill_blindly(race, field, log, who)
        be_done(race, field, log, who)
        go_on(race, field, log)


@compiled
def play_pause(race: Race, field: Field, seat: int, action: int, log: Log) -> None:
    """A scene goes on."""
    if action == YES:
        tell(race, field, log, EventKind.ANNOUNCED, seat, 0, 0, 0)
    elif action == END_TURN:
        race.phase = Phase.RUN
        advance(race, Stage.REPAIRS)
    elif action == DONE or race.stage == Stage.NEXT_TURN:
        if action == DONE:
            wipe_registers(race, field, log)
        race.phase = Phase.RUN
        advance(race, Stage.DEAL)
    else:
        tell(race, field, log, EventKind.PROGRAMMING, race.order[0], 0, 0, 0)
        go_on(race, field, log)


@compiled
def decide(race: Race, field: Field, seat: int, action: int, log: Log) -> None:
    """A choice itself, before the turn goes on."""
    if race.phase == Phase.PROGRAM:
        play_program(race, field, seat, action, log)
    elif race.phase == Phase.PAUSE:
        play_pause(race, field, seat, action, log)
    elif action > END_TURN:
        if action == TIME_UP:
            tell_time_up(race, field, log, int(race.seat))
        answer(race, field, log, plain_answer(race, field))
    else:
        answer(race, field, log, action)


@compiled
def play(race: Race, field: Field, seat: int, action: int, log: Log) -> None:
    """The one door that changes a race; the action must be legal, or TIME_UP or STAND_STILL."""
    decide(race, field, seat, action, log)
    run_on(race, field, log)
