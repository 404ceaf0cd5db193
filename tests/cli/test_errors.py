"""Bad input of every kind is one sentence and exit status 2, never a traceback."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run, Start

BAD = [
    "games chess",
    "rules ar400",
    "rules ar-a999",
    "rules XY-1",
    "scene nowhere",
    "scene folder",
    "scene empty.txt",
    "scene bytes.bin",
    "show nowhere",
    "show folder",
    "show empty.txt",
    "show bytes.bin",
    "show half.toml",
    "show --after",
    "show --turn 1",
    "show --svg folder",
    "show --svg nowhere/picture.svg",
    "show --svg x.svg --position",
    "show --level hard",
    "show --field moon",
    "show --field ''",
    "show --edition fr",
    "show --seats 1",
    "show --seats 99",
    "show --seed -1",
    "show --seed 99999999999999999999",
    "show --set turn_cap",
    "show --set =3",
    "show --set turn_cap=",
    "show --set turn_cap=0",
    "show --set turn_cap=many",
    "show --set self=1",
    "show --set seats=3",
    "show --set level=basic --level complete",
    "show --track sprint",
    "show --game speedalgo --level complete",
    "show --game chess",
    "replay nowhere",
    "replay folder",
    "replay empty.txt",
    "replay bytes.bin",
    "replay half.toml",
    "replay empty.txt --delay -1",
    "replay empty.txt --delay nan",
    "replay empty.txt --delay 1 --svg pictures",
    "replay empty.txt --svg -",
    "simulate chess",
    "simulate --games 2 --seconds 2",
    "simulate --seconds 0",
    "simulate --seconds nan",
    "simulate --seconds inf",
    "play chess",
    "play --bots 3",
    "play --colour pink",
    "play --name a --name b",
    "play --resume nowhere",
    "play --resume folder",
    "play --resume empty.txt",
    "play --resume bytes.bin",
    "play --save folder",
    "play --save nowhere/game.txt",
    "play --save half.toml",
    "simulate --bot clever",
    "simulate --bot no_such_module:Bot",
]
MISTYPED = [
    "nonsense",
    "play --nonsense",
    "play --track --seed 3",
    "show --seats many",
    "show --turn -1",
    "replay",
    "replay empty.txt --turn 0",
    "scene",
    "simulate --games 0",
    "simulate --threads 0",
    "play --bots -1",
]


@pytest.fixture(autouse=True)
def _odd_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.txt").touch()
    (tmp_path / "bytes.bin").write_bytes(b"\xff\xfe\x00\x80")
    (tmp_path / "half.toml").write_text('game = "algoracing"\nrows = [')


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_sentence(run: Run, line: str) -> None:
    result = run(*("" if word == "''" else word for word in line.split()))
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout in ("", "0 passed, 1 failed\n")
    assert "should not have happened" not in result.stderr


@pytest.mark.parametrize("line", MISTYPED)
def test_what_cannot_be_parsed_leads_to_help(run: Run, line: str) -> None:
    result = run(*line.split())
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    assert "--help" in result.stderr


def test_an_error_names_the_file(run: Run) -> None:
    assert "half.toml" in run("show", "half.toml").stderr
    assert "bytes.bin: the file is not UTF-8 text" in run("show", "bytes.bin").stderr


def test_a_surprise_is_a_sentence_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def surprise(*_: object) -> None:
        raise ZeroDivisionError("of all things\nand more")

    monkeypatch.setattr("algorally.cli.games.list_games", surprise)
    result = run("games")
    assert result.exit_code == 3
    assert "please report it: ZeroDivisionError: of all things (" in result.stderr


def test_an_unknown_lane_is_a_sentence(start: Start) -> None:
    done = start("games", ALGORALLY_MODE="sideways")
    assert done.returncode == 2
    assert done.stderr.startswith("error: ALGORALLY_MODE")
