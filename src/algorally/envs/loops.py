"""The loops of environments over the rows of a workspace; `bind` compiles them for each game.

A step of an environment is one call: the choice that came from outside, the answers of the bots
until a seat from outside is to choose again or the game is over, and what that seat then sees.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.batch.planners import AT_RANDOM, Rivals, think_of_plan
from algorally.core.bits import count_bits, first_bit
from algorally.core.compile import compiled
from algorally.core.dice import draw_seed
from algorally.core.events import clear
from algorally.core.lookahead import carry_out_plan
from algorally.core.placeholders import (
    acting,
    blank,
    legal,
    observe,
    play,
    start,
    winners,
)
from algorally.core.records import Rows
from algorally.core.search import LOWEST, Numbers, nth_legal, random_action
from algorally.core.workspace import Workspace

PLAY, BEGIN, LEAVE = range(3)  # what is to be done in a row

Flags = npt.NDArray[np.bool_]


class Table(NamedTuple):
    """What environments keep beside the games, a row for each."""

    movers: Numbers  # the seat that chooses, and whose view is shown
    planes: npt.NDArray[np.int8]
    numbers: npt.NDArray[np.int16]
    rewards: npt.NDArray[np.float64]  # a column for each seat
    over: Flags
    replaced: Flags  # the choice was not legal, and another was made
    views: Rows  # room for one


# --- chance and outcome -------------------------------------------------------------------------


@compiled
def reward_of(won: int, seat: int, seats: int) -> float:
    """What an outcome is worth to a seat: 1 for the only winner, and 0 for all seats together."""
    if won == 0 or seats == 1:
        return 0.0
    share = seats / count_bits(won) if won >> seat & 1 else 0.0
    return (share - 1.0) / (seats - 1.0)


# --- bots ---------------------------------------------------------------------------------------


def take_seat(work: Workspace, row: int, seat: int, rivals: Rivals) -> None:
    """Let a bot choose: one action of chance, or a whole plan as far as the rules allow it.

    It chooses as by `decide_turn`, but goes straight to what chance plays, as that is so quick.
    """
    state = work.states[row]
    field = work.fields[work.places[row]]
    mask = work.masks[row]
    log = work.logs[0]
    legal(state, field, seat, mask)
    if rivals.skills[seat] == AT_RANDOM:
        action = random_action(mask, work.dices[row])
    else:
        think_of_plan(state, seat, rivals, work.dices[row])
        plan = rivals.found.plans[0]
        if rivals.found.values[0] > LOWEST and mask[plan[0]]:
            carry_out_plan(state, field, seat, plan, mask, log)
            return
        action = nth_legal(mask, 0)
    clear(log)
    play(state, field, seat, action, log)


# --- steps --------------------------------------------------------------------------------------


def choose(work: Workspace, table: Table, row: int, action: int) -> None:
    """Play what was chosen outside; what is not legal is replaced by the first action that is.

    A seat that has nothing to choose waits.
    """
    state = work.states[row]
    field = work.fields[work.places[row]]
    seat = table.movers[row]
    mask = work.masks[row]
    table.replaced[row] = False
    if not acting(state, field) >> seat & 1:
        return
    legal(state, field, seat, mask)
    wrong = action < 0 or action >= len(mask) or mask[action] == 0
    table.replaced[row] = wrong
    clear(work.logs[0])
    play(state, field, seat, nth_legal(mask, 0) if wrong else action, work.logs[0])


def show(work: Workspace, table: Table, row: int) -> None:
    """Write what the mover of a row may do, and what its seat sees."""
    state = work.states[row]
    field = work.fields[work.places[row]]
    seat = table.movers[row]
    legal(state, field, seat, work.masks[row])
    table.views[0] = state
    view = table.views[0]
    blank(view, field, seat)
    observe(view, field, seat, table.planes[row], table.numbers[row])


def answer(work: Workspace, row: int, rivals: Rivals, outside: int) -> None:
    """Let bots choose until a seat from outside is to do so, or the game is over."""
    state = work.states[row]
    field = work.fields[work.places[row]]
    seats = acting(state, field)
    while seats and not seats & outside:
        take_seat(work, row, first_bit(seats), rivals)
        seats = acting(state, field)


def settle(work: Workspace, table: Table, row: int, outside: int) -> None:
    """Note who is to choose now, whether the game is over, and what that is worth to whom."""
    state = work.states[row]
    field = work.fields[work.places[row]]
    seats = acting(state, field)
    if seats:
        table.movers[row] = first_bit(seats & outside)
    table.over[row] = seats == 0
    for seat in range(field.seats):
        worth = reward_of(winners(state), seat, field.seats) if seats == 0 else 0.0
        table.rewards[row, seat] = worth


def begin_or_choose(
    work: Workspace, empty: Rows, table: Table, row: int, task: int, action: int
) -> None:
    """Begin a game in a row, or play an action there."""
    if task == BEGIN:
        work.states[row] = empty[0]
        start(work.states[row], work.fields[work.places[row]], draw_seed(work.dices[row]))
        table.replaced[row] = False
    else:
        choose(work, table, row, action)


# --- doors --------------------------------------------------------------------------------------


def advance_rows(
    work: Workspace, empty: Rows, table: Table, outside: int, tasks: Numbers, actions: Numbers
) -> None:
    """A step of games that are all played from outside: begun, played on, or left as they are."""
    for row in range(len(tasks)):
        if tasks[row] != LEAVE:
            begin_or_choose(work, empty, table, row, tasks[row], actions[row])
            settle(work, table, row, outside)
            show(work, table, row)


def advance_among_bots(
    work: Workspace,
    empty: Rows,
    table: Table,
    outside: int,
    tasks: Numbers,
    actions: Numbers,
    rivals: Rivals,
) -> None:
    """The same where bots sit at the other seats.

    It is a door of its own because it costs as much to hand over the bots' room as to play.
    """
    for row in range(len(tasks)):
        if tasks[row] != LEAVE:
            begin_or_choose(work, empty, table, row, tasks[row], actions[row])
            answer(work, row, rivals, outside)
            settle(work, table, row, outside)
            show(work, table, row)


def show_rows(work: Workspace, table: Table) -> None:
    """Show all rows once more, perhaps to other seats."""
    for row in range(len(table.movers)):
        show(work, table, row)
