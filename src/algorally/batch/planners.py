"""Loops in which bots plan whole turns, the same for every game; `bind` compiles them for each.

They are the bots that do not look ahead: chance, and those that go by the best of some plans.
"""

from typing import Any, NamedTuple

from algorally.batch.loops import Counts, Sheet, count_events, note_result
from algorally.core.bits import first_bit
from algorally.core.compile import compiled
from algorally.core.dice import Dice, draw_seed, seed
from algorally.core.events import MOST_SEATS, Log, clear
from algorally.core.lookahead import find_plans, goes_on
from algorally.core.placeholders import acting, blank, guess, legal, play, start
from algorally.core.records import Mask, Rows
from algorally.core.search import (
    DEEPEST,
    LOWEST,
    NOTHING,
    Chart,
    Found,
    Numbers,
    nth_legal,
    random_action,
)
from algorally.core.workspace import Workspace

AT_RANDOM = -1  # the skill of chance; any other is the number of plans drawn by lot, 0 for all
SEED = 2**63 - 1  # all bits of a seed


class Rivals(NamedTuple):
    """Bots that play against each other, or against somebody outside, and where they think."""

    skills: Numbers  # by seat
    inner: Workspace
    found: Found
    chart: Chart
    idle: int  # the action by which others stand still while somebody thinks
    tries: int  # at the most


@compiled
def seed_of_bot(number: int, seat: int) -> int:
    """What a bot draws its lots from, by the seed of its game."""
    return (number * MOST_SEATS + seat) & SEED


# --- one turn ----------------------------------------------------------------------------------


def think_of_plan(state: Any, seat: int, rivals: Rivals, dice: Dice) -> None:
    """Find the plan of a bot, on a guess of what its seat cannot see."""
    inner = rivals.inner
    field = inner.fields[0]
    lots = inner.dices[0]
    number = draw_seed(dice)
    inner.states[0] = state
    blank(inner.states[0], field, seat)
    seed(lots, number)
    guess(inner.states[0], field, seat, lots)
    seed(lots, number)
    skill = rivals.skills[seat]
    find_plans(inner, seat, rivals.chart, rivals.idle, rivals.found, rivals.tries, skill)


def decide_turn(state: Any, field: Any, seat: int, rivals: Rivals, mask: Mask, dice: Dice) -> None:
    """Find what a bot plays now: one action of chance, or a plan that begins with a legal one."""
    plan = rivals.found.plans[0]
    by_chance = rivals.skills[seat] == AT_RANDOM
    if not by_chance:
        think_of_plan(state, seat, rivals, dice)
    legal(state, field, seat, mask)
    if by_chance:
        plan[0] = random_action(mask, dice)
        plan[1] = NOTHING
    elif rivals.found.values[0] == LOWEST or not mask[plan[0]]:
        plan[0] = nth_legal(mask, 0)
        plan[1] = NOTHING


def play_turn(
    state: Any, field: Any, seat: int, plan: Numbers, mask: Mask, log: Log, counts: Counts
) -> int:
    """Play a plan as far as it goes, and count the events; the number of choices, one at least."""
    choices = 0
    going = True
    while going:
        clear(log)
        play(state, field, seat, plan[choices], log)
        count_events(log, counts)
        choices += 1
        going = choices < DEEPEST and goes_on(state, field, seat, plan[choices], mask)
    return choices


# --- whole games -------------------------------------------------------------------------------


def planned_game(work: Workspace, number: int, sheet: Sheet, place: int, rivals: Rivals) -> None:
    """Let bots play a whole game in the first row, which is all zeros, from its seed.

    Each seat has dice of its own.
    """
    state = work.states[0]
    field = work.fields[0]
    mask = work.masks[0]
    start(state, field, number)
    for seat in range(field.seats):
        seed(work.dices[seat], seed_of_bot(number, seat))
    choices = 0
    seats = acting(state, field)
    while seats:
        seat = first_bit(seats)
        decide_turn(state, field, seat, rivals, mask, work.dices[seat])
        plan = rivals.found.plans[0]
        choices += play_turn(state, field, seat, plan, mask, work.logs[0], sheet.events[place])
        seats = acting(state, field)
    note_result(state, field, choices, sheet, place)


def planned_games(work: Workspace, empty: Rows, first: int, sheet: Sheet, rivals: Rivals) -> None:
    """Let bots play whole games, each from its own seed, until the sheet is full."""
    for place in range(len(sheet.lengths)):
        work.states[0] = empty[0]
        planned_game(work, first + place, sheet, place, rivals)
        if len(sheet.states):
            sheet.states[place] = work.states[0]
