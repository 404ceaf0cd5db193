"""A bot that tries every way to play its turn and takes the one it likes best."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.core.compile import bind
from algorally.core.dice import Dice, below, seed
from algorally.core.events import Log
from algorally.core.game import Game, Position
from algorally.core.records import Mask, Rows

DEEPEST = 30  # choices in one turn that are planned ahead
MOST_TRIES = 200_000  # after so many the best so far is taken

Plan = npt.NDArray[np.int64]

# --- rules of the game, filled in by bind ------------------------------------------------------
acting: Any = None
legal: Any = None
play: Any = None
turns: Any = None
judge: Any = None
redundant: Any = None


def next_try(
    state: Any, field: Any, seat: int, masks: Mask, depth: int, after: int, last: int
) -> int:
    """The next legal action worth trying, -1 if there is none."""
    for action in range(after + 1, masks.shape[1]):
        if masks[depth, action] and not redundant(state, field, seat, last, action):
            return action
    return -1


def wait_for_others(state: Any, field: Any, seat: int, turn: int, time_up: int, log: Log) -> bool:
    """Let the others' time run out, as far as the turn goes; whether the seat acts again.

    So the seat finds out what its own choices lead to if nobody else does anything. Before the
    first turn everybody's choices matter, so nobody is passed over.
    """
    seats = acting(state, field)
    while seats and turn > 0 and not seats >> seat & 1 and turns(state) == turn:
        other = 0
        while not seats >> other & 1:
            other += 1
        log.count = 0
        play(state, field, other, time_up, log)
        seats = acting(state, field)
    return bool(seats >> seat & 1 == 1 and turns(state) == turn)


def search(
    states: Rows,
    fields: Rows,
    seat: int,
    logs: Rows,
    masks: Mask,
    guide: Any,
    dices: Rows,
    plan: Plan,
    time_up: int,
) -> int:
    """Find the best way to play the turn from states[0]; the length of the plan."""
    field = fields[0]
    log = logs[0]
    turn = turns(states[0])
    path = plan[1]  # plan[0] is the best plan so far, plan[1] what is being tried
    best, length, ties, tries, depth = 0, 0, 0, 0, 0
    legal(states[0], field, seat, masks[0])
    path[0] = -1
    while depth >= 0:
        last = path[depth - 1] if depth > 0 else -1
        action = next_try(states[depth], field, seat, masks, depth, path[depth], last)
        path[depth] = action
        if action < 0 or tries >= MOST_TRIES:
            depth -= 1
            continue
        tries += 1
        states[depth + 1] = states[depth]
        state = states[depth + 1]
        log.count = 0
        play(state, field, seat, action, log)
        if wait_for_others(state, field, seat, turn, time_up, log) and depth + 1 < DEEPEST:
            depth += 1
            legal(state, field, seat, masks[depth])
            path[depth] = -1
            continue
        value = judge(state, field, seat, guide)
        if length > 0 and value < best:
            continue
        ties = ties + 1 if length > 0 and value == best else 1
        if below(dices[0], ties) == 0:  # each of several equally good ways is as likely
            best = value
            length = depth + 1
            for place in range(length):
                plan[0, place] = path[place]
    return length


@cache
def bound_search(game: Game) -> Any:
    """The search, compiled for one game."""
    rules = game.rules._asdict()
    wanted = {name: rules[name] for name in ("acting", "legal", "play", "turns", "judge")}
    step = bind(next_try, game.name, redundant=rules["redundant"])
    wait = bind(wait_for_others, game.name, **wanted)
    return bind(search, game.name, **wanted, next_try=step, wait_for_others=wait)


class Greedy:
    """Plans one turn at a time, on a guess of what it cannot see."""

    def __init__(self, number: int = 0) -> None:
        self._dices = Dice.rows()
        seed(Dice.record(self._dices), number)
        self._guide: Any = None
        self._field = b""

    def plan(self, view: Position, seat: int) -> list[int]:
        """The actions of the best turn, to be played one after the other as far as they go."""
        game = view.game
        self._learn(view)
        states = game.state.rows(DEEPEST + 1)
        states[0] = view.states[0]
        game.doors.fill_in(states, 0, view.fields, seat, self._dices)
        masks = np.zeros((DEEPEST + 1, game.actions), np.uint8)
        plan = np.zeros((2, DEEPEST + 1), np.int64)
        length = bound_search(game)(
            states,
            view.fields,
            seat,
            Log.rows(),
            masks,
            self._guide,
            self._dices,
            plan,
            game.time_up,
        )
        return [int(action) for action in plan[0, :length]]

    def _learn(self, view: Position) -> None:
        """Draw the guide of a field when it is seen for the first time."""
        if self._field != view.fields.tobytes():
            self._field = view.fields.tobytes()
            self._guide = np.zeros(view.game.guide_shape, np.int8)
            view.game.rules.guide(view.field, self._guide)
