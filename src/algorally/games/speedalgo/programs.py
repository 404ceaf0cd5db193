"""Every program that can be laid from a hand, for bots and for those who study the game."""

import numpy as np
import numpy.typing as npt

from algorally.core.compile import compiled
from algorally.core.position import Position
from algorally.games.speedalgo.names import EMPTY, LONGEST_PROGRAM, NEXT
from algorally.games.speedalgo.rules.program import may_be_ready, may_lay, sign_before
from algorally.games.speedalgo.state import Driver, Field

Cards = npt.NDArray[np.int8]


@compiled
def next_card(driver: Driver, field: Field, after: int) -> int:
    """The next card or sign that may follow, EMPTY if there is none."""
    for card in range(after + 1, NEXT + 1):
        if may_lay(driver, field, card):
            return card
    return EMPTY


@compiled
def add(driver: Driver, card: int) -> None:
    """A card or sign is added to a program."""
    if card != EMPTY:
        driver.program[driver.length] = card
        driver.length += 1


@compiled
def cut(driver: Driver, length: int) -> None:
    """A program is cut back to a length."""
    while driver.length > length:
        driver.length -= 1
        driver.program[driver.length] = EMPTY


@compiled
def note(driver: Driver, field: Field, programs: Cards, count: int) -> int:
    """Write a program down if it is complete and there is room; how many there are now."""
    if not may_be_ready(driver, field):
        return count
    if count < len(programs):
        for place in range(LONGEST_PROGRAM):
            programs[count, place] = driver.program[place]
    return count + 1


@compiled
def list_programs(driver: Driver, field: Field, path: Cards, programs: Cards) -> int:
    """Write down every program that begins with what is laid; how many there are.

    `path` has two rows: the card tried at each depth, and the program's length before it.
    """
    depth = 0
    path[0, 0] = EMPTY
    path[1, 0] = driver.length
    count = note(driver, field, programs, 0)
    while depth >= 0:
        cut(driver, path[1, depth])
        card = next_card(driver, field, path[0, depth])
        path[0, depth] = card
        if card == EMPTY:
            depth -= 1
            continue
        add(driver, sign_before(driver, field, card))
        add(driver, card)
        count = note(driver, field, programs, count)
        depth += 1
        path[0, depth] = EMPTY
        path[1, depth] = driver.length
    return count


def every_program(position: Position, seat: int, most: int = 100_000) -> Cards:
    """The programs that a seat can lay, a row each; no more than `most` of them."""
    drivers = Driver.rows()
    drivers[0] = position.state.drivers[seat]
    programs: Cards = np.zeros((most, LONGEST_PROGRAM), np.int8)
    path: Cards = np.zeros((2, LONGEST_PROGRAM + 1), np.int8)
    count = list_programs(drivers[0], position.field, path, programs)
    return programs[: min(count, most)]


def count_programs(position: Position, seat: int) -> int:
    """How many programs a seat can lay."""
    drivers = Driver.rows()
    drivers[0] = position.state.drivers[seat]
    path: Cards = np.zeros((2, LONGEST_PROGRAM + 1), np.int8)
    nothing: Cards = np.zeros((0, LONGEST_PROGRAM), np.int8)
    return int(list_programs(drivers[0], position.field, path, nothing))
