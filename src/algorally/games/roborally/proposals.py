"""The programs that are worth a look, by a walk through the tree of all beginnings of programs.

It takes a robot over an empty floor, card by card, by the leads of the chart; what the others do to
it is left to those who try the best programs out. Cards of a kind are as good as each other here.
Robots with the option for it may also fill a register with a pair, a move and a rotation.
"""

import numpy as np
import numpy.typing as npt

from algorally.core.compile import compiled
from algorally.core.deck import HIDDEN, take
from algorally.core.dice import Dice, word
from algorally.core.search import LOWEST, NOTHING, WIN, Chart, Found, forget, keep_plan
from algorally.games.roborally.judgement import (
    FIRST_PAIR,
    LEGS,
    PAIRS,
    REGISTER,
    REST,
    RIVAL,
    STAND,
    WAYS,
    WON,
    haste,
    hope,
    lead,
    time_left,
    way_back,
    wear,
)
from algorally.games.roborally.names import (
    ADD,
    CRAB_LEGS,
    DESTROYED_AT,
    DONE,
    DUAL_PROCESSOR,
    EMPTY,
    FACE,
    FLOOR,
    HAND,
    LAY,
    MOVE1,
    NO,
    REGISTERS,
    YES,
    Phase,
    Question,
)
from algorally.games.roborally.options import YES as USUAL
from algorally.games.roborally.rules.cards import is_card, kind_of
from algorally.games.roborally.rules.clock import plain_answer
from algorally.games.roborally.rules.floor import seat_of, site_at
from algorally.games.roborally.rules.program import (
    hand_size,
    is_open,
    laid_last,
    next_open,
    open_registers,
    programmer_of,
)
from algorally.games.roborally.rules.sheet import finish_program, has, lay
from algorally.games.roborally.state import Field, Race, Robot

# What is known of a robot after each register, how many cards it can do without, and which way of
# the chart is tried there.
NODE, TOUCHED, TOUCHED_NOW, ARCHIVE, TOKENS, SPARE, WAY, PLACES = range(8)
COUNTS = REGISTERS + 1  # the row behind them: how many cards of each kind are left
BEFORE_ALL = -1  # no way has been tried
FORCED = STAND  # what is locked there
SAFETY = 20  # one part in so many of the way back counts

Steps = npt.NDArray[np.int64]


# --- the tree of programs -----------------------------------------------------------------------


@compiled
def arrive(race: Race, field: Field, steps: Steps, depth: int) -> bool:
    """What a robot meets where a register leaves it: lasers and flags; whether it survives."""
    square = steps[depth, NODE] // 4
    steps[depth, TOKENS] += field.lit[square]
    touched = steps[depth, TOUCHED]
    may_touch = not (steps[depth, TOUCHED_NOW] and field.options.one_flag_per_turn == USUAL)
    if may_touch and touched < field.flag_count and race.flag_squares[touched] == square:
        steps[depth, TOUCHED] += 1
        steps[depth, TOUCHED_NOW] = 1
    if site_at(race, field, square) != FLOOR:
        steps[depth, ARCHIVE] = square
    return bool(steps[depth, TOKENS] < DESTROYED_AT)


@compiled
def may_pair(robot: Robot, way: int) -> bool:
    """Whether a robot may fill a register with a pair."""
    return has(robot, CRAB_LEGS if PAIRS[way - FIRST_PAIR, 0] == MOVE1 else DUAL_PROCESSOR)


@compiled
def locked_way(robot: Robot, register: int) -> int:
    """The way of the cards that are locked in a register, whatever options are left."""
    kind = kind_of(robot.registers[register])
    if robot.seconds[register] == EMPTY:
        return kind
    rotation = kind_of(robot.seconds[register])
    if kind != MOVE1 or robot.crab >> register & 1:
        for way in range(FIRST_PAIR, WAYS):
            move, turn = PAIRS[way - FIRST_PAIR]
            if move == kind and turn == rotation:
                return way
    return rotation  # nothing is left of the move (RR-O8)


