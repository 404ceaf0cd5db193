"""Names of cards, options, stages, questions, events and choices; fixed sizes."""

from enum import IntEnum

MAX_SEATS = 8
SEATS = range(2, MAX_SEATS + 1)
MAX_ROBOTS = 8
LETTERS = "ABCDEFGH"  # robots are called so, in the order of their docks
COLOURS = ("red", "blue", "green", "yellow", "orange", "violet", "white", "brown")
LENGTHS = ("short", "medium", "long")  # of courses
LEVELS = ("easy", "intermediate", "hard", "expert")
BOARD = 12  # squares along the side of a factory floor board
DOCK_DEPTH = 4  # rows of a docking bay
MAX_BOARDS = 4
MAX_SQUARES = 1024  # four boards in any shape, and a docking bay, in one rectangle
MAX_FLAGS = 8
MAX_LASERS = 64
REGISTERS = 5
ALL_REGISTERS = (1 << REGISTERS) - 1
HAND = 11  # nine cards, one for Extra Memory, one from the Flywheel
USUAL_HAND = 9
DESTROYED_AT = 10  # damage tokens
LOCKS_FROM = 5  # the fifth token locks the first register
WIDEST_RING = 32  # squares of a ring around the archive that can be chosen

# Where a robot is: its square, or one of these; a step may also lead off the board.
OFF = -1  # destroyed, or not yet placed
BLOCKED = -2  # a wall is in the way
NOBODY = -1

# --- program cards ------------------------------------------------------------------------------
# A card is its priority divided by ten, so each is the only one of its number.
EMPTY = 0
CARDS = 84
LAST_UTURN, LAST_TURN, LAST_BACKUP, LAST_MOVE1, LAST_MOVE2 = 6, 42, 48, 66, 78
UTURN, LEFT, RIGHT, BACKUP, MOVE1, MOVE2, MOVE3 = range(7)
KINDS = ("uturn", "left", "right", "backup", "move1", "move2", "move3")
PLAIN = CARDS + 1  # + kind: a card without a priority, which only scenes have; docks decide
LAST_CARD = PLAIN + MOVE3
PLACES = 128  # more than there are cards
SIDESTEP = 8  # added to the number of a register

# --- option cards -------------------------------------------------------------------------------
OPTION_NAMES = (
    "ablative_coat", "abort_switch", "brakes", "circuit_breaker", "conditional_program",
    "crab_legs", "double_barreled_laser", "dual_processor", "extra_memory", "fire_control",
    "flywheel", "fourth_gear", "gyroscopic_stabilizer", "high_power_laser", "mechanical_arm",
    "mini_howitzer", "power_down_shield", "pressor_beam", "radio_control", "ramming_gear",
    "rear_firing_laser", "recompile", "reverse_gear", "scrambler", "superior_archive",
    "tractor_beam",
)  # fmt: skip
(
    ABLATIVE_COAT, ABORT_SWITCH, BRAKES, CIRCUIT_BREAKER, CONDITIONAL_PROGRAM, CRAB_LEGS,
    DOUBLE_BARRELED_LASER, DUAL_PROCESSOR, EXTRA_MEMORY, FIRE_CONTROL, FLYWHEEL, FOURTH_GEAR,
    GYROSCOPIC_STABILIZER, HIGH_POWER_LASER, MECHANICAL_ARM, MINI_HOWITZER, POWER_DOWN_SHIELD,
    PRESSOR_BEAM, RADIO_CONTROL, RAMMING_GEAR, REAR_FIRING_LASER, RECOMPILE, REVERSE_GEAR,
    SCRAMBLER, SUPERIOR_ARCHIVE, TRACTOR_BEAM,
) = range(26)  # fmt: skip
OPTION_CARDS = 26
HOWITZER_SHOTS = 5
COAT_LAYERS = 3

# --- squares ------------------------------------------------------------------------------------
FLOOR, PIT, GEAR_LEFT, GEAR_RIGHT, WRENCH, HAMMER, VOID = range(7)  # VOID: no board lies there
GLYPHS = ".OLRrh "
BELT_GLYPHS = "^>v<"
EXPRESS_GLYPHS = "NESW"


