"""Games in the memory of a CUDA GPU, for networks that are there, too: nothing is copied to a host.

`docs/environments/gpu.md` tells how they are used.
"""

import secrets
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from algorally.core.arguments import LAST_SEED, check_seed
from algorally.core.compile import filled
from algorally.core.cuda import check_gpu, kernel, load_cuda, mended, record_type, sentences
from algorally.core.dice import Dice
from algorally.core.dice import seed as set_dice
from algorally.core.errors import SettingError, UnreadableChoice
from algorally.core.events import clear, no_log
from algorally.core.game import Game, find_game
from algorally.core.placeholders import legal, play
from algorally.core.records import Rows
from algorally.core.search import Numbers, random_action
from algorally.core.workspace import Workspace
from algorally.envs.arena import Arena, parts_of
from algorally.envs.loops import BEGIN, PLAY, Table, answer, begin_or_choose, settle, show

THREADS = 64  # a block; games are few beside the threads of a GPU, so all processors get some
NO_RIVALS: Any = 0  # what chance needs to know of the bots that it stands for

cuda: Any = None  # what the kernel of each game has for these names
STATE: Any = None


# --- the kernel --------------------------------------------------------------------------------


def advance_games(
    work: Workspace, empty: Rows, table: Table, outside: int, actions: Numbers
) -> None:
    """A step of all games, each in a thread of its own: those that are over begin anew.

    Meanwhile a thread has its game in memory of its own, as those of `batch.gpu` have.
    """
    row = cuda.grid(1)
    if row >= len(actions):
        return
    states = cuda.local.array(1, STATE)
    views = cuda.local.array(1, STATE)
    states[0] = work.states[row]
    own = Workspace(
        states,
        work.fields,
        work.places[row : row + 1],
        work.masks[row : row + 1],
        work.dices[row : row + 1],
        work.logs,
    )
    shown = Table(
        table.movers[row : row + 1],
        table.planes[row : row + 1],
        table.numbers[row : row + 1],
        table.rewards[row : row + 1],
        table.over[row : row + 1],
        table.replaced[row : row + 1],
        views,
    )
    task = BEGIN if table.over[row] else PLAY
    begin_or_choose(own, empty, shown, 0, task, actions[row])
    answer(own, 0, NO_RIVALS, outside)
    settle(own, shown, 0, outside)
    show(own, shown, 0)
    work.states[row] = states[0]


def leave_to_chance(work: Workspace, row: int, seat: int, rivals: int) -> None:
    """What `take_seat` does for chance, without all that bots think with."""
    state = work.states[row]
    field = work.fields[work.places[row]]
    mask = work.masks[row]
    legal(state, field, seat, mask)
    clear(work.logs[0])
    play(state, field, seat, random_action(mask, work.dices[row]), work.logs[0])


def kernel_source(game: Game, cuda: Any, state: Any) -> Callable[..., None]:
    """The kernel of a game before it is compiled, with the type of its state."""
    parts = parts_of(game, take_seat=leave_to_chance)
    return filled(advance_games, game.name, cuda=cuda, STATE=state, **parts)


@cache
def kernel_of(game: Game) -> Any:
    """The kernel of a game."""
    state = record_type(game.state.dtype)
    return kernel(game, kernel_source(game, load_cuda(), state))


# --- games -------------------------------------------------------------------------------------


class DeviceGames:
    """Games on a GPU: one seat of each is played from outside, and chance plays the others.

    They are those of `SeatVectorEnv`, byte for byte: where a game is over, the next step begins a
    new one, whatever is chosen there. The arrays stay where they are, and each step overwrites
    them; PyTorch shares them by `torch.as_tensor(games.boards, device="cuda")`.
    """

    boards: Any  # what the seat sees of the board: games, planes, rows, columns
    numbers: Any  # and of the rest
    masks: Any  # what it may do, one byte an action
    rewards: Any
    over: Any
    replaced: Any  # the action was not legal, and another was played

    def __init__(
        self, game: str, count: int, seats: int = 2, seat: int = 0, **settings: Any
    ) -> None:
        self.cuda = check_gpu()
        arena = Arena(find_game(game), count, seats, [seat], **settings)
        self.game, self.count, self.shape = arena.game, count, arena.shape
        self._kernel: Any = None  # ready to be started, once games have begun
        with sentences():
            send = self.cuda.to_device
            self.work: Any = Workspace(*map(send, arena.work._replace(logs=no_log())))
            self.table: Any = Table(*map(send, arena.table))
            empty, self._nothing = map(send, (self.game.state.rows(), np.zeros(count, np.int64)))
            self._games = self.work, empty, self.table, np.int64(1 << seat)
            self.boards = self.table.planes.reshape(count, *self.shape)
            self.masks = self.work.masks.view(np.int8)
            self.rewards = self.table.rewards[:, seat]
        self.numbers, self.over = self.table.numbers, self.table.over
        self.replaced = self.table.replaced

    def __len__(self) -> int:
        return self.count

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew, the first from this seed, the next from the next, and so on.

        Without a seed they go on by chance, and the first time from a seed by chance.
        """
        if seed is not None or self._kernel is None:
            self._set_dice(secrets.randbelow(LAST_SEED - self.count) if seed is None else seed)
        with sentences():
            self.over.copy_to_device(np.ones(self.count, np.bool_))
            with mended():  # the first call compiles
                ready = kernel_of(self.game)[-(-self.count // THREADS), THREADS]
                ready(*self._games, self._nothing)
        self._kernel = ready

    def step(self, actions: Any) -> None:
        """Play an action in each game; one that is not legal is replaced by the first that is."""
        if self._kernel is None:
            raise SettingError("no game has begun: call reset first")
        with sentences():
            self._kernel(*self._games, self._read(actions))

    def _set_dice(self, seed: int) -> None:
        """Let all chance of each game follow from a seed."""
        first, dices = check_seed(seed), Dice.rows(self.count)
        for row in range(self.count):
            set_dice(Dice.record(dices, row), check_seed(first + row))
        with sentences():
            self.work.dices.copy_to_device(dices)

    def _read(self, actions: Any) -> Any:
        """The actions where they lie; another type of them would be another kernel."""
        if self.cuda.is_cuda_array(actions):
            chosen = self.cuda.as_cuda_array(actions)
            wanted = np.int64, (self.count,)
            if (chosen.dtype, chosen.shape) == wanted and chosen.is_c_contiguous():
                return chosen
        raise UnreadableChoice(
            f"actions are {self.count} whole numbers of 64 bits, one for each game, side by side in"
            " the memory of the GPU"
        )
