"""What a learner sees of a race: planes of the field, and numbers."""

from typing import Any

from algorally.core.compile import compiled
from algorally.core.observation import (
    WAYS,
    Numbers,
    Observation,
    Part,
    Plane,
    Planes,
    beside,
    clear_planes,
    draw_sides,
    note,
    note_choice,
    note_square,
    one_of,
)
from algorally.games.algoracing.names import (
    COMMANDS,
    KINDS,
    LONGEST_RUN,
    MAX_ROW,
    MAX_SEATS,
    MAX_SQUARES,
    TOKENS,
    TYPES,
    Phase,
)
from algorally.games.algoracing.rules.ending import points
from algorally.games.algoracing.rules.samples import carried
from algorally.games.algoracing.state import Field, Race

STOREY, BLOCK, WALLS, LIFTS, MARKS = 0, 1, 2, 6, 10  # planes of the ground
OWN, OTHERS, LABS, BASES, SAMPLES = 11, 15, 19, 20, 21  # planes of what may change

GROUND = (
    Plane("storey", "0 ground, 1 on a low block, 2 on a high one"),
    Plane("block", "number of the block there, 0 = none"),
    *one_of("wall", WAYS),
    *one_of("elevator", WAYS),
    Plane("mark", "1 = a sample lies there when the game begins"),
)
PIECES = (
    *one_of("own_rover_facing", WAYS),
    *one_of("other_rover_facing", WAYS),
    Plane("lab", "1 = a base where the seat delivers"),
    Plane("base", "1 = any base"),
    Plane("samples", "how many lie there, face down"),
)

PHASES = len(Phase)
ROVER = 13  # numbers of a rover
PARTS = (
    Part("phase", PHASES, "one of the phases of `names.Phase`"),
    Part("turn", 1, "turns begun by anybody"),
    Part("goal", 1, "points that win"),
    Part("hand", KINDS, "cards of each kind in the seat's hand"),
    Part(
        "rovers",
        MAX_SEATS * ROVER,
        "the seat's own, then the others in turn order, then idle ones: colour, column, row,"
        " heading, waits, cards held, cards owed, samples carried, points, samples delivered of"
        " each type",
    ),
    Part("row", MAX_ROW * COMMANDS, "which command lies at each place of the row"),
    Part("marks_of_row", MAX_ROW * 3, "for each place: laid this turn, times and span of a cycle"),
    Part("covered", KINDS, "cards under others in the row, of each kind"),
    Part("turn_so_far", 3, "cards laid, whether the row was changed, whether the rover has moved"),
    Part("program", LONGEST_RUN, "command + 1 of what runs, 0 behind its end"),
    Part("ran", 1, "commands carried out"),
    Part("piles", 2, "cards in the draw pile and among the discards"),
    Part("discards", KINDS, "discards of each kind"),
    Part("locks", MAX_SEATS, "1 = no compensation between the seat and the others, in turn order"),
)


def shape(field: Any) -> tuple[int, int]:
    """Rows and columns of a field."""
    return int(field.height), int(field.width)


@compiled
def draw_ground(field: Field, planes: Planes) -> None:
    """Draw what never changes."""
    for square in range(field.width * field.height):
        planes[STOREY, square] = field.storeys[square]
        planes[BLOCK, square] = field.blocks[square]
        draw_sides(planes, WALLS, square, int(field.walls[square]))
        draw_sides(planes, LIFTS, square, int(field.lifts[square]))
    for mark in range(field.marks):
        planes[MARKS, field.mark_squares[mark]] = 1


@compiled
def draw_pieces(race: Race, field: Field, seat: int, planes: Planes) -> None:
    """Draw rovers, bases and samples."""
    clear_planes(planes, OWN)
    for who in range(MAX_SEATS):
        rover = race.rovers[who]
        if rover.square >= 0:
            first = OWN if who == seat else OTHERS
            planes[first + rover.heading, rover.square] = 1
    colour = int(race.rovers[seat].colour)
    for base in range(len(race.bases)):
        if race.bases[base] >= 0:
            planes[BASES, race.bases[base]] = 1
            planes[LABS, race.bases[base]] = field.labs[base] >> colour & 1
    for token in range(TOKENS):
        if race.places[token] < MAX_SQUARES:
            planes[SAMPLES, race.places[token]] += 1


@compiled
def note_rover(race: Race, field: Field, who: int, numbers: Numbers, place: int) -> int:
    """Write the numbers of a rover."""
    rover = race.rovers[who]
    place = note(numbers, place, int(rover.colour))
    place = note_square(numbers, place, int(rover.square), int(field.width))
    place = note(numbers, place, int(rover.heading))
    place = note(numbers, place, int(rover.waits))
    place = note(numbers, place, int(rover.held))
    place = note(numbers, place, int(rover.owed))
    place = note(numbers, place, carried(race, who))
    place = note(numbers, place, points(race, who))
    for sample in range(TYPES):
        place = note(numbers, place, int(rover.delivered[sample]))
    return place


@compiled
def note_row(race: Race, numbers: Numbers, place: int) -> int:
    """Write the row, its cycles and what lies under it."""
    for position in range(MAX_ROW):
        command = int(race.row[position]) if position < race.length else -1
        place = note_choice(numbers, place, COMMANDS, command)
    for position in range(MAX_ROW):
        place = note(numbers, place, int(race.fresh[position]))
        place = note(numbers, place, int(race.times[position]))
        place = note(numbers, place, int(race.span[position]))
    for kind in range(KINDS):
        place = note(numbers, place, int(race.covered[kind]))
    return place


@compiled
def note_piles(race: Race, numbers: Numbers, place: int) -> int:
    """Write how many cards there are in the piles, and which ones lie open."""
    place = note(numbers, place, int(race.draw.count))
    place = note(numbers, place, int(race.discards.count))
    for kind in range(KINDS):
        numbers[place + kind] = 0
    for card in range(race.discards.count):
        numbers[place + int(race.discards.cards[card])] += 1
    return place + KINDS


@compiled
def observe(race: Race, field: Field, seat: int, planes: Planes, numbers: Numbers) -> None:
    """Write what a seat sees, from its view."""
    draw_pieces(race, field, seat, planes)
    place = note_choice(numbers, 0, PHASES, int(race.phase))
    place = note(numbers, place, int(race.turn))
    place = note(numbers, place, int(field.goal))
    for kind in range(KINDS):
        place = note(numbers, place, int(race.rovers[seat].hand[kind]))
    for number in range(MAX_SEATS):
        who = beside(seat, number, int(field.seats))
        place = note_rover(race, field, who, numbers, place)
    place = note_row(race, numbers, place)
    place = note(numbers, place, int(race.laid))
    place = note(numbers, place, int(race.changed))
    place = note(numbers, place, int(race.moved))
    for command in range(LONGEST_RUN):
        there = int(race.program[command]) + 1 if command < race.commands else 0
        place = note(numbers, place, there)
    place = note(numbers, place, int(race.ran))
    place = note_piles(race, numbers, place)
    for number in range(MAX_SEATS):
        who = beside(seat, number, int(field.seats))
        place = note(numbers, place, int(race.locks[seat * MAX_SEATS + who]))


OBSERVATION = Observation(GROUND, PIECES, PARTS, shape, draw_ground, observe)
