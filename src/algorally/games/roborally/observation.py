"""What a learner sees of a race: planes of the factory floor, and numbers."""

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
    note_nothing,
    note_set,
    note_square,
    one_of,
)
from algorally.games.roborally.names import (
    EMPTY,
    GEAR_LEFT,
    GEAR_RIGHT,
    HAMMER,
    HAND,
    KINDS,
    MAX_BOARDS,
    MAX_FLAGS,
    MAX_ROBOTS,
    OPTION_CARDS,
    PIT,
    REGISTERS,
    VOID,
    WRENCH,
    Phase,
    Question,
    Stage,
)
from algorally.games.roborally.rules.cards import kind_of
from algorally.games.roborally.rules.floor import seat_of
from algorally.games.roborally.state import Field, Race, Robot

PITS, GEARS_LEFT, GEARS_RIGHT, SITES, VOIDS, WALLS, BELTS, EXPRESS = 0, 1, 2, 3, 4, 5, 9, 13
PUSHERS, PUSHES, CRUSHERS, LASERS = 14, 15, 16, 17  # planes of the ground, until here
OWN, OTHERS, ARCHIVE, NEXT_FLAG, FLAGS = 18, 22, 26, 27, 28  # planes of what may change

GROUND = (
    Plane("pit", "1 = a pit"),
    Plane("gear_left", "1 = a gear that turns to the left"),
    Plane("gear_right", "1 = a gear that turns to the right"),
    Plane("site", "1 = a repair site with a wrench, 2 = with wrench and hammer"),
    Plane("void", "1 = no board lies there"),
    *one_of("wall", WAYS),
    *one_of("belt_to_the", WAYS),
    Plane("express", "1 = its belt is an express belt"),
    Plane("pusher", "the registers in which a pusher works, as a bit mask"),
    Plane("push", "heading + 1 in which it pushes, 0 = no pusher"),
    Plane("crusher", "the registers in which a crusher works, as a bit mask"),
    Plane("laser", "1 = a laser beam runs through"),
)
PIECES = (
    *one_of("own_robot_facing", WAYS),
    *one_of("other_robot_facing", WAYS),
    Plane("archive", "1 = the archive marker of a robot of the seat's"),
    Plane("next_flag", "1 = the flag that the seat's first robot touches next"),
    Plane("flag", "number of a flag, from 1; 0 = none"),
)

PHASES, QUESTIONS, STAGES, CARD_KINDS = len(Phase), len(Question), len(Stage), len(KINDS)
ROBOT = 17 + REGISTERS * 4 + HAND + OPTION_CARDS  # numbers of a robot
PARTS = (
    Part("phase", PHASES, "one of the phases of `names.Phase`"),
    Part("question", QUESTIONS, "one of the questions of `names.Question`"),
    Part("stage", STAGES, "one of the stages of `names.Stage`"),
    Part("register", REGISTERS, "which register runs, if one does"),
    Part("turn", 1, "turns begun"),
    Part("asked", 2, "robot that is asked, counted as below, and what the question is about"),
    Part("offered", OPTION_CARDS, "option cards to choose from"),
    Part("piles", 2, "cards in the deck and among the discards"),
    Part("flags", MAX_FLAGS * 2, "column and row of each flag, -1 where there is none"),
    Part("boards", MAX_BOARDS, "quarter turns of each board; the planes show them unturned"),
    Part("kinds_in_hand", CARD_KINDS, "cards of each kind that its first robot holds"),
    Part("kinds_in_registers", REGISTERS * CARD_KINDS, "which kind lies in each register"),
    Part(
        "robots",
        MAX_ROBOTS * ROBOT,
        "the seat's first robot, then the others in turn order, 0 where there is none: 1, column"
        " and row, heading, column and row of its archive marker, damage, lives, flags touched,"
        " touched one in this turn, powered down, announced, done, sits out, place, shots of the"
        " howitzer, layers of the coat; then registers locked, registers shown, cards in the"
        " registers, second cards there, hand (priority / 10; 0 = none, -1 = face down), option"
        " cards",
    ),
)


def shape(field: Any) -> tuple[int, int]:
    """Rows and columns of a floor."""
    return int(field.height), int(field.width)


@compiled
def draw_ground(field: Field, planes: Planes) -> None:
    """Draw what never changes."""
    for square in range(field.width * field.height):
        kind = int(field.kinds[square])
        planes[PITS, square] = 1 if kind == PIT else 0
        planes[GEARS_LEFT, square] = 1 if kind == GEAR_LEFT else 0
        planes[GEARS_RIGHT, square] = 1 if kind == GEAR_RIGHT else 0
        planes[SITES, square] = 1 if kind == WRENCH else 2 if kind == HAMMER else 0
        planes[VOIDS, square] = 1 if kind == VOID else 0
        draw_sides(planes, WALLS, square, int(field.walls[square]))
        belt = int(field.belts[square])
        draw_sides(planes, BELTS, square, 1 << ((belt - 1) & 3) if belt else 0)
        planes[EXPRESS, square] = 1 if belt > 4 else 0
        planes[PUSHERS, square] = field.pushers[square]
        planes[PUSHES, square] = int(field.pushes[square]) + 1 if field.pushers[square] else 0
        planes[CRUSHERS, square] = field.crushers[square]
        planes[LASERS, square] = field.lit[square]


