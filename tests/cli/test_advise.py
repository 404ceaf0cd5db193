"""`advise`: the best programs of a position or of a saved game, and what the played one lost."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from algorally.bots import advice, thinker
from algorally.bots.advice import Advice
from algorally.bots.thinker import Skill
from algorally.core.position import Position
from algorally.core.transcript import Transcript, read_transcript
from tests.bots.saved import SAVED
from tests.cli.conftest import Run

QUICKLY = ("--seconds", "0.02")
TRIALS = 150  # with which the saved race has a mistake in it,
GRAVE = 0.1  # that costs as much as this


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same advice on a machine that does much else: some trials, and no clock."""

    def think(view: Any, seat: int, skill: Skill, _seconds: float, *others: Any) -> Any:
        return thinker.think(view, seat, skill._replace(trials=TRIALS), None, *others)

    monkeypatch.setattr(advice, "think", think)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of Algoracing that has just begun; in line 5 somebody passes."""
    whole = read_transcript(SAVED["algoracing"][0].read_text(encoding="utf-8"))
    path = tmp_path / "game.txt"
    path.write_text(Transcript(whole.game, 2, whole.seed, {}, whole.choices[:12]).text())
    return path


def told(run: Run, *arguments: str) -> Any:
    """What the command tells programs."""
    result = run("advise", *arguments, *QUICKLY, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(run: Run, *arguments: str) -> str:
    """What it complains about."""
    result = run("advise", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    return result.stderr


def test_the_best_programs_and_what_the_played_one_lost(run: Run, game: Path) -> None:
    found = told(run, str(game), "--turn", "5")
    assert (found["game"], found["name"], len(found["best"])) == ("algoracing", "red", 3)
    chances = [program["chance"] for program in found["best"]]
    assert chances == sorted(chances, reverse=True)
    played = found["played"]
    assert played["said"] == ["replace all_the_way", "replace step", "replace jump", "pass"]
    assert played["loss"] == chances[0] - played["chance"] > 0
    lines = run("advise", str(game), "--turn", "5", *QUICKLY).stdout.splitlines()
    assert lines[0] == "The best programs for red, with the chance to win:"
    assert re.fullmatch(r".*\d+\.\d %.*", lines[1])
    assert lines[-2].endswith("replace all_the_way; replace step; replace jump; pass")
    assert re.fullmatch(r"It lost \d+\.\d percentage points of the chance to win\.", lines[-1])


def test_a_moment_within_a_turn(run: Run, game: Path) -> None:
    first = told(run, str(game), "--turn", "5")["played"]["actions"]
    later = told(run, str(game), "--choice", "7", "--best", "1")
    assert later["played"]["actions"] == first[2:]
    assert len(later["best"]) == 1


def test_a_game_that_goes_on_is_advised_where_it_stands(run: Run, game: Path) -> None:
    found = told(run, str(game))
    assert (found["name"], found["played"]) == ("red", None)
    position = run("show", str(game), "--position").stdout
    from_text = json.loads(run("advise", "-", *QUICKLY, "--json", typed=position).stdout)
    assert {tuple(program["said"]) for program in from_text["best"]}
    assert from_text["name"] == "red"


def test_somebody_else_who_writes_a_program_in_the_same_turn(run: Run) -> None:
    file = str(SAVED["roborally"][0])
    one, other = told(run, file, "--turn", "1"), told(run, file, "--turn", "1", "--seat", "b")
    assert (one["name"], other["name"]) == ("A", "B")
    assert other["played"]["said"][:2] == ["220 right", "750 move2"]


def test_a_whole_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("algorally.cli.advise.BLUNDER", GRAVE)
    file = str(SAVED["speedalgo"][0])
    found = told(run, file, "--all")
    first = found["decisions"][0]
    assert (first["turn"], first["choice"], first["seat"]) == (15, 15, 0)
    assert [point["turn"] for point in found["curve"]] == [0, 1, 2, 3, 4, 5]
    losses = [one["played"]["loss"] for one in found["decisions"] if one["seat"] == 0]
    assert found["average_loss"]["0"] == pytest.approx(sum(losses) / len(losses))
    for one in found["decisions"]:
        assert (one["better"] is None) == (one["played"]["loss"] == 0)
        assert one["mark"] == ("??" if one["played"]["loss"] >= GRAVE else one["mark"])
    assert any(one["mark"] == "??" for one in found["decisions"])
    lines = run("advise", file, "--all", *QUICKLY).stdout.splitlines()
    assert lines[0].split() == ["turn", "player", "played", "best", "loss", "better"]
    assert re.search(r"^ *15 +red .* \?\? ", lines[1])
    for seat, name in enumerate(("red", "blue")):
        count = sum(one["seat"] == seat for one in found["decisions"])
        assert any(line.startswith(f"{name}: {count} decisions, ") for line in lines)
    assert lines[-1].startswith("What decided the game: turn ")


def test_one_player_of_a_whole_game(run: Run) -> None:
    found = told(run, str(SAVED["speedalgo"][0]), "--all", "--seat", "Blue")
    assert {one["seat"] for one in found["decisions"]} == {1}
    assert list(found["average_loss"]) == ["1"]


def test_only_what_the_seat_could_see_counts(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int | None, int]] = []

    def advise(view: Position, seat: int, also: list[list[int]] = [], **_: Any) -> list[Advice]:  # noqa: B006
        asked.append((view.viewer, seat))
        return [Advice(actions, 0.5) for actions in [*also, view.legal(seat)[:1]]]

    monkeypatch.setattr("algorally.bots.analysis.advise", advise)
    monkeypatch.setattr("algorally.cli.advise.advise", advise)
    for moment in ([], ["--turn", "5"], ["--all"]):
        assert run("advise", str(game), *moment).exit_code == 0
    assert len(asked) > 3
    assert all(viewer == seat for viewer, seat in asked)


def test_what_makes_no_sense_is_refused(run: Run, game: Path, scene: Path) -> None:
    file, over = str(game), str(SAVED["speedalgo"][0])
    assert "choose --turn or --choice" in refused(run, file, "--turn", "1", "--choice", "1")
    assert "--seconds is a number above 0" in refused(run, file, "--seconds", "0")
    assert "leave --turn and --choice out" in refused(run, file, "--all", "--turn", "2")
    assert "so there is no 99" in refused(run, file, "--turn", "99")
    assert "so there is no 99" in refused(run, file, "--choice", "99")
    assert "--seat is one of" in refused(run, file, "--seat", "mauve")
    assert "--seat may be red" in refused(run, file, "--seat", "green")
    assert "chooses nothing more" in refused(run, file, "--turn", "5", "--seat", "green")
    assert "name a moment with --turn" in refused(run, over)
    assert "for saved games" in refused(run, str(scene), "--turn", "1")
    assert "for saved games" in refused(run, str(scene), "--all")
    assert "there is no such file" in refused(run, "nowhere.txt")
