"""Has the rules of a game compiled before anybody plays it, in a process of its own.

`python -m algorally.bots.preparing GAME` says, after each function, how many of about how many
are done.
"""

import fcntl
import itertools
import sys
from pathlib import Path

from algorally.bots.levels import warm_up
from algorally.core.cache import cache_folder, home_of
from algorally.core.compile import FUNCTIONS, MODE, watch_compiling
from algorally.core.game import Game, find_game

READY = "ready"  # a file that is there once everything has been compiled


def folder_of(game: Game) -> Path:
    """Where the compiled rules of a game lie."""
    return cache_folder(home_of(game.rules.start.__module__), MODE)


def is_prepared(game: Game) -> bool:
    """Whether everything has been compiled that it takes to play."""
    return MODE == "interpreted" or (folder_of(game) / READY).exists()


def prepare(game: Game) -> None:
    """Compile what it takes to play; if another process is at it, wait for that one."""
    folder = folder_of(game)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        warm_up(game)
        (folder / READY).touch()


def main() -> None:
    """Prepare the game that is named, and say how it goes on."""
    game = find_game(sys.argv[1])
    counter = itertools.count(1)
    # Some functions are compiled more than once: for rules, and for what only Python asks.
    with watch_compiling(
        lambda: print(min(next(counter), len(FUNCTIONS)), len(FUNCTIONS), flush=True)  # noqa: T201
    ):
        prepare(game)


if __name__ == "__main__":
    main()
