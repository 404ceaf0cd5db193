"""Names of cards, samples, colours, phases, events and choices; fixed sizes."""

from enum import IntEnum

MAX_SEATS = 4
SEATS = range(2, MAX_SEATS + 1)
MAX_SIDE = 9
MAX_SQUARES = MAX_SIDE * MAX_SIDE
MAX_MARKS = 40
DECK_SIZE = 52
CORNERS = 4

# --- cards -----------------------------------------------------------------------------------
STEP, ALL_THE_WAY, JUMP, LEFT, RIGHT, UTURN, TELEPORT, X2, X3, TURN = range(10)
CARDS = ("step", "all_the_way", "jump", "left", "right", "uturn", "teleport", "x2", "x3", "turn")
COMMANDS = 7  # the kinds before X2 are commands, X2 and X3 are cycles
KINDS = 10  # TURN is the one kind of turn card in a game with flexible turn cards

HAND_SIZE = 5
MAX_LAID = 3  # cards from the hand in one turn
MAX_ROW = 5  # command cards in the row
PAIRS = MAX_ROW - 1  # places for a sideways cycle
LONGEST_RUN = 15  # five commands, all three times

# --- samples ---------------------------------------------------------------------------------
YELLOW, BLUE, RED, GREEN = range(4)
SAMPLES = ("yellow", "blue", "red", "green")
TYPES = 4
TOKENS = 20
CAPACITY = 3

# Where a sample token is: 0 to 80 a square of the field, else one of these.
CARRIED = 100  # + seat
DELIVERED = 110  # + seat
UNPLACED = 120  # waits to be laid on a mark
OUT = 121  # not used in this game

# --- rovers and bases, by colour ---------------------------------------------------------------
COLOURS = ("red", "yellow", "green", "blue")
ALL_COLOURS = 0b1111

# --- field -----------------------------------------------------------------------------------
BASIC, COMPLETE = range(2)
LEVELS = ("basic", "complete")


class Phase(IntEnum):
    """What the acting seat has to decide."""

    PLACE_SAMPLES = 0
    CORNERS = 1
    FACINGS = 2
    BUILD = 3  # change the row and run it, or begin to pass
    REPLACE = 4  # has begun to pass: which further cards to replace
    RIDE_FIRST = 5  # which of several elevators, at the beginning of the turn,
    RIDE_BETWEEN = 6  # between two commands,
    RIDE_LAST = 7  # or after the run
    OVER = 8


class EventKind(IntEnum):
    """Kinds of events; the comment tells what seat, a, b, c and the secret are."""

    BASE_PLACED = 0  # rover, square, colour, 1 if the rover stands on it
    FACED = 1  # seat, heading: on its base before the game, or by a turn card
    LAID_DOWN = 2  # seat, token, square: in set-up, left behind, or pulled
    DECISION = 3  # seat, phase: what is to be decided now, and by whom
    TURN_BEGAN = 4  # seat
    INSERTED = 5  # seat, card, position
    COVERED = 6  # seat, card, position
    CYCLED = 7  # seat, card, position, over how many commands
    UNCYCLED = 8  # seat, position, 1 if a change of the row broke it
    ROW_DISCARDED = 9  # seat
    RUN_BEGAN = 10  # seat
    COMMAND = 11  # seat, command that is carried out now
    SKIPPED = 12  # seat, command, one of the reasons below, seat of the rover it has to do with
    MOVED = 13  # seat, from, to, one of the ways below
    BUMPED = 14  # seat, seat of the rover in the way
    PAID = 15  # giver, token, taker
    LOCKED = 16  # seat, other seat: no compensation between them until one moves
    PICKED_UP = 17  # seat, token, square
    SCORED = 18  # seat, token, type
    WAITS = 19  # seat: its elevator is busy
    REPLACED = 20  # seat, card
    PASSED = 21  # seat
    RESHUFFLED = 22  # seat of whoever draws next
    DREW = 23  # seat, secret: the card
    SHORT = 24  # seat, cards that are due and not there
    GAME_OVER = 25  # seat, bit mask of the winners, one of the reasons below
    TIME_UP = 26  # seat: the clock decides for it


BY_DRIVING, BY_JUMP, BY_ELEVATOR, BY_TELEPORT = range(4)  # ways to move
BY_POINTS, BY_LAST_SAMPLE, BY_TURN_CAP = range(3)  # reasons for the end

# --- why a command is skipped ------------------------------------------------------------------
# What keeps a command from being carried out; where another rover has to do with it, OF_ROVER
# times its seat is added.
NOTHING = 0
WALL, BORDER, HIGHER, LOWER, SEAM, ROVER_AHEAD = range(1, 7)  # for whoever drives
OFF_BOARD, TWO_STOREYS = range(7, 9)  # for a jump
NOTHING_AHEAD, IMPULSE_ENDS, BASE_TAKEN, AT_HOME, WALL_HOLDS = range(9, 14)  # for a teleport
OF_ROVER = 16
REASONS = (
    *("", "wall", "border", "higher", "lower", "seam", "rover_ahead", "off_board", "two_storeys"),
    *("nothing_ahead", "impulse_ends", "base_taken", "at_home", "wall_holds"),
)
REASON_RULES = (  # the rule behind each of them
    *("", "AR-25", "AR-25", "AR-25", "AR-25", "AR-A16", "AR-42", "AR-A17", "AR-31"),
    *("AR-A44", "AR-59", "AR-63", "AR-A42", "AR-66"),
)

# --- choices ---------------------------------------------------------------------------------
# One number each, in this order; the first number of each group:
INSERT = 0  # + card * 5 + position
COVER = INSERT + COMMANDS * MAX_ROW  # + card * 5 + position
CYCLE_ONE = COVER + COMMANDS * MAX_ROW  # + (card - X2) * 5 + position
CYCLE_TWO = CYCLE_ONE + 2 * MAX_ROW  # + (card - X2) * 4 + position of the first card
UNCYCLE = CYCLE_TWO + 2 * (MAX_ROW - 1)  # + position of the first card under it
RUN = UNCYCLE + MAX_ROW
FRESH_START = RUN + 1
REPLACE_CARD = FRESH_START + 1  # + card
PASS = REPLACE_CARD + KINDS
RIDE = PASS + 1  # + direction in which the elevator carries
CORNER = RIDE + 4  # + corner, clockwise from north-west
FACE = CORNER + CORNERS  # + heading
LAY_SAMPLE = FACE + 4  # + number of the mark
TIME_UP = LAY_SAMPLE + MAX_MARKS  # which only the clock plays
ACTIONS = TIME_UP + 1
