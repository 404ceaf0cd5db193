"""How good a race is for a seat: what the stock bots go by.

Times are hundredths of a register: how long it still takes to touch all flags, with the cards that
one may hope for. What a robot has is counted in thousandths of the logarithm of its odds to win, as
they were in games among bots.
"""

import math

import numpy as np
import numpy.typing as npt

from algorally.core.bits import count_bits
from algorally.core.compile import compiled
from algorally.core.grid import turned
from algorally.core.search import WIN, Chart
from algorally.games.roborally.names import (
    ADD,
    BACKUP,
    BLOCKED,
    CARDS,
    DONE,
    EMPTY,
    GEAR_LEFT,
    GEAR_RIGHT,
    HAND,
    KINDS,
    LAY,
    LEFT,
    MAX_FLAGS,
    MAX_SQUARES,
    MOVE1,
    MOVE2,
    MOVE3,
    OFF,
    PIT,
    REGISTERS,
    RIGHT,
    UTURN,
    VOID,
    Phase,
)
from algorally.games.roborally.rules.cards import kind_of
from algorally.games.roborally.rules.floor import seat_of
from algorally.games.roborally.rules.program import next_open, programmer_of
from algorally.games.roborally.state import Field, Race

# A chart has a column for each node, which is square * 4 + heading. Its rows: how long it takes
# from a node at the beginning of a turn to each flag; how long from each flag on to the last one
# (in the columns of the flags); where each way to fill a register leads, in each register; how long
# it takes to each flag at the end of a turn at best, from a node after each register but the last.
LEGS = MAX_FLAGS
LEADS = MAX_FLAGS + 1
# Ways to fill a register: a card of a kind; none; a move and a rotation, for robots with Crab Legs
# (a Move 1 to the side) or a Dual Processor (a longer move).
STAND = len(KINDS)
FIRST_PAIR = STAND + 1
MOVES_OF_PAIRS = (MOVE1, MOVE1, MOVE2, MOVE2, MOVE3, MOVE3, MOVE3)
TURNS_OF_PAIRS = (LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT, UTURN)
PAIRS = np.array((MOVES_OF_PAIRS, TURNS_OF_PAIRS)).T.copy()
WAYS = FIRST_PAIR + len(PAIRS)
HOPES = LEADS + REGISTERS * WAYS
CHART_SHAPE = (HOPES + MAX_FLAGS * (REGISTERS - 1), MAX_SQUARES * 4)
Times = npt.NDArray[np.int64]

REGISTER = 100  # the unit is a hundredth of it
FAR = 6000  # more than any flag is away; so is a pit
WON = -2 * FAR  # instead of a time: the last flag can be touched
SWEEPS = 60  # turns over which times are added up, until they are settled
LONGEST_RIDE = 40  # registers that a flag may take to come round on belts
# How likely a card of a kind is at hand when it is wanted in a register, for which there is a row:
# fewer and fewer of nine are left.
CARDS_LEFT = np.arange(9, 9 - REGISTERS, -1)
AT_HAND = 1 - (1 - np.array([6, 18, 18, 6, 18, 12, 6]) / CARDS) ** CARDS_LEFT[:, None]

# Weights, fitted to who won 2,500 games of four robots (benchmarks/robots.py); what lives and
# options are worth cannot be told from these games.
HASTE = 1880  # for the square root of the registers that are left: near the end they count more
DAMAGE = 520  # for each of the first damage tokens, each of which costs a card,
WORN = 4  # up to so many;
LOCK = 150  # for each of the others: they will be gone after a rest
REST = 1830  # a turn without a step
LIFE = 250
RIVAL = 4  # a rival's fortune counts a quarter of one's own
OPTION_VALUE = 50


# --- distances ---------------------------------------------------------------------------------


@compiled
def walk(field: Field, square: int, way: int, steps: int) -> int:
    """Where so many steps lead on an empty floor; OFF if the robot is destroyed."""
    for _ in range(steps):
        there = int(field.steps[square * 4 + way])
        if there == BLOCKED:
            return square
        if there == OFF or field.kinds[there] == PIT:
            return OFF
        square = there
    return square


@compiled
def ride_belt(field: Field, node: int, express: int) -> int:
    """Square * 4 + heading after the belts of a kind have moved; OFF if it ends badly."""
    square = node // 4
    belt = int(field.belts[square])
    if belt == 0 or (express and belt <= 4):
        return node
    way = (belt - 1) & 3
    there = int(field.steps[square * 4 + way])
    if there == BLOCKED:
        return node
    if there == OFF or field.kinds[there] == PIT:
        return OFF
    heading = node & 3
    onto = int(field.belts[there])
    quarters = ((onto - 1) & 3) - way & 3
    if onto and quarters & 1:
        heading = turned(heading, quarters)
    return there * 4 + heading


@compiled
def after_pusher(field: Field, node: int, register: int) -> int:
    """Square * 4 + heading after the pushers; OFF if it ends badly."""
    square = node // 4
    if not field.pushers[square] >> register & 1:
        return node
    square = walk(field, square, int(field.pushes[square]), 1)
    return OFF if square == OFF else square * 4 + (node & 3)