@compiled
def draw_pieces(race: Race, field: Field, seat: int, planes: Planes) -> None:
    """Draw robots, archive markers and flags."""
    clear_planes(planes, OWN)
    for who in range(field.robots):
        robot = race.robots[who]
        is_own = seat_of(field, who) == seat
        if robot.square >= 0:
            planes[(OWN if is_own else OTHERS) + robot.heading, robot.square] = 1
        if is_own and robot.lives > 0 and robot.archive >= 0:
            planes[ARCHIVE, robot.archive] = 1
    for flag in range(field.flag_count):
        square = int(race.flag_squares[flag])
        if square >= 0:
            planes[FLAGS, square] = flag + 1
            if flag == race.robots[seat].touched:
                planes[NEXT_FLAG, square] = 1


@compiled
def note_question(race: Race, field: Field, seat: int, numbers: Numbers) -> int:
    """Write where the turn is and what is asked; the place behind it."""
    place = note_choice(numbers, 0, PHASES, int(race.phase))
    place = note_choice(numbers, place, QUESTIONS, int(race.question))
    place = note_choice(numbers, place, STAGES, int(race.stage))
    place = note_choice(numbers, place, REGISTERS, int(race.register))
    place = note(numbers, place, int(race.turn))
    asked = race.phase == Phase.ASK
    place = note(numbers, place, (int(race.seat) - seat) % int(field.robots) if asked else -1)
    place = note(numbers, place, int(race.about) if asked else -1)
    return note_set(numbers, place, OPTION_CARDS, int(race.offered))


@compiled
def note_cards(robot: Robot, numbers: Numbers, place: int) -> int:
    """Write the kinds of the cards that a robot's player has."""
    for kind in range(CARD_KINDS):
        numbers[place + kind] = 0
    for slot in range(HAND):
        if robot.hand[slot] > EMPTY:
            numbers[place + kind_of(int(robot.hand[slot]))] += 1
    place += CARD_KINDS
    for register in range(REGISTERS):
        card = int(robot.registers[register])
        kind = kind_of(card) if card > EMPTY else -1
        place = note_choice(numbers, place, CARD_KINDS, kind)
    return place


@compiled
def note_sheet(robot: Robot, field: Field, numbers: Numbers, place: int) -> int:
    """Write where a robot is and what state it is in."""
    place = note(numbers, place, 1)
    place = note_square(numbers, place, int(robot.square), int(field.width))
    place = note(numbers, place, int(robot.heading))
    place = note_square(numbers, place, int(robot.archive), int(field.width))
    place = note(numbers, place, int(robot.damage))
    place = note(numbers, place, int(robot.lives))
    place = note(numbers, place, int(robot.touched))
    place = note(numbers, place, int(robot.touched_now))
    place = note(numbers, place, int(robot.powered_down))
    place = note(numbers, place, int(robot.announced))
    place = note(numbers, place, int(robot.done))
    place = note(numbers, place, int(robot.sits_out))
    place = note(numbers, place, int(robot.finished))
    place = note(numbers, place, int(robot.howitzer))
    return note(numbers, place, int(robot.coat))


@compiled
def note_robot(robot: Robot, field: Field, numbers: Numbers, place: int) -> int:
    """Write the numbers of a robot."""
    place = note_sheet(robot, field, numbers, place)
    place = note_set(numbers, place, REGISTERS, int(robot.locked))
    place = note_set(numbers, place, REGISTERS, int(robot.shown))
    for register in range(REGISTERS):
        place = note(numbers, place, int(robot.registers[register]))
    for register in range(REGISTERS):
        place = note(numbers, place, int(robot.seconds[register]))
    for slot in range(HAND):
        place = note(numbers, place, int(robot.hand[slot]))
    return note_set(numbers, place, OPTION_CARDS, int(robot.options))


@compiled
def observe(race: Race, field: Field, seat: int, planes: Planes, numbers: Numbers) -> None:
    """Write what a seat sees, from its view."""
    draw_pieces(race, field, seat, planes)
    place = note_question(race, field, seat, numbers)
    place = note(numbers, place, int(race.deck.count))
    place = note(numbers, place, int(race.discard.count))
    for flag in range(MAX_FLAGS):
        square = int(race.flag_squares[flag]) if flag < field.flag_count else -1
        place = note_square(numbers, place, square, int(field.width))
    for board in range(MAX_BOARDS):
        place = note(numbers, place, int(race.turns_of[board]))
    place = note_cards(race.robots[seat], numbers, place)
    for number in range(field.robots):
        who = beside(seat, number, int(field.robots))
        place = note_robot(race.robots[who], field, numbers, place)
    note_nothing(numbers, place)


OBSERVATION = Observation(GROUND, PIECES, PARTS, shape, draw_ground, observe)
