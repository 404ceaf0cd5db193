"""Games on a GPU are those of the arena to the last byte."""

import contextlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from algorally.core.compile import MODE
from algorally.core.cuda import load_cuda, mended, record_type
from algorally.core.errors import DeviceError, SettingError, UnreadableChoice
from algorally.core.events import no_log
from algorally.core.game import find_game, games
from algorally.envs import device
from algorally.envs.arena import Arena
from algorally.envs.device import THREADS, DeviceGames
from tests.envs.playing import SHORT, draw
from tests.gpus import fake_cuda, look_for_gpu, needs_library

SEATS, SEAT = 3, 1
every_game = pytest.mark.parametrize("name", games())


class Memory(np.ndarray[Any, Any]):
    """An array in the memory of a GPU that is made up."""

    def copy_to_device(self, array: npt.NDArray[Any]) -> None:
        self[...] = array

    def copy_to_host(self) -> npt.NDArray[Any]:
        return np.array(self)

    def is_c_contiguous(self) -> bool:
        return self.flags.c_contiguous


class Kernel:
    """A kernel in Python, one thread after the other."""

    def __init__(self, source: Callable[..., None]) -> None:
        self.source = source

    def __getitem__(self, size: tuple[int, int]) -> Callable[..., None]:
        def launch(*arguments: Any) -> None:
            for thread in range(size[0] * size[1]):
                Python.thread = thread
                self.source(*arguments)

        return launch


