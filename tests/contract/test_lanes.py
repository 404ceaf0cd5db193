"""The same source, read by Python, compiled, and compiled with checks, gives the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from algorally.core.compile import LANES
from algorally.core.game import Game

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-W", "error", "-m", "tests.contract.trace")

Traces = dict[str, list[str]]


@pytest.fixture(scope="module")
def traces() -> Traces:
    """What each lane prints; they run side by side, each in its own process."""
    running = {
        lane: subprocess.Popen(
            COMMAND,
            cwd=ROOT,
            env={**os.environ, "ALGORALLY_LANE": lane},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for lane in LANES
    }
    printed = {}
    for lane, process in running.items():
        output, errors = process.communicate()
        assert process.returncode == 0, f"{lane} lane: {errors}"
        printed[lane] = output.splitlines()
    return printed


@pytest.mark.parametrize("lane", LANES[1:])
def test_a_lane_gives_the_same_bytes_as_the_compiled_one(
    game: Game, traces: Traces, lane: str
) -> None:
    here = [line for line in traces[lane] if line.startswith(game.name)]
    compiled = [line for line in traces["compiled"] if line.startswith(game.name)]
    for line, other in zip(here, compiled, strict=True):
        assert line == other


def test_the_compared_games_try_every_value_of_every_setting(game: Game, traces: Traces) -> None:
    tried = "\n".join(traces["compiled"])
    for setting in game.settings:
        if isinstance(setting.values, tuple):
            for value in setting.values:
                assert f"{setting.name!r}: {value!r}" in tried
        else:
            assert f"{setting.name!r}: {setting.values[0]}" in tried
            assert f"{setting.name!r}: {setting.values[-1]}" in tried


def test_nearly_everything_happens_in_the_compared_games(game: Game, traces: Traces) -> None:
    (line,) = (line for line in traces["compiled"] if line.startswith(f"{game.name} told of"))
    told = line.split()[3:]
    silent = [name for name in game.events if name not in told]
    assert len(silent) <= len(game.events) // 10, silent
