"""Bots of one's own, by module and name; what they are asked and told."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from algorally.bots.levels import BOTS, ask, take_turn, tell_all
from algorally.bots.outside import find_bot
from algorally.bots.thinker import SKILLS
from algorally.core.errors import SettingError
from algorally.core.events import SeenEvent, as_rows, seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from tests.cli.conftest import Run

MODULE = '''
"""Bots."""
from os import getcwd

class Last:
    def __init__(self, number):
        self.number, self.heard = number, []
    def plan(self, view, seat):
        assert view.viewer == seat
        return [view.legal(seat)[-1]]
    def told(self, events):
        self.heard += events

class Unseeded:
    def plan(self, view, seat, seconds=None):
        return [view.legal(seat)[0]]

class Planless:
    pass

def first(view, seat):
    return [view.legal(seat)[0]]

number = 5

def raises(view, seat):
    return 1 / 0

def single(view, seat):
    return 7

def leaves(view, seat):
    raise SystemExit(3)

def talks(view, seat):
    print("let me see")
    return [view.legal(seat)[0]]

def illegal(view, seat):
    return [99999]

class Greedy:
    def __init__(self, number, more):
        pass
    def plan(self, view, seat):
        return []
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of bots, where the program is started."""
    (tmp_path / "my_bots.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken_bots.py").write_text("import no_such_thing", encoding="utf-8")
    (tmp_path / "half_bots.py").write_text("def plan(view, seat):\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in ("my_bots", "broken_bots", "half_bots"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("folder")
def test_classes_and_functions_are_bots() -> None:
    view = find_game("algoracing").start(seed=1).view(1)
    legal = view.legal(1)
    assert find_bot("my_bots:Last")(7).number == 7  # type: ignore[attr-defined]
    assert find_bot("my_bots:Last")(7).plan(view, 1) == legal[-1:]
    assert find_bot("my_bots:Unseeded")(7).plan(view, 1) == legal[:1]
    assert find_bot("my_bots:first")(7).plan(view, 1) == legal[:1]
    assert find_bot("greedy") is BOTS["greedy"]
    patient = SKILLS["master"]._replace(trials=5, seconds=None)
    assert find_bot("master@5")(7)._skill == patient  # type: ignore[attr-defined]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "clever",
            "there is no bot 'clever'; there are novice, .* and yours as module:name",
        ),
        ("my_bots:", "there is no bot 'my_bots:'"),
        ("solid@9", "expert or master can be given a number of trials from 1 to 1000000, such as"),
        ("master@1000001", "expert or master can be given a number of trials from 1 to 1000000"),
        ("master@" + "9" * 5000, "expert or master can be given a number of trials from 1 to"),
        ("random@9", "expert or master can be given a number of trials"),
        ("master@", "expert or master can be given a number of trials"),
        ("master@0", "expert or master can be given a number of trials"),
        ("master@\u0663", "expert or master can be given a number of trials"),
        ("clever@9", "there is no bot 'clever@9'"),
        ("your_bots:Last", "there is no module 'your_bots'; .* Mine of my_bots.py in the folder"),
        ("my_bots.inner:Last", "there is no module 'my_bots.inner'"),
        (
            "my_bots:Lost",
            "there is no Lost in my_bots; there is Last, Unseeded, Planless, first, raises",
        ),
        ("my_bots:Planless", "my_bots:Planless is no bot: it is a class with plan"),
        ("my_bots:number", "my_bots:number is no bot"),
    ],
)
def test_what_is_no_bot_is_refused(name: str, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        find_bot(name)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("broken_bots:Last", "failed: ModuleNotFoundError: .*broken_bots.py, line 1"),
        ("half_bots:Last", "failed: IndentationError: .*half_bots.py, line 1"),
        ("my_bots:Greedy", "failed: TypeError: .*__init__"),
        ("my_bots:raises", "failed: ZeroDivisionError: .*my_bots.py, line"),
        ("my_bots:leaves", "my_bots:leaves failed: it ended itself"),
        ("my_bots:single", "my_bots:single: plan returns a list of actions, not 7"),
    ],
)
def test_a_fault_of_a_bot_is_said_to_be_its_own_and_where_it_is(
    run: Run, bot: str, words: str
) -> None:
    result = run("simulate", "algoracing", "--games", "1", "--bot", bot)
    assert result.exit_code == 2
    assert re.search(f"error: the bot .*{words}", result.stderr)


