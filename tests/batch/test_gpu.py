"""Random games on a GPU are the same to the last byte."""

import contextlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import algorally
from algorally.batch import gpu
from algorally.batch.crowd import RandomPlayer
from algorally.core.compile import MODE
from algorally.core.dice import Dice
from algorally.core.events import no_log
from algorally.core.game import find_game, games
from tests.gpus import fake_cuda, look_for_gpu


def test_logs_are_sent_to_a_gpu_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are large, and cleared there before they are used."""
    sent: list[Any] = []

    class Array:
        def __init__(self, array: Any) -> None:
            self.array = array
            sent.append(array)

        def __len__(self) -> int:
            return len(self.array)

        def copy_to_host(self, _: Any) -> None:
            pass

    class Kernel:
        def __getitem__(self, _: Any) -> Callable[..., None]:
            return lambda *given: None

    device = SimpleNamespace(compute_capability=(9, 0), MULTIPROCESSOR_COUNT=2)
    loaded = fake_cuda(to_device=Array, synchronize=lambda: None, get_current_device=lambda: device)
    monkeypatch.setattr(gpu, "check_gpu", lambda: loaded)
    monkeypatch.setattr(gpu, "kernel_of", lambda _: Kernel())
    monkeypatch.setattr(gpu, "mended", contextlib.nullcontext)
    game = find_game("algoracing")
    player = gpu.GpuPlayer(game, game.lay_out(2, {}), count_events=True)
    for count in (2, 3, gpu.THREADS + 1, 2):
        player.play(0, player.sheet(count))
    kind = game.log.dtype
    assert [len(array) for array in sent if array.dtype == kind] == [gpu.THREADS, 2 * gpu.THREADS]


def _add(array: Any, place: int, more: int) -> int:
    before = int(array[place])
    array[place] += more
    return before


def _lower(array: Any, place: int, value: int) -> None:
    array[place] = min(array[place], value)


class OneLane:
    """A GPU with a single thread, in Python."""

    atomic = SimpleNamespace(add=_add, min=_lower)
    local = shared = SimpleNamespace(array=np.zeros)
    threadIdx = SimpleNamespace(x=0)  # noqa: N815 - numba's names
    laneid = 0

    @staticmethod
    def grid(_: int) -> int:
        return 0

    @staticmethod
    def syncthreads() -> None:
        pass

    @staticmethod
    def syncthreads_count(said: bool) -> int:
        return int(said)

    @staticmethod
    def popc(bits: Any) -> int:
        return int(bits).bit_count()

    @staticmethod
    def shfl_xor_sync(_: int, value: int, lane: int) -> int:
        return value


@pytest.mark.modes
@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("name", games())
def test_the_kernel_plays_the_same_games(name: str, heard: bool) -> None:
    """Without a GPU, as plain Python; the rules are the same functions anyway."""
    if MODE != "interpreted":
        pytest.skip("rules that are called from Python one by one")
    game = find_game(name)
    player = RandomPlayer(game, game.lay_out(2, {}), count_events=heard, keep_states=True)
    expected, sheet = player.sheet(2), player.sheet(2)
    player.play(5, expected)
    kernel = gpu.kernel_source(game, OneLane, game.state.dtype, Dice.dtype)
    logs = game.log.rows() if heard else no_log()
    numbers = 5, np.zeros(1, np.int32), 0
    kernel(game.state.rows(), player.fields, logs, *numbers, *sheet)
    for one, same in zip(expected, sheet, strict=True):
        assert one.tobytes() == same.tobytes()


@pytest.mark.parametrize("name", games())
def test_a_gpu_plays_the_same_games(name: str) -> None:
    look_for_gpu()
    cpu, other = (
        algorally.simulate(name, 2000, seats=4, seed=7, device=device, keep_states=True)
        for device in ("cpu", "gpu")
    )
    for one, same in zip(cpu.sheet, other.sheet, strict=True):
        assert one.tobytes() == same.tobytes()
