"""The command line, called in this process; a few tests start it for real."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from algorally.bots.levels import BOTS
from algorally.cli import app
from algorally.core.game import find_game
from algorally.core.position import Position
from tests.cli.started import PLAIN, PROGRAM

Run = Callable[..., Result]
Start = Callable[..., "subprocess.CompletedProcess[str]"]


def seat_names(seats: int) -> list[str]:
    """What the seats are called unless one asks for colours."""
    game = find_game("algoracing")
    start = Position(game, game.make_field(seats, {}))
    return [game.words.seat_name(start, seat) for seat in range(seats)]


ME, BOT = seat_names(2)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call a command: what it says, and its exit status; whether it compiles does not matter."""
    monkeypatch.setattr("algorally.cli.progress.note", lambda _: None)

    def call(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(app, list(arguments), input=typed)

    return call


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Start the program for real, without a terminal and without compiling."""

    def call(
        *arguments: str, typed: str = "", **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*PROGRAM, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env={**PLAIN, **environment},
        )

    return call


class Idler:
    """A bot that takes no time: it replaces a card and passes, and else does the first thing."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def plan(self, view: Position, seat: int) -> list[int]:
        """What it always does."""
        said = {view.say(action): action for action in view.legal(seat)}
        replacing = [action for text, action in said.items() if text.startswith("replace")]
        passing = [action for text, action in said.items() if text == "pass"]
        return [*replacing[:1], *passing] or list(said.values())[:1]


@pytest.fixture
def idlers(monkeypatch: pytest.MonkeyPatch) -> None:
    """All bots are idlers."""
    for level in BOTS:
        monkeypatch.setitem(BOTS, level, Idler)


@pytest.fixture
def saved(run: Run, idlers: None, tmp_path: Path) -> Path:
    """A saved game that has just begun."""
    path = tmp_path / "game.txt"
    run("play", "--seed", "7", "--save", str(path), typed="corner NE\nface S\nquit\n")
    return path


SCENE = """
game = "algoracing"
title = "a step"
rules = ["AR-24"]
[given]
rows = ["...", "...", "..."]
[given.rovers.red]
at = "0,1E"
[[do]]
seat = "red"
lay = ["step"]
[expect.rovers.red]
at = "1,1E"
"""


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    """A scene that passes."""
    path = tmp_path / "scenes" / "step.toml"
    path.parent.mkdir()
    path.write_text(SCENE, encoding="utf-8")
    return path
