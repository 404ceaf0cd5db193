"""Names of cards, cars, phases, events and choices; fixed sizes."""

from enum import IntEnum

MAX_SEATS = 4
SEATS = range(2, MAX_SEATS + 1)
LANES = 5
LANE_NAMES = "ABCDE"  # A is the leftmost, seen in driving direction (SA-B2)
SHORTEST, LONGEST = 12, 40  # columns of a track
MAX_RUNOFF = 40
BLOCKS = 4  # on a holder
SCENERIES = ("meadow", "city", "beach", "mountain", "night")
FACES = (1, 2, 2, 3, 3, 4)  # of the die
HIGHEST = 4

# --- cars: the traffic first, then the bolides by seat ------------------------------------------
TRAFFIC = 12
CARS = TRAFFIC + MAX_SEATS
COLOURS = ("red", "blue", "green", "yellow")

# Where a car is: its square, column * LANES + lane, or one of these.
UNPLACED = -1
GONE = -2  # traffic that passed the finish

# --- cards, and the two signs that part them in a program ---------------------------------------
EMPTY, AB, ABD, ABG, AT, ATD, ATG, P, REP, SA, SAS, ELSE, NEXT = range(13)
CARDS = ("", "AB", "ABD", "ABG", "AT", "ATD", "ATG", "P", "REP", "SA", "SAS", "/", "-")
MOVEMENTS = 7  # AB to P
LONGEST_PROGRAM = 16  # nine cards, an else and three signs between four blocks are thirteen
MAX_BODY = 3  # movement cards under a repetition or in a branch of a condition
MAX_STEPS = 40  # REP SAS with three cards in each branch, four times, are 32; then one card more

# Targets that are written down while programming: up to four for AT, one for each other card.
WRITTEN = HIGHEST + 3
WRITTEN_AT, WRITTEN_ATD, WRITTEN_ATG, WRITTEN_P = 0, HIGHEST, HIGHEST + 1, HIGHEST + 2

NO_FURTHER = CARS  # written instead of a car: AT is to move no more

PREPARED_ROUNDS = 8  # for so many the throws can be prepared


class Phase(IntEnum):
    """What has to be decided."""

    TRAFFIC = 0  # where a traffic car is placed
    PLACES = 1  # on which place of column 0 a bolide starts
    PROGRAM = 2  # all build their programs
    RUN = 3  # nothing: a program runs
    TARGET = 4  # which car the running instruction moves
    OVER = 5


class EventKind(IntEnum):
    """Kinds of events; the comment tells what seat, a, b, c and the secret are."""

    TRAFFIC_PLACED = 0  # seat, car, square
    BOLIDE_PLACED = 1  # seat, car, square
    DECISION = 2  # seat, phase: what is to be decided now, and by whom
    ROUND_BEGAN = 3  # seat that is first, round
    ROLLED = 4  # seat, value
    LAID = 5  # seat, secret: the card or sign
    WRITTEN = 6  # seat, secret: the car written beside the card, or NO_FURTHER
    TAKEN_BACK = 7  # seat: the card laid last
    READY = 8  # seat
    TURNED_UP = 9  # seat, card or sign, its place in the program
    SHOWN = 10  # seat, place among the written targets, car
    RUN_BEGAN = 11  # seat, cards and signs of its program
    INSTRUCTION = 12  # seat, card, its place in the program, step
    TESTED = 13  # seat, 1 if a car is in front, place of the card in the program, step
    CHOSE = 14  # seat, car
    ENOUGH = 15  # seat: no further car
    MOVED = 16  # seat that runs, car, from, to
    REMOVED = 17  # seat that runs, car, from: it passed the finish
    COLLIDED = 18  # seat that runs, car, square or UNPLACED, car or border that was hit
    STOPPED = 19  # seat, one of the reasons below, car that could not be moved or -1
    SKIPPED = 20  # seat, card for which no traffic is left
    RUN_ENDED = 21  # seat, 1 if it was interrupted
    FLIPPED = 22  # seat, side of the condition card that must be used next
    ADVANCED = 23  # seat that ran last, car, from, to or GONE
    ROUND_ENDED = 24  # seat that ran last
    GAME_OVER = 25  # seat that ran last, bit mask of the winners, one of the reasons below
    TIME_UP = 26  # seat: the clock decides for it
    FEWER = 27  # seat, traffic cars for its AT: fewer are left than the die shows


# Borders that a car can hit, counted on from the cars, with the rules behind them.
LEFT_BORDER, RIGHT_BORDER, BACK_BORDER = range(CARS, CARS + 3)
BORDERS = ("left", "right", "back")
BORDER_RULES = ("SA-B18", "SA-B18", "SA-B20")

# Why a program stops, with the rules behind it.
BY_COLLISION, BY_PUSH, NOTHING_TO_PUSH, NO_TRAFFIC, TARGET_GONE, TARGET_APART = range(6)
REASONS = ("collision", "push", "nothing_to_push", "no_traffic", "target_gone", "target_apart")
REASON_RULES = ("SA-20", "SA-36", "SA-37", "SA-B26", "SA-B40", "SA-B40")

BY_FINISH, BY_ROUND_CAP = range(2)  # reasons for the end

# --- choices ---------------------------------------------------------------------------------
# One number each, in this order; the first number of each group:
LAY = 0  # + card or sign - AB
READY = LAY + NEXT
TAKE_BACK = READY + 1
TARGET = TAKE_BACK + 1  # + car
ENOUGH = TARGET + CARS
START = ENOUGH + 1  # + lane
TRAFFIC_AT = START + LANES  # + square
TIME_UP = TRAFFIC_AT + LONGEST * LANES  # which only the clock plays
ACTIONS = TIME_UP + 1
