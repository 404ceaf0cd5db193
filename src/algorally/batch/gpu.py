"""Random games on a CUDA GPU, one thread a game: the same bytes as on the CPU.

A thread that has finished a game takes the next one, so none is idle while others play. numba-cuda
compiles the rules; what has to be mended in it for that stands here, in one place.
"""

import contextlib
import importlib.util
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numba.core import types

from algorally.batch.crowd import RandomPlayer
from algorally.batch.loops import Counts, Sheet, count_events
from algorally.core.bits import first_bit
from algorally.core.cache import cache_folder, home_of
from algorally.core.compile import MODE, filled, widen
from algorally.core.dice import Dice, below, seed
from algorally.core.errors import AlgorallyError, DeviceError
from algorally.core.events import clear, no_log
from algorally.core.game import Game
from algorally.core.placeholders import (
    acting,
    allow,
    decide,
    points,
    runs,
    stage,
    start,
    step,
    turns,
    winners,
)
from algorally.core.records import Rows

WARP = 0xFFFFFFFF  # all 32 threads that have one instruction at a time, as bits
FEW = 8  # threads of a block for whom the others do not wait
BEGIN, CHOOSE, DECIDE, STEP = range(4)  # what is to be done in a game
FAR = 1 << 30  # a stage that no turn comes to
BYTES = 8  # of a mask that are looked at together
THREADS = 256  # a block; more have not enough registers in every game
BLOCKS = 1  # on each multiprocessor
OLDEST = (7, 5)  # compute capability for which CUDA still compiles
CPU_PLAYS = "device='cpu' plays the same games"

cuda: Any = None  # numba.cuda, once it is loaded
STATE: Any = None  # what the kernel of each game has for these names
DICE: Any = None
WORDS: Any = None


# --- the kernel --------------------------------------------------------------------------------


def random_games(  # noqa: C901, PLR0912, PLR0915 - what it called would have to be bound, too
    empty: Rows,
    fields: Rows,
    logs: Rows,
    first: int,
    taken: Counts,
    few: int,
    lengths: Counts,
    chosen: Counts,
    won: Counts,
    scores: Counts,
    events: Counts,
    kept: Rows,
) -> None:
    """Play one game after the other in each thread, until all are taken.

    The rules are more code than fits near the processors, and threads that do different things do
    them one after the other. So a whole block goes together: all choose until only a few have not
    come to where turns run; and then turns run stage by stage, those who are behind first, until
    only a few are not through. A thread that has finished a game takes the next one.

    Each thread has its game in memory of its own, which the hardware lays out so that threads that
    look at the same thing find it in the same line. The loop stands on plain arrays: with a
    workspace it took three times as long.
    """
    room = cuda.local.array(1, STATE)
    dices = cuda.local.array(1, DICE)
    words = cuda.local.array(WORDS, np.int64)
    stages = cuda.shared.array(2, np.int64)  # the lowest of the block, now and the time before
    mask = words.view(np.uint8)
    state = room[0]
    dice = dices[0]
    field = fields[0]
    log = logs[cuda.grid(1) % len(logs)]
    stages[0] = FAR
    stages[1] = FAR
    cuda.syncthreads()
    games = len(lengths)
    place = -1
    choices = 0
    seat = 0
    action = -1
    task = BEGIN
    far = 1
    together = True
    turn = 0
    choosing = 0
    running = 1
    while choosing + running > 0:
        behind = far if far > 0 else FAR
        behind = min(behind, cuda.shfl_xor_sync(WARP, behind, 16))
        behind = min(behind, cuda.shfl_xor_sync(WARP, behind, 8))
        behind = min(behind, cuda.shfl_xor_sync(WARP, behind, 4))
        behind = min(behind, cuda.shfl_xor_sync(WARP, behind, 2))
        behind = min(behind, cuda.shfl_xor_sync(WARP, behind, 1))
        if cuda.laneid == 0:
            cuda.atomic.min(stages, turn, behind)
        choosing = cuda.syncthreads_count(np.int32(far == 0))
        if cuda.threadIdx.x == 0:
            stages[1 - turn] = FAR
        running = cuda.syncthreads_count(np.int32(0 < far < FAR))
        go_on, begin = running > few or choosing == 0, choosing <= few and running > 0
        together = go_on if together else begin
        lowest = stages[turn] if together else 0
        turn = 1 - turn
        if far == FAR or far != lowest:
            continue
        if task == BEGIN:
            if place >= 0:
                lengths[place] = turns(state)
                chosen[place] = choices
                won[place] = winners(state)
                for each in range(field.seats):
                    scores[place, each] = points(state, each)
                if len(kept):
                    kept[place] = room[0]
            place = cuda.atomic.add(taken, 0, 1)
            if place >= games:
                far = FAR
                continue
            room[0] = empty[0]
            start(state, field, first + place)
            seed(dice, first + place)
            choices = 0
        else:
            clear(log)
            if task == STEP:
                step(state, field, log)
            else:
                if task == CHOOSE:
                    for each in range(WORDS):
                        words[each] = 0
                    allow(state, field, seat, mask)
                    count = 0  # the same as `random_action`, eight bytes of the mask at a time
                    for each in range(WORDS):
                        count += cuda.popc(words[each])
                    number = below(dice, count)
                    word = 0
                    count = cuda.popc(words[0])
                    while number >= count:
                        number -= count
                        word += 1
                        count = cuda.popc(words[word])
                    rest = words[word]
                    action = word * BYTES
                    while number > 0 or rest & 1 == 0:
                        number -= rest & 1
                        rest >>= 8
                        action += 1
                    far = stage(state, action)
                    if far != lowest:
                        task = DECIDE
                        continue
                decide(state, field, seat, action, log)
                choices += 1
            count_events(log, events[place])
        if runs(state):
            task = STEP
            far = stage(state, -1)
        else:
            seats = acting(state, field)
            task = CHOOSE if seats else BEGIN
            seat = first_bit(seats)
            far = stage(state, -1) if seats else 1


