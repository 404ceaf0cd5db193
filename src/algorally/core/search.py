"""Loops that look ahead, the same for every game: playing on at random, and the best plans.

`bind` compiles them for each. Nobody listens to what is only tried out, so the log is a mute one.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.core.bits import first_bit
from algorally.core.compile import compiled
from algorally.core.dice import Dice, below, word
from algorally.core.events import Log, clear
from algorally.core.placeholders import (
    acting,
    judge,
    legal,
    play,
    points,
    redundant,
    turns,
    winners,
)
from algorally.core.records import Mask, Rows
from algorally.core.workspace import Workspace

DEEPEST = 30  # choices in one turn that are planned ahead
NOTHING = -1  # no action: the end of a plan
LOWEST = -(2**62)  # no judgement is as low
FOR_EVER = 2**62  # a turn that never comes
WIN = 1_000_000
DEPTH, TRIED = range(2)  # places of the cursor
SCRATCH = 8  # rows and columns of room for notes

Numbers = npt.NDArray[np.int64]
Chart = npt.NDArray[np.int16]  # what a judge keeps of a field, such as distances


class Found(NamedTuple):
    """The best plans so far, and where the search stands."""

    plans: npt.NDArray[np.int64]  # a row each, the best first
    values: Numbers  # what they lead to
    lots: Numbers  # which of equally good plans comes first
    path: Numbers  # what is being tried
    cursor: Numbers
    scratch: Numbers  # for games with a quicker way to their plans


# --- at random ---------------------------------------------------------------------------------


@compiled
def nth_legal(mask: Mask, number: int) -> int:
    """The legal action with this number, counted from 0."""
    action = 0
    while number > 0 or mask[action] == 0:
        number -= mask[action]
        action += 1
    return action


@compiled
def random_action(mask: Mask, dice: Dice) -> int:
    """Any of the legal actions, all alike."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return nth_legal(mask, below(dice, count))


def play_on(state: Any, field: Any, log: Log, mask: Mask, dice: Dice, until: int) -> int:
    """Play at random until a turn has begun, or the game is over; the number of choices."""
    choices = 0
    seats = acting(state, field)
    while seats and turns(state) < until:
        seat = first_bit(seats)
        legal(state, field, seat, mask)
        clear(log)
        play(state, field, seat, random_action(mask, dice), log)
        choices += 1
        seats = acting(state, field)
    return choices


# --- the best plans ----------------------------------------------------------------------------


def points_ahead(state: Any, field: Any, seat: int, chart: Chart) -> int:
    """How good a state is where the game says no more than the points: by how many one leads."""
    if acting(state, field) == 0:
        return WIN if winners(state) >> seat & 1 else -WIN
    rival = -WIN
    for other in range(field.seats):
        if other != seat:
            rival = max(rival, points(state, other))
    return int(points(state, seat)) - rival


@compiled
def try_all(state: Any, field: Any, seat: int, last: int, action: int) -> bool:
    """Where the game does not say which choices need no trying, all do."""
    return False


@compiled
def propose_nothing(
    state: Any, field: Any, seat: int, chart: Chart, found: Found, dice: Dice
) -> bool:
    """Where the game has no quick way to good plans, all are tried."""
    return False


@compiled
def no_habit(state: Any, field: Any, seat: int, chart: Chart) -> int:
    """Where the game says nothing else, every choice is thought about."""
    return NOTHING


@compiled
def imagine_nothing(
    state: Any, view: Any, field: Any, seat: int, chart: Chart, found: Found, dice: Dice
) -> None:
    """Where the game says nothing else, a guess is as good as any other."""


def judged(states: Rows, row: int, fields: Rows, seat: int, chart: Chart) -> int:
    """How good a state is for a seat."""
    return int(judge(states[row], fields[0], seat, chart))


def next_try(state: Any, field: Any, seat: int, mask: Mask, after: int, last: int) -> int:
    """The next legal action worth trying, NOTHING if there is none."""
    for action in range(after + 1, len(mask)):
        if mask[action] and not redundant(state, field, seat, last, action):
            return action
    return NOTHING


def wait_for_others(state: Any, field: Any, seat: int, turn: int, time_up: int, log: Log) -> bool:
    """Let the others' time run out, as far as the turn goes; whether the seat acts again.

    So the seat finds out what its own choices lead to if nobody else does anything. Before the
    first turn everybody's choices matter, so nobody is passed over.
    """
    seats = acting(state, field)
    while seats and turn > 0 and not seats >> seat & 1 and turns(state) == turn:
        clear(log)
        play(state, field, first_bit(seats), time_up, log)
        seats = acting(state, field)
    return bool(seats >> seat & 1 == 1 and turns(state) == turn)


@compiled
def forget(found: Found) -> None:
    """No plan has been found."""
    for place in range(len(found.values)):
        found.values[place] = LOWEST
    found.cursor[DEPTH] = 0
    found.cursor[TRIED] = 0


@compiled
def keep_plan(found: Found, length: int, value: int, lot: int) -> None:
    """Put what was tried among the best plans, in order; the last of them falls out."""
    place = len(found.values) - 1
    if value < found.values[place] or (value == found.values[place] and lot < found.lots[place]):
        return
    while place > 0 and (
        value > found.values[place - 1]
        or (value == found.values[place - 1] and lot > found.lots[place - 1])
    ):
        found.values[place] = found.values[place - 1]
        found.lots[place] = found.lots[place - 1]
        for step in range(DEEPEST):
            found.plans[place, step] = found.plans[place - 1, step]
        place -= 1
    found.values[place] = value
    found.lots[place] = lot
    for step in range(DEEPEST):
        found.plans[place, step] = found.path[step] if step < length else NOTHING


def search(
    work: Workspace, seat: int, chart: Chart, time_up: int, found: Found, tries: int
) -> bool:
    """Go on looking for the best ways to play the turn from the first row; whether all is tried.

    Row by row lie the states that lead to what is being tried, so a search that has used up its
    tries can be gone on with.
    """
    field = work.fields[work.places[0]]
    log = work.logs[0]
    path = found.path
    turn = turns(work.states[0])
    depth = found.cursor[DEPTH]
    tried = found.cursor[TRIED]
    if tried == 0:
        legal(work.states[0], field, seat, work.masks[0])
        path[0] = NOTHING
    while depth >= 0 and tried < tries:
        last = path[depth - 1] if depth > 0 else NOTHING
        mask = work.masks[depth]
        action = next_try(work.states[depth], field, seat, mask, path[depth], last)
        path[depth] = action
        if action == NOTHING:
            depth -= 1
            continue
        tried += 1
        work.states[depth + 1] = work.states[depth]
        state = work.states[depth + 1]
        clear(log)
        play(state, field, seat, action, log)
        if wait_for_others(state, field, seat, turn, time_up, log) and depth + 1 < DEEPEST:
            depth += 1
            legal(state, field, seat, work.masks[depth])
            path[depth] = NOTHING
        else:
            value = judge(state, field, seat, chart)
            keep_plan(found, depth + 1, value, word(work.dices[0]))
    found.cursor[DEPTH] = depth
    found.cursor[TRIED] = tried
    return bool(depth < 0)
