"""Games of a tournament: the same ones whoever plays them, and bots may fail."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from algorally.tournaments.playing import UNUSABLE, Outcome, Table
from algorally.tournaments.processes import play_all
from algorally.tournaments.schedule import Fixture, Setup, fixtures
from tests.server.parties import eventually
from tests.tournaments.games import short

BOTS = '''
"""Bots that do what they should not."""
import os
import random
from collections import Counter
from pathlib import Path

def first(view, seat):
    return view.legal(seat)[:1]

def illegal(view, seat):
    return [99999]

class Raises:
    def __init__(self, number):
        self.problems, self.plans = Counter(), 0
    def plan(self, view, seat):
        self.problems["was asked"] += 1
        self.plans += 1
        return view.legal(seat)[:1] if self.plans < 3 else 1 / 0
    def close(self):
        Path("closed").write_text("yes")

class Deaf:
    def plan(self, view, seat):
        return view.legal(seat)[:1]
    def told(self, events):
        raise ValueError("no ears")
    def close(self):
        raise ValueError("no door")

class Leaves:
    def plan(self, view, seat):
        raise SystemExit

class Unmade:
    def __init__(self, number):
        raise ValueError("never")
    def plan(self, view, seat):
        return []

class Ends:
    def plan(self, view, seat):
        os._exit(7)

class One:
    def __init__(self, number):
        self.dice = random.Random(number)
    def plan(self, view, seat):
        return [self.dice.choice(view.legal(seat))]

class Other(One):
    pass

class Looks:
    seen = []
    def plan(self, view, seat):
        self.seen.append(view.states.tobytes())
        return view.legal(seat)[:1]

class Muddled:
    problems = {"many": "a lot"}
    def plan(self, view, seat):
        return view.legal(seat)[:1]
    def close(self):
        Path("closed").write_text("yes")

class Hears:
    def __init__(self, number):
        self.heard = None
    def plan(self, view, seat):
        return view.legal(seat)[:1]
    def ended(self, standing):
        self.heard = standing
    def close(self):
        end = self.heard
        told = end and f"{end.turns} {end.winners} {end.points}"
        Path(f"ended {os.getpid()}").write_text(str(told))

class Hurried:
    def plan(self, view, seat, seconds=None):
        Path("seconds").write_text(str(seconds))
        return view.legal(seat)[:1]
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of bots, in which everything is played."""
    (tmp_path / "odd_bots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("odd_bots", None)


def plain(outcome: Outcome) -> Any:
    """An outcome without what the clock says."""
    parts = msgspec.to_builtins(outcome)
    for report in parts["seats"]:
        del report["seconds"], report["longest"]
    return parts


def played(setup: Setup, games: list[Fixture], processes: int) -> dict[Fixture, Any]:
    with closing(play_all(setup, games, processes)) as outcomes:
        return {outcome.fixture: plain(outcome) for outcome in outcomes}


def one_game(other: str, **settings: Any) -> Outcome:
    """The first game of a bot of the module against the most harmless one, which sits first."""
    setup = short(["odd_bots:first", f"odd_bots:{other}"], in_order=True, **settings)
    return Table(setup).play(fixtures(setup, 1)[0])


def test_the_number_of_processes_changes_nothing() -> None:
    setup = short(["random", "greedy", "odd_bots:first"])
    games = fixtures(setup, 4)
    alone = {game: plain(Table(setup).play(game)) for game in games}
    assert len(alone) == 12
    assert played(setup, games, 1) == played(setup, games[::-1], 3) == alone


def test_the_same_deal_is_played_from_all_seats() -> None:
    setup = short(["odd_bots:One", "odd_bots:Other"])
    results = [plain(Table(setup).play(game)) for game in fixtures(setup, 8)]
    seated = [result.pop("fixture")["bots"] for result in results]
    for there in range(0, 8, 2):
        assert seated[there] == seated[there + 1][::-1]
        assert results[there] == results[there + 1]
    assert any(results[0] != other for other in results)


def test_each_deal_is_the_game_of_its_seed() -> None:
    bots = ["odd_bots:Looks"] * 2
    table = Table(short("ab", lineups=[bots]))
    seen = sys.modules["odd_bots"].Looks.seen
    for deal in range(3):
        seen.clear()
        table.play(Fixture(0, deal, tuple(bots)))
        start = table.game.start(2, table.setup.seed + deal, **table.setup.settings)
        assert seen[0] == start.view(start.acting()[0]).states.tobytes()


def test_a_game_is_reported_with_what_bots_did() -> None:
    outcome = one_game("illegal")
    first, illegal = outcome.seats
    assert outcome.loser is None
    assert outcome.turns == 4
    assert first.problems == {}
    assert illegal.problems == {UNUSABLE: illegal.plans}
    assert 0 < illegal.longest <= illegal.seconds


def test_a_bot_that_raises_loses_and_is_put_away(folder: Path) -> None:
    outcome = one_game("Raises")
    assert (outcome.winners, outcome.loser) == ([0], 1)
    assert "odd_bots:Raises failed: ZeroDivisionError: division by zero" in outcome.failure
    assert outcome.seats[1].problems == {"was asked": 3}
    assert (folder / "closed").exists()


@pytest.mark.parametrize(
    ("bot", "words"),
    [("Deaf", "no ears"), ("Leaves", "it ended itself"), ("Unmade", "ValueError: never")],
)
def test_whatever_a_bot_does_wrong_is_its_own_loss(bot: str, words: str) -> None:
    outcome = one_game(bot)
    assert (outcome.winners, outcome.loser) == ([0], 1)
    assert f"the bot odd_bots:{bot} failed: " in outcome.failure
    assert words in outcome.failure


def test_a_bot_that_cannot_be_closed_is_told_of() -> None:
    (problem,) = one_game("Deaf").seats[1].problems
    assert "after the game" in problem
    assert "no door" in problem


def test_a_bot_whose_problems_are_no_numbers_is_told_of_and_closed(folder: Path) -> None:
    outcome = one_game("Muddled")
    (problem,) = outcome.seats[1].problems
    assert "ValueError: invalid literal for int()" in problem
    assert outcome.loser is None
    assert (folder / "closed").exists()


def test_of_several_the_others_share_the_win() -> None:
    bots = ["odd_bots:Leaves", "odd_bots:first", "random"]
    setup = short("ab", seats=3, lineups=[bots], in_order=True)
    for game in fixtures(setup, 3):
        outcome = Table(setup).play(game)
        left = game.bots.index("odd_bots:Leaves")
        assert outcome.loser == left
        assert outcome.winners == [seat for seat in range(3) if seat != left]


def test_a_bot_that_ends_its_process_loses_and_the_others_play_on() -> None:
    setup = short(["odd_bots:Ends", "odd_bots:first", "random"])
    outcomes = played(setup, fixtures(setup, 2), 2)
    assert len(outcomes) == 6
    for game, outcome in outcomes.items():
        failed = "odd_bots:Ends" in game.bots
        assert (outcome["loser"] is not None) == failed
        if failed:
            assert game.bots[outcome["loser"]] == "odd_bots:Ends"
            assert "it ended its process (status 7)" in outcome["failure"]


def test_a_bot_in_a_process_of_its_own_loses_choices_and_no_game() -> None:
    outcome = one_game("Raises", in_process=False)
    assert outcome.loser is None
    assert outcome.turns == 4
    assert outcome.seats[0].problems == {}
    assert 0 < sum(outcome.seats[1].problems.values()) <= outcome.seats[1].plans


@pytest.mark.parametrize("in_process", [True, False])
def test_bots_are_told_how_their_game_ended(folder: Path, in_process: bool) -> None:
    outcome = one_game("Hears", in_process=in_process)
    points = [report.points for report in outcome.seats]
    expected = f"{outcome.turns} {outcome.winners} {points}"
    eventually(lambda: [file.read_text() for file in folder.glob("ended *")] == [expected])


def test_bots_are_not_told_how_a_broken_game_ended(folder: Path) -> None:
    setup = short(["odd_bots:Hears", "odd_bots:Leaves"], in_order=True)
    Table(setup).play(fixtures(setup, 1)[0])
    assert [file.read_text() for file in folder.glob("ended *")] == ["None"]


@pytest.mark.parametrize("seconds", [None, 2.5])
def test_bots_are_told_how_long_they_may_think(folder: Path, seconds: float | None) -> None:
    one_game("Hurried", seconds=seconds)
    assert (folder / "seconds").read_text() == str(seconds)


def test_a_mistake_of_ours_is_not_blamed_on_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = short(["random", "odd_bots:first"])
    unknown = Fixture(0, 0, ("random", "nobody"))
    with pytest.raises(RuntimeError, match="KeyError: 'nobody'"):
        played(setup, [unknown], 1)
