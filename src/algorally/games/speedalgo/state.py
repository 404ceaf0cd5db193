"""The records of SpeedAlgo: the race (what changes) and the field (what does not)."""

from collections.abc import MutableSequence, Sequence
from typing import Annotated

from algorally.core.dice import Dice
from algorally.core.records import I8, I16, I32, Record
from algorally.games.speedalgo.names import (
    CARS,
    LONGEST_PROGRAM,
    MAX_SEATS,
    MAX_STEPS,
    PREPARED_ROUNDS,
    WRITTEN,
)
from algorally.games.speedalgo.options import Options


class Driver(Record):
    """A player's holder, die and mark sheet; the bolide itself is one of the cars."""

    roll: I8  # 0 before the first throw
    length: I8  # cards and signs of the program; 0 where the viewer may not look
    due: I8  # targets still to be written beside the card laid last
    ready: I8
    side: I8  # of the condition card, that must be used next; EMPTY = either
    crossed: I8  # 1 = has been behind the line
    program: Annotated[MutableSequence[I8], LONGEST_PROGRAM]
    written: Annotated[MutableSequence[I8], WRITTEN]  # car + 1, by card; 0 = none


class Step(Record):
    """One instruction of the program that runs, with its repetitions unrolled."""

    card: I8  # a movement, SA or SAS for a test, ELSE for the end of a then part
    place: I8  # of its card in the program
    leap: I8  # steps that are passed over when the test fails, or behind a then part


class Race(Record):
    """Everything that changes in a game."""

    dice: Dice
    turn: I32  # rounds begun
    places: Annotated[MutableSequence[I16], CARS]  # where each car is
    taken: I16  # bit mask of the traffic cars that the running AT has moved
    drivers: Annotated[Sequence[Driver], MAX_SEATS]
    steps: Annotated[Sequence[Step], MAX_STEPS]
    order: Annotated[MutableSequence[I8], MAX_SEATS]  # in which the seats run
    phase: I8
    seat: I8  # whose decision it is, or whose program runs
    ran: I8  # programs run in this round
    length: I8  # steps of the program that runs
    step: I8  # of them begun
    card: I8  # of the instruction that runs
    due: I8  # cars that the running instruction still has to move
    moved: I8  # cars that it has moved
    winners: I8  # bit mask


class Field(Record):
    """Everything that stays: track, traffic, colours and options; a batch shares it."""

    options: Options
    columns: I16  # of the track; the finish line lies behind the last
    runoff: I16  # columns drawn behind it; the road goes on for ever
    seats: I8
    traffic: I8  # cars
    scenery: I8  # what a picture shows beside the road
    colours: Annotated[MutableSequence[I8], MAX_SEATS]  # of each seat, then the unused ones
    throws: Annotated[MutableSequence[I8], PREPARED_ROUNDS * MAX_SEATS]  # 0 = by chance
