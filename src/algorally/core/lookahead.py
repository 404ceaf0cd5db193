"""Loops that look further ahead than one turn, on guesses of what is hidden; one for all games.

A plan is all that a seat does in a turn. Each round takes a fresh guess, lets the others program on
it without knowing of each other, and tries every plan that is still in question on the very same
guess: so plans differ by what they do, not by the luck they had.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.core.bits import count_bits
from algorally.core.dice import Dice, seed, word
from algorally.core.events import Log, clear
from algorally.core.placeholders import (
    acting,
    guess,
    habit,
    imagine,
    judge,
    legal,
    play,
    propose,
    redundant,
    turns,
    winners,
)
from algorally.core.records import Mask
from algorally.core.search import (
    DEEPEST,
    LOWEST,
    NOTHING,
    Chart,
    Found,
    Numbers,
    forget,
    keep_plan,
    random_action,
    search,
    wait_for_others,
)
from algorally.core.workspace import Workspace

VIEW, GUESS, LAID, TRIAL, BEFORE, ROWS = range(6)  # rows of states while looking ahead
HOPELESS = 50.0  # no greater lead makes a difference
NEEDLESS = 2  # in a mask: legal, but not worth trying
SEARCH, FIND, ANSWER, COMPARE = range(4)  # what is to be thought about

Shares = npt.NDArray[np.float64]


class Room(NamedTuple):
    """Where looking ahead takes place."""

    work: Workspace  # with the rows above
    inner: Workspace  # where whoever is to move looks for a plan,
    found: Found  # and what was found there


class Manner(NamedTuple):
    """How to look ahead."""

    idle: int  # the action by which others stand still
    horizon: int  # turns that are played out
    samples: int  # random plans among which players choose while playing out, 0 for all,
    tries: int  # at the most
    scale: float  # how much better judged a seat is that wins nearly three of four games


class Contestants(NamedTuple):
    """Plans that are compared."""

    plans: Numbers  # a row each
    alive: Mask  # 1 for those that are in question
    sums: Shares  # of the chances that they gave


# --- what one turn can bring --------------------------------------------------------------------


def draw_try(state: Any, field: Any, seat: int, mask: Mask, last: int, dice: Dice) -> int:
    """Any legal action that is worth trying; any at all if none is."""
    legal(state, field, seat, mask)
    worth = 0
    for action in range(len(mask)):
        if mask[action]:
            if redundant(state, field, seat, last, action):
                mask[action] = NEEDLESS
            else:
                worth += 1
    for action in range(len(mask)):
        if mask[action] == NEEDLESS:
            mask[action] = 0 if worth else 1
    return random_action(mask, dice)


def sample_plans(
    work: Workspace, seat: int, chart: Chart, idle: int, found: Found, tries: int
) -> None:
    """Try some ways to play the turn from the first row, drawn by lot."""
    field = work.fields[work.places[0]]
    log = work.logs[0]
    dice = work.dices[0]
    turn = turns(work.states[0])
    for _ in range(tries):
        work.states[1] = work.states[0]
        state = work.states[1]
        depth = 0
        last = NOTHING
        going = True
        while going:
            last = draw_try(state, field, seat, work.masks[0], last, dice)
            found.path[depth] = last
            depth += 1
            clear(log)
            play(state, field, seat, last, log)
            going = wait_for_others(state, field, seat, turn, idle, log) and depth < DEEPEST
        keep_plan(found, depth, judge(state, field, seat, chart), word(dice))


def find_plans(
    work: Workspace, seat: int, chart: Chart, idle: int, found: Found, tries: int, samples: int
) -> None:
    """The best ways to play the turn from the first row, as far as somebody looks for them."""
    field = work.fields[work.places[0]]
    forget(found)
    if samples > 0:
        sample_plans(work, seat, chart, idle, found, samples)
    elif not propose(work.states[0], field, seat, chart, found, work.dices[0]):
        search(work, seat, chart, idle, found, tries)


# --- playing on ---------------------------------------------------------------------------------


def goes_on(state: Any, field: Any, seat: int, action: int, mask: Mask) -> bool:
    """Whether a seat acts, and may play the next action of a plan, if there is one."""
    if action == NOTHING or not acting(state, field) >> seat & 1:
        return False
    legal(state, field, seat, mask)
    return bool(mask[action])


def carry_out_plan(state: Any, field: Any, seat: int, plan: Numbers, mask: Mask, log: Log) -> None:
    """Play a plan as far as the seat acts and the rules allow it."""
    for step in range(DEEPEST):
        if not goes_on(state, field, seat, plan[step], mask):
            return
        clear(log)
        play(state, field, seat, plan[step], log)


def take_turn(room: Room, row: int, before: int, seat: int, chart: Chart, manner: Manner) -> None:
    """Let a seat do in one row what seems best in another, where others have not yet chosen."""
    work = room.work
    field = work.fields[0]
    state = work.states[row]
    log = work.logs[0]
    action = habit(state, field, seat, chart)
    if action != NOTHING:
        clear(log)
        play(state, field, seat, action, log)
        return
    room.inner.states[0] = work.states[before]
    find_plans(room.inner, seat, chart, manner.idle, room.found, manner.tries, manner.samples)
    if room.found.values[0] == LOWEST:
        clear(log)
        play(state, field, seat, manner.idle, log)
        return
    carry_out_plan(state, field, seat, room.found.plans[0], work.masks[0], log)


def carry_on(room: Room, row: int, until: int, chart: Chart, manner: Manner) -> None:
    """Let everybody play as seems best until a turn has begun, or the game is over."""
    work = room.work
    state = work.states[row]
    field = work.fields[0]
    seats = acting(state, field)
    while seats and turns(state) < until:
        work.states[BEFORE] = state
        here = turns(state)
        for seat in range(field.seats):
            if seats >> seat & 1 and acting(state, field) >> seat & 1 and turns(state) == here:
                take_turn(room, row, BEFORE, seat, chart, manner)
        seats = acting(state, field)


def chance(state: Any, field: Any, seat: int, chart: Chart, scale: float) -> float:
    """How likely a seat is to win, as far as can be judged."""
    if acting(state, field) == 0:
        won = winners(state)
        return 1.0 / count_bits(won) if won >> seat & 1 else 0.0
    own = judge(state, field, seat, chart)
    weights = 1.0
    for other in range(field.seats):
        if other != seat:
            lead = (judge(state, field, other, chart) - own) / scale
            weights += math.exp(min(lead, HOPELESS))
    return 1.0 / weights


def lay_others(room: Room, seat: int, chart: Chart, manner: Manner) -> None:
    """Let all others who act beside a seat choose, none of them knowing of the rest."""
    work = room.work
    field = work.fields[0]
    work.states[LAID] = work.states[GUESS]
    seats = acting(work.states[GUESS], field)
    for other in range(field.seats):
        if other != seat and seats >> other & 1:
            take_turn(room, LAID, GUESS, other, chart, manner)


def foresee(room: Room, seat: int, chart: Chart, manner: Manner) -> int:
    """Guess what is hidden from a seat, and let the others choose; the lot that they drew by."""
    work = room.work
    field = work.fields[0]
    dice = work.dices[0]
    work.states[GUESS] = work.states[VIEW]
    guess(work.states[GUESS], field, seat, dice)
    imagine(work.states[GUESS], work.states[VIEW], field, seat, chart, room.found, dice)
    lot = word(dice)
    seed(room.inner.dices[0], lot)
    lay_others(room, seat, chart, manner)
    return lot


def find_answers(
    room: Room, seat: int, chart: Chart, manner: Manner, found: Found, tries: int
) -> None:
    """The best ways to play the turn if the others do what is foreseen."""
    foresee(room, seat, chart, manner)
    room.inner.states[0] = room.work.states[LAID]
    find_plans(room.inner, seat, chart, manner.idle, found, tries, 0)


def look_ahead(
    room: Room,
    seat: int,
    chart: Chart,
    manner: Manner,
    contest: Contestants,
    rounds: int,
) -> None:
    """Try the plans that are in question on some guesses, and add up the chances they give."""
    work = room.work
    field = work.fields[0]
    until = turns(work.states[VIEW]) + manner.horizon
    for _ in range(rounds):
        lot = foresee(room, seat, chart, manner)
        for number in range(len(contest.plans)):
            if contest.alive[number]:
                seed(room.inner.dices[0], lot)
                work.states[TRIAL] = work.states[LAID]
                state = work.states[TRIAL]
                plan = contest.plans[number]
                carry_out_plan(state, field, seat, plan, work.masks[0], work.logs[0])
                carry_on(room, TRIAL, until, chart, manner)
                contest.sums[number] += chance(state, field, seat, chart, manner.scale)


# --- one door for all of it ---------------------------------------------------------------------


def think(
    task: int,
    room: Room,
    seat: int,
    chart: Chart,
    manner: Manner,
    found: Found,
    contest: Contestants,
    count: int,
) -> bool:
    """All that is thought about a position: each door that holds the rules takes long to compile.

    SEARCH goes on until so many plans are tried, FIND looks for plans in the manner of somebody,
    ANSWER for those that are best if the others do what is foreseen, COMPARE tries plans on so
    many guesses; whether that is all there is to do.
    """
    if task == SEARCH:
        return search(room.inner, seat, chart, manner.idle, found, count)
    if task == FIND:
        find_plans(room.inner, seat, chart, manner.idle, found, count, manner.samples)
    elif task == ANSWER:
        find_answers(room, seat, chart, manner, found, count)
    else:
        look_ahead(room, seat, chart, manner, contest, count)
    return True
