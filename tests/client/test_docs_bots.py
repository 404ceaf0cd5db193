"""What docs/bots.md says is so: its programs run, its frames are frames, its codes exist."""

import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from algorally.bots.messages import Answer, Ready, Sent
from algorally.bots.process import MOST_ERRORS, MOST_OUTPUT
from algorally.bots.program import Limits
from algorally.client import Server
from algorally.client.line import TRY_AGAIN
from algorally.client.playing import CAME_TOO_LATE, GOES_TOO_FAR
from algorally.core.errors import GameError
from algorally.server.messages.frames import ClientFrame, ServerFrame
from algorally.server.problems import code_of
from tests.client.hosting import start_when_full
from tests.server.processes import Server as ServerProcess
from tests.test_docs import ROOT, blocks

PAGE = ROOT / "docs" / "bots.md"
ADDRESS = "http://127.0.0.1:8080"
AHEAD, MANY, MINE, ADVICE, FIFTEEN, CLAIMING = blocks(PAGE, "python")
SIMULATE, PROGRAMS, COMMAND = blocks(PAGE, "sh")


def run(program: str, **names: Any) -> dict[str, Any]:
    """Run a program of the page; what it has defined."""
    exec(compile(program, PAGE.name, "exec"), names)
    return names


def test_a_bot_looks_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(AHEAD)
    said = names["view"].say(names["best"][0])
    assert capsys.readouterr().out.startswith(said)


def test_many_games_are_played_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    batch = run(MANY)["batch"]
    assert batch.over.all()
    assert capsys.readouterr().out == f"{batch.standing().points.mean(axis=0)}\n"


def test_a_bot_of_ones_own_plays_against_others(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(MINE, encoding="utf-8")
    words = SIMULATE.replace("--games 10", "--games 1 --set turn_cap=3").split()
    done = subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert "my_bots:Mine" in done.stdout


def test_advice_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(ADVICE)
    *programs, ahead = capsys.readouterr().out.splitlines()
    assert any(line.endswith(f"% {names['race'].say(names['mine'][0])}") for line in programs)
    race = names["race"]
    assert ahead == f"{names['outlook'](race)} {names['chances'](race)}"


def test_the_bot_has_fifteen_lines_and_plays(
    process: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sum(bool(line) for line in FIFTEEN.splitlines()) <= 15
    run(FIFTEEN.replace(ADDRESS, process.url))
    assert "Result(turns=" in capsys.readouterr().out


def open_table(server: Server) -> str:
    """A table whose seat 0 is free, and on seat 1 a bot."""
    made = server.make_table("algoracing", settings={"turn_cap": 6})
    server.fill(made.table.id, 1, "random")
    return made.table.id


def test_a_seat_is_claimed_in_four_lines(
    server: Server, process: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    table = open_table(server)
    names = run(FIFTEEN.partition("with Server")[0])
    host = threading.Thread(target=start_when_full, args=[server, table])
    host.start()
    run(CLAIMING, url=process.url, table=table, token=server.link(table, 0).token, **names)
    host.join()
    assert "Result(turns=" in capsys.readouterr().out
    assert server.table(table).table.seats[0].name == "Fifteen"


def test_a_stock_bot_sits_down_in_one_line(
    server: Server, process: ServerProcess, tmp_path: Path
) -> None:
    table = open_table(server)
    line = COMMAND.replace(ADDRESS, process.url).replace("TABLE", table)
    words = line.replace("TOKEN", server.link(table, 0).token).split()
    with subprocess.Popen(
        [sys.executable, *words[1:]], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as bot:
        start_when_full(server, table)
        assert bot.stdout
        assert re.match(r"(won|shared the win|lost) after \d+ turns", bot.stdout.read())
    assert bot.returncode == 0
    assert server.table(table).table.seats[0].name == "Ada"


def test_the_frames_can_be_read() -> None:
    _, frames = blocks(PAGE, "json")
    for frame in frames.splitlines():
        msgspec.json.decode(frame, type=ClientFrame)


def test_the_lines_of_a_program_can_be_read() -> None:
    lines, _ = blocks(PAGE, "json")
    kinds = [Sent, Ready, Sent, Answer, Sent]
    for line, kind in zip(lines.splitlines(), kinds, strict=True):
        msgspec.json.decode(line, type=kind)


def test_the_commands_for_a_program_do_as_they_say(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_bytes((ROOT / "docs" / "templates" / "bot.py").read_bytes())
    for line in PROGRAMS.splitlines():
        words = shlex.split(line.replace("node my_bot.js", "python3 my_bot.py"))
        quick = ("--games", "1", "--set", "turn_cap=3")
        whole = [sys.executable, "-m", *words, *quick]
        done = subprocess.run(whole, capture_output=True, text=True, cwd=tmp_path, check=True)
        assert "run:python3 my_bot.py" in done.stdout


def test_the_limits_are_those_of_programs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    limits = Limits()
    assert f"| {limits.start:g} seconds |" in text
    assert f"| {limits.seconds:g} seconds, or what a clock leaves" in text
    assert f"| {limits.starts} starts a game |" in text
    assert f"| {MOST_OUTPUT >> 10} KiB on standard output, {MOST_ERRORS >> 20} MiB on" in text
    assert limits.grace == 1, "a second later"


def rows(title: str) -> list[str]:
    """The words in backquotes in the first column of a table of the page."""
    text = PAGE.read_text(encoding="utf-8").partition(f"| {title} |")[2].partition("\n\n")[0]
    return re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)))


def kinds(frames: Any) -> set[str]:
    """What frames are called."""
    return {frame.__struct_config__.tag for frame in frames.__args__}


def test_the_tables_name_every_frame() -> None:
    assert set(rows("you send")) == kinds(ClientFrame)
    assert set(rows("you get")) | {"pong", "draft"} == kinds(ServerFrame)


def test_the_codes_are_those_that_the_server_and_the_client_use() -> None:
    folder = ROOT / "src" / "algorally"
    sources = [*folder.glob("server/**/*.py"), *folder.glob("match/*.py")]
    source = "".join(path.read_text(encoding="utf-8") for path in sources)
    errors = {code_of(error("")) for error in GameError.__subclasses__()}
    told = set(rows("code"))
    assert told >= TRY_AGAIN | CAME_TOO_LATE | GOES_TOO_FAR
    for code in told - errors:
        assert f'"{code}"' in source, code
