"""The same source, read by Python, compiled, and compiled with checks, gives the same bytes."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from algorally.core.compile import MODES
from algorally.core.game import Game
from tests.playing import possible_seats, values_of

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-W", "error", "-m", "tests.contract.trace")
LONGEST = 900  # seconds, most of them for compiling a mode for the first time

Traces = dict[str, list[str]]


@pytest.fixture(scope="session")  # tests are sorted by game, not by module
def traces() -> Traces:
    """What each mode prints; they run side by side, each in its own process."""
    with contextlib.ExitStack() as stack:
        running = {mode: start_mode(mode, stack) for mode in MODES}
        return {mode: finish(mode, running[mode]) for mode in reversed(MODES)}


def start_mode(mode: str, stack: contextlib.ExitStack) -> subprocess.Popen[str]:
    """Begin a trace, to be ended with the stack if it has not ended by then."""
    process = stack.enter_context(
        subprocess.Popen(
            COMMAND,
            cwd=ROOT,
            env={**os.environ, "ALGORALLY_MODE": mode},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    )
    stack.callback(process.kill)
    return process


def finish(mode: str, process: subprocess.Popen[str]) -> list[str]:
    """All that a trace has printed."""
    output, errors = process.communicate(timeout=LONGEST)
    assert process.returncode == 0, f"{mode} mode: {errors}"
    return output.splitlines()


def lines_of(game: Game, trace: list[str]) -> list[str]:
    """The part of a trace that is about a game."""
    return [line for line in trace if line.startswith((f"{game.name},", f"{game.name} "))]


@pytest.mark.parametrize("mode", MODES[1:])
def test_a_lane_gives_the_same_bytes_as_the_compiled_one(
    game: Game, traces: Traces, mode: str
) -> None:
    compiled = lines_of(game, traces[MODES[0]])
    assert compiled
    for line, other in zip(lines_of(game, traces[mode]), compiled, strict=True):
        assert line == other


def test_the_compared_games_try_every_value_of_every_setting(game: Game, traces: Traces) -> None:
    tried = "\n".join(lines_of(game, traces[MODES[0]]))
    for setting in game.settings:
        for value in values_of(setting):
            if possible_seats(game, {setting.name: value}):
                assert re.search(f"{setting.name!r}: {value!r}[,}}]", tried)


def test_nearly_everything_happens_in_the_compared_games(game: Game, traces: Traces) -> None:
    told = lines_of(game, traces[MODES[0]])[-1].split()
    silent = [name for name in game.events if name not in told]
    assert len(silent) <= len(game.events) // 10, silent