class Python:
    """What kernels and hosts ask of numba.cuda, in Python."""

    thread = 0
    local = SimpleNamespace(array=np.zeros)

    @classmethod
    def grid(cls, _: int) -> int:
        return cls.thread

    @staticmethod
    def to_device(array: npt.NDArray[Any]) -> Memory:
        return np.array(array).view(Memory)

    @staticmethod
    def is_cuda_array(array: Any) -> bool:
        return isinstance(array, Memory)

    @staticmethod
    def as_cuda_array(array: Any) -> Any:
        return array


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A GPU in Python, and a way to say which kernel it runs."""
    monkeypatch.setattr(device, "check_gpu", lambda: Python)
    monkeypatch.setattr(device, "mended", contextlib.nullcontext)

    def runs(kernel_of: Callable[..., Any]) -> None:
        monkeypatch.setattr(device, "kernel_of", kernel_of)

    return runs


def play_both(name: str, count: int, steps: int) -> int:
    """Play the same on a GPU and in an arena, and compare all bytes; how many games have ended."""
    on_device = DeviceGames(name, count, SEATS, SEAT, **SHORT[name])
    arena = Arena(find_game(name), count, SEATS, [SEAT], **SHORT[name])
    dice, ends = np.random.default_rng(5), 0
    for row in range(count):
        arena.set_dice(row, 7 + row)
    arena.begin()
    on_device.reset(seed=7)
    for _ in range(steps):
        for part in ("states", "masks", "dices"):
            found = getattr(on_device.work, part).copy_to_host()
            assert found.tobytes() == getattr(arena.work, part).tobytes(), part
        for part in ("movers", "planes", "numbers", "rewards", "over", "replaced"):
            found = getattr(on_device.table, part).copy_to_host()
            assert found.tobytes() == getattr(arena.table, part).tobytes(), part
        ends += int(arena.table.over.sum())
        actions = draw(arena.masks, dice)
        actions[dice.random(count) < 0.02] = -1  # not legal
        on_device.step(on_device.cuda.to_device(actions))
        arena.play(actions, arena.table.over)
    return ends


@pytest.mark.modes
@every_game
def test_each_thread_plays_its_game_as_the_arena_does(
    name: str, made_up: Callable[..., None]
) -> None:
    """Without a GPU, as plain Python; the rules are the same functions anyway."""
    if MODE != "interpreted":
        pytest.skip("rules that are called from Python one by one")
    made_up(lambda game: Kernel(device.kernel_source(game, Python, game.state.dtype)))
    assert play_both(name, 2, 40) > 0


@every_game
def test_a_gpu_plays_as_the_arena_does(name: str) -> None:
    look_for_gpu()
    assert play_both(name, 3 * THREADS + 1, 300) > 1000


def test_a_network_shares_what_is_on_a_gpu() -> None:
    look_for_gpu()
    torch: Any = pytest.importorskip("torch")
    on_device = DeviceGames("algoracing", 4)
    on_device.reset(seed=1)
    boards, masks, rewards, over = (
        torch.as_tensor(part, device="cuda")
        for part in (on_device.boards, on_device.masks, on_device.rewards, on_device.over)
    )
    assert boards.shape == (4, *on_device.shape)
    assert (rewards.shape, over.dtype) == ((4,), torch.bool)
    before = boards.clone()
    for _ in range(50):
        on_device.step(masks.argmax(1))
    assert not boards.equal(before)
    assert boards.data_ptr() == on_device.boards.__cuda_array_interface__["data"][0]


@needs_library
def test_the_kernel_is_compiled_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    game, loaded = find_game("algoracing"), load_cuda()
    nowhere = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: nowhere)
    arena = Arena(game, 1, 2, [0])
    work = arena.work._replace(logs=no_log())
    source = device.kernel_source(game, loaded, record_type(game.state.dtype))
    given = work, game.state.rows(), arena.table, np.int64(1), np.zeros(1, np.int64)
    kinds = loaded.types.void(*map(loaded.jit(source).typeof_pyval, given))
    with mended():
        text, _ = loaded.compile(source, kinds, device=False, abi="numba", cc=(9, 0))
    assert ".target sm_90" in text
    assert ".entry" in text


def test_without_a_gpu_it_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = fake_cuda(is_available=lambda: False)
    monkeypatch.setattr("algorally.core.cuda.load_cuda", lambda: nothing)
    with pytest.raises(DeviceError, match="no GPU with a CUDA driver here; the CPU plays the same"):
        DeviceGames("algoracing", 2)


def test_a_gpu_that_fails_is_a_sentence(made_up: Callable[..., None]) -> None:
    def fail(game: Any) -> None:
        raise MemoryError("out of memory\nand a stack of other things")

    made_up(fail)
    with pytest.raises(DeviceError, match="cannot be used: MemoryError: out of memory; look at"):
        DeviceGames("algoracing", 2).reset()


def test_misuse_is_a_sentence(made_up: Callable[..., None]) -> None:
    made_up(lambda game: Kernel(lambda *given: None))
    on_device = DeviceGames("algoracing", 2)
    with pytest.raises(SettingError, match="call reset first"):
        on_device.step(Python.to_device(np.zeros(2, np.int64)))
    with pytest.raises(SettingError, match="a seed is a whole number"):
        on_device.reset(seed=2**63 - 1)
    on_device.reset()
    on_device.step(Python.to_device(np.zeros(2, np.int64)))
    for wrong in (
        [0, 0],
        np.zeros(2, np.int64),
        Python.to_device(np.zeros(2, np.int32)),
        Python.to_device(np.zeros(3, np.int64)),
        Python.to_device(np.zeros(4, np.int64))[::2],
    ):
        with pytest.raises(UnreadableChoice, match="2 whole numbers of 64 bits"):
            on_device.step(wrong)


def test_seeds_are_those_of_the_vector_environment(made_up: Callable[..., None]) -> None:
    made_up(lambda game: Kernel(lambda *given: None))
    on_device, arena = DeviceGames("algoracing", 3), Arena(find_game("algoracing"), 3, 2, [0])
    for row in range(3):
        arena.set_dice(row, 5 + row)
    on_device.reset(seed=5)
    assert on_device.work.dices.tobytes() == arena.work.dices.tobytes()
    on_device.reset()
    assert on_device.work.dices.tobytes() == arena.work.dices.tobytes()
    on_device.reset(seed=6)
    assert on_device.work.dices.tobytes() != arena.work.dices.tobytes()