@compiled
def after_floor(field: Field, node: int, register: int) -> int:
    """Where the floor leaves a robot at the end of a register; OFF if it ends badly."""
    node = ride_belt(field, node, 1)
    if node >= 0:
        node = ride_belt(field, node, 0)
    if node >= 0:
        node = after_pusher(field, node, register)
    if node >= 0:
        kind = field.kinds[node // 4]
        if kind == GEAR_LEFT:
            node = node // 4 * 4 + turned(node & 3, 3)
        elif kind == GEAR_RIGHT:
            node = node // 4 * 4 + turned(node & 3, 1)
        if field.crushers[node // 4] >> register & 1:
            node = OFF
    return node


@compiled
def after_card(field: Field, node: int, register: int, kind: int) -> int:
    """Square * 4 + heading after a register with a card of a kind; OFF if it ends badly."""
    square = node // 4
    heading = node & 3
    if kind == LEFT:
        heading = turned(heading, 3)
    elif kind == RIGHT:
        heading = turned(heading, 1)
    elif kind == UTURN:
        heading = turned(heading, 2)
    elif kind == BACKUP:
        square = walk(field, square, turned(heading, 2), 1)
    elif kind != STAND:
        square = walk(field, square, heading, kind - MOVE1 + 1)
    return OFF if square == OFF else after_floor(field, square * 4 + heading, register)


@compiled
def after_pair(field: Field, node: int, register: int, move: int, rotation: int) -> int:
    """Square * 4 + heading after a register with a move and a rotation; OFF if it ends badly."""
    heading = node & 3
    quarters = 2 if rotation == UTURN else 3 if rotation == LEFT else 1
    if move == MOVE1:
        square = walk(field, node // 4, turned(heading, quarters), 1)
    else:
        square = walk(field, node // 4, heading, move - MOVE1 - (rotation == UTURN))
        heading = turned(heading, quarters)
    return OFF if square == OFF else after_floor(field, square * 4 + heading, register)


@compiled
def lead(register: int, way: int) -> int:
    """The row of a chart that says where a way leads in a register."""
    return LEADS + register * WAYS + way


@compiled
def draw_leads(field: Field, chart: Chart, nodes: int) -> None:
    """Note where every way leads from everywhere in every register."""
    for node in range(nodes):
        on_board = field.kinds[node // 4] != VOID
        for register in range(REGISTERS):
            for way in range(WAYS):
                there = OFF
                if on_board and way < FIRST_PAIR:
                    there = after_card(field, node, register, way)
                elif on_board:
                    move, rotation = PAIRS[way - FIRST_PAIR]
                    there = after_pair(field, node, register, move, rotation)
                chart[lead(register, way), node] = there


def is_flag(field: Field, square: int, flag: int) -> bool:
    """Whether a flag is to be touched on a square; one that rides on belts, where it passes."""
    there = int(field.flag_squares[flag])
    if there == square or not field.options.moving_flags:
        return there == square
    for _ in range(LONGEST_RIDE):
        there = after_floor(field, there * 4, 0) // 4
        if there < 0 or there == square:
            return there == square
    return False


def expected(times: Times, at_hand: npt.NDArray[np.float64]) -> Times:
    """The time that one may expect where the kinds of cards, a row each, lead to such times.

    One plays the best of the cards that happen to be at hand, and the worst if none is.
    """
    ranked = np.sort(times * WAYS + np.arange(STAND)[:, None], axis=0)
    likely = at_hand[ranked % WAYS]
    missing = np.cumprod(1 - likely, axis=0)  # all up to this one
    none_better = np.vstack((np.ones(times.shape[1]), missing[:-1]))
    ranked //= WAYS
    mean = (ranked * likely * none_better).sum(axis=0) + ranked[-1] * missing[-1]
    whole: Times = mean.astype(np.int64)
    return whole


def times_to(field: Field, chart: Chart, flag: int, nodes: int) -> Times:
    """How long it takes from each node at the beginning of a turn to touch a flag."""
    leads = chart[LEADS:HOPES, :nodes].reshape(REGISTERS, WAYS, nodes)[:, :STAND]
    goal = np.repeat([is_flag(field, square, flag) for square in range(nodes // 4)], 4)
    times: Times = np.full((REGISTERS + 1, nodes + 1), FAR)  # the last column is for the pits
    times[:, :-1][:, goal] = 0
    for _ in range(SWEEPS):
        times[REGISTERS] = times[0]
        for register in reversed(range(REGISTERS)):
            time = expected(times[register + 1][leads[register]], AT_HAND[register]) + REGISTER
            times[register, :-1] = np.where(goal, 0, np.minimum(time, FAR))
        if np.abs(times[REGISTERS] - times[0]).sum() < nodes:
            break
    settled: Times = times[0, :-1]
    return settled


@compiled
def hope(flag: int, register: int) -> int:
    """The row of a chart that says how near a flag can be at the end, before a register."""
    return HOPES + flag * (REGISTERS - 1) + register - 1


def draw_hopes(field: Field, chart: Chart, nodes: int) -> None:
    """Note how long it takes to a flag from where a turn may end, with the best of single cards.

    Where flags are touched on the way, what is left to the next one counts from there.
    """
    leads = chart[LEADS:HOPES, :nodes].reshape(REGISTERS, WAYS, nodes)[:, :FIRST_PAIR]
    beyond: Times = np.full((REGISTERS + 1, nodes + 1), WON)  # the flag after the last one
    for flag in reversed(range(int(field.flag_count))):
        leg = int(chart[LEGS, flag]) - int(chart[LEGS, flag + 1]) if flag + 1 < LEGS else 0
        here = np.append(np.arange(nodes) // 4 == field.flag_squares[flag], False)
        touched = np.where(beyond <= WON, WON, beyond - leg)
        times: Times = np.full((REGISTERS + 1, nodes + 1), 2 * FAR)  # the last one is for the pits
        times[REGISTERS, :-1] = chart[flag, :nodes]
        for register in reversed(range(REGISTERS)):
            after = np.where(here, np.minimum(times, touched), times)[register + 1]
            times[register, :-1] = after[leads[register]].min(axis=0)
        for register in range(1, REGISTERS):
            chart[hope(flag, register), :nodes] = times[register, :-1]
        beyond = times


def mean_time(chart: Chart, flag: int, square: int) -> int:
    """How long it takes from a square to a flag, whichever way one looks."""
    return int(chart[flag, square * 4 : square * 4 + 4].mean())


def draw_chart(field: Field, chart: Chart) -> None:
    """Fill the chart of a field."""
    nodes = int(field.width) * int(field.height) * 4
    draw_leads(field, chart, nodes)
    for flag in range(field.flag_count):
        chart[flag, :nodes] = times_to(field, chart, flag, nodes)
    for flag in range(field.flag_count - 2, -1, -1):
        leg = mean_time(chart, flag + 1, int(field.flag_squares[flag]))
        chart[LEGS, flag] = chart[LEGS, flag + 1] + leg
    draw_hopes(field, chart, nodes)


# --- judging -----------------------------------------------------------------------------------


@compiled
def time_left(field: Field, chart: Chart, touched: int, node: int) -> int:
    """How long it takes from a node at the beginning of a turn to touch all flags."""
    if touched >= field.flag_count:
        return 0
    return int(chart[touched, node]) + int(chart[LEGS, touched])


@compiled
def way_back(field: Field, chart: Chart, touched: int, archive: int) -> int:
    """How long it takes from where a robot comes back, facing as it likes."""
    nearest = 2 * FAR
    for heading in range(4):
        nearest = min(nearest, time_left(field, chart, touched, archive * 4 + heading))
    return nearest


@compiled
def haste(time: int) -> int:
    """What the way that is left costs."""
    return int(HASTE * math.sqrt(max(0, time) / REGISTER))


@compiled
def wear(damage: int) -> int:
    """What damage costs."""
    return DAMAGE * min(damage, WORN) + LOCK * max(0, damage - WORN)


@compiled
def fortune(race: Race, field: Field, who: int, chart: Chart) -> int:
    """What a robot has reached, and what state it is in."""
    robot = race.robots[who]
    if robot.lives == 0:
        return -4 * haste(FAR)
    touched = int(robot.touched)
    value = LIFE * int(robot.lives)
    if robot.square >= 0:
        value -= haste(time_left(field, chart, touched, int(robot.square) * 4 + int(robot.heading)))
    else:
        value -= haste(way_back(field, chart, touched, int(robot.archive)) + REGISTER)
    if robot.announced or robot.powered_down:
        value -= REST
    if not robot.announced:  # otherwise all damage will be gone
        value -= wear(int(robot.damage))
    return value + OPTION_VALUE * count_bits(int(robot.options))


@compiled
def judge(race: Race, field: Field, seat: int, chart: Chart) -> int:
    """How good a race is for a seat."""
    if race.phase == Phase.OVER:
        return WIN if race.winners >> seat & 1 else -WIN
    best = -WIN
    rival = -WIN
    for who in range(field.robots):
        value = fortune(race, field, who, chart)
        if seat_of(field, who) == seat:
            best = max(best, value)
        else:
            rival = max(rival, value)
    return RIVAL * best - rival


@compiled
def redundant(race: Race, field: Field, seat: int, last: int, action: int) -> bool:
    """Whether a card of the same kind, tried anyway, does the same."""
    if race.phase != Phase.PROGRAM or action >= DONE:
        return False
    robot = race.robots[programmer_of(race, field, seat)]
    card = action - (LAY if action < ADD else ADD) + 1
    if action < ADD and next_open(race, field, robot) == REGISTERS:
        return True  # what is kept on options is not planned ahead
    for slot in range(HAND):
        other = int(robot.hand[slot])
        if other > card and other != EMPTY and kind_of(other) == kind_of(card):
            return True
    return False