@compiled
def take_step(race: Race, field: Field, chart: Chart, steps: Steps, depth: int, way: int) -> bool:
    """Go on in some way; whether the robot survives the register, if it has not finished before."""
    has_finished = steps[depth, TOUCHED] >= field.flag_count
    there = int(chart[lead(depth, way), steps[depth, NODE]])
    if there < 0 and not has_finished:
        return False
    for place in range(PLACES):
        steps[depth + 1, place] = steps[depth, place]
    steps[depth + 1, WAY] = BEFORE_ALL
    if has_finished:
        return True
    steps[depth + 1, NODE] = there
    return arrive(race, field, steps, depth + 1)


@compiled
def next_pair(robot: Robot, counts: Steps, steps: Steps, depth: int) -> int:
    """The next pair to try in a register, NOTHING if all have been."""
    tried = steps[depth, WAY]
    if tried >= FIRST_PAIR:
        for kind in PAIRS[tried - FIRST_PAIR]:
            counts[kind] += 1
    for way in range(max(FIRST_PAIR, tried + 1), WAYS):
        move, rotation = PAIRS[way - FIRST_PAIR]
        if counts[move] > 0 and counts[rotation] > 0 and may_pair(robot, way):
            counts[move] -= 1
            counts[rotation] -= 1
            return way
    return NOTHING


@compiled
def next_way(robot: Robot, counts: Steps, steps: Steps, depth: int, is_free: bool) -> int:
    """The next way to fill a register, NOTHING if all have been tried."""
    tried = steps[depth, WAY]
    if not is_free:
        return FORCED if tried == BEFORE_ALL else NOTHING
    if 0 <= tried < STAND:
        counts[tried] += 1
    for kind in range(tried + 1, STAND):
        if counts[kind] > 0:
            counts[kind] -= 1
            return kind
    return next_pair(robot, counts, steps, depth) if steps[depth, SPARE] > 0 else NOTHING


@compiled
def worth_of_finish(field: Field, steps: Steps) -> int:
    """How good it is to touch the last flag: the earlier, the fewer may have come before."""
    register = REGISTERS
    while register > 0 and steps[register - 1, TOUCHED] >= field.flag_count:
        register -= 1
    return WIN - DESTROYED_AT * register - int(steps[REGISTERS, TOKENS])