class Phase(IntEnum):
    """Who has to decide."""

    PROGRAM = 0  # all who have not finished their programs
    ASK = 1  # one seat answers a question
    RUN = 2  # nobody: the rules go on
    PAUSE = 3  # in a scene, between two registers
    OVER = 4


class Stage(IntEnum):
    """Where a turn is."""

    SET_UP = 0
    DEAL = 1
    RECOMPILE = 2
    PROGRAM = 3
    ANNOUNCE = 4
    GYROSCOPES = 5
    CONDITIONS = 6
    REVEAL = 7
    ABORTS = 8
    MOVES = 9
    EXPRESS = 10
    BELTS = 11
    PUSHERS = 12
    GEARS = 13
    CRUSHERS = 14
    AIM = 15
    FIRE = 16
    FLAGS = 17
    NEXT_REGISTER = 18
    REPAIRS = 19
    WIPE = 20
    STAY_DOWN = 21
    REENTRY = 22
    NEXT_TURN = 23


class Question(IntEnum):
    """What a seat is asked; the comment tells how it can be answered."""

    NOTHING = 0
    RECOMPILE = 1  # YES, NO
    ANNOUNCE = 2  # YES, NO
    GYROSCOPE = 3  # YES, NO
    CONDITION = 4  # YES, NO
    ABORT = 5  # YES, NO
    BRAKES = 6  # YES, NO
    FOURTH_GEAR = 7  # YES, NO
    REVERSE_GEAR = 8  # YES, NO
    WEAPON = 9  # WEAPON, NO
    HIGH_POWER = 10  # YES, NO
    FIRE_CONTROL = 11  # LOCK, OPTION, NO
    ARM = 12  # ARM, NO
    DAMAGE = 13  # OPTION (discard it), NO (take the token)
    LOSE = 14  # OPTION
    STAY_DOWN = 15  # YES, NO
    PLACE = 16  # PLACE: the square of the ring around the archive
    FACE = 17  # FACE
    START_DOWN = 18  # YES, NO
    CHOOSE_OPTION = 19  # OPTION: the one to keep of three
    START_ROW = 20  # PLACE: how far from the back
    START_COLUMN = 21  # PLACE: how far from the left


class EventKind(IntEnum):
    """Kinds of events; the comment tells what robot (the seat), a, b, c and the secret are."""

    # program cards
    DEALT = 0  # robot, secret: card
    LAID = 1  # robot, secret: (register + REGISTERS if it is the second there) * PLACES + card
    KEPT = 2  # robot, secret: option * PLACES + card, or no card if it stays empty
    DONE = 3  # robot, where cards lie (registers, then those with two), cards left over, kept
    REVEALED = 4  # robot, register (+ SIDESTEP if the two cards are one), card, second card
    WIPED = 5  # robot
    HAND_RETURNED = 6  # robot, cards that go away
    SWAPPED = 7  # robot, register: its card and that on Conditional Program change places
    REPLACED = 8  # robot, register, card from the deck that is shown
    SCRAMBLED = 9  # robot, secret: card from the deck in its next register, which nobody sees
    LOCK_FILLED = 10  # robot, register, card from the deck that is shown
    SHUFFLED = 11  # robot in the first dock
    # where robots are
    MOVED = 12  # robot, square, cause, robot that pushes or NOBODY
    TURNED = 13  # robot, heading, cause
    MOVES = 14  # robot, card, second card, steps it will take
    DESTROYED = 15  # robot, cause, robot that did it or NOBODY
    REENTERED = 16  # robot, square, heading, damage
    ARCHIVED = 17  # robot, square
    TOUCHED = 18  # robot, flag
    # damage
    HIT = 19  # robot, tokens on their way, cause, robot that did it or NOBODY
    DAMAGED = 20  # robot, damage now, cause
    ABSORBED = 21  # robot, what the coat still absorbs
    LIFE_LOST = 22  # robot, lives left
    LOCKED = 23  # robot, register
    UNLOCKED = 24  # robot, register
    REPAIRED = 25  # robot, damage now
    HEALED = 26  # robot: all damage is gone
    # power, and what is switched on
    POWERED_DOWN = 27  # robot
    ANNOUNCED = 28  # robot
    STAYS_DOWN = 29  # robot
    STARTS_DOWN = 30  # robot
    WAKES = 31  # robot
    STABILISED = 32  # robot: the gyroscope is on this turn
    ABORTING = 33  # robot: all further registers are replaced
    SHIELDED = 34  # robot, heading from which damage came
    CONTROLLED = 35  # robot, robot whose program it runs
    # option cards
    AIMED = 36  # robot, what is set: an aim, weapon or piercing; its value, target of an aim
    OPTION_DRAWN = 37  # robot, option
    OPTION_OFFERED = 38  # robot, option
    OPTION_KEPT = 39  # robot, option: the others that were offered go under the deck
    OPTION_LOST = 40  # robot, option, question to which it is the answer, or 0
    OPTIONS_RETURNED = 41  # robot
    USES_LEFT = 42  # robot, option, uses
    # the turn
    TURN_BEGAN = 43  # robot in the first dock, turn
    PROGRAMMING = 44  # robot in the first dock
    ASKED = 45  # robot, question and stage, what it is about, place in the stage and steps left
    ANSWERED = 46  # robot, question, action
    REGISTER_BEGAN = 47  # robot in the first dock, register
    PAUSED = 48  # robot in the first dock, stage
    GAME_OVER = 49  # robot in the first dock, bit mask of the winners, reason
    # on some courses
    FLAG_MOVED = 50  # robot that carries it or first dock's, flag, square, holder or NOBODY
    BOARD_TURNED = 51  # robot, board
    SUPERBOT = 52  # robot that now is it
    SITS_OUT = 53  # robot, turns
    FINISHED = 54  # robot, its place
    # only told
    STOPPED = 55  # robot, why, robot in the way or NOBODY
    FIRED = 56  # robot, square where the shot ends, robot hit or NOBODY, weapon
    BEAM = 57  # robot hit or NOBODY, number of the laser, square where it ends
    OUT = 58  # robot that is out of the game
    TIME_UP = 59  # robot


