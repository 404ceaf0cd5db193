"""`show`: fields, scenes, positions and games, as text, picture and notation."""

from pathlib import Path

import pytest

from algorally.core.game import find_game
from algorally.core.transcript import read_transcript
from tests.cli.conftest import Run


def test_a_new_field(run: Run) -> None:
    setup = {"level": "complete", "field": "random-7"}
    start = find_game("algoracing").start(seats=4, seed=3, **setup)
    options = ["--level", "complete", "--field", "random-7", "--seats", "4", "--seed", "3"]
    assert run("show", *options).stdout == f"{start.text()}\n"
    written = ["--set", "level=complete", "--set", "field=random-7"]
    assert run("show", *written, "--seats", "4", "--seed", "3").stdout == f"{start.text()}\n"


def test_a_position_comes_back_the_same(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    text = run("show", "--seed", "5", "--set", "open_hands=yes", "--position").stdout
    path.write_text(text)
    assert run("show", str(path), "--position").stdout == text
    assert run("show", "-", "--position", typed=text).stdout == text
    assert run("show", str(path)).stdout == run("show", "--seed", "5").stdout


def test_a_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    result = run("show", "--svg", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert path.read_text().startswith("<svg")
    assert run("show", "--svg", "-").stdout == path.read_text()
    assert list(tmp_path.iterdir()) == [path]


def test_a_scene_before_and_after_its_steps(run: Run, scene: Path) -> None:
    assert "red at 0,1 facing east" in run("show", str(scene)).stdout
    assert "red at 1,1 facing east" in run("show", str(scene), "--after").stdout


def test_refused_steps_change_nothing(run: Run, scene: Path) -> None:
    scene.write_text(scene.read_text().replace('lay = ["step"]', "run = true\nillegal = true"))
    assert "red at 0,1 facing east" in run("show", str(scene), "--after").stdout
    scene.write_text(scene.read_text().replace("illegal = true", ""))
    result = run("show", str(scene), "--after")
    assert result.exit_code == 2
    assert "step 1: refused: AR-19" in result.stderr


def test_a_game_line_by_line(run: Run, saved: Path) -> None:
    lines = [line for line in saved.read_text().splitlines() if line[:1].isdigit()]
    shown = [run("show", str(saved), "--turn", str(n)).stdout for n in range(len(lines) + 1)]
    assert shown[0] == run("show", "--seed", "7").stdout
    assert shown[-1] == run("show", str(saved)).stdout
    assert shown[-1] == f"{read_transcript(saved.read_text()).end().text()}\n"
    assert len(set(shown)) == len(shown)
    beyond = run("show", str(saved), "--turn", str(len(lines) + 1))
    assert beyond.exit_code == 2
    assert f"at most {len(lines)}" in beyond.stderr


@pytest.mark.parametrize("option", ["--after", "--seed=3", "--level=basic", "--set=turn_cap=9"])
def test_options_that_do_not_fit_a_game(run: Run, saved: Path, option: str) -> None:
    result = run("show", str(saved), option)
    assert result.exit_code == 2
    assert str(saved) in result.stderr


@pytest.mark.parametrize("option", ["--turn=1", "--game=algoracing"])
def test_options_that_do_not_fit_a_scene(run: Run, scene: Path, option: str) -> None:
    assert run("show", str(scene), option).exit_code == 2


def test_a_spoilt_game_names_its_line(run: Run, saved: Path) -> None:
    saved.write_text(saved.read_text().replace("face S", "face Q"))
    error = run("show", str(saved)).stderr
    assert error.startswith(f"error: {saved}: line ")


def test_every_setting_of_a_game_is_a_flag(run: Run) -> None:
    flags = ["--track", "sprint", "--at-count=up_to", "--seats", "3"]
    written = ["--set", "track=sprint", "--set", "at_count=up_to", "--seats", "3"]
    shown = [run("show", "--game", "speedalgo", "--position", *each) for each in (flags, written)]
    assert shown[0].stdout == shown[1].stdout
    assert 'at_count = "up_to"' in shown[0].stdout
