"""`tournament`: what is played and told, stopping and going on, and what is refused."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from algorally.core.compile import MODE
from tests.cli.conftest import Run
from tests.cli.started import INTERRUPTIBLE, started
from tests.test_docs import ROOT, blocks

KEYS = ["game", "seats", "settings", "seed", "bots", "lineups", "games", "planned", "kept"]
KEYS += ["complete", "mean_length", "seat_win_rate", "ratings", "pairs", "errors", "plan_seconds"]
KEYS += ["seconds", "processes", "mode"]
RATING = ["bot", "rating", "uncertainty", "games", "wins", "win_rate", "low", "high", "by_chance"]
RATING += ["failed", "plans", "plan_ms", "longest_ms"]
PAIR = ["one", "other", "games", "win_rate", "low", "high"]
QUICK = ("algoracing", "--turn-cap", "2", "--in-process")

MODULE = '''
"""Bots that take no time, but for those that sleep."""
import os
import time

def first(view, seat):
    return view.legal(seat)[:1]

def last(view, seat):
    return view.legal(seat)[-1:]

def raises(view, seat):
    return 1 / 0

def sleeps(view, seat):
    os.write(1, b"asleep\\n")  # at once: others may say the same at the same time
    while True:
        time.sleep(3600)

class Sleepy:
    made = 0
    def __init__(self, number):
        Sleepy.made += 1
    def plan(self, view, seat):
        # In its third game: the first two of this process are known to be done.
        return first(view, seat) if Sleepy.made < 3 else sleeps(view, seat)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of bots, where the program is started."""
    (tmp_path / "quick_bots.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("quick_bots", None)


def held(run: Run, *arguments: str) -> dict[str, Any]:
    """A tournament; what it tells programs."""
    result = run("tournament", *QUICK, "--json", *arguments)
    assert result.exit_code == 0, result.output
    parts: dict[str, Any] = json.loads(result.stdout)
    return parts


def without_clock(parts: dict[str, Any]) -> dict[str, Any]:
    """What must be the same however it was played."""
    ratings = [
        {name: value for name, value in row.items() if not name.endswith("_ms")}
        for row in parts["ratings"]
    ]
    clock = ("seconds", "processes", "kept")
    return {name: value for name, value in parts.items() if name not in clock} | {
        "ratings": ratings
    }


def test_the_keys_are_exactly_these(run: Run) -> None:
    parts = held(run, "--bots", "random,greedy", "--games", "3", "--seed", "9", "--seconds", "4")
    assert list(parts) == KEYS
    assert [list(row) for row in parts["ratings"]] == [RATING, RATING]
    assert [list(pair) for pair in parts["pairs"]] == [PAIR]
    assert (parts["game"], parts["seats"], parts["seed"]) == ("algoracing", 2, 9)
    assert (parts["settings"], parts["plan_seconds"]) == ({"turn_cap": "2"}, 4.0)
    assert (parts["games"], parts["planned"], parts["kept"], parts["complete"]) == (4, 4, 0, True)
    assert parts["lineups"] == [["random", "greedy"]]
    assert (parts["errors"], parts["mean_length"], parts["mode"]) == ([], 4, MODE)
    assert sum(parts["seat_win_rate"]) == pytest.approx(1)
    assert sum(row["wins"] for row in parts["ratings"]) == 4


@pytest.mark.usefixtures("folder")
def test_a_line_up_fills_the_seats(run: Run) -> None:
    bots = "greedy,quick_bots:last,quick_bots:last"
    parts = held(run, "--bots", "quick_bots:last,greedy", "--lineup", bots, "--games", "3")
    assert (parts["seats"], parts["games"]) == (3, 3)
    chances = {row["bot"]: row["by_chance"] for row in parts["ratings"]}
    assert chances == pytest.approx({"greedy": 1 / 3, "quick_bots:last": 2 / 3})
    (pair,) = parts["pairs"]
    assert (pair["one"], pair["other"], pair["games"]) == ("greedy", "quick_bots:last", 3)


@pytest.mark.usefixtures("folder")
def test_a_second_run_goes_on_where_the_first_one_stopped(run: Run, folder: Path) -> None:
    bots = ("--bots", "quick_bots:first,quick_bots:last", "--seed", "3", "--processes", "2")
    kept = (*bots, "--keep", "kept")
    first = held(run, *kept, "--games", "4")
    lines = (folder / "kept").read_text().splitlines()
    (folder / "kept").write_text("\n".join(lines[:3]) + "\n" + lines[3][:30])
    again = held(run, *kept, "--games", "4")
    more = held(run, *kept, "--games", "8")
    assert [parts["kept"] for parts in (first, again, more)] == [0, 2, 4]
    assert without_clock(again) == without_clock(first)
    assert without_clock(more) == without_clock(held(run, *bots, "--games", "8"))


@pytest.mark.usefixtures("folder")
def test_a_finished_tournament_is_told_again_and_another_one_refused(run: Run) -> None:
    words = ("tournament", *QUICK, "--bots", "quick_bots:last,quick_bots:first", "--games", "2")
    assert run(*words, "--keep", "kept").exit_code == 0
    told = run(*words, "--keep", "kept").stdout
    assert told.startswith("2 games of Algoracing on 2 seats: 0 in ")
    assert "and 2 before" in told
    refused = run(*words, "--keep", "kept", "--seed", "4")
    assert refused.exit_code == 2
    assert "kept keeps a tournament with other settings (seed: 0, not 4)" in refused.stderr


def test_a_stopped_tournament_tells_and_keeps_what_was_done(folder: Path) -> None:
    bots = ("--bots", "quick_bots:Sleepy,quick_bots:last", "--processes", "2", "--in-process")
    words = ("tournament", "algoracing", "--turn-cap", "1", *bots, "--keep", "kept", "--json")
    whole = [*INTERRUPTIBLE, *words, "--games", "1000", "--plot", "plot.svg"]
    with started(whole, folder) as program:
        for _ in range(2):  # until both processes are in their third game
            program.wait_for_note("asleep")
        program.interrupt()
        told, noted = program.rest()
    assert (program.process.returncode, noted) == (130, "stopped after 4 of 1,000 games\n")
    parts = json.loads(told)
    assert (parts["games"], parts["planned"], parts["complete"]) == (4, 1000, False)
    kept = (folder / "kept").read_text().splitlines()
    assert len([json.loads(line) for line in kept]) == 1 + 4
    assert (folder / "plot.svg").read_text().startswith("<svg")


def test_games_end_when_whoever_started_them_is_killed(folder: Path) -> None:
    bots = ("--bots", "quick_bots:first,quick_bots:sleeps", "--processes", "2", "--in-process")
    with started([*INTERRUPTIBLE, "tournament", "algoracing", *bots], folder) as program:
        program.wait_for_note("asleep")
        program.kill()
        program.rest()  # all that has its standard error has ended


@pytest.mark.usefixtures("folder")
def test_for_people_there_are_tables_and_a_picture(run: Run, folder: Path) -> None:
    bots = ("--bots", "quick_bots:first,quick_bots:raises", "--games", "2")
    result = run("tournament", *QUICK, *bots, "--plot", "plot.svg")
    assert result.exit_code == 0
    told = result.stdout
    assert re.match(r"2 games of Algoracing on 2 seats: 2 in [\d.]+ s on \d process", told)
    assert re.search(
        r"^quick_bots:first +[\d.]+ ± [\d.]+ +2 +2 +100.0% +34.2% to 100.0%", told, re.M
    )
    assert re.search(
        r"^quick_bots:first +quick_bots:raises +2 +100.0% +34.2% to 100.0%", told, re.M
    )
    assert re.search(r"^quick_bots:raises +2 +the bot .* failed: ZeroDivisionError", told, re.M)
    assert "quick_bots:raises" in (folder / "plot.svg").read_text()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "a tournament takes two bots or more, such as --bots casual,solid"),
        ("--bots random", "a tournament takes two bots or more"),
        ("--bots random,random", "random is named twice; name each bot once"),
        ("--bots random,,greedy", "--bots lists bots with commas, such as casual,solid"),
        ("--lineup random,", "--lineup lists bots with commas"),
        ("--lineup random,greedy --seats 3", "a line-up of 2 bots does not fill 3 seats"),
        ("--lineup random,greedy --bots random,solid", "the line-ups are of random, greedy"),
        ("--bots random,clever", "there is no bot 'clever'"),
        ("--bots random,greedy --seats 9", "Algoracing is for 2 to 4 players, not 9"),
        ("--bots random,greedy --seconds 0", "--seconds is a number above 0, not 0.0"),
        ("--bots random,greedy --plot it.png", "--plot names an SVG file, such as it.svg"),
        ("--bots random,greedy --plot no/it.svg", "there is no folder no to write it.svg to"),
        ("--bots random,greedy --keep quick_bots.py", "is not the file of a tournament"),
        ("--bots random,greedy --keep no/kept", "no/kept: there is no such file or folder"),
        ("--bots random,greedy --colour red", "there is no option 'colour'"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, words: str, sentence: str) -> None:
    result = run("tournament", *QUICK, *words.split())
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""


def test_the_commands_in_the_documents_are_understood(run: Run) -> None:
    lines = "".join(blocks(ROOT / "docs" / "bots.md", "console")).splitlines()
    commands = [shlex.split(line) for line in lines if line.startswith("algorally tournament ")]
    assert len(commands) >= 3
    for _, *words in commands:
        # Everything is read and checked before the picture's folder is missed.
        result = run(*words, "--plot", "no/such/folder.svg")
        assert "there is no folder no/such" in result.stderr, words
