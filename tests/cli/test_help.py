"""Help comes at once, for every command, with an example."""

import json
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from algorally.bots.levels import LEVELS
from algorally.cli.levels import SENTENCES
from tests.cli.conftest import Run

COMMANDS = (
    *("play", "simulate", "tournament", "check-bot", "serve", "rotate-key", "scene", "show"),
    *("replay", "advise", "games", "rules"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Examples:\n    algorally {command}" in result.stdout


def test_the_list_of_commands_is_complete(run: Run) -> None:
    shown = run("--help").stdout.partition("Commands:")[2]
    listed = [line.split()[0] for line in shown.splitlines() if line.strip()]
    assert tuple(listed[: len(COMMANDS)]) == COMMANDS
    assert listed[len(COMMANDS)] == "Exit"


def test_short_help_is_not_cut_off(run: Run) -> None:
    assert "..." not in run("--help").stdout.partition("Commands:")[2]


def test_help_does_not_load_the_rules() -> None:
    code = (
        "import sys, json, typer.testing, algorally.cli as cli;"
        "typer.testing.CliRunner().invoke(cli.app, ['play', '--help']);"
        "print(json.dumps([name for name in ('numba', 'numpy', 'algorally.core.game', 'rich')"
        " if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"algorally {version('algorally')}\n"


@pytest.mark.parametrize("command", [["play", "--help"], ["games"]])
def test_every_level_of_bots_is_told_in_a_line(run: Run, command: list[str]) -> None:
    assert list(SENTENCES) == list(LEVELS)
    said = run(*command).stdout
    for level, sentence in SENTENCES.items():
        assert re.search(rf"^ *{level} +{sentence}$", said, re.MULTILINE), said
