"""What a learner sees of a race: planes of the track, and numbers.

Cars and drivers stand in the order of their numbers, because choices name cars by number.
"""

from typing import Any

from algorally.core.compile import compiled
from algorally.core.observation import (
    Numbers,
    Observation,
    Part,
    Plane,
    Planes,
    clear_planes,
    note,
    note_choice,
    note_set,
)
from algorally.games.speedalgo.names import (
    CARS,
    HIGHEST,
    LANES,
    LONGEST_PROGRAM,
    MAX_SEATS,
    MAX_STEPS,
    NEXT,
    TRAFFIC,
    WRITTEN,
    Phase,
)
from algorally.games.speedalgo.state import Driver, Field, Race

FINISH = 0  # planes
OWN, OTHERS, CARS_OF_TRAFFIC = range(1, 4)

GROUND = (Plane("finish", "1 = behind the finish line"),)
PIECES = (
    Plane("own_bolide", "1 = the seat's bolide"),
    Plane("other_bolide", "1 = another bolide"),
    Plane("traffic", "1 = a traffic car"),
)

PHASES = len(Phase)
SIGNS = NEXT + 1  # empty, all cards, and the two signs
DRIVER = 6 + LONGEST_PROGRAM + WRITTEN  # numbers of a driver
STEP = 3
PARTS = (
    Part("phase", PHASES, "one of the phases of `names.Phase`"),
    Part("round", 1, "rounds begun"),
    Part("columns", 1, "of the track; the finish line lies behind the last"),
    Part("seat", MAX_SEATS, "which seat it is"),
    Part("mover", MAX_SEATS, "whose decision it is, or whose program runs"),
    Part("cars", CARS * 2, "column and lane of each car, -1 where it is not on the track"),
    Part("order", MAX_SEATS, "the seats in the order in which they run"),
    Part("throw", HIGHEST, "what the seat's die shows"),
    Part("program", LONGEST_PROGRAM * SIGNS, "which card or sign lies at each place of its own"),
    Part(
        "drivers",
        MAX_SEATS * DRIVER,
        "for each seat: die, cards and signs laid, targets due, ready, side of the condition"
        " card, crossed, then its program and written targets, as numbers; 0 where they are hidden",
    ),
    Part("ran", 1, "programs run in this round"),
    Part("running", 5, "step, steps, card of the instruction, cars due and cars moved"),
    Part("steps", MAX_STEPS * STEP, "the program that runs: card, place and leap of each step"),
    Part("taken", TRAFFIC, "1 = the running AT has moved this traffic car"),
)


def shape(field: Any) -> tuple[int, int]:
    """Columns of the track, as far as it is drawn, and lanes."""
    return int(field.columns) + int(field.runoff), LANES


@compiled
def draw_ground(field: Field, planes: Planes) -> None:
    """Draw what never changes."""
    for square in range(field.columns * LANES, len(planes[FINISH])):
        planes[FINISH, square] = 1


@compiled
def draw_pieces(race: Race, seat: int, planes: Planes) -> None:
    """Draw the cars."""
    clear_planes(planes, OWN)
    for car in range(CARS):
        square = int(race.places[car])
        if 0 <= square < len(planes[FINISH]):
            plane = CARS_OF_TRAFFIC if car < TRAFFIC else OTHERS
            planes[OWN if car == TRAFFIC + seat else plane, square] = 1


@compiled
def note_driver(driver: Driver, numbers: Numbers, place: int) -> int:
    """Write the numbers of a driver."""
    place = note(numbers, place, int(driver.roll))
    place = note(numbers, place, int(driver.length))
    place = note(numbers, place, int(driver.due))
    place = note(numbers, place, int(driver.ready))
    place = note(numbers, place, int(driver.side))
    place = note(numbers, place, int(driver.crossed))
    for card in range(LONGEST_PROGRAM):
        place = note(numbers, place, int(driver.program[card]))
    for target in range(WRITTEN):
        place = note(numbers, place, int(driver.written[target]))
    return place


@compiled
def note_run(race: Race, numbers: Numbers, place: int) -> int:
    """Write how far the program that runs has come."""
    place = note(numbers, place, int(race.ran))
    place = note(numbers, place, int(race.step))
    place = note(numbers, place, int(race.length))
    place = note(numbers, place, int(race.card))
    place = note(numbers, place, int(race.due))
    place = note(numbers, place, int(race.moved))
    for number in range(MAX_STEPS):
        step = race.steps[number]
        place = note(numbers, place, int(step.card))
        place = note(numbers, place, int(step.place))
        place = note(numbers, place, int(step.leap))
    return note_set(numbers, place, TRAFFIC, int(race.taken))


@compiled
def observe(race: Race, field: Field, seat: int, planes: Planes, numbers: Numbers) -> None:
    """Write what a seat sees, from its view."""
    draw_pieces(race, seat, planes)
    place = note_choice(numbers, 0, PHASES, int(race.phase))
    place = note(numbers, place, int(race.turn))
    place = note(numbers, place, int(field.columns))
    place = note_choice(numbers, place, MAX_SEATS, seat)
    place = note_choice(numbers, place, MAX_SEATS, int(race.seat))
    for car in range(CARS):
        square = int(race.places[car])
        numbers[place] = square // LANES if square >= 0 else -1
        numbers[place + 1] = square % LANES if square >= 0 else -1
        place += 2
    for number in range(MAX_SEATS):
        place = note(numbers, place, int(race.order[number]))
    own = race.drivers[seat]
    place = note_choice(numbers, place, HIGHEST, int(own.roll) - 1)
    for card in range(LONGEST_PROGRAM):
        place = note_choice(numbers, place, SIGNS, int(own.program[card]))
    for who in range(MAX_SEATS):
        place = note_driver(race.drivers[who], numbers, place)
    note_run(race, numbers, place)


AXES = ("columns", "lanes")
OBSERVATION = Observation(GROUND, PIECES, PARTS, shape, draw_ground, observe, AXES)
