"""`algorally check-bot` tells authors what their bots do wrong; the templates do nothing wrong."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.bots.scripts import GOOD, notes, program
from tests.cli.conftest import Run
from tests.test_docs import ROOT
from tests.web.places import need

QUICK = ("--games", "2", "--set", "turn_cap=4", "--seconds", "60")
TEMPLATES = ROOT / "docs" / "templates"


def command(folder: Path, plan: str = GOOD) -> str:
    """A little program as a bot."""
    return f"run:{shlex.join(program(folder, plan).command)}"


@pytest.mark.parametrize(("interpreter", "name"), [("python3", "bot.py"), ("node", "bot.js")])
@pytest.mark.parametrize("game", ["algoracing", "speedalgo"])
def test_the_templates_do_nothing_wrong(run: Run, interpreter: str, name: str, game: str) -> None:
    need(shutil.which(interpreter) is not None, f"{interpreter} is not here")
    bot = f"run:{interpreter} {TEMPLATES / name}"
    result = run("check-bot", game, bot, "--games", "2", "--seconds", "60", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert found["fine"] == found["choices"] > 0
    assert (found["problems"], found["games"], found["bot"]) == ([], 2, bot)


def test_a_good_bot_is_told_so(run: Run, tmp_path: Path) -> None:
    result = run("check-bot", "algoracing", command(tmp_path), *QUICK)
    assert result.exit_code == 0
    assert re.search(r": (\d+) of \1 choices were fine\.", result.stdout)
    assert result.stdout.endswith("Nothing was wrong.\n")
    assert notes(tmp_path).count("end") == 2


def test_what_is_wrong_is_told_with_what_would_be_right(run: Run, tmp_path: Path) -> None:
    plan = 'print("debugging"); say({"id": message["id"], "actions": [158]})'
    result = run("check-bot", "algoracing", command(tmp_path, plan), *QUICK)
    assert result.exit_code == 1
    said = result.stdout
    assert re.search(r"0 of \d+ choices were fine", said)
    assert re.search(r"It answered an illegal action: \d+ times\.\n +The first time: .*AR-", said)
    assert "Right is: the first action is one of legal." in said
    assert "'debugging'" in said
    assert "the first legal action was played" in said


def test_a_program_gets_the_same_as_json(run: Run, tmp_path: Path) -> None:
    plan = f'if message["id"] == 2: sys.exit("no idea")\n{GOOD}'
    result = run("check-bot", "algoracing", command(tmp_path, plan), *QUICK, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    (problem,) = found["problems"]
    assert (problem["problem"], problem["times"]) == ("ended by itself", 2)
    assert "exit status 1" in problem["first"]
    assert "no idea" in problem["first"]
    assert found["fine"] == found["choices"] - 2


def test_slow_choices_and_plans_that_go_too_far_are_remarked_on(run: Run, tmp_path: Path) -> None:
    plan = """actions = [message["legal"][0]["action"]] + [158]
time.sleep(0.6)
say({"id": message["id"], "actions": actions})"""
    bot = command(tmp_path, plan)
    quick = ("--games", "1", "--set", "turn_cap=1", "--seconds", "1.0")
    result = run("check-bot", "algoracing", bot, *quick, "--json")
    found = json.loads(result.stdout)
    late = sum(problem["times"] for problem in found["problems"])  # on a busy machine
    assert found["slow"] == found["fine"] == found["choices"] - late
    assert found["too_far"] == found["fine"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["algoracing", "run:"], "after run: comes a command"),
        (["algoracing", "lost.py:Mine"], "there is no file lost.py"),
        (["chess", "run:python3"], "there is no game 'chess'"),
        (["algoracing", "run:python3", "--seconds", "0"], "--seconds is a number above 0"),
    ],
)
def test_what_cannot_be_tried_is_refused(run: Run, arguments: list[str], words: str) -> None:
    result = run("check-bot", *arguments)
    assert result.exit_code == 2
    assert f"error: {words}" in result.stderr


def test_programs_and_isolated_bots_play_in_simulations(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def broken(view, seat):\n    return 1 / 0\n", encoding="utf-8")
    program_name, class_name = command(tmp_path), f"{path}:broken"
    quick = ("--games", "2", "--set", "turn_cap=2", "--threads", "1", "--json")
    bots = ("--bot", program_name, "--bot", class_name)
    result = run("simulate", "algoracing", *quick, *bots, "--isolated")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["bots"] == [program_name, class_name]
    assert re.search(r"mine.py:broken said that it failed: \d+ times", result.stderr)
    assert f"algorally check-bot algoracing {class_name} tells more" in result.stderr
    assert notes(tmp_path).count("start") == notes(tmp_path).count("end") == 2
    alone = run("simulate", "algoracing", *quick, *bots)
    assert alone.exit_code == 2
    assert "ZeroDivisionError" in alone.stderr
