"""GPUs that tests make up, and those that may be here."""

import importlib.util
from types import SimpleNamespace
from typing import Any

import pytest

from algorally.core.compile import MODE
from algorally.core.cuda import load_cuda

here = importlib.util.find_spec("numba_cuda") is not None and MODE != "interpreted"
needs_library = pytest.mark.skipif(not here, reason="numba-cuda is not installed")


def look_for_gpu() -> None:
    """Skip a test where there is no GPU."""
    if not here or not load_cuda().is_available():
        pytest.skip("no GPU here")


def fake_cuda(**parts: Any) -> SimpleNamespace:
    """numba.cuda on some machine."""
    device = SimpleNamespace(compute_capability=(9, 0), MULTIPROCESSOR_COUNT=1)
    usual: dict[str, Any] = {
        "is_available": lambda: True,
        "cuda_error": lambda: None,
        "get_current_device": lambda: device,
    }
    return SimpleNamespace(**usual | parts)
