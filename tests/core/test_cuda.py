"""What is missing for a GPU is said in a sentence, and numba-cuda is changed only meanwhile."""

import contextlib
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from algorally.core import cuda
from algorally.core.errors import DeviceError
from tests.gpus import fake_cuda, needs_library


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    cuda.load_cuda.cache_clear()
    yield
    cuda.load_cuda.cache_clear()


def sentence() -> str:
    """What whoever wants a GPU is told."""
    with pytest.raises(DeviceError) as refused:
        cuda.check_gpu()
    return str(refused.value)


def test_without_numba_cuda_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "MODE", "compiled")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "pip install 'algorally[gpu]'" in sentence()


def test_only_compiled_rules_run_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "MODE", "interpreted")
    assert sentence() == "a GPU plays compiled rules only, and ALGORALLY_MODE is interpreted"


def test_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = fake_cuda(
        is_available=lambda: False, cuda_error=lambda: "Error at init:\n\nNo driver."
    )
    monkeypatch.setattr(cuda, "load_cuda", lambda: loaded)
    assert sentence() == (
        "there is no GPU with a CUDA driver here (No driver); the CPU plays the same games"
    )


def test_a_gpu_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    old = SimpleNamespace(compute_capability=(6, 1))
    monkeypatch.setattr(cuda, "load_cuda", lambda: fake_cuda(get_current_device=lambda: old))
    assert "too old: its compute capability is 6.1, and 7.5 is needed" in sentence()


def test_a_driver_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("[35] the driver is too old\nand a stack of other things")

    monkeypatch.setattr(cuda, "load_cuda", lambda: fake_cuda(is_available=fail))
    assert sentence().startswith(
        "the GPU cannot be used: RuntimeError: [35] the driver is too old; look at its driver"
    )
    assert "\n" not in sentence()


def test_numpy_has_an_old_name_only_while_numba_cuda_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(np, "row_stack", raising=False)
    monkeypatch.setattr(cuda, "MODE", "compiled")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    found = []
    monkeypatch.setattr("importlib.import_module", lambda name: found.append(vars(np)["row_stack"]))
    cuda.load_cuda()
    assert found == [np.vstack] * 2
    assert "row_stack" not in vars(np)


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_mended_is_as_it_was_afterwards(fails: bool) -> None:
    owner = SimpleNamespace(one=1)
    with contextlib.suppress(ZeroDivisionError), cuda.changed((owner, "one", 2), (owner, "new", 3)):
        with cuda.changed((owner, "one", 4)):
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
    loaded = cuda.load_cuda()
    kinds = loaded.types.void(loaded.types.int64[:], loaded.types.int32)
    text, _ = loaded.compile(function, kinds, device=False, abi="numba", cc=(9, 0))
    return re.sub(r"v\d+", "v", text)


@needs_library
def test_kernels_of_users_are_compiled_as_without_ours() -> None:
    before = compiled_for_a_gpu(of_a_user)
    with cuda.mended():
        assert compiled_for_a_gpu(of_a_user) != before
    assert compiled_for_a_gpu(of_a_user) == before
