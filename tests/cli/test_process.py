"""The program as the shell starts it: pipes, signals, terminals."""

import contextlib
import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import BOT, Start
from tests.cli.started import HEEDING, INTERRUPTIBLE, PLAIN, PROGRAM, started

# A simulation says nothing before its end; this one says when the first games are done.
TELLING = (
    "import sys; from algorally.batch.gathering import Gathering; "
    "add, words, out = Gathering.add, ['playing'], sys.stdout; "
    "tell = lambda: words and print(words.pop(), file=out, flush=True); "
    "Gathering.add = lambda *given: [add(*given), tell()][0]; "
)


def test_it_starts_and_speaks_json(start: Start) -> None:
    done = start("games", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("[")


def test_a_pipe_gets_no_colours_and_no_bars(start: Start) -> None:
    done = start("simulate", "--games", "2", "--set", "turn_cap=1")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr == ""


def in_terminal(*arguments: str, **environment: str) -> bytes:
    """What the program writes to a terminal."""
    outside, inside = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        env={**PLAIN, **environment},
    ) as process:
        os.close(inside)
        written = b""
        with contextlib.suppress(OSError):  # which is how a terminal ends
            while part := os.read(outside, 4096):
                written += part
    os.close(outside)
    assert process.returncode == 0
    return written


def test_colours_can_be_switched_off() -> None:
    assert b"\x1b" in in_terminal("games", TERM="xterm", NO_COLOR="")
    assert b"\x1b" not in in_terminal("games", TERM="xterm", NO_COLOR="1")


def test_a_reader_that_goes_away_is_no_error() -> None:
    for arguments in (["games", "algoracing", "--json"], ["--help"], ["rules", "algoracing"]):
        with subprocess.Popen(
            [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN
        ) as process:
            assert process.stdout
            assert process.stderr
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 0


def test_the_end_of_input_ends_a_game_quietly(start: Start) -> None:
    done = start("play", "--bots", "0", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")


def test_closed_streams_are_no_error(tmp_path: Path) -> None:
    shell = 'exec "$0" "$@" <&- >&-'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, *PROGRAM, "play", "--bots", "0"],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env=PLAIN,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_interrupted_game_is_kept(tmp_path: Path) -> None:
    play = ("play", "--bots", "0", "--seed", "1", "--save", "game.txt")
    with started([*INTERRUPTIBLE, *play], tmp_path) as program:
        program.type("corner NW")
        program.wait_for("base lies on")
        program.interrupt()
        _, noted = program.rest()
    assert (program.process.returncode, noted) == (130, "")
    assert f"{BOT}: corner NW" in (tmp_path / "game.txt").read_text()


def test_a_simulation_can_be_interrupted(tmp_path: Path) -> None:
    simulate = ("simulate", "--games", str(10**9), "--set", "turn_cap=1", "--threads", "2")
    telling = [*PROGRAM[:2], HEEDING + TELLING + PROGRAM[2]]
    with started([*telling, *simulate], tmp_path) as program:
        program.wait_for("playing")
        program.interrupt()
        told, complaint = program.rest()
    assert " games of Algoracing in " in told
    assert (program.process.returncode, complaint) == (130, "")


def test_a_program_is_not_waited_for_any_longer_than_it_may_take(tmp_path: Path) -> None:
    two_lines = "printf 'here\\nand here\\n'; sleep 600"
    with started(["sh", "-c", two_lines], tmp_path) as program:
        program.wait_for("here")
        program.give_up()  # as when the time is up
        with pytest.raises(AssertionError, match=r"before it said 'there', but said \['and here"):
            program.wait_for("there")
    with (
        started(["sleep", "600"], tmp_path, limit=0) as program,
        pytest.raises(AssertionError, match="its time was up"),
    ):
        program.rest()
