"""How good a race is for a seat: what the stock bots go by."""

from algorally.core.compile import compiled
from algorally.core.grid import turned
from algorally.core.search import WIN, Chart
from algorally.games.roborally.names import (
    ADD,
    BACKUP,
    BLOCKED,
    DONE,
    EMPTY,
    GEAR_LEFT,
    GEAR_RIGHT,
    HAND,
    LAY,
    LEFT,
    LOCKS_FROM,
    MAX_FLAGS,
    MAX_SQUARES,
    MOVE1,
    OFF,
    PIT,
    REGISTERS,
    RIGHT,
    UTURN,
    VOID,
    Phase,
)
from algorally.games.roborally.rules.cards import kind_of
from algorally.games.roborally.rules.program import next_open, programmer_of
from algorally.games.roborally.state import Field, Race

FAR = 100  # registers; more than any flag is away
CHART_SHAPE = (MAX_FLAGS, MAX_SQUARES * 4)  # registers from square * 4 + heading to a flag
NODES = 7  # kinds of cards

# Weights, in hundredths of a register.
FLAG = 10_000
REGISTER = 100
DAMAGE = 60
LIFE = 3_000
OPTION_VALUE = 40
RIVAL = 4  # a rival's fortune counts a quarter of one's own


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
def after_floor(field: Field, node: int) -> int:
    """Where the floor leaves a robot at the end of a register, pushers left out."""
    node = ride_belt(field, node, 1)
    if node >= 0:
        node = ride_belt(field, node, 0)
    if node >= 0:
        kind = field.kinds[node // 4]
        if kind == GEAR_LEFT:
            node = node // 4 * 4 + turned(node & 3, 3)
        elif kind == GEAR_RIGHT:
            node = node // 4 * 4 + turned(node & 3, 1)
    return node


@compiled
def after_card(field: Field, node: int, kind: int) -> int:
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
    else:
        square = walk(field, square, heading, kind - MOVE1 + 1)
    return OFF if square == OFF else after_floor(field, square * 4 + heading)


@compiled
def improve(field: Field, chart: Chart, flag: int, node: int) -> bool:
    """Whether a card shortens the way from a node to a flag."""
    best = int(chart[flag, node])
    for kind in range(NODES):
        there = after_card(field, node, kind)
        if there >= 0:
            best = min(best, int(chart[flag, there]) + 1)
    if best < chart[flag, node]:
        chart[flag, node] = best
        return True
    return False


@compiled
def mark_flag(field: Field, chart: Chart, flag: int) -> None:
    """A flag is where it stands; one that rides on belts is to be met wherever they carry it."""
    square = int(field.flag_squares[flag])
    while square >= 0 and chart[flag, square * 4] == FAR:
        for heading in range(4):
            chart[flag, square * 4 + heading] = 0
        if field.options.moving_flags:
            square = after_floor(field, square * 4) // 4


@compiled
def draw_chart(field: Field, chart: Chart) -> None:
    """Fill the chart: how many registers each flag is away, whatever cards that takes."""
    nodes = int(field.width) * int(field.height) * 4
    for flag in range(field.flag_count):
        for node in range(nodes):
            chart[flag, node] = FAR
        mark_flag(field, chart, flag)
        improving = True
        while improving:
            improving = False
            for node in range(nodes):
                if field.kinds[node // 4] != VOID and improve(field, chart, flag, node):
                    improving = True


# --- judging -----------------------------------------------------------------------------------


@compiled
def distance(race: Race, field: Field, who: int, chart: Chart) -> int:
    """Registers to the next flag, from where the robot is or will come back."""
    robot = race.robots[who]
    if robot.touched >= field.flag_count:
        return 0
    if robot.square >= 0:
        return int(chart[robot.touched, int(robot.square) * 4 + int(robot.heading)])
    nearest = FAR
    for heading in range(4):
        nearest = min(nearest, int(chart[robot.touched, int(robot.archive) * 4 + heading]))
    return nearest + REGISTERS


@compiled
def fortune(race: Race, field: Field, who: int, chart: Chart) -> int:
    """What a robot has reached, and what state it is in."""
    robot = race.robots[who]
    if robot.lives == 0:
        return -FLAG
    value = FLAG * int(robot.touched) + LIFE * int(robot.lives)
    value -= REGISTER * distance(race, field, who, chart)
    if robot.announced or robot.powered_down:
        value -= REGISTER * REGISTERS  # a turn without a step,
    if not robot.announced:  # but then all damage is gone
        value -= DAMAGE * int(robot.damage) * (1 if robot.damage < LOCKS_FROM else 2)
    options = int(robot.options)
    while options > 0:
        value += OPTION_VALUE * (options & 1)
        options >>= 1
    return value


@compiled
def judge(race: Race, field: Field, seat: int, chart: Chart) -> int:
    """How good a race is for a seat."""
    if race.phase == Phase.OVER:
        return WIN if race.winners >> seat & 1 else -WIN
    best = -WIN
    rival = -WIN
    for who in range(field.robots):
        value = fortune(race, field, who, chart)
        if who % int(field.seats) == seat:
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