@pytest.mark.usefixtures("folder")
def test_who_wrote_a_bot_without_legal_plans_is_told(run: Run) -> None:
    quick = ("--games", "1", "--set", "turn_cap=1", "--threads", "1")
    result = run("simulate", "algoracing", *quick, "--bot", "my_bots:illegal", "--bot", "random")
    assert result.exit_code == 0
    assert re.search(r"\d+ plans of my_bots:illegal began with no legal action", result.stderr)
    assert "of random" not in result.stderr


@pytest.mark.usefixtures("folder")
def test_what_bots_print_is_kept_apart_from_what_is_told(run: Run) -> None:
    quick = ("--games", "1", "--set", "turn_cap=1")
    result = run("simulate", "algoracing", *quick, "--bot", "my_bots:talks", "--json")
    assert json.loads(result.stdout)["games"] == 1
    assert "let me see" in result.stderr


@pytest.mark.usefixtures("folder")
def test_bots_of_different_kinds_play_against_each_other(run: Run) -> None:
    bots = ("--bot", "my_bots:Last", "--bot", "my_bots:first")
    quick = ("--set", "turn_cap=2", "--games", "3", "--seats", "3")
    parts = json.loads(run("simulate", "algoracing", "--json", *quick, *bots).stdout)
    assert parts["bots"] == ["my_bots:Last", "my_bots:first", "my_bots:Last"]
    assert (parts["games"], parts["turns"]) == (3, 18)
    said = run("simulate", "algoracing", *quick, *bots).stdout
    assert "my_bots:Last" in said


def test_more_bots_than_seats_are_refused(run: Run) -> None:
    result = run("simulate", "algoracing", *["--bot", "random"] * 3)
    assert result.exit_code == 2
    assert "3 bots do not fit on 2 seats: name one to 2" in result.stderr


def test_a_bot_may_do_without_seconds() -> None:
    view = find_game("algoracing").start().view(0)
    asked: list[float | None] = []

    def new(view: Position, seat: int, seconds: float | None = None) -> list[int]:
        asked.append(seconds)
        return [1]

    assert ask(lambda view, seat: (2,), view, 0, 3.0) == [2]
    assert ask(new, view, 0, 3.0) == ask(new, view, 0, None) == [1]
    assert asked == [3.0, None]


def test_who_listens_is_told_what_the_seat_may_see() -> None:
    class Listener:
        def __init__(self) -> None:
            self.heard: list[SeenEvent] = []

        def plan(self, view: Position, seat: int) -> list[int]:
            return view.legal(seat)[:1]

        def told(self, events: list[SeenEvent]) -> None:
            self.heard += events

    position = find_game("algoracing").start(seed=5)
    bots = [Listener(), Listener()]
    expected: list[list[SeenEvent]] = [[], []]
    views = [position.view(seat) for seat in range(2)]
    for _ in range(30):
        seat = position.acting()[0]
        played = [events for _, events in take_turn(position, seat, bots[seat])]  # type: ignore[arg-type]
        tell_all(bots, played)
        for viewer in range(2):
            expected[viewer] += [one for events in played for one in seen_by(viewer, events)]
    for viewer, view in enumerate(views):
        assert bots[viewer].heard == expected[viewer]
        view.follow(as_rows(bots[viewer].heard))
        assert view.states.tobytes() == position.view(viewer).states.tobytes()
