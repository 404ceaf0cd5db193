"""`replay`: a saved game turn by turn, in words and as pictures."""

import re
from pathlib import Path

import pytest

from algorally.core.game import find_game
from algorally.core.transcript import Transcript, make, read_transcript
from tests.cli.conftest import BOT, ME, Run

TURNS = 3  # for each player


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that was played to its end: one player laid cards, the other's time was up."""
    rules = find_game("algoracing")
    settings = {"level": "complete", "turn_cap": TURNS}
    transcript = Transcript(rules, 2, 7, settings, names=["Zoë", ""])
    position = transcript.start()
    while acting := position.acting():
        legal = position.legal(acting[0])
        laid = position.state.laid if position.state.turn else 1
        action = rules.time_up if acting[0] == 1 or laid else legal[0]
        transcript.choices.append((acting[0], action))
        make(position, *transcript.choices[-1])
    path = tmp_path / "game.txt"
    path.write_text(transcript.text(), encoding="utf-8")
    return path


def lines(text: str) -> list[str]:
    """The lines about turns."""
    return [line for line in text.splitlines() if re.match(r"\d+\. ", line)]


def test_it_tells_who_played_what_and_how_it_ended(run: Run, game: Path) -> None:
    result = run("replay", str(game))
    assert result.exit_code == 0
    said, transcript = result.stdout, read_transcript(game.read_text())
    assert said.startswith("Algoracing, 2 players, seed 7.\n")
    assert f"Players: Zoë ({ME}), {BOT}.\n" in said
    assert "Settings: level = complete, turn_cap = 3.\n" in said
    assert said.count(transcript.start().text()) == 1
    assert said.count(transcript.end().text()) == 1
    assert f"{ME}: 0 points, shares the win" in said
    assert f"algorally show {game} --turn N" in said


def test_it_tells_each_turn_once(run: Run, game: Path) -> None:
    told, written = lines(run("replay", str(game)).stdout), lines(game.read_text())
    assert [line.partition(" ")[0] for line in told] == [line.partition(" ")[0] for line in written]
    assert told[0] == f"1. {BOT}: time is up; the {BOT} base lies on 0,0"
    assert told[4].startswith(f"5. {ME} lays ")
    assert "time is up; runs the row" in told[4]
    assert told[5] == f"6. {BOT}: time is up; passes"
    assert "the last turn is over" in told[-1]


def test_a_turn_to_begin_with(run: Run, game: Path) -> None:
    every = lines(run("replay", str(game)).stdout)
    said = run("replay", str(game), "--turn", "6", "--delay", "0").stdout
    assert lines(said) == every[5:]
    assert run("show", str(game), "--turn", "5").stdout.strip() in said
    result = run("replay", str(game), "--turn", str(len(every) + 1))
    assert result.exit_code == 2
    assert result.stderr == f"error: {game}: the game has {len(every)} turns, so there is no 11\n"


