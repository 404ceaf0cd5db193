"""The records of RoboRally: the race (what changes) and the field (what does not)."""

from collections.abc import MutableSequence, Sequence
from typing import Annotated

from algorally.core.dice import Dice
from algorally.core.records import I8, I16, I32, Record
from algorally.games.roborally.names import (
    CARDS,
    HAND,
    MAX_BOARDS,
    MAX_FLAGS,
    MAX_LASERS,
    MAX_ROBOTS,
    MAX_SEATS,
    MAX_SQUARES,
    OPTION_CARDS,
    REGISTERS,
)
from algorally.games.roborally.options import Options

SHOTS = 4  # hits of a main laser that Fire Control may change: two barrels through one robot


class Robot(Record):
    """A robot, its program sheet and what lies beside it."""

    options: I32  # bit mask of option cards
    square: I16  # OFF while it is destroyed
    archive: I16  # square of its archive marker
    dealt: I16  # bit mask of the slots of the hand that held a card when programming began
    heading: I8
    damage: I8
    lives: I8
    touched: I8  # flags touched, in order
    touched_now: I8  # 1 = has touched one in this turn
    powered_down: I8
    announced: I8  # 1 = will power down
    done: I8  # 1 = the program is final
    locked: I8  # bit mask of registers
    shown: I8  # bit mask of registers that lie face up
    unseen: I8  # bit mask of registers whose card nobody has seen yet
    crab: I8  # bit mask of registers in which two cards are a sidestep
    registers: Annotated[MutableSequence[I8], REGISTERS]
    seconds: Annotated[MutableSequence[I8], REGISTERS]  # second card in a register
    hand: Annotated[MutableSequence[I8], HAND]  # the last slot is the Flywheel's
    conditional: I8  # card on Conditional Program
    skipped: I8  # 1 = its player wants no card there
    howitzer: I8  # shots left
    coat: I8  # damage that the Ablative Coat still absorbs
    controller: I8  # robot whose program it runs, NOBODY if its own
    moved: I8  # 1 = has moved in this register
    stabilised: I8  # 1 = the gyroscope is on
    aborting: I8  # 1 = its further registers are replaced
    weapon: I8  # option fired instead of the main laser, NOBODY for the laser
    piercing: I8  # 1 = its laser goes through an obstacle
    aims: Annotated[MutableSequence[I8], SHOTS]  # what Fire Control does instead of damage,
    marks: Annotated[MutableSequence[I8], SHOTS]  # and to whom
    due: I8  # damage tokens on their way
    due_cause: I8
    due_by: I8  # robot that caused them
    shielded: I8  # bit mask of directions that the Power-Down Shield has held in this register
    losing: I8  # 1 = its player has to give up an option
    fallen: I8  # in which place it was destroyed this turn, 0 = it was not
    sits_out: I8  # turns that it may not come back
    finished: I8  # its place, 0 = not yet
    goal: I16  # only while a rule works, and otherwise 0: where it is about to go,
    goes: I8  # if it is,
    target: I8  # and whom its weapon hits, + 1


class Pile(Record):
    """Program cards in a pile."""

    count: I8
    cards: Annotated[MutableSequence[I8], CARDS]


class OptionPile(Record):
    """Option cards in a pile."""

    count: I8
    cards: Annotated[MutableSequence[I8], OPTION_CARDS]


class Race(Record):
    """Everything that changes in a game."""

    dice: Dice
    turn: I32  # turns begun
    robots: Annotated[Sequence[Robot], MAX_ROBOTS]  # by seat; then everybody's second ones
    deck: Pile
    discard: Pile  # face up
    aside: Pile  # face down
    option_deck: OptionPile
    option_discard: OptionPile
    flag_squares: Annotated[MutableSequence[I16], MAX_FLAGS]  # squares
    holders: Annotated[MutableSequence[I8], MAX_FLAGS]  # who carries or controls a flag
    turns_of: Annotated[MutableSequence[I8], MAX_BOARDS]  # quarter turns of each board
    order: Annotated[MutableSequence[I8], MAX_ROBOTS]  # robots in the order of their docks
    offered: I32  # bit mask of the options that a robot chooses from
    place: I16  # how far the stage has come
    about: I16  # what the question is about
    phase: I8
    stage: I8
    seat: I8  # robot that is asked
    question: I8
    register: I8
    stacked: I8  # cards on top of the deck whose order is fixed
    stacked_options: I8
    buried_options: I8  # cards at the bottom of the option deck that come last
    mover: I8  # robot that moves
    steps: I8  # that it still has to take
    way: I8  # heading in which it takes them
    spin: I8  # quarter turns that it makes afterwards
    falls: I8  # robots destroyed in this turn
    finished: I8  # robots that have touched all flags
    superbot: I8
    winners: I16  # bit mask


class Field(Record):
    """Everything that stays: floor, flags, docks and options; a batch shares it."""

    options: Options
    width: I16
    height: I16
    seats: I8
    robots: I8
    flag_count: I8
    lasers: I8
    boards: I8
    stepwise: I8  # 1 = a scene, which stops after each register
    colours: Annotated[MutableSequence[I8], MAX_SEATS]  # of each seat, then the unused ones
    dock_count: I8
    docks: Annotated[MutableSequence[I16], MAX_ROBOTS]  # squares
    dock_facings: Annotated[MutableSequence[I8], MAX_ROBOTS]
    flag_squares: Annotated[MutableSequence[I16], MAX_FLAGS]
    laser_squares: Annotated[MutableSequence[I16], MAX_LASERS]
    laser_headings: Annotated[MutableSequence[I8], MAX_LASERS]
    laser_beams: Annotated[MutableSequence[I8], MAX_LASERS]
    board_corners: Annotated[MutableSequence[I16], MAX_BOARDS]  # upper left squares
    board_side: I8  # squares along the side of a board
    kinds: Annotated[MutableSequence[I8], MAX_SQUARES]  # FLOOR to VOID
    belts: Annotated[MutableSequence[I8], MAX_SQUARES]  # heading + 1, + 4 if express, 0 = none
    walls: Annotated[MutableSequence[I8], MAX_SQUARES]  # one bit a side, set from both sides
    pushers: Annotated[MutableSequence[I8], MAX_SQUARES]  # bit mask of registers
    pushes: Annotated[MutableSequence[I8], MAX_SQUARES]  # heading of the push
    crushers: Annotated[MutableSequence[I8], MAX_SQUARES]  # bit mask of registers
    lit: Annotated[MutableSequence[I8], MAX_SQUARES]  # 1 = a laser beam runs through
    on_board: Annotated[MutableSequence[I8], MAX_SQUARES]  # number of the board, -1 = a dock
    steps: Annotated[MutableSequence[I16], MAX_SQUARES * 4]  # where a step leads: square * 4 + way
