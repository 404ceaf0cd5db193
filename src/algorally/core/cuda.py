"""numba-cuda, which compiles the rules for a GPU: whether it is there, and what is mended in it.

What it is used for stands elsewhere: whole random games in `batch.gpu`, games that are played from
outside in `envs.device`.
"""

import contextlib
import importlib.util
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numba.core import types

from algorally.core.cache import cache_folder, home_of
from algorally.core.compile import MODE, widen
from algorally.core.errors import AlgorallyError, DeviceError
from algorally.core.game import Game

OLDEST = (7, 5)  # compute capability for which CUDA still compiles
SMALL = 60  # instructions of a function that is never called, but written out where it would be
CPU_PLAYS = "the CPU plays the same games"


# --- how it compiles ---------------------------------------------------------------------------


def _modules_once(library: Any) -> list[Any]:
    """The code of a function and of all it calls, each once, and kept small.

    numba-cuda has it once for every way there: 33,000 copies of 161 functions, and two more
    minutes of compiling. And what bounds the speed is that code has to be fetched: without
    unrolled loops it is half as long, and twice as fast.
    """
    kernel = library._module
    waiting, found = [library], {}
    while waiting:
        library = waiting.pop()
        if id(library) not in found:
            found[id(library)] = library._module
            for function in library._module.functions:
                if not function.is_declaration:
                    function.attributes.add("optsize")
                    if library._module is not kernel and _is_small(function):
                        function.attributes.add("alwaysinline")
            waiting += library._linking_libraries
    return list(found.values())


def _is_small(function: Any) -> bool:
    """Whether calling a function costs more than what it does."""
    return sum(len(block.instructions) for block in function.blocks) < SMALL


def _straight(lower: Callable[..., Any]) -> Callable[..., Any]:
    """The next number of a range without a branch: none is asked for after the last."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.if_then = lambda *_, **__: contextlib.nullcontext()
        try:
            return lower(context, builder, signature, arguments)
        finally:
            del builder.if_then

    return lowered


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, _: Any) -> Any:
    """An index as it is: rules never count from the end, so none is below 0."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@contextlib.contextmanager
def changed(*changes: tuple[Any, str, Any]) -> Iterator[None]:
    """Give objects other attributes within the block, and afterwards those that they had."""
    with contextlib.ExitStack() as stack:
        for owner, name, value in changes:
            if name in vars(owner):
                stack.callback(setattr, owner, name, vars(owner)[name])
            else:
                stack.callback(delattr, owner, name)
            setattr(owner, name, value)
        yield


def _mends() -> list[tuple[Any, str, Any]]:
    """What lets numba-cuda compile each rule once, as core.compile does, and to less code."""
    library: Any = importlib.import_module("numba.cuda.codegen").CUDACodeLibrary
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher").CUDADispatcher
    arrays: Any = importlib.import_module("numba.cuda.np.arrayobj")
    config: Any = importlib.import_module("numba.cuda.core.config")
    context: Any = importlib.import_module("numba.cuda.descriptor").cuda_target.target_context
    context.refresh()  # or it would learn what a range is only when it meets one
    steps = context._defns["iternext"]
    plain_template = dispatcher.get_call_template

    def widened_template(self: Any, args: Any, kws: Any) -> Any:
        return plain_template(self, tuple(widen(argument) for argument in args), kws)

    straight = [
        (kinds, _straight(lower) if isinstance(kinds[0], types.RangeIteratorType) else lower)
        for kinds, lower in steps.versions
    ]
    return [
        (dispatcher, "get_call_template", widened_template),
        (library, "modules", property(_modules_once)),
        (arrays, "fix_integer_index", _plain_index),
        (steps, "versions", straight),
        (steps, "_cache", {}),
        (config, "CUDA_LOW_OCCUPANCY_WARNINGS", 0),  # few games are no mistake
    ]


@contextlib.contextmanager
def mended() -> Iterator[None]:
    """numba-cuda as our kernels need it; afterwards it is as it was, for the kernels of others.

    Theirs may count from the end of an array. Nobody compiles meanwhile: the lock is numba-cuda's.
    """
    lock = importlib.import_module("numba.cuda.core.compiler_lock").global_compiler_lock
    with lock, changed(*_mends()):
        yield


# --- whether it is there ------------------------------------------------------------------------


@contextlib.contextmanager
def sentences() -> Iterator[None]:
    """Whatever is wrong with a GPU, its driver or its libraries becomes one sentence."""
    try:
        yield
    except AlgorallyError:
        raise
    except Exception as error:
        said = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
        what = f"{type(error).__name__}: {said}" if said else type(error).__name__
        raise DeviceError(
            f"the GPU cannot be used: {what}; look at its driver and at pip install"
            f" --upgrade 'algorally[gpu]', or {CPU_PLAYS}"
        ) from error


@cache
def load_cuda() -> Any:
    """numba.cuda, all of it."""
    if MODE == "interpreted":
        raise DeviceError(f"a GPU plays compiled rules only, and ALGORALLY_MODE is {MODE}")
    if importlib.util.find_spec("numba_cuda") is None:
        raise DeviceError(
            f"a GPU needs numba-cuda: pip install 'algorally[gpu]'; without it, {CPU_PLAYS}"
        )
    # It looks for a name that newer versions of NumPy do not have.
    row_stack = getattr(np, "row_stack", np.vstack)
    with sentences(), changed((np, "row_stack", row_stack)):
        loaded = importlib.import_module("numba.cuda")
        importlib.import_module("numba.cuda.np.arrayobj")  # or it would look only when it compiles
    return loaded


def check_gpu() -> Any:
    """numba.cuda, if there is a GPU that it can use; an error that says what is missing."""
    loaded = load_cuda()
    with sentences():
        if not loaded.is_available():
            said = str(loaded.cuda_error() or "").strip().splitlines()
            reason = f" ({said[-1].strip().rstrip('.:')})" if said else ""
            raise DeviceError(f"there is no GPU with a CUDA driver here{reason}; {CPU_PLAYS}")
        device = loaded.get_current_device()
        if tuple(device.compute_capability) < OLDEST:
            has, needed = (
                ".".join(map(str, version)) for version in (device.compute_capability, OLDEST)
            )
            raise DeviceError(
                f"the GPU here is too old: its compute capability is {has}, and {needed} is"
                f" needed; {CPU_PLAYS}"
            )
    return loaded


# --- kernels -----------------------------------------------------------------------------------


def record_type(dtype: "np.dtype[Any]") -> Any:
    """A record as kernels name it, for room of their own."""
    load_cuda()
    return importlib.import_module("numba.cuda.np.numpy_support").from_dtype(dtype)


def kernel(game: Game, source: Callable[..., None], registers: int | None = None) -> Any:
    """A kernel of a game; it is kept between runs, as what is compiled for the CPU is.

    With fewer registers for each thread more threads have room on a multiprocessor.
    """
    config: Any = importlib.import_module("numba.cuda.core.config")
    folder = cache_folder(home_of(game.rules.start.__module__), "cuda")
    with changed((config, "CACHE_DIR", str(folder))):
        return load_cuda().jit(cache=True, max_registers=registers)(source)
