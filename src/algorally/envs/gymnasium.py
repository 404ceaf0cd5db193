"""Gymnasium environments: one seat of a game against bots, alone or many games side by side.

`docs/environments/gymnasium.md` tells what is seen, chosen and rewarded.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.bots.rivals import CHANCE
from algorally.core.errors import SettingError, UnreadableChoice
from algorally.core.game import Game, find_game, games
from algorally.core.search import Numbers
from algorally.envs.arena import Arena, Selection, action_number
from algorally.envs.extras import missing
from algorally.envs.opponents import Opponents

try:
    import gymnasium
except ImportError as error:
    raise missing("gymnasium") from error
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from algorally.envs.rendering import METADATA, check_mode, picture
from algorally.envs.spaces import action_space, observation_space

Seen = dict[str, npt.NDArray[Any]]
Told = dict[str, Any]


def seen(arena: Arena, rows: Any = slice(None)) -> Seen:
    """Copies of what is seen in some rows, or in one."""
    return {"board": arena.boards[rows].copy(), "numbers": arena.table.numbers[rows].copy()}


def told(arena: Arena, row: int) -> Told:
    """What is told of a row beside what is seen."""
    illegal = bool(arena.table.replaced[row])
    return {"action_mask": arena.masks[row].copy(), "illegal_action": illegal}


class SeatEnv(gymnasium.Env[Any, Any]):
    """One game, one seat: `gymnasium.make("algorally/RoboRally-v1", seats=4)`."""

    metadata = METADATA

    def __init__(
        self,
        game: str,
        seats: int = 2,
        seat: int = 0,
        opponent: Opponents = CHANCE,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self.arena = Arena(find_game(game), 1, seats, [seat], opponent, **settings)
        self.observation_space = observation_space(self.arena)
        self.action_space = action_space(self.arena)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Told]:
        """Begin a new game, after a seed the same one each time."""
        super().reset(seed=seed)
        if seed is not None:
            self.arena.set_dice(0, seed)
        self.arena.begin()
        return seen(self.arena, 0), told(self.arena, 0)

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, Told]:
        """Play an action; the bots answer until the seat is to choose again or all is over."""
        table = self.arena.table
        if table.over[0]:
            raise SettingError("the game is over, or has not begun: call reset first")
        self.arena.play(np.array([action_number(action)]))
        reward = float(table.rewards[0, self.arena.outside[0]])
        return seen(self.arena, 0), reward, bool(table.over[0]), False, told(self.arena, 0)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What may be chosen now, as libraries for masked policies ask for it."""
        masks: npt.NDArray[np.bool_] = self.arena.masks[0].astype(np.bool_)
        return masks

    def render(self) -> Any:
        """The board as the seat sees it."""
        return picture(self.arena.position().view(self.arena.outside[0]), self.render_mode)


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games, the same seat in all: `gymnasium.make_vec("algorally/RoboRally-v1", 1024)`."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 2,
        seat: int = 0,
        opponent: Opponents = CHANCE,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.render_mode = check_mode(render_mode)
        self.autoreset_mode = _read_mode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        self.arena = Arena(find_game(game), num_envs, seats, [seat], opponent, **settings)
        self.num_envs, self._begun = num_envs, False
        self.single_observation_space = observation_space(self.arena)
        self.single_action_space = action_space(self.arena)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, Told]:
        """Begin new games, in all rows or in those of `options["reset_mask"]`.

        A seed is that of the first row, the next of the next, and so on; or there is one for each.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        where = self._reset_mask(options or {})
        self._set_dice(seed, where)
        self.arena.begin(where)
        self._begun = True
        return seen(self.arena), self._told(where)

    def step(
        self, actions: Any
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Told]:
        """Play an action in each row; how games that are over go on is the autoreset mode's."""
        table, done = self.arena.table, self.arena.table.over.copy()
        if not self._begun:
            raise SettingError("no game has begun: call reset first")
        if self.autoreset_mode == AutoresetMode.DISABLED and done.any():
            raise SettingError(
                f"the game of row {int(done.argmax())} is over:"
                ' call reset with options={"reset_mask": ...} first'
            )
        self.arena.play(self._numbers(actions), done)
        rewards = table.rewards[:, self.arena.outside[0]].copy()
        over = table.over.copy()
        final = self._begin_at_once(over) if self.autoreset_mode == AutoresetMode.SAME_STEP else {}
        infos = final | self._told(np.ones(self.num_envs, np.bool_))
        return seen(self.arena), rewards, over, np.zeros_like(over), infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What may be chosen now in each row."""
        return self.arena.masks.astype(np.bool_)

    def render(self) -> Any:
        """The boards as the seat sees them, one for each row."""
        views = (
            self.arena.position(row).view(self.arena.outside[0]) for row in range(self.num_envs)
        )
        return tuple(picture(view, self.render_mode) for view in views)

    def _told(self, where: Selection) -> Told:
        """What is told of some rows; Gymnasium marks them under the same name behind a dash."""
        masks, illegal = self.arena.masks.copy(), self.arena.table.replaced & where
        masks[~where] = 0
        infos = {"action_mask": masks, "illegal_action": illegal}
        return infos | {f"_{name}": where.copy() for name in infos}

    def _begin_at_once(self, over: Selection) -> Told:
        """Begin games where one is over, and tell how those ended."""
        if not over.any():
            return {}
        ends = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(over):
            ends[row] = seen(self.arena, row)
        infos = {"final_obs": ends, "final_info": self._told(over)}
        self.arena.begin(over)
        return infos | {f"_{name}": over.copy() for name in infos}

    def _set_dice(self, seed: int | Sequence[int | None] | None, where: Selection) -> None:
        """Seed the rows that a seed is given for."""
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + row for row in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise SettingError(f"{self.num_envs} games need as many seeds, not {len(seeds)}")
        for row in np.flatnonzero(where).tolist():
            if seeds[row] is not None:
                self.arena.set_dice(row, seeds[row])

    def _reset_mask(self, options: dict[str, Any]) -> Selection:
        """The rows that are to begin."""
        mask = np.asarray(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise SettingError(
                f"reset_mask is True or False for each of {self.num_envs} games,"
                f" not {mask.dtype} in the shape {mask.shape}"
            )
        return mask

    def _numbers(self, actions: Any) -> Numbers:
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.num_envs,):
            raise UnreadableChoice(
                f"an action is a whole number for each of the {self.num_envs} games,"
                f" not {numbers.dtype} in the shape {numbers.shape}"
            )
        return np.ascontiguousarray(numbers, np.int64)


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    names = ", ".join(known.value for known in AutoresetMode)
    raise SettingError(f"autoreset_mode is one of {names}, not {mode!r}")


def environment_id(game: Game) -> str:
    """What an environment is called; another version of the rules is another environment."""
    return f"algorally/{game.title}-v{game.rules_version}"


def register() -> None:
    """Make all games known to Gymnasium."""
    for name in games():
        game = find_game(name)
        if game.observation and environment_id(game) not in gymnasium.registry:
            gymnasium.register(
                environment_id(game),
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:SeatVectorEnv",
                kwargs={"game": name},
            )