# --- numba-cuda --------------------------------------------------------------------------------


def _modules_once(library: Any) -> list[Any]:
    """The code of a function and of all it calls, each once, and kept small.

    numba-cuda has it once for every way there: 33,000 copies of 161 functions, and two more
    minutes of compiling. And what bounds the speed is that code has to be fetched: without
    unrolled loops it is half as long, and twice as fast.
    """
    waiting, found = [library], {}
    while waiting:
        library = waiting.pop()
        if id(library) not in found:
            found[id(library)] = library._module
            for function in library._module.functions:
                if not function.is_declaration:
                    function.attributes.add("optsize")
            waiting += library._linking_libraries
    return list(found.values())


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
def _changed(*changes: tuple[Any, str, Any]) -> Iterator[None]:
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
    ]


@contextlib.contextmanager
def mended() -> Iterator[None]:
    """numba-cuda as our kernels need it; afterwards it is as it was, for the kernels of others.

    Theirs may count from the end of an array. Nobody compiles meanwhile: the lock is numba-cuda's.
    """
    lock = importlib.import_module("numba.cuda.core.compiler_lock").global_compiler_lock
    with lock, _changed(*_mends()):
        yield


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
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
    global cuda  # noqa: PLW0603 - the kernel calls it by this name
    if MODE == "interpreted":
        raise DeviceError(f"a GPU plays compiled rules only, and ALGORALLY_MODE is {MODE}")
    if importlib.util.find_spec("numba_cuda") is None:
        raise DeviceError(
            f"a GPU needs numba-cuda: pip install 'algorally[gpu]'; without it, {CPU_PLAYS}"
        )
    # It looks for a name that newer versions of NumPy do not have.
    row_stack = getattr(np, "row_stack", np.vstack)
    with _sentences(), _changed((np, "row_stack", row_stack)):
        cuda = importlib.import_module("numba.cuda")
        importlib.import_module("numba.cuda.np.arrayobj")  # or it would look only when it compiles
    return cuda


def check_gpu() -> Any:
    """numba.cuda, if there is a GPU that it can use; an error that says what is missing."""
    loaded = load_cuda()
    with _sentences():
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


def kernel_source(game: Game, state: Any, dice: Any) -> Callable[..., None]:
    """The kernel of a game before it is compiled, with the types of its records."""
    names = {"STATE": state, "DICE": dice, "WORDS": -(-game.actions // BYTES)}
    return filled(random_games, game.name, **game.functions, **names)


@cache
def kernel_of(game: Game) -> Any:
    """The kernel of a game; it is kept between runs, as what is compiled for the CPU is."""
    loaded = load_cuda()
    config: Any = importlib.import_module("numba.cuda.core.config")
    as_type = importlib.import_module("numba.cuda.np.numpy_support").from_dtype
    source = kernel_source(game, as_type(game.state.dtype), as_type(Dice.dtype))
    folder = cache_folder(home_of(game.rules.start.__module__), "cuda")
    with _changed((config, "CACHE_DIR", str(folder))):
        return loaded.jit(cache=True)(source)


# --- who plays ---------------------------------------------------------------------------------


class GpuPlayer(RandomPlayer):
    """Any legal choice, all alike, by the million on a GPU."""

    largest_part = 2**20
    device = "gpu"

    def __init__(
        self, game: Game, fields: Rows, *, count_events: bool = False, keep_states: bool = False
    ) -> None:
        super().__init__(game, fields, count_events=count_events, keep_states=keep_states)
        self.cuda = check_gpu()
        self.kernel_seconds = 0.0  # that the last games took, without copying what came of them
        with _sentences():
            self.lanes = THREADS * BLOCKS * self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._logs: Any = None

    def play(self, first_seed: int, sheet: Sheet) -> None:
        """Play games with neighbouring seeds until the sheet is full."""
        with _sentences():
            lanes = min(self.lanes, -(-max(1, len(sheet.lengths)) // THREADS) * THREADS)
            inside = [self.cuda.to_device(array) for array in (self.game.state.rows(), self.fields)]
            inside.append(self._logs_for(lanes))
            outside = [self.cuda.to_device(array) for array in sheet]
            taken = self.cuda.to_device(np.zeros(1, np.int32))
            kernel = kernel_of(self.game)
            begun = time.perf_counter()
            numbers = np.int64(first_seed), taken, np.int64(FEW)
            with mended():  # the first call compiles
                kernel[lanes // THREADS, THREADS](*inside, *numbers, *outside)
            self.cuda.synchronize()
            self.kernel_seconds = time.perf_counter() - begun
            for array, sent in zip(sheet, outside, strict=True):
                if array.size:
                    sent.copy_to_host(array)

    def _logs_for(self, lanes: int) -> Any:
        """A log for each thread; they are large, so they stay there, and are cleared there."""
        if self._logs is None or (self.count_events and len(self._logs) < lanes):
            logs = self.game.log.rows(lanes) if self.count_events else no_log()
            self._logs = self.cuda.to_device(logs)
        return self._logs
