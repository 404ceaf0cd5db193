"""What each event changes: rules decide and tell, and this is all that changes a race.

The same function keeps a seat's view up to date from the events that the seat may see. Without an
event change only the dice, the order of the deck and, between two decisions, how far the turn has
come (stage, place and steps), which the next question tells (ADR 13).
"""

from algorally.core import telling
from algorally.core.compile import bind, compiled
from algorally.core.deck import put, take
from algorally.core.grid import turned
from algorally.games.roborally.names import (
    ALL_REGISTERS,
    BY_CARD,
    EMPTY,
    HAND,
    MOVE1,
    NOBODY,
    OFF,
    PLACES,
    EventKind,
    Phase,
    Question,
    Stage,
)
from algorally.games.roborally.rules.cards import (
    bury,
    is_card,
    is_rotation,
    kind_of,
    quarters,
    take_top,
)
from algorally.games.roborally.rules.floor import seat_of
from algorally.games.roborally.rules.sheet import (
    aim,
    bury_register,
    finish_program,
    heal,
    keep,
    keep_option,
    lay,
    lose_option,
    replace,
    return_hand,
    scramble,
    swap_condition,
    take_into_hand,
    take_option,
    take_option_card,
    turn_up,
    wipe,
)
from algorally.games.roborally.state import SHOTS, Field, Race, Robot

MANY = 128  # more than a stage has places
STAGES = 32  # more than there are

# --- the robot ----------------------------------------------------------------------------------


@compiled
def destroy(race: Race, robot: Robot) -> None:
    """A robot leaves the board; damage and locks are gone, and an option has to go."""
    race.falls += 1
    robot.fallen = race.falls
    robot.square = OFF
    robot.damage = 0
    robot.locked = 0
    robot.due = 0
    robot.controller = NOBODY
    robot.announced = 0
    robot.powered_down = 0
    robot.losing = 1 if robot.options else 0


@compiled
def reenter(robot: Robot, square: int, heading: int, damage: int) -> None:
    """A robot stands on the board again."""
    robot.square = square
    robot.heading = heading
    robot.damage = damage
    robot.fallen = 0


@compiled
def finish(race: Race, field: Field, who: int, place: int) -> None:
    """RR-S4: a robot that has touched all flags leaves the board."""
    robot = race.robots[who]
    robot.finished = place
    robot.square = OFF
    race.finished += 1
    if place == 1:
        race.winners |= 1 << seat_of(field, who)


@compiled
def begin_turn(race: Race, field: Field, turn: int) -> None:
    """What lasts for a turn is over."""
    race.turn = turn
    race.register = NOBODY
    race.falls = 0
    race.mover = NOBODY
    race.way = 0
    race.spin = 0
    for who in range(field.robots):
        robot = race.robots[who]
        robot.touched_now = 0
        robot.controller = NOBODY
        robot.stabilised = 0
        robot.aborting = 0
        robot.crab &= robot.locked


@compiled
def begin_register(race: Race, field: Field, register: int) -> None:
    """What lasts for a register is over."""
    race.phase = Phase.RUN
    race.register = register
    race.mover = NOBODY
    race.spin = 0
    for who in range(field.robots):
        robot = race.robots[who]
        robot.moved = 0
        robot.shielded = 0
        robot.weapon = NOBODY
        robot.piercing = 0
        for shot in range(SHOTS):
            robot.aims[shot] = 0
            robot.marks[shot] = 0


@compiled
def begin_programming(race: Race, field: Field) -> None:
    """All look at their hands and program."""
    rest(race)
    race.phase = Phase.PROGRAM
    race.stage = Stage.PROGRAM
    for who in range(field.robots):
        robot = race.robots[who]
        robot.done = 0
        robot.dealt = 0
        for slot in range(HAND):
            if is_card(robot.hand[slot]):
                robot.dealt |= 1 << slot


@compiled
def rest(race: Race) -> None:
    """Nothing is asked, nothing is under way."""
    race.question = Question.NOTHING
    race.about = 0
    race.place = 0
    race.steps = 0
    race.seat = 0


@compiled
def pause(race: Race, stage: int) -> None:
    """A scene stops."""
    rest(race)
    race.phase = Phase.PAUSE
    race.stage = stage


@compiled
def end(race: Race, winners: int) -> None:
    """The game is over."""
    rest(race)
    race.stage = Stage.NEXT_TURN
    race.phase = Phase.OVER
    race.winners = winners