# Causes of moves, turns, damage and destruction.
(
    BY_CARD, BY_PUSH, BY_EXPRESS, BY_BELT, BY_PUSHER, BY_GEAR, BY_CRUSHER, BY_LASER, BY_ROBOT_LASER,
    BY_WEAPON, BY_RAMMING, BY_RECOMPILE, BY_PIT, BY_EDGE, BY_DAMAGE, BY_CHOICE, BY_RULE, BY_HOME,
) = range(18)  # fmt: skip
CAUSES = (
    "card", "push", "express", "belt", "pusher", "gear", "crusher", "laser", "robot_laser",
    "weapon", "ramming", "recompile", "pit", "edge", "damage", "choice", "rule", "home",
)  # fmt: skip

BY_WALL, BY_BLOCKED_ROBOT, BY_CONFLICT = range(3)  # why something stopped
BY_FLAGS, BY_SURVIVAL, BY_NOBODY, BY_TURN_CAP, BY_TEAM = range(5)  # reasons for the end

# --- choices ------------------------------------------------------------------------------------
# One number each, in this order; the first number of each group:
LAY = 0  # + card - 1: into the next register, or onto an option when all are full
ADD = LAY + LAST_CARD  # + card - 1: beside the card laid last
DONE = ADD + LAST_CARD
NO = DONE + 1
YES = NO + 1
WEAPON = YES + 1  # + one of the weapons below
WEAPONS = (MINI_HOWITZER, PRESSOR_BEAM, TRACTOR_BEAM, RADIO_CONTROL, SCRAMBLER)
LOCK = WEAPON + 5  # + register
OPTION = LOCK + REGISTERS  # + option
ARM = OPTION + OPTION_CARDS  # + direction, clockwise from north, diagonals between
FACE = ARM + 8  # + heading
PLACE = FACE + 4  # + place in the ring, clockwise from north-west
NEXT_REGISTER = PLACE + WIDEST_RING  # these two only in scenes
END_TURN = NEXT_REGISTER + 1
STAND_STILL = END_TURN + 1  # what others are thought to do when one looks ahead
TIME_UP = STAND_STILL + 1  # which only the clock plays
ACTIONS = TIME_UP + 1
