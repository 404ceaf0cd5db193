"""Random games on a CUDA GPU, one thread a game: the same bytes as on the CPU.

A thread that has finished a game takes the next one, so none is idle while others play.
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from algorally.batch.crowd import RandomPlayer
from algorally.batch.loops import Counts, Sheet, count_events
from algorally.core.bits import first_bit
from algorally.core.compile import filled
from algorally.core.cuda import check_gpu, kernel, load_cuda, mended, record_type, sentences
from algorally.core.dice import Dice, below, seed
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
FEW = 64  # threads of a block for whom the others do not wait
BEGIN, CHOOSE, DECIDE, STEP = range(4)  # what is to be done in a game
FAR = 1 << 30  # a stage that no turn comes to
BYTES = 8  # of a mask that are looked at together
THREADS = 1024  # a block; there is one on each multiprocessor,
REGISTERS = 64  # and so many registers for each thread: more threads pay more than more registers

cuda: Any = None  # what the kernel of each game has for these names
STATE: Any = None
DICE: Any = None
WORDS: Any = None
ALONE: Any = None


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
    only a few are not through. Where stages are short, a thread takes all steps of one before it
    waits for the others. A thread that has finished a game takes the next one.

    Each thread has its game in memory of its own, which the hardware lays out so that threads that
    look at the same thing find it in the same line. The loop stands on plain arrays: with a
    workspace it took three times as long.
    """
    room = cuda.local.array(1, STATE)
    dices = cuda.local.array(1, DICE)
    words = cuda.local.array(WORDS, np.int64)
    stages = cuda.shared.array(2, np.int32)  # the lowest of the block, now and the time before
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
        behind = np.int32(far if far > 0 else FAR)
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
        steps = ALONE
        while steps > 0 and far == lowest and far != FAR:
            steps -= 1
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


def kernel_source(game: Game, cuda: Any, state: Any, dice: Any) -> Callable[..., None]:
    """The kernel of a game before it is compiled, with the types of its records."""
    names = {"cuda": cuda, "STATE": state, "DICE": dice}
    names |= {"WORDS": -(-game.actions // BYTES), "ALONE": FAR if game.short_stages else 1}
    return filled(random_games, game.name, **game.functions, **names)


@cache
def kernel_of(game: Game) -> Any:
    """The kernel of a game."""
    records = record_type(game.state.dtype), record_type(Dice.dtype)
    return kernel(game, kernel_source(game, load_cuda(), *records), REGISTERS)


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
        with sentences():
            self.lanes = THREADS * self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._logs: Any = None

    def play(self, first_seed: int, sheet: Sheet) -> None:
        """Play games with neighbouring seeds until the sheet is full."""
        with sentences():
            lanes = min(self.lanes, -(-max(1, len(sheet.lengths)) // THREADS) * THREADS)
            inside = [self.cuda.to_device(array) for array in (self.game.state.rows(), self.fields)]
            inside.append(self._logs_for(lanes))
            outside = [self.cuda.to_device(array) for array in sheet]
            taken = self.cuda.to_device(np.zeros(1, np.int32))
            compiled = kernel_of(self.game)
            begun = time.perf_counter()
            numbers = np.int64(first_seed), taken, np.int64(FEW)
            with mended():  # the first call compiles
                compiled[lanes // THREADS, THREADS](*inside, *numbers, *outside)
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
