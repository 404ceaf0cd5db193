"""How fast games are on a GPU that are played from outside, beside one core of this machine.

The choices are drawn by PyTorch where the games are, and their time is not counted. Needs PyTorch,
`algorally[gpu]` and a GPU. Use: python benchmarks/device.py [NAME...]
"""

import sys
import time
from typing import Any

import numpy as np
import torch

from algorally.core.game import find_game
from algorally.core.game import games as all_games
from algorally.envs.arena import Arena
from algorally.envs.device import DeviceGames

SECONDS = 2.0
ROWS = 1024  # on the core
COUNTS = (1024, 4096, 16_384, 65_536)
FIRST = 200  # steps until games are at different places


def core_speed(name: str, **settings: Any) -> float:
    """Choices a second of one core."""
    arena, dice = Arena(find_game(name), ROWS, 2, [0], **settings), np.random.default_rng(1)
    arena.begin()
    spent, steps = 0.0, 0
    while spent < SECONDS:
        actions = (arena.masks * dice.random(arena.masks.shape, np.float32)).argmax(axis=1)
        begun = time.process_time()
        arena.play(actions, arena.table.over)
        spent, steps = spent + time.process_time() - begun, steps + 1
    return steps * ROWS / spent


def device_speed(name: str, count: int, **settings: Any) -> tuple[float, float]:
    """Choices a second of a GPU, and seconds until the first game had begun."""
    begun = time.perf_counter()
    games = DeviceGames(name, count, **settings)
    games.reset(seed=1)
    masks = torch.as_tensor(games.masks, device="cuda")
    torch.cuda.synchronize()
    ready = time.perf_counter() - begun
    spent, steps = 0.0, -FIRST
    while spent < SECONDS:
        actions = (masks * torch.rand(masks.shape, device="cuda")).argmax(1)
        torch.cuda.synchronize()
        begun = time.perf_counter()
        games.step(actions)
        torch.cuda.synchronize()
        steps += 1
        spent += time.perf_counter() - begun if steps > 0 else 0.0
    return steps * count / spent, ready


def measure(name: str) -> None:
    """All figures of one game, at each of its levels."""
    game = find_game(name)
    levels = next((setting.values for setting in game.settings if setting.name == "level"), [""])
    for level in levels:
        settings = {"level": level} if level else {}
        title = f"{game.title} {level}".strip()
        print(f"{title}, one core: {core_speed(name, **settings):,.0f} choices/s", flush=True)
        for count in COUNTS:
            speed, ready = device_speed(name, count, **settings)
            print(
                f"{title}, {count} games on a GPU: {speed:,.0f} choices/s"
                f" ({1e3 * count / speed:.2f} ms a step; ready after {ready:.1f} s)",
                flush=True,
            )


def main() -> None:
    """Measure all games, or those that are named."""
    for name in sys.argv[1:] or all_games():
        measure(name)


if __name__ == "__main__":
    main()
