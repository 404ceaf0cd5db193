"""What is missing for a GPU is said in a sentence; the same bytes where there is one."""

import importlib.util
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import algorally
from algorally.batch import gpu
from algorally.batch.crowd import RandomPlayer
from algorally.core.compile import MODE
from algorally.core.dice import Dice
from algorally.core.errors import DeviceError
from algorally.core.events import no_log
from algorally.core.game import find_game, games

here = importlib.util.find_spec("numba_cuda") is not None and MODE != "interpreted"
needs_library = pytest.mark.skipif(not here, reason="numba-cuda is not installed")


@pytest.fixture(autouse=True)
def _anew() -> None:
    gpu.load_cuda.cache_clear()


def fake_cuda(**parts: Any) -> SimpleNamespace:
    """numba.cuda on some machine."""
    device = SimpleNamespace(compute_capability=(9, 0), MULTIPROCESSOR_COUNT=1)
    usual: dict[str, Any] = {
        "is_available": lambda: True,
        "cuda_error": lambda: None,
        "get_current_device": lambda: device,
    }
    return SimpleNamespace(**usual | parts)


def sentence() -> str:
    """What a simulation says of the GPU that it wants."""
    with pytest.raises(DeviceError) as refused:
        algorally.simulate("algoracing", 1, device="gpu")
    return str(refused.value)


def test_without_numba_cuda_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "MODE", "compiled")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "pip install 'algorally[gpu]'" in sentence()


def test_only_compiled_rules_run_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "MODE", "interpreted")
    assert sentence() == "a GPU plays compiled rules only, and ALGORALLY_MODE is interpreted"


def test_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = fake_cuda(
        is_available=lambda: False, cuda_error=lambda: "Error at init:\n\nNo driver."
    )
    monkeypatch.setattr(gpu, "load_cuda", lambda: loaded)
    assert sentence() == (
        "there is no GPU with a CUDA driver here (No driver); device='cpu' plays the same games"
    )


def test_a_gpu_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    old = SimpleNamespace(compute_capability=(6, 1))
    monkeypatch.setattr(gpu, "load_cuda", lambda: fake_cuda(get_current_device=lambda: old))
    assert "too old: its compute capability is 6.1, and 7.5 is needed" in sentence()


def test_a_driver_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("[35] the driver is too old\nand a stack of other things")

    monkeypatch.setattr(gpu, "load_cuda", lambda: fake_cuda(is_available=fail))
    assert sentence().startswith(
        "the GPU cannot be used: RuntimeError: [35] the driver is too old; look at its driver"
    )
    assert "\n" not in sentence()


def test_names_that_numpy_has_dropped_are_brought_back(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in gpu.DROPPED_NAMES:
        monkeypatch.delattr(np, name, raising=False)
    gpu._bring_names_back()
    assert getattr(np, "row_stack") is np.vstack  # noqa: B009 - which type checkers do not know
    for name in gpu.DROPPED_NAMES:
        monkeypatch.delattr(np, name)


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
def test_the_kernel_plays_the_same_games(
    name: str, heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a GPU, as plain Python; the rules are the same functions anyway."""
    if MODE != "interpreted":
        pytest.skip("rules that are called from Python one by one")
    game = find_game(name)
    player = RandomPlayer(game, game.lay_out(2, {}), count_events=heard, keep_states=True)
    expected, sheet = player.sheet(2), player.sheet(2)
    player.play(5, expected)
    monkeypatch.setattr(gpu, "cuda", OneLane)
    kernel = gpu.kernel_source(game, game.state.dtype, Dice.dtype)
    logs = game.log.rows() if heard else no_log()
    numbers = 5, np.zeros(1, np.int32), 0
    kernel(game.state.rows(), player.fields, logs, *numbers, *sheet)
    for one, same in zip(expected, sheet, strict=True):
        assert one.tobytes() == same.tobytes()


@needs_library
@pytest.mark.parametrize("name", games())
def test_a_gpu_plays_the_same_games(name: str) -> None:
    if not gpu.load_cuda().is_available():
        pytest.skip("no GPU here")
    cpu, other = (
        algorally.simulate(name, 2000, seats=4, seed=7, device=device, keep_states=True)
        for device in ("cpu", "gpu")
    )
    for one, same in zip(cpu.sheet, other.sheet, strict=True):
        assert one.tobytes() == same.tobytes()
