"""Random games on a GPU against one core: the same bytes, and how fast.

Needs `algorally[gpu]` and a GPU. Use: python benchmarks/gpu.py [GAMES [SEATS [NAME...]]]
"""

import sys
import time

from algorally.batch.crowd import Player, RandomPlayer
from algorally.batch.gpu import GpuPlayer
from algorally.batch.results import Results
from algorally.core.game import find_game
from algorally.core.game import games as all_games
from algorally.core.records import same_bytes

CHECKED = 10_000  # games compared with the CPU


def measured(player: Player, games: int) -> Results:
    """Play games, once everything is compiled."""
    begun = time.perf_counter()
    player.prepare()
    print(f"  {player.device} ready after {time.perf_counter() - begun:.1f} s", flush=True)
    return player.results(0, games)


def compare(name: str, games: int, seats: int) -> bool:
    """Compare bytes and speed for one game, at each of its levels; whether the bytes are equal."""
    game = find_game(name)
    levels = next((setting.values for setting in game.settings if setting.name == "level"), [""])
    all_equal = True
    for level in levels:
        title = f"{game.title} {level}".strip()
        fields = game.make_field(seats, {"level": level} if level else {})
        cpu = measured(RandomPlayer(game, fields, keep_states=True), min(games, CHECKED))
        gpu = GpuPlayer(game, fields, keep_states=True)
        checked = measured(gpu, len(cpu))
        equal = all(
            one.tobytes() == other.tobytes()
            for one, other in zip(cpu.sheet, checked.sheet, strict=True)
        ) and same_bytes(cpu.states, checked.states)
        timed = GpuPlayer(game, fields)
        timed.results(0, games)  # the memory has been touched once
        all_played = timed.results(0, games)
        kernel = timed.kernel_seconds
        speeds = [results.summary()["turns_per_s"] for results in (cpu, all_played)]
        print(
            f"{title}: {games} games, {all_played.length.sum() / kernel / 1e6:.2f} M turns/s on a"
            f" GPU ({kernel:.3f} s; {speeds[1] / 1e6:.2f} with copying); one core"
            f" {speeds[0] / 1e6:.3f} M turns/s; {len(cpu)} games equal byte for byte: {equal}",
            flush=True,
        )
        all_equal &= equal
    return all_equal


def main() -> None:
    """Compare all games, or those that are named: gpu.py [GAMES [SEATS [NAME...]]]."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2**20
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    names = sys.argv[3:] or all_games()
    equal = [compare(name, count, seats) for name in names]
    if not all(equal):
        sys.exit(1)


if __name__ == "__main__":
    main()
