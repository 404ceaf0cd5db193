"""Rows of games that are played from outside: what all environments are made of."""

import secrets
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.batch.planners import Rivals, think_of_plan
from algorally.bots.rivals import CHANCE, seat_rivals
from algorally.core.arguments import LAST_SEED, check_seed, whole
from algorally.core.dice import Dice
from algorally.core.dice import seed as set_dice
from algorally.core.errors import SettingError
from algorally.core.game import Game
from algorally.core.observation import Observation
from algorally.core.position import Position
from algorally.core.search import Numbers
from algorally.envs import loops
from algorally.envs.loops import BEGIN, LEAVE, PLAY, Table
from algorally.envs.opponents import Opponents, skills_of

Selection = npt.NDArray[np.bool_]  # of rows


class Loops(NamedTuple):
    """The loops of `envs.loops` for one game."""

    advance_rows: Callable[..., None]
    advance_among_bots: Callable[..., None]
    show_rows: Callable[..., None]


STEPS: dict[str, Callable[..., Any]] = {
    step.__name__: step
    for step in (
        think_of_plan,
        loops.take_seat,
        loops.choose,
        loops.show,
        loops.answer,
        loops.settle,
        loops.begin_or_choose,
    )
}  # parts of the loops, each after those that it calls itself


def parts_of(game: Game, **others: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """What the loops of a game call by its name; others may stand in for some parts."""
    parts: dict[str, Callable[..., Any]] = {"observe": observation_of(game).observe}
    for name, step in {**STEPS, **others}.items():
        parts[name] = game.bind(step, **parts)
    return parts


@cache
def loops_of(game: Game) -> Loops:
    """The loops, compiled for a game; compiling starts with the first call of each."""
    parts = parts_of(game)
    return Loops(*(game.bind(getattr(loops, name), **parts) for name in Loops._fields))


def action_number(action: Any) -> int:
    """An action as a policy may hand it over: also in an array of nothing else."""
    alone = isinstance(action, np.ndarray) and action.ndim == 0
    return whole(action.item() if alone else action, "an action")


def observation_of(game: Game) -> Observation:
    """What learners see of a game."""
    if game.observation is None:
        raise SettingError(f"{game.title} does not say yet what learners see of it")
    return game.observation


class Arena:
    """Games of the same settings, in which some seats are played from outside and bots the others.

    All arrays are the arena's own and are overwritten by the next step. Each row draws its games
    and the lots of its bots from dice of its own: what happens in a row depends on the seed and
    the choices of that row alone.
    """

    def __init__(
        self,
        game: Game,
        rows: int,
        seats: int,
        outside: Sequence[int] | None,
        opponent: Opponents = CHANCE,
        **settings: Any,
    ) -> None:
        if whole(rows, "the number of games") < 1:
            raise SettingError(f"at least one game is needed, not {rows}")
        self.game, self.observation = game, observation_of(game)
        self.fields = game.lay_out(seats, settings)
        self.seats = int(self.fields["seats"][0])
        self.outside = [self._seat(seat) for seat in outside or range(self.seats)]
        self.work = game.workspace(self.fields, rows)
        skills = skills_of(game, self.seats, self.outside, opponent)
        self._rivals: tuple[Rivals, ...] = ()
        if len(self.outside) < self.seats:
            self._rivals = (seat_rivals(game, self.fields, skills),)
        self._bits = sum(1 << seat for seat in self.outside)
        self._loops, self._empty = loops_of(game), game.state.rows()
        alone, among_bots = self._loops.advance_rows, self._loops.advance_among_bots
        self._advance_rows = among_bots if self._rivals else alone
        self.shape = (len(self.observation.planes), *self.observation.shape(self.fields[0]))
        self.table = self._lay_table(rows)
        self.boards = self.table.planes.reshape(rows, *self.shape)
        self.masks = self.work.masks.view(np.int8)  # what each mover may do, one byte an action
        self._play, self._seeded = np.full(rows, PLAY), np.zeros(rows, np.bool_)

    def _seat(self, seat: Any) -> int:
        number = whole(seat, "a seat")
        if not 0 <= number < self.seats:
            raise SettingError(f"seats are 0 to {self.seats - 1}; there is no {seat}")
        return number

    def _lay_table(self, rows: int) -> Table:
        planes, height, width = self.shape
        table = Table(
            movers=np.full(rows, self.outside[0], np.int64),
            planes=np.zeros((rows, planes, height * width), np.int8),
            numbers=np.zeros((rows, self.observation.length), np.int16),
            rewards=np.zeros((rows, self.seats)),
            over=np.ones(rows, np.bool_),
            replaced=np.zeros(rows, np.bool_),
            views=self.game.state.rows(),
        )
        self.observation.draw_ground(self.fields[0], table.planes[0])
        table.planes[1:] = table.planes[0]
        return table

    def __len__(self) -> int:
        return len(self.work.states)

    # --- what is shown -------------------------------------------------------------------------

    def position(self, row: int = 0) -> Position:
        """The game of a row."""
        return Position(self.game, self.fields, self.work.states[row : row + 1])

    def show_to(self, seats: Numbers | int) -> None:
        """Show each row to another seat, without changing whose choice it is."""
        movers = self.table.movers.copy()
        self.table.movers[:] = seats
        self._loops.show_rows(self.work, self.table)
        self.table.movers[:] = movers

    # --- what is done --------------------------------------------------------------------------

    def set_dice(self, row: int, seed: Any) -> None:
        """Let all chance of a row follow from a seed, from its next game on."""
        set_dice(Dice.record(self.work.dices, row), check_seed(seed))
        self._seeded[row] = True

    def begin(self, where: Selection | slice = slice(None)) -> None:
        """Begin new games in some rows; those that never had a seed get one by chance."""
        for row in np.flatnonzero(~self._seeded).tolist():
            self.set_dice(row, secrets.randbelow(LAST_SEED))
        tasks = np.full(len(self), LEAVE)
        tasks[where] = BEGIN
        self._advance(tasks, tasks)

    def play(self, actions: Numbers, begin: Selection | None = None) -> None:
        """Play an action in each row, but begin anew in some; illegal actions are replaced."""
        self._advance(self._play if begin is None else np.where(begin, BEGIN, PLAY), actions)

    def _advance(self, tasks: Numbers, actions: Numbers) -> None:
        self._advance_rows(
            self.work, self._empty, self.table, self._bits, tasks, actions, *self._rivals
        )