def test_a_delay_is_kept_between_turns(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    assert run("replay", str(game), "--delay", "1.5").exit_code == 0
    assert slept == [1.5] * (len(lines(game.read_text())) - 1)
    run("replay", str(game))
    assert len(slept) == len(lines(game.read_text())) - 1


@pytest.mark.parametrize(
    ("typed", "told"), [("\n" * 9, 10), ("\n\nq\n", 3), ("\n\n", 3), ("quit\n", 1)]
)
def test_in_a_terminal_enter_leads_to_the_next_turn(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch, typed: str, told: int
) -> None:
    answers = iter(typed.splitlines())

    def answer(prompt: str) -> str:
        assert prompt.startswith("Enter for the next turn")
        line = next(answers, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("algorally.cli.replay.watched", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    result = run("replay", str(game))
    assert result.exit_code == 0
    assert len(lines(result.stdout)) == told
    assert ("The game is over." in result.stdout) == (told == 10)


def test_a_picture_after_each_turn(run: Run, game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    result = run("replay", str(game), "--svg", str(folder))
    assert (result.exit_code, result.stdout) == (0, f"10 pictures in {folder}\n")
    pictures = sorted(folder.iterdir())
    assert [path.name for path in pictures] == [f"turn-{n:03}.svg" for n in range(1, 11)]
    for number, picture in enumerate(pictures, 1):
        shown = run("show", str(game), "--turn", str(number), "--svg", "-").stdout
        assert picture.read_text(encoding="utf-8").strip() == shown.strip()


def test_a_picture_after_each_choice_of_a_turn(run: Run, game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    result = run("replay", str(game), "--turn", "5", "--svg", str(folder))
    assert (result.exit_code, result.stdout) == (0, f"2 pictures in {folder}\n")
    first, last = sorted(folder.iterdir())
    assert first.name == "turn-005-choice-01.svg"
    assert last.name == "turn-005-choice-02.svg"
    position = read_transcript(game.read_text()).start()
    for seat, action in read_transcript(game.read_text()).choices[:5]:
        make(position, seat, action)
    assert first.read_text(encoding="utf-8").strip() == position.svg().strip()
    assert "1 picture in" in run("replay", str(game), "--turn", "1", "--svg", str(folder)).stdout


def test_a_game_is_read_from_standard_input(run: Run, game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    said = run("replay", "-", typed=text).stdout
    assert lines(said) == lines(run("replay", str(game)).stdout)
    assert "algorally show" not in said


def test_a_game_that_is_not_over_says_how_to_go_on(run: Run, saved: Path) -> None:
    said = run("replay", str(saved)).stdout
    assert "Settings: as usual." in said
    assert "The game is not over yet." in said
    assert f"Go on with: algorally play --resume {saved}\n" in said


def test_a_game_that_has_not_begun(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    path.write_text(Transcript(find_game("algoracing"), 2).text())
    assert lines(run("replay", str(path)).stdout) == []
    assert run("replay", str(path), "--turn", "1").exit_code == 2
    assert run("replay", str(path), "--svg", str(tmp_path)).stdout == f"0 pictures in {tmp_path}\n"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (": time_up", ": corner SE", "line 9: after it the game does not stand as it did"),
        ("seed = 7", "seed = 8", "line 7: the game does not begin as it did"),
        ("3. ", "4. ", "line 11: this is turn 3 of the file, not 4"),
        ("is Zoë", "is Zoë\npink is Bob", "line 7: 'pink' does not play"),
    ],
)
def test_a_changed_file_is_refused_with_its_reason(
    run: Run, game: Path, old: str, new: str, why: str
) -> None:
    game.write_text(game.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    result = run("replay", str(game))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"error: {game}: {why}")
    assert result.stderr.count("\n") == 1


def test_names_given_at_the_table_are_kept(run: Run, idlers: None, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "--name", "Ann", "--save", str(path), typed="quit\n")
    assert f"{ME} is Ann\n" in path.read_text()
    run("play", "--resume", str(path), typed="quit\n")
    assert f"{ME} is Ann\n" in path.read_text()
    run("play", "--resume", str(path), "--colour", BOT, "--name", "Bob", typed="quit\n")
    assert read_transcript(path.read_text()).names == ["Ann", "Bob"]
    result = run("play", "--name", "An\nn")
    assert result.exit_code == 2
    assert "a name is one line of text" in result.stderr


# --- mark sheets ---------------------------------------------------------------------------------


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """Two rounds of SpeedAlgo, one of them with a program."""
    rules = find_game("speedalgo")
    settings = {"round_cap": 2, "traffic_placement": "random"}
    transcript = Transcript(rules, 2, 7, settings, names=["Zoë", ""])
    position = transcript.start()
    texts = ["start A", "start B", "AB - ABD; ready", "ready", "ready", "ready"]
    for seat, text in zip([0, 1, 0, 1, 0, 1], texts, strict=True):
        for action in rules.words.read(position, seat, text):
            transcript.choices.append((seat, action))
            make(position, seat, action)
    path = tmp_path / "race.txt"
    path.write_text(transcript.text(), encoding="utf-8")
    return path


def test_it_writes_the_mark_sheets_of_all_players(run: Run, race: Path, tmp_path: Path) -> None:
    result = run("replay", str(race), "--sheets", str(tmp_path / "sheets"), "--language", "fr")
    assert result.exit_code == 0, result.stderr
    assert "2 mark sheets in" in result.stdout
    written = {path.name: path.read_text() for path in (tmp_path / "sheets").iterdir()}
    assert set(written) == {f"sheet-{c}.{e}" for c in ("red", "blue") for e in ("svg", "txt")}
    assert "AB - ABD" in written["sheet-red.txt"]
    assert "AB - ABD" not in written["sheet-blue.txt"]
    assert "Zoë" in written["sheet-red.svg"]
    assert "Feuille de marques" in written["sheet-red.svg"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--sheets", "-"], "--sheets needs a folder"),
        (["--sheets", "sheets", "--language", "xx"], "can be in en, fr, nl, de, nb, not in 'xx'"),
    ],
)
def test_wishes_for_sheets_that_make_no_sense_are_refused(
    run: Run, race: Path, options: list[str], why: str
) -> None:
    result = run("replay", str(race), *options)
    assert result.exit_code != 0
    assert why in result.stderr


def test_a_game_without_mark_sheets_says_so(run: Run, game: Path) -> None:
    result = run("replay", str(game), "--sheets", "sheets")
    assert "Algoracing has no mark sheets" in result.stderr
