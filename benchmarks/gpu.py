"""The rules on a GPU, one thread a game: the same bytes as on the CPU, and how fast.

Needs numba-cuda and a GPU. Use: python benchmarks/gpu.py [GAMES [SEATS [NAME...]]]
"""

import sys
import time
from typing import Any

import numpy as np

for old, new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, old):  # names that numba-cuda still imports and NumPy has dropped
        setattr(np, old, getattr(np, new))

import numba.cuda  # noqa: E402
from numba.cuda.codegen import CUDACodeLibrary  # noqa: E402
from numba.cuda.core import config  # noqa: E402
from numba.cuda.dispatcher import CUDADispatcher  # noqa: E402

from algorally.batch.compiled import loops_of  # noqa: E402
from algorally.batch.loops import TALLIES, TURNS  # noqa: E402
from algorally.core.bits import first_bit  # noqa: E402
from algorally.core.cache import cache_folder, home_of  # noqa: E402
from algorally.core.compile import filled, widen  # noqa: E402
from algorally.core.dice import seed  # noqa: E402
from algorally.core.game import Game, find_game  # noqa: E402
from algorally.core.game import games as all_games  # noqa: E402
from algorally.core.placeholders import acting, legal, play, start, turns  # noqa: E402
from algorally.core.records import Rows, same_bytes  # noqa: E402
from algorally.core.search import random_action  # noqa: E402

THREADS = 64  # a block
CHECKED = 4096  # games compared with the CPU

cuda: Any = numba.cuda
plain_template: Any = CUDADispatcher.get_call_template


def widened_template(self: Any, args: Any, kws: Any) -> Any:
    """Compile each rule once for the GPU, too; see core.compile."""
    return plain_template(self, tuple(widen(argument) for argument in args), kws)


setattr(CUDADispatcher, "get_call_template", widened_template)  # noqa: B010 - a method


def modules_once(self: Any) -> list[Any]:
    """The code of a function and of all it calls; numba-cuda has it once for every way there.

    That are 33,000 copies of 161 functions, and two more minutes of compiling.
    """
    libraries, found = [self], {}
    while libraries:
        library = libraries.pop()
        if id(library) not in found:
            found[id(library)] = library._module
            libraries += library._linking_libraries
    return list(found.values())


setattr(CUDACodeLibrary, "modules", property(modules_once))  # noqa: B010 - a property


def random_games(
    states: Any, fields: Any, places: Any, masks: Any, dices: Any, logs: Any, tallies: Any
) -> None:
    """Play a whole random game in each thread.

    The loop stands here, on plain arrays: calling the loop of the CPU on the workspace gave
    13 instead of 37 M turns a second on an H200.
    """
    row = cuda.grid(1)
    if row < len(states):
        state, field, mask, dice = states[row], fields[places[row]], masks[row], dices[row]
        log = logs[0]
        start(state, field, row)
        seed(dice, row)
        seats = acting(state, field)
        while seats:
            seat = first_bit(seats)
            legal(state, field, seat, mask)
            play(state, field, seat, random_action(mask, dice), log)
            seats = acting(state, field)
        tallies[row, TURNS] = turns(state)


def make_kernel(game: Game) -> Any:
    """The kernel of a game; it is kept between runs as what is compiled for the CPU is."""
    config.CACHE_DIR = str(cache_folder(home_of(game.rules.start.__module__), "cuda"))
    return cuda.jit(cache=True)(filled(random_games, game.name, **game.rules._asdict()))


def on_cpu(game: Game, fields: Rows, games: int) -> tuple[Rows, float]:
    """The final states of some games, and turns a second on one core."""
    random_game = loops_of(game).random_game
    random_game(game.workspace(fields), 0, 0, np.zeros(TALLIES))  # the first time it is compiled
    work, tallies = game.workspace(fields, games), np.zeros((games, TALLIES))
    begun = time.perf_counter()
    for row in range(games):
        random_game(work, row, row, tallies[row])
    return work.states, tallies[:, TURNS].sum() / (time.perf_counter() - begun)


def on_gpu(game: Game, kernel: Any, fields: Rows, games: int) -> tuple[Rows, float]:
    """The final states of all games, and turns a second on the GPU."""
    work, tallies = game.workspace(fields, games), np.zeros((games, TALLIES))
    blocks = (games + THREADS - 1) // THREADS
    result, speed = work.states, 0.0
    for _ in range(2):  # the first time it is compiled
        device = [cuda.to_device(part) for part in work]
        device_tallies = cuda.to_device(tallies)
        begun = time.perf_counter()
        kernel[blocks, THREADS](*device, device_tallies)
        cuda.synchronize()
        seconds = time.perf_counter() - begun
        print(f"  kernel {seconds:.3f} s", flush=True)
        result = device[0].copy_to_host()
        speed = device_tallies.copy_to_host()[:, TURNS].sum() / seconds
    return result, speed


def compare(name: str, games: int, seats: int) -> None:
    """Compare bytes and speed for one game, at each of its levels."""
    game = find_game(name)
    kernel = make_kernel(game)
    levels = next((setting.values for setting in game.settings if setting.name == "level"), [""])
    for level in levels:
        title = f"{game.title} {level}".strip()
        fields = game.make_field(seats, {"level": level} if level else {})
        begun = time.perf_counter()
        cpu, cpu_speed = on_cpu(game, fields, min(games, CHECKED))
        print(f"{title}: CPU done after {time.perf_counter() - begun:.1f} s", flush=True)
        gpu, gpu_speed = on_gpu(game, kernel, fields, games)
        equal = same_bytes(cpu, gpu[: len(cpu)])
        print(
            f"{title}: {games} games on the GPU, {gpu_speed / 1e6:.2f} M turns/s;"
            f" one core {cpu_speed / 1e6:.3f} M turns/s; ratio {gpu_speed / cpu_speed:.0f};"
            f" first {len(cpu)} final states equal byte for byte: {equal}",
            flush=True,
        )
        if not equal:
            sys.exit(1)


def main() -> None:
    """Compare all games, or those that are named: gpu.py [GAMES [SEATS [NAME...]]]."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 65536
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    for name in sys.argv[3:] or all_games():
        compare(name, count, seats)


if __name__ == "__main__":
    main()