@compiled
def worth(race: Race, field: Field, chart: Chart, steps: Steps) -> int:
    """How good it is to end a turn so."""
    end = steps[REGISTERS]
    touched = int(end[TOUCHED])
    if touched >= field.flag_count:
        return worth_of_finish(field, steps)
    node = int(end[NODE])
    tokens = int(end[TOKENS])
    if tokens > 0 and site_at(race, field, node // 4) != FLOOR:
        tokens -= 1
    value = -haste(time_left(field, chart, touched, node)) - wear(tokens)
    value -= haste(way_back(field, chart, touched, int(end[ARCHIVE]))) // SAFETY
    return RIVAL * value


@compiled
def stand_still(race: Race, field: Field) -> bool:
    """Whether all flags are where the chart has them."""
    for flag in range(field.flag_count):
        if race.flag_squares[flag] != field.flag_squares[flag]:
            return False
    return True


@compiled
def best_worth(field: Field, chart: Chart, steps: Steps, depth: int) -> int:
    """How good a turn may yet end if it has begun so; about so where pairs of cards may lie."""
    here = steps[depth]
    touched = int(here[TOUCHED])
    if touched >= field.flag_count:
        return WIN
    time = int(chart[hope(touched, depth), here[NODE]])
    if time <= WON:
        return WIN
    time += int(chart[LEGS, touched]) - REGISTER * int(here[SPARE])
    return -RIVAL * (haste(time) + wear(max(0, int(here[TOKENS]) - 1)))


@compiled
def highest(robot: Robot, kind: int, below: int) -> int:
    """The highest card of a kind in a hand that is lower than another."""
    best = EMPTY
    for slot in range(HAND):
        card = int(robot.hand[slot])
        if best < card < below and kind_of(card) == kind:
            best = card
    return best


@compiled
def uses(way: int, kind: int) -> bool:
    """Whether a way takes a card of a kind."""
    if way < FIRST_PAIR:
        return way == kind
    return kind in (PAIRS[way - FIRST_PAIR, 0], PAIRS[way - FIRST_PAIR, 1])


@compiled
def card_for(race: Race, field: Field, robot: Robot, steps: Steps, register: int, kind: int) -> int:
    """The card of a kind that goes into a register: the highest that none before it takes."""
    below = 1 << 14
    for earlier in range(register):
        if is_open(race, field, robot, earlier) and uses(steps[earlier, WAY], kind):
            below = highest(robot, kind, below)
    return highest(robot, kind, below)


@compiled
def write_path(race: Race, field: Field, robot: Robot, steps: Steps, path: Steps) -> int:
    """Write down the choices that lay a program; how many they are."""
    length = 0
    for register in range(REGISTERS):
        if is_open(race, field, robot, register):
            way = steps[register, WAY]
            kind = way if way < FIRST_PAIR else PAIRS[way - FIRST_PAIR, 0]
            path[length] = LAY + card_for(race, field, robot, steps, register, kind) - 1
            length += 1
            if way >= FIRST_PAIR:
                kind = PAIRS[way - FIRST_PAIR, 1]
                path[length] = ADD + card_for(race, field, robot, steps, register, kind) - 1
                length += 1
    path[length] = DONE
    return length + 1


@compiled
def set_out(race: Race, field: Field, robot: Robot, counts: Steps, steps: Steps) -> None:
    """Where the walk begins, and with which cards; only who may use pairs has any to spare."""
    cards = 0
    for kind in range(STAND):
        counts[kind] = 0
    for slot in range(HAND):
        if robot.hand[slot] > EMPTY:
            counts[kind_of(robot.hand[slot])] += 1
            cards += 1
    steps[0, SPARE] = 0
    if has(robot, CRAB_LEGS) or has(robot, DUAL_PROCESSOR):
        steps[0, SPARE] = cards - open_registers(race, field, robot)
    steps[0, NODE] = int(robot.square) * 4 + int(robot.heading)
    steps[0, TOUCHED] = robot.touched
    steps[0, TOUCHED_NOW] = robot.touched_now
    steps[0, ARCHIVE] = robot.archive
    steps[0, TOKENS] = robot.damage
    steps[0, WAY] = BEFORE_ALL


@compiled
def walk_programs(
    race: Race, field: Field, who: int, chart: Chart, found: Found, dice: Dice
) -> bool:
    """Keep the best programs of a robot that it survives; whether there is one."""
    robot = race.robots[who]
    steps = found.scratch
    counts = steps[COUNTS]
    set_out(race, field, robot, counts, steps)
    by_chart = stand_still(race, field)
    last = len(found.values) - 1
    survives = False
    depth = 0
    while depth >= 0:
        if depth == REGISTERS:
            survives = True
            value = worth(race, field, chart, steps)
            if value >= found.values[last]:
                length = write_path(race, field, robot, steps, found.path)
                keep_plan(found, length, value, word(dice))
            depth -= 1
            continue
        is_free = is_open(race, field, robot, depth)
        way = next_way(robot, counts, steps, depth, is_free)
        steps[depth, WAY] = way
        if way == NOTHING:
            depth -= 1
            continue
        if not is_free:
            way = locked_way(robot, depth)
        if not take_step(race, field, chart, steps, depth, way):
            continue
        if is_free and way >= FIRST_PAIR:
            steps[depth + 1, SPARE] -= 1
        if (
            not by_chart
            or depth + 1 == REGISTERS
            or best_worth(field, chart, steps, depth + 1) >= found.values[last]
        ):
            depth += 1
    return survives


@compiled
def propose(race: Race, field: Field, seat: int, chart: Chart, found: Found, dice: Dice) -> bool:
    """The best programs on an empty floor, where a program is to be written from the beginning."""
    if race.phase != Phase.PROGRAM or field.stepwise:
        return False
    who = programmer_of(race, field, seat)
    if who < 0 or race.robots[who].square < 0:
        return False
    return walk_programs(race, field, who, chart, found, dice)


# --- others -------------------------------------------------------------------------------------


@compiled
def best_facing(race: Race, field: Field, chart: Chart) -> int:
    """The heading that is nearest to the next flag, where any is allowed."""
    robot = race.robots[race.seat]
    if race.about != robot.archive:
        return plain_answer(race, field)
    best = 0
    for heading in range(1, 4):
        node = int(race.about) * 4
        if time_left(field, chart, int(robot.touched), node + heading) < time_left(
            field, chart, int(robot.touched), node + best
        ):
            best = heading
    return FACE + best


@compiled
def habit(race: Race, field: Field, seat: int, chart: Chart) -> int:
    """What most would answer to a question without much thought."""
    if race.phase != Phase.ASK:
        return NOTHING
    if race.question == Question.FACE:
        return best_facing(race, field, chart)
    if race.question == Question.ANNOUNCE:
        return YES if wear(int(race.robots[race.seat].damage)) > REST else NO
    return plain_answer(race, field)


@compiled
def pick_up(race: Race, robot: Robot) -> None:
    """Take a guessed program back into the hand, with cards that may have been left over."""
    slot = 0
    for register in range(REGISTERS):
        if not robot.locked >> register & 1:
            robot.hand[slot] = robot.registers[register]
            robot.registers[register] = EMPTY
            slot += 1
    while slot < hand_size(robot) and race.deck.count > 0:
        robot.hand[slot] = take(race.deck)
        slot += 1
    robot.done = 0


@compiled
def is_unknown(robot: Robot) -> bool:
    """Whether a program lies there of which a viewer has seen nothing."""
    if robot.done == 0 or robot.square < 0 or is_card(robot.conditional):
        return False
    for slot in range(HAND):
        if robot.hand[slot] != EMPTY:
            return False
    for register in range(REGISTERS):
        if not robot.locked >> register & 1 and robot.registers[register] != HIDDEN:
            return False
        if robot.seconds[register] != EMPTY:
            return False
    return True


@compiled
def lay_best(race: Race, field: Field, who: int, chart: Chart, found: Found, dice: Dice) -> None:
    """Program a robot at once: as is best on an empty floor, anyhow where it survives nothing."""
    robot = race.robots[who]
    forget(found)
    walk_programs(race, field, who, chart, found, dice)
    if found.values[0] > LOWEST:
        step = 0
        while found.plans[0, step] != DONE:
            action = int(found.plans[0, step])
            if action < ADD:
                lay(robot, next_open(race, field, robot), action - LAY + 1)
            else:
                lay(robot, REGISTERS + laid_last(race, field, robot), action - ADD + 1)
            step += 1
    for slot in range(HAND):
        register = next_open(race, field, robot)
        if register < REGISTERS and robot.hand[slot] != EMPTY:
            lay(robot, register, int(robot.hand[slot]))
    finish_program(race, robot, 0, 0, 0)


@compiled
def imagine(
    race: Race, view: Race, field: Field, seat: int, chart: Chart, found: Found, dice: Dice
) -> None:
    """Those who have programmed unseen do it once more: sensibly, not as a guess does.

    While others program, so do they; when all have, their programs lie there.
    """
    for who in range(field.robots):
        if seat_of(field, who) != seat and is_unknown(view.robots[who]):
            pick_up(race, race.robots[who])
            if race.phase != Phase.PROGRAM:
                lay_best(race, field, who, chart, found, dice)
