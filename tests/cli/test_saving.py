"""Games are kept in files, and taken up again from them."""

import re
from pathlib import Path

import pytest

from algorally.core.transcript import read_transcript
from tests.cli.conftest import BOT, ME, Run

pytestmark = pytest.mark.usefixtures("idlers")


def hand(run: Run, path: Path) -> list[str]:
    said = run("play", "--resume", str(path)).stdout
    return said.rpartition("hand: ")[2].partition("\n")[0].split(", ")


def test_a_game_is_taken_up_where_it_was_left(run: Run, saved: Path) -> None:
    before = saved.read_text()
    card = hand(run, saved)[0]
    assert saved.read_text() == before
    run("play", "--resume", str(saved), typed=f"{card}\n")
    assert re.fullmatch(
        f"{re.escape(before)}5[.] {ME}: {card}  #[0-9a-f]{{8}}\n", saved.read_text()
    )


def test_what_was_laid_before_leaving_can_be_undone(run: Run, saved: Path) -> None:
    before = saved.read_text()
    card = hand(run, saved)[0]
    run("play", "--resume", str(saved), typed=f"{card}\nquit\n")
    assert f"taken back: {card}" in run("play", "--resume", str(saved), typed="undo\n").stdout
    assert saved.read_text() == before


def test_leaving_tells_how_to_go_on(run: Run, saved: Path) -> None:
    said = run("play", "--resume", str(saved), typed="quit\n").stdout
    assert said.endswith(f"Go on with: algorally play --resume {saved}\n")
    assert run("play", typed="quit\n").stdout.endswith("This game was not saved.\n")


def test_another_seat_is_remembered_by_the_command(run: Run, saved: Path) -> None:
    said = run("play", "--resume", str(saved), "--colour", BOT, typed="quit\n").stdout
    assert said.endswith(f"--resume {saved} --colour {BOT}\n")


def test_a_game_can_be_taken_up_under_another_name(run: Run, saved: Path, tmp_path: Path) -> None:
    before, copy = saved.read_text(), tmp_path / "copy.txt"
    run("play", "--resume", str(saved), "--save", str(copy), typed="pass\n")
    assert saved.read_text() == before
    assert len(copy.read_text()) > len(before)


def test_saving_in_the_middle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "with space.txt"
    said = run("play", "--seed", "7", typed=f"save\nsave {path}\ncorner NE\nquit\n").stdout
    assert "Name a file" in said
    assert said.endswith(f"Go on with: algorally play --resume '{path}'\n")
    assert len(read_transcript(path.read_text()).choices) == 3


def test_no_file_is_overwritten_by_another_game(run: Run, saved: Path) -> None:
    before = saved.read_text()
    result = run("play", "--save", str(saved))
    assert result.exit_code == 2
    assert "--resume" in result.stderr
    assert "exists" in run("play", typed=f"save {saved}\n").stdout
    assert saved.read_text() == before


def test_a_file_that_cannot_be_written_does_not_end_the_game(run: Run, tmp_path: Path) -> None:
    said = run("play", typed=f"save {tmp_path}\nsave {tmp_path}/no/file\nhand\n").stdout
    assert "is a folder" in said
    assert "there is no folder" in said
    assert said.rstrip().endswith(f"{ME}>")


def test_settings_come_from_the_file(run: Run, saved: Path) -> None:
    assert run("play", "algoracing", "--resume", str(saved)).exit_code == 0
    for option in ("--level=basic", "--seats=2", "--seed=7", "--set=turn_cap=3"):
        assert run("play", "--resume", str(saved), option).exit_code == 2
