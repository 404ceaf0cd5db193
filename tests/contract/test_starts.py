"""The first start compiles, every later one finds all of it in the cache."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from algorally.core.compile import MODE
from algorally.core.game import Game

SCRIPT = """
import sys
from algorally.core.compile import watch_compiling
from algorally.core.game import find_game

compiled = []
with watch_compiling(lambda: compiled.append(1)):
    position = find_game(sys.argv[1]).start(seed=4)
    acting = position.acting()
    position.clone().view(0)
print(len(compiled), *position.states.tobytes())
"""


def begin(game: Game, cache: Path) -> list[str]:
    """How many functions a process of its own had to compile, and the state it came to."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, game.name],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "ALGORALLY_CACHE": str(cache)},
    )
    return done.stdout.split()


@pytest.mark.skipif(MODE == "interpreted", reason="nothing is compiled here")
def test_a_second_start_compiles_nothing_and_gives_the_same_bytes(
    game: Game, tmp_path: Path
) -> None:
    first, second = begin(game, tmp_path), begin(game, tmp_path)
    assert int(first[0]) > 10
    assert int(second[0]) == 0
    assert first[1:] == second[1:]
