"""One turn, stage by stage, until somebody has to decide."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.roborally.names import (
    ABORT_SWITCH,
    BY_BELT,
    BY_EXPRESS,
    EMPTY,
    GYROSCOPIC_STABILIZER,
    NOBODY,
    RECOMPILE,
    REGISTERS,
    SIDESTEP,
    EventKind,
    Phase,
    Question,
    Stage,
)
from algorally.games.roborally.options import CAPTURE, YES
from algorally.games.roborally.rules.cards import draw_next
from algorally.games.roborally.rules.cleanup import (
    ask_to_enter,
    may_stay_down,
    repair_on,
    wipe_registers,
)
from algorally.games.roborally.rules.courses import bring_flags_back, ride_flags
from algorally.games.roborally.rules.elements import (
    move_belts,
    move_crushers,
    move_gears,
    move_pushers,
)
from algorally.games.roborally.rules.executing import move_on
from algorally.games.roborally.rules.flags import (
    ask_arm,
    check_end,
    check_survivors,
    check_turn_cap,
    touch_all,
)
from algorally.games.roborally.rules.floor import is_active, is_awake
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.program import (
    anyone_programs,
    cards_in_hand,
    deal,
)
from algorally.games.roborally.rules.questions import ask
from algorally.games.roborally.rules.ruin import (
    is_settled,
    next_option,
    settle_damage,
    settle_losses,
)
from algorally.games.roborally.rules.sheet import has
from algorally.games.roborally.rules.shooting import aim_on, fire_everything
from algorally.games.roborally.state import Field, Race

OFFERED = 3  # option cards to choose from

# --- set-up ------------------------------------------------------------------------------------

STAGES = len(Stage)


@rule("RR-C4")
def offer_options(race: Race, field: Field, log: Log) -> bool:
    """Each player is dealt three option cards to choose one of; False when all have chosen."""
    who = next_in_order(race, field)
    if who == NOBODY:
        return False
    for _ in range(OFFERED):
        if race.option_deck.count > race.buried_options:
            option = next_option(race)
            tell(race, field, log, EventKind.OPTION_OFFERED, who, option, 0, 0)
    if race.offered:
        ask(race, field, log, who, Question.CHOOSE_OPTION, 0)
    return True


@compiled
def ask_to_start(race: Race, field: Field, log: Log) -> bool:
    """RR-C15: the next player chooses where to start; False when all have."""
    who = next_in_order(race, field)
    if who == NOBODY:
        return False
    ask(race, field, log, who, Question.START_ROW, 0)
    return True


@compiled
def set_up(race: Race, field: Field, log: Log) -> bool:
    """The next decision before the first turn; False when there is none."""
    if field.options.teams == CAPTURE:
        return ask_to_start(race, field, log)
    return offer_options(race, field, log)


# --- before the registers ----------------------------------------------------------------------


@rule("RR-11")
def power_robots(race: Race, field: Field, log: Log) -> None:
    """Robots whose power down begins or goes on lose all damage; the others are awake."""
    for place in range(field.robots):
        who = int(race.order[place])
        if is_active(race, who):
            if race.robots[who].announced:
                tell(race, field, log, EventKind.POWERED_DOWN, who, 0, 0, 0)
            elif race.robots[who].powered_down:
                tell(race, field, log, EventKind.WAKES, who, 0, 0, 0)


@compiled
def begin_turn(race: Race, field: Field, log: Log) -> None:
    """RR-10: a turn begins with power downs and the deal."""
    tell(race, field, log, EventKind.TURN_BEGAN, race.order[0], race.turn + 1, 0, 0)
    power_robots(race, field, log)
    deal(race, field, log)


@compiled
def next_in_order(race: Race, field: Field) -> int:
    """The robot whose turn in the stage it is, NOBODY at the end."""
    if race.place >= field.robots:
        return NOBODY
    race.place += 1
    return int(race.order[race.place - 1])


@compiled
def may_recompile(race: Race, who: int) -> bool:
    """RR-O22: who has Recompile is asked after the deal."""
    robot = race.robots[who]
    return is_awake(race, who) and has(robot, RECOMPILE) and cards_in_hand(robot) > 0


@rule("RR-18", "RR-C2")
def may_announce(race: Race, field: Field, who: int) -> bool:
    """A damaged robot may announce that it powers down in the next turn."""
    robot = race.robots[who]
    if field.options.power_down != YES or not is_awake(race, who):
        return False
    return robot.damage > 0 and not robot.announced


@compiled
def may_stabilise(race: Race, who: int) -> bool:
    """RR-O13: before the first register its owner says whether the gyroscope is on."""
    robot = race.robots[who]
    has_one = is_active(race, who) and has(robot, GYROSCOPIC_STABILIZER)
    return has_one and not robot.stabilised


@compiled
def may_swap(race: Race, who: int) -> bool:
    """RR-O5: before each reveal the kept card may take the place of the one in the register."""
    robot = race.robots[who]
    has_one = is_awake(race, who) and robot.conditional != EMPTY
    return has_one and not robot.locked >> race.register & 1


@compiled
def question_for(race: Race, field: Field, who: int) -> int:
    """What the player of a robot is asked in this stage."""
    stage = race.stage
    if stage == Stage.RECOMPILE and may_recompile(race, who):
        return Question.RECOMPILE
    if stage == Stage.ANNOUNCE and may_announce(race, field, who) and not field.stepwise:
        return Question.ANNOUNCE
    if stage == Stage.GYROSCOPES and may_stabilise(race, who):
        return Question.GYROSCOPE
    if stage == Stage.CONDITIONS and may_swap(race, who):
        return Question.CONDITION
    if stage == Stage.STAY_DOWN and may_stay_down(race, who):
        return Question.STAY_DOWN
    return Question.NOTHING


@rule("RR-19")
def ask_in_order(race: Race, field: Field, log: Log) -> bool:
    """The owner of the first dock decides first, then the others clockwise; False at the end."""
    who = next_in_order(race, field)
    while who != NOBODY:
        question = question_for(race, field, who)
        if question != Question.NOTHING:
            ask(race, field, log, who, question, max(0, race.register))
            return True
        who = next_in_order(race, field)
    return False


# --- the registers -----------------------------------------------------------------------------


@rule("RR-21")
def reveal(race: Race, field: Field, log: Log) -> None:
    """All players turn up the card of the register at the same time."""
    register = int(race.register)
    for place in range(field.robots):
        who = int(race.order[place])
        robot = race.robots[who]
        has_one = is_awake(race, who) and robot.registers[register] != EMPTY
        if has_one and not robot.shown >> register & 1:
            card, second = robot.registers[register], robot.seconds[register]
            where = register + (SIDESTEP if robot.crab >> register & 1 else 0)
            tell(race, field, log, EventKind.REVEALED, who, where, card, second)


@rule("RR-O2")
def may_abort(race: Race, who: int) -> bool:
    """Abort Switch: a revealed card, and then each later one, is replaced from the deck."""
    robot = race.robots[who]
    if not is_awake(race, who) or robot.locked >> race.register & 1:
        return False
    return bool(robot.registers[race.register] != EMPTY) and has(robot, ABORT_SWITCH)


@compiled
def abort(race: Race, field: Field, log: Log, who: int) -> None:
    """The card of the register is replaced."""
    card = draw_next(race)
    if card != EMPTY:
        tell(race, field, log, EventKind.REPLACED, who, race.register, card, 0)


@compiled
def ask_to_abort(race: Race, field: Field, log: Log) -> bool:
    """Who has the Abort Switch is asked at each reveal until it is used; False at the end."""
    who = next_in_order(race, field)
    while who != NOBODY:
        if may_abort(race, who):
            if not race.robots[who].aborting:
                ask(race, field, log, who, Question.ABORT, race.register)
                return True
            abort(race, field, log, who)
        who = next_in_order(race, field)
    return False


@compiled
def touch_on(race: Race, field: Field, log: Log) -> bool:
    """All touch flags; then the arms reach out; False at the end."""
    if race.place == 0:
        touch_all(race, field, log)
    while field.options.option_cards == YES and race.place < field.robots:
        race.place += 1
        if ask_arm(race, field, log, int(race.order[race.place - 1])):
            return True
    return False


@rule("RR-20")
def next_register(race: Race, field: Field, log: Log) -> None:
    """Five registers, each: reveal, move, belts, pushers, gears, lasers, flags."""
    if field.stepwise:
        tell(race, field, log, EventKind.PAUSED, race.order[0], Stage.NEXT_REGISTER, 0, 0)
    elif race.register + 1 < REGISTERS:
        begin_register(race, field, log)
    else:
        race.stage = Stage.REPAIRS


@compiled
def begin_register(race: Race, field: Field, log: Log) -> None:
    """The next register begins."""
    register = race.register + 1
    tell(race, field, log, EventKind.REGISTER_BEGAN, race.order[0], register, 0, 0)
    bring_flags_back(race, field, log)
    race.stage = Stage.CONDITIONS if field.options.option_cards == YES else Stage.REVEAL


# --- stage by stage ----------------------------------------------------------------------------


@compiled
def start_programming(race: Race, field: Field, log: Log) -> None:
    """All program at once, if anybody has something to program."""
    if field.stepwise:
        tell(race, field, log, EventKind.PAUSED, race.order[0], Stage.NEXT_REGISTER, 0, 0)
        return
    tell(race, field, log, EventKind.PROGRAMMING, race.order[0], 0, 0, 0)
    if not anyone_programs(race, field):
        race.phase = Phase.RUN
        race.stage = Stage.ANNOUNCE


@compiled
def end_turn(race: Race, field: Field, log: Log) -> None:
    """The turn is over; the next one begins unless the game ends."""
    check_turn_cap(race, field, log)
    if race.phase == Phase.OVER:
        return
    if field.stepwise:
        tell(race, field, log, EventKind.PAUSED, race.order[0], Stage.NEXT_TURN, 0, 0)
    else:
        race.stage = Stage.DEAL


@compiled
def advance(race: Race, stage: int) -> None:
    """The next stage begins."""
    race.stage = stage
    race.place = 0


@compiled
def run_before(race: Race, field: Field, log: Log) -> None:
    """A step of what comes before the registers."""
    if race.stage == Stage.SET_UP:
        if not set_up(race, field, log):
            advance(race, Stage.DEAL)
    elif race.stage == Stage.DEAL:
        begin_turn(race, field, log)
        advance(race, Stage.RECOMPILE)
    elif race.stage == Stage.RECOMPILE:
        if not ask_in_order(race, field, log):
            start_programming(race, field, log)
    elif race.stage == Stage.ANNOUNCE:
        if not ask_in_order(race, field, log):
            advance(race, Stage.GYROSCOPES)
    elif field.options.option_cards != YES or not ask_in_order(race, field, log):
        advance(race, Stage.NEXT_REGISTER)
        begin_register(race, field, log)


@compiled
def run_cards(race: Race, field: Field, log: Log) -> None:
    """A step of revealing and carrying out cards."""
    if race.stage == Stage.CONDITIONS:
        if not ask_in_order(race, field, log):
            advance(race, Stage.REVEAL)
    elif race.stage == Stage.REVEAL:
        reveal(race, field, log)
        advance(race, Stage.ABORTS if field.options.option_cards == YES else Stage.MOVES)
    elif race.stage == Stage.ABORTS:
        if not ask_to_abort(race, field, log):
            advance(race, Stage.MOVES)
    elif not move_on(race, field, log):
        advance(race, Stage.EXPRESS)


@compiled
def run_floor(race: Race, field: Field, log: Log) -> None:
    """A step of what the factory floor does."""
    stage = int(race.stage)
    race.stage += 1
    if stage == Stage.EXPRESS:
        move_belts(race, field, log, BY_EXPRESS)
        ride_flags(race, field, log, BY_EXPRESS)
    elif stage == Stage.BELTS:
        move_belts(race, field, log, BY_BELT)
        ride_flags(race, field, log, BY_BELT)
    elif stage == Stage.PUSHERS:
        move_pushers(race, field, log)
    elif stage == Stage.GEARS:
        move_gears(race, field, log)
    else:
        move_crushers(race, field, log)
        advance(race, Stage.AIM if field.options.option_cards == YES else Stage.FIRE)


@compiled
def run_register(race: Race, field: Field, log: Log) -> None:
    """A step of the end of a register."""
    if race.stage == Stage.AIM:
        if not aim_on(race, field, log):
            advance(race, Stage.FIRE)
    elif race.stage == Stage.FIRE:
        fire_everything(race, field, log)
        advance(race, Stage.FLAGS)
    elif race.stage == Stage.FLAGS:
        if not touch_on(race, field, log):
            advance(race, Stage.NEXT_REGISTER)
            check_end(race, field, log)
    else:
        check_survivors(race, field, log)
        if race.phase == Phase.RUN:
            next_register(race, field, log)


@compiled
def run_cleanup(race: Race, field: Field, log: Log) -> None:
    """A step of cleaning up."""
    if race.stage == Stage.REPAIRS:
        if not repair_on(race, field, log):
            advance(race, Stage.WIPE)
    elif race.stage == Stage.WIPE:
        wipe_registers(race, field, log)
        advance(race, Stage.STAY_DOWN)
    elif race.stage == Stage.STAY_DOWN:
        if not ask_in_order(race, field, log):
            advance(race, Stage.REENTRY)
    elif race.stage == Stage.REENTRY:
        if not ask_to_enter(race, field, log):
            advance(race, Stage.NEXT_TURN)
    else:
        end_turn(race, field, log)


@compiled
def run_stage(race: Race, field: Field, log: Log) -> None:
    """A step of the stage that the turn is in."""
    if race.stage < Stage.CONDITIONS:
        run_before(race, field, log)
    elif race.stage <= Stage.MOVES:
        run_cards(race, field, log)
    elif race.stage <= Stage.CRUSHERS:
        run_floor(race, field, log)
    elif race.stage <= Stage.NEXT_REGISTER:
        run_register(race, field, log)
    else:
        run_cleanup(race, field, log)


@compiled
def runs(race: Race) -> bool:
    """Whether the turn goes on by itself."""
    return bool(race.phase == Phase.RUN)


@rule("RR-10")
def take_step(race: Race, field: Field, log: Log) -> None:
    """A turn goes on stage by stage; damage and its consequences come first."""
    while runs(race) and not is_settled(race, field):
        if not settle_damage(race, field, log):
            settle_losses(race, field, log)
    if runs(race):
        run_stage(race, field, log)


@compiled
def run_on(race: Race, field: Field, log: Log) -> None:
    """The turn goes on until somebody has to decide."""
    while runs(race):
        take_step(race, field, log)


@compiled
def stage_of(race: Race, action: int) -> int:
    """How far a turn has come; 0 while the programs are made."""
    if race.phase == Phase.PROGRAM:
        return 0
    if race.stage < Stage.ANNOUNCE:  # the cards for the next turn
        return STAGES * (REGISTERS + 1) + int(race.stage)
    return STAGES * (int(race.register) + 1) + int(race.stage)
