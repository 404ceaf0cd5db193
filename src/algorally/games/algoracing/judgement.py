"""How good a race is for a seat: what the stock bots go by."""

from algorally.core.compile import compiled
from algorally.core.grid import NOWHERE, neighbour, turned
from algorally.core.search import WIN, Chart
from algorally.games.algoracing.names import (
    ALL_THE_WAY,
    CAPACITY,
    CARRIED,
    COLOURS,
    COVER,
    CYCLE_ONE,
    INSERT,
    JUMP,
    KINDS,
    LEFT,
    MAX_ROW,
    MAX_SQUARES,
    NOTHING,
    PASS,
    REPLACE_CARD,
    RIGHT,
    RUN,
    STEP,
    TOKENS,
    TURN,
    UNCYCLE,
    UTURN,
    Phase,
)
from algorally.games.algoracing.rules.commands import jump_obstruction, obstruction
from algorally.games.algoracing.rules.ending import points
from algorally.games.algoracing.rules.samples import carried
from algorally.games.algoracing.state import Field, Race

FAR = 60
NEAR = 6  # samples within so many commands make a good start
CHART_SHAPE = (MAX_SQUARES * 4, MAX_SQUARES)  # commands from square * 4 + heading to a square

# Weights, in thousandths of a point.
POINT = 1000
CARRIED_SAMPLE = 700
LAB_DISTANCE = 45  # for each carried sample and command
SAMPLE_DISTANCE = 30
KIND_IN_HAND = 8
RIVAL = 4  # a rival's fortune counts a quarter of one's own


@compiled
def end_of_drive(field: Field, square: int, heading: int) -> int:
    """Where all-the-way ends on an empty field."""
    there = neighbour(field.width, field.height, square, heading)
    while obstruction(field, square, there, heading) == NOTHING:
        square = there
        there = neighbour(field.width, field.height, square, heading)
    return square


@compiled
def after(field: Field, square: int, heading: int, command: int) -> int:
    """Square * 4 + heading after a command on an empty field."""
    there = neighbour(field.width, field.height, square, heading)
    if command == STEP and obstruction(field, square, there, heading) == NOTHING:
        return there * 4 + heading
    if command == ALL_THE_WAY:
        return end_of_drive(field, square, heading) * 4 + heading
    if command == JUMP and jump_obstruction(field, square, there) == NOTHING:
        return there * 4 + heading
    if command == LEFT:
        return square * 4 + turned(heading, 3)
    if command == RIGHT:
        return square * 4 + turned(heading, 1)
    if command == UTURN:
        return square * 4 + turned(heading, 2)
    return square * 4 + heading


@compiled
def shorten(field: Field, chart: Chart, node: int, other: int) -> bool:
    """Whether going through a neighbouring node shortens any way from this one."""
    shorter = False
    for target in range(field.width * field.height):
        if chart[other, target] + 1 < chart[node, target]:
            chart[node, target] = chart[other, target] + 1
            shorter = True
    return shorter


@compiled
def improve(field: Field, chart: Chart, node: int) -> bool:
    """Whether any command or elevator shortens a way from this node."""
    square = node // 4
    heading = node % 4
    shorter = False
    for command in range(UTURN + 1):
        if shorten(field, chart, node, after(field, square, heading, command)):
            shorter = True
    for side in range(4):
        if field.lifts[square] >> side & 1:
            there = neighbour(field.width, field.height, square, side)
            if shorten(field, chart, node, there * 4 + heading):
                shorter = True
    return shorter


@compiled
def draw_chart(field: Field, chart: Chart) -> None:
    """Fill the chart: how many commands each square is away, whatever cards that takes."""
    squares = field.width * field.height
    for node in range(squares * 4):
        for target in range(squares):
            chart[node, target] = 0 if node // 4 == target else FAR
    improving = True
    while improving:
        improving = False
        for node in range(squares * 4):
            if improve(field, chart, node):
                improving = True


@compiled
def lab_distance(race: Race, field: Field, seat: int, chart: Chart, node: int) -> int:
    """Commands to the nearest lab."""
    nearest = FAR
    for base in range(len(COLOURS)):
        if field.labs[base] >> race.rovers[seat].colour & 1 and race.bases[base] != NOWHERE:
            nearest = min(nearest, int(chart[node, race.bases[base]]))
    return nearest


@compiled
def sample_distance(race: Race, chart: Chart, node: int) -> int:
    """Commands to the nearest sample on the field, 0 if none is left."""
    nearest = FAR
    for token in range(TOKENS):
        if 0 <= race.places[token] < CARRIED:
            nearest = min(nearest, int(chart[node, race.places[token]]))
    return nearest % FAR


@compiled
def variety(race: Race, seat: int) -> int:
    """How many kinds of the basic commands a hand holds."""
    kinds = 0
    for kind in range(KINDS):
        if race.rovers[seat].hand[kind] > 0 and (kind <= UTURN or kind == TURN):
            kinds += 1
    return kinds


@compiled
def fortune(race: Race, field: Field, seat: int, chart: Chart) -> int:
    """What a seat has and is about to have."""
    value = POINT * points(race, seat)
    rover = race.rovers[seat]
    if rover.square == NOWHERE:
        return value
    node = rover.square * 4 + rover.heading
    aboard = carried(race, seat)
    value += aboard * (CARRIED_SAMPLE - LAB_DISTANCE * lab_distance(race, field, seat, chart, node))
    if aboard < CAPACITY:
        value -= SAMPLE_DISTANCE * sample_distance(race, chart, node)
    return value


@compiled
def outlook(race: Race, seat: int, chart: Chart) -> int:
    """How many samples lie near a starting place, and how near."""
    node = race.rovers[seat].square * 4
    total = 0
    for token in range(TOKENS):
        if 0 <= race.places[token] < CARRIED:
            nearest = FAR
            for heading in range(4):
                nearest = min(nearest, int(chart[node + heading, race.places[token]]))
            total += max(0, NEAR - nearest)
    return total * FAR - sample_distance(race, chart, node + race.rovers[seat].heading)


@compiled
def judge(race: Race, field: Field, seat: int, chart: Chart) -> int:
    """How good a race is for a seat."""
    if race.phase == Phase.OVER:
        return WIN if race.winners >> seat & 1 else -WIN
    if race.turn == 0:
        return 0 if race.rovers[seat].square == NOWHERE else outlook(race, seat, chart)
    value = RIVAL * (fortune(race, field, seat, chart) + KIND_IN_HAND * variety(race, seat))
    best_rival = -WIN
    for rival in range(field.seats):
        if rival != seat:
            best_rival = max(best_rival, fortune(race, field, rival, chart))
    return value - best_rival


@compiled
def group(action: int) -> int:
    """The place of an action in the one order in which a bot tries changes of the row."""
    if UNCYCLE <= action < RUN:
        return 0
    if COVER <= action < CYCLE_ONE:
        return 1
    if INSERT <= action < COVER:
        return 2
    if CYCLE_ONE <= action < UNCYCLE:
        return 3
    return 4


@compiled
def redundant(race: Race, field: Field, seat: int, last: int, action: int) -> bool:
    """Whether another order of the same changes, tried anyway, leads to the same row."""
    if REPLACE_CARD <= last < PASS and REPLACE_CARD <= action < PASS:
        return action < last
    if group(last) > 3 or group(action) > 3:
        return False
    if group(last) != group(action):
        return group(action) < group(last)
    if group(action) == 0 or group(action) == 3:
        return action <= last
    return action % MAX_ROW <= last % MAX_ROW