@compiled
def ask(race: Race, who: int, a: int, b: int, c: int) -> None:
    """A seat has to answer; all see how far the turn has come."""
    race.phase = Phase.ASK
    race.seat = who
    race.question = a % STAGES
    race.stage = a // STAGES
    race.about = b
    race.place = c % MANY
    race.steps = c // MANY


@compiled
def begin_move(race: Race, robot: Robot, who: int, card: int, second: int, steps: int) -> None:
    """A robot sets out: so many steps one way, then a turn."""
    robot.moved = 1
    race.mover = who
    race.steps = steps
    race.way = robot.heading
    race.spin = 0
    kind = kind_of(card)
    if second != EMPTY:
        race.spin = quarters(second)
    elif is_rotation(card):
        race.spin = quarters(card)
    writer = race.robots[robot.controller if robot.controller >= 0 else who]
    if writer.crab >> race.register & 1 and second != EMPTY:
        race.way = turned(robot.heading, quarters(second))
        race.spin = 0
    elif kind < MOVE1 and not is_rotation(card):
        race.way = turned(robot.heading, 2)


# --- by kind ------------------------------------------------------------------------------------


@compiled
def change_program(race: Race, kind: int, who: int, a: int, b: int, c: int, secret: int) -> None:
    """What happens while programs are laid, turned up and wiped."""
    robot = race.robots[who]
    if kind == EventKind.DEALT:
        take_top(race)
        take_into_hand(robot, secret)
    elif kind == EventKind.LAID:
        lay(robot, secret // PLACES, secret % PLACES)
    elif kind == EventKind.KEPT:
        keep(robot, secret // PLACES, secret % PLACES)
    elif kind == EventKind.DONE:
        finish_program(race, robot, a, b, c)
    elif kind == EventKind.REVEALED:
        turn_up(robot, a, b, c)
    elif kind == EventKind.WIPED:
        wipe(race, robot)


@compiled
def change_cards(race: Race, kind: int, who: int, a: int, b: int, secret: int) -> None:
    """What else happens to program cards."""
    robot = race.robots[who]
    if kind == EventKind.HAND_RETURNED:
        return_hand(race, robot, a)
    elif kind == EventKind.SWAPPED:
        swap_condition(race, robot, a)
    elif kind == EventKind.REPLACED:
        replace(race, robot, a, b)
    elif kind == EventKind.SCRAMBLED:
        scramble(race, robot, race.register + 1, secret)
    elif kind == EventKind.LOCK_FILLED:
        take_top(race)
        robot.registers[a] = b
        robot.shown |= 1 << a
    else:
        gather(race)


@compiled
def gather(race: Race) -> None:
    """RR-13: whatever was put away comes back into the deck."""
    while race.aside.count > 0:
        bury(race, take(race.aside))
    while race.discard.count > 0:
        bury(race, take(race.discard))


@compiled
def change_place(race: Race, kind: int, who: int, a: int, b: int, c: int) -> None:
    """What moves and turns a robot."""
    robot = race.robots[who]
    if kind == EventKind.MOVED:
        robot.square = a
    elif kind == EventKind.TURNED:
        robot.heading = a
        if b == BY_CARD:
            race.spin = 0
    elif kind == EventKind.MOVES:
        begin_move(race, robot, who, a, b, c)
    elif kind == EventKind.DESTROYED:
        destroy(race, robot)
    elif kind == EventKind.REENTERED:
        reenter(robot, a, b, c)
    elif kind == EventKind.ARCHIVED:
        robot.archive = a
    elif kind == EventKind.TOUCHED:
        robot.touched = a + 1
        robot.touched_now = 1


@compiled
def change_damage(race: Race, kind: int, who: int, a: int, b: int, c: int) -> None:
    """What damages and repairs a robot."""
    robot = race.robots[who]
    if kind == EventKind.HIT:
        robot.due += a
        robot.due_cause = b
        robot.due_by = c
    elif kind == EventKind.DAMAGED:
        robot.damage = a
        robot.due -= 1
    elif kind == EventKind.ABSORBED:
        robot.coat = a
        robot.due -= 1
    elif kind == EventKind.LIFE_LOST:
        robot.lives = a
    elif kind == EventKind.LOCKED:
        robot.locked |= 1 << a
    elif kind == EventKind.UNLOCKED:
        robot.locked &= ~(1 << a) & ALL_REGISTERS
        bury_register(race, robot, a)
    elif kind == EventKind.REPAIRED:
        robot.damage = a
    else:
        heal(race, robot)


@compiled
def change_power(race: Race, kind: int, who: int, a: int) -> None:
    """What happens to a robot's power, and what it switches on."""
    robot = race.robots[who]
    if kind == EventKind.POWERED_DOWN:
        robot.powered_down = 1
        robot.announced = 0
        heal(race, robot)
    elif kind <= EventKind.STARTS_DOWN:  # or ANNOUNCED or STAYS_DOWN, which stand before it
        robot.announced = 1
    elif kind == EventKind.WAKES:
        robot.powered_down = 0
    elif kind == EventKind.STABILISED:
        robot.stabilised = 1
    elif kind == EventKind.ABORTING:
        robot.aborting = 1
    elif kind == EventKind.SHIELDED:
        robot.shielded |= 1 << a
    else:
        robot.controller = a


@compiled
def change_options(race: Race, kind: int, who: int, a: int, b: int, c: int) -> None:
    """What happens to option cards."""
    robot = race.robots[who]
    if kind == EventKind.AIMED:
        aim(robot, a, b, c)
    elif kind == EventKind.OPTION_DRAWN:
        take_option(race, robot, a)
    elif kind == EventKind.OPTION_OFFERED:
        take_option_card(race)
        race.offered |= 1 << a
    elif kind == EventKind.OPTION_KEPT:
        keep_option(race, robot, a)
    elif kind == EventKind.OPTION_LOST:
        lose_option(race, robot, a)
        if b == Question.DAMAGE:
            robot.due -= 1
    elif kind == EventKind.OPTIONS_RETURNED:
        while race.option_discard.count > 0:
            put(race.option_deck, take(race.option_discard))
    else:
        robot.howitzer = b


@compiled
def change_turn(race: Race, field: Field, kind: int, who: int, a: int, b: int, c: int) -> None:
    """What happens to the turn."""
    if kind == EventKind.ASKED:
        ask(race, who, a, b, c)
    elif kind == EventKind.ANSWERED:
        race.phase = Phase.RUN
    elif kind == EventKind.REGISTER_BEGAN:
        begin_register(race, field, a)
    elif kind == EventKind.PROGRAMMING:
        begin_programming(race, field)
    elif kind == EventKind.TURN_BEGAN:
        begin_turn(race, field, a)
    elif kind == EventKind.PAUSED:
        pause(race, a)
    elif kind == EventKind.GAME_OVER:
        end(race, a)


@compiled
def change_course(race: Race, field: Field, kind: int, who: int, a: int, b: int, c: int) -> None:
    """What happens on some courses only."""
    if kind == EventKind.FLAG_MOVED:
        race.flag_squares[a] = b
        race.holders[a] = c
    elif kind == EventKind.BOARD_TURNED:
        race.turns_of[a] = turned(race.turns_of[a], 1)
    elif kind == EventKind.SUPERBOT:
        race.superbot = who
    elif kind == EventKind.SITS_OUT:
        race.robots[who].sits_out = a
    else:
        finish(race, field, who, a)


@compiled
def happen(
    race: Race, field: Field, kind: int, who: int, a: int, b: int, c: int, secret: int
) -> None:
    """Change a race, or a view of one, by one event."""
    if kind <= EventKind.WIPED:
        change_program(race, kind, who, a, b, c, secret)
    elif kind <= EventKind.SHUFFLED:
        change_cards(race, kind, who, a, b, secret)
    elif kind <= EventKind.TOUCHED:
        change_place(race, kind, who, a, b, c)
    elif kind <= EventKind.HEALED:
        change_damage(race, kind, who, a, b, c)
    elif kind <= EventKind.CONTROLLED:
        change_power(race, kind, who, a)
    elif kind <= EventKind.USES_LEFT:
        change_options(race, kind, who, a, b, c)
    elif kind <= EventKind.GAME_OVER:
        change_turn(race, field, kind, who, a, b, c)
    elif kind <= EventKind.FINISHED:
        change_course(race, field, kind, who, a, b, c)


tell = bind(telling.tell, "roborally", happen=happen)
tell_secret = bind(telling.tell_secret, "roborally", happen=happen)
