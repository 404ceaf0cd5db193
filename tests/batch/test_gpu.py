"""What is missing for a GPU is said in a sentence; the same bytes where there is one."""

import contextlib
import importlib.util
import re
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


def test_numpy_has_an_old_name_only_while_numba_cuda_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(np, "row_stack", raising=False)
    monkeypatch.setattr(gpu, "MODE", "compiled")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    found = []
    monkeypatch.setattr("importlib.import_module", lambda name: found.append(vars(np)["row_stack"]))
    monkeypatch.setattr(gpu, "cuda", None)  # and put back afterwards
    gpu.load_cuda()
    assert found == [np.vstack] * 2
    assert "row_stack" not in vars(np)


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_mended_is_as_it_was_afterwards(fails: bool) -> None:
    owner = SimpleNamespace(one=1)
    with contextlib.suppress(ZeroDivisionError), gpu._changed((owner, "one", 2), (owner, "new", 3)):
        with gpu._changed((owner, "one", 4)):
            assert owner == SimpleNamespace(one=4, new=3)
        assert owner == SimpleNamespace(one=2, new=3)
        assert 1 // (not fails)
    assert owner == SimpleNamespace(one=1)


def of_a_user(array: Any, size: Any) -> None:
    """A kernel that counts from the end."""
    for place in range(size):
        array[-place] += array[place - 1]


def compiled_for_a_gpu(function: Callable[..., None]) -> str:
    """What a kernel is compiled to, without the numbers that all compiled functions get."""
    cuda = gpu.load_cuda()
    kinds = cuda.types.void(cuda.types.int64[:], cuda.types.int32)
    text, _ = cuda.compile(function, kinds, device=False, abi="numba", cc=(9, 0))
    return re.sub(r"v\d+", "v", text)


@needs_library
def test_kernels_of_users_are_compiled_as_without_ours() -> None:
    before = compiled_for_a_gpu(of_a_user)
    with gpu.mended():
        assert compiled_for_a_gpu(of_a_user) != before
    assert compiled_for_a_gpu(of_a_user) == before


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
    monkeypatch.setattr(gpu, "load_cuda", lambda: loaded)
    monkeypatch.setattr(gpu, "kernel_of", lambda _: Kernel())
    monkeypatch.setattr(gpu, "mended", contextlib.nullcontext)
    game = find_game("algoracing")
    player = gpu.GpuPlayer(game, game.lay_out(2, {}), count_events=True)
    for count in (2, 3, 300, 2):
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
