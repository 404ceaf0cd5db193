"""The records of Algoracing: the race (what changes) and the field (what does not)."""

from collections.abc import MutableSequence, Sequence
from typing import Annotated

from algorally.core.dice import Dice
from algorally.core.records import I8, I16, I32, Record
from algorally.games.algoracing.names import (
    COLOURS,
    CORNERS,
    DECK_SIZE,
    KINDS,
    LONGEST_RUN,
    MAX_MARKS,
    MAX_ROW,
    MAX_SEATS,
    MAX_SQUARES,
    TOKENS,
    TYPES,
)
from algorally.games.algoracing.options import Options


class Rover(Record):
    """A rover and what lies before its player."""

    square: I16  # NOWHERE until it is placed
    turns: I16  # turns taken
    heading: I8
    colour: I8
    waits: I8  # 1 = an elevator was busy; it rides when the next turn begins
    held: I8  # cards in the hand
    owed: I8  # cards that were due when both piles were empty
    hand: Annotated[MutableSequence[I8], KINDS]  # of each kind; 0 where the viewer may not look
    delivered: Annotated[MutableSequence[I8], TYPES]


class Pile(Record):
    """Command cards in a pile."""

    count: I16
    cards: Annotated[MutableSequence[I8], DECK_SIZE]


class Race(Record):
    """Everything that changes in a game."""

    dice: Dice
    turn: I32  # turns begun by anybody
    rovers: Annotated[Sequence[Rover], MAX_SEATS]  # by seat, then the idle ones
    bases: Annotated[MutableSequence[I16], len(COLOURS)]  # square of each colour's base
    places: Annotated[MutableSequence[I8], TOKENS]  # where each sample token is
    types: Annotated[MutableSequence[I8], TOKENS]
    draw: Pile
    discards: Pile
    phase: I8
    seat: I8  # whose decision it is
    laid: I8  # cards laid from the hand this turn
    changed: I8  # 1 = the row was changed this turn
    moved: I8  # 1 = the rover came to its square this turn
    length: I8  # command cards in the row
    row: Annotated[MutableSequence[I8], MAX_ROW]
    fresh: Annotated[MutableSequence[I8], MAX_ROW]  # 1 = laid this turn
    times: Annotated[MutableSequence[I8], MAX_ROW]  # 2 or 3 where a cycle begins
    span: Annotated[MutableSequence[I8], MAX_ROW]  # over how many cards it lies
    covered: Annotated[MutableSequence[I8], KINDS]  # cards under others, of each kind
    program: Annotated[MutableSequence[I8], LONGEST_RUN]  # the row with its cycles unrolled
    commands: I8  # in the program
    ran: I8  # of them carried out
    winners: I8  # bit mask
    locks: Annotated[MutableSequence[I8], MAX_SEATS * MAX_SEATS]  # 1 = no compensation, by pair


class Field(Record):
    """Everything that stays: board, blocks, labs, deck and options; a batch shares it."""

    options: Options
    width: I16
    height: I16
    level: I8
    seats: I8
    goal: I8  # points that win
    marks: I8  # how many are visible
    colours: Annotated[MutableSequence[I8], MAX_SEATS]  # of each seat, then the unused ones
    labs: Annotated[MutableSequence[I8], len(COLOURS)]  # bit mask of colours that deliver there
    samples: Annotated[MutableSequence[I8], TYPES]  # tokens of each type
    deck: Annotated[MutableSequence[I8], KINDS]  # cards of each kind
    storeys: Annotated[MutableSequence[I8], MAX_SQUARES]
    blocks: Annotated[MutableSequence[I8], MAX_SQUARES]  # number of the block there, 0 = none
    walls: Annotated[MutableSequence[I8], MAX_SQUARES]  # one bit a side, set from both sides
    lifts: Annotated[MutableSequence[I8], MAX_SQUARES]  # one bit a side with a working elevator
    arrows: Annotated[MutableSequence[I8], MAX_SQUARES]  # one bit a side with an arrow
    mark_squares: Annotated[MutableSequence[I16], MAX_MARKS]
    corners: Annotated[MutableSequence[I16], CORNERS]  # clockwise from north-west
