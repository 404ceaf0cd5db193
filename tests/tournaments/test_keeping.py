"""What is kept of a tournament is found again, and nothing else is taken for it."""

from pathlib import Path
from typing import Any

import pytest

from algorally.core.errors import NotationError, SettingError
from algorally.tournaments.keeping import Notebook
from algorally.tournaments.schedule import Setup
from tests.tournaments.games import outcome, short

SETUP = short("ab")
FIRST, SECOND = outcome("ab", [0], [4, 2]), outcome("ba", [0], loser=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two games."""
    book = Notebook.open(tmp_path / "kept", SETUP)
    book.add(FIRST)
    book.add(SECOND)
    return tmp_path / "kept"


def opened(path: Path, setup: Setup = SETUP) -> Any:
    return Notebook.open(path, setup).outcomes


def test_what_was_kept_is_found(path: Path) -> None:
    assert opened(path) == {FIRST.fixture: FIRST, SECOND.fixture: SECOND}
    assert Notebook.open(path, SETUP).found([SECOND.fixture, FIRST.fixture]) == [SECOND, FIRST]
    assert len(path.read_text().splitlines()) == 3


def test_without_a_file_it_is_remembered() -> None:
    book = Notebook()
    book.add(FIRST)
    assert book.found([FIRST.fixture, SECOND.fixture]) == [FIRST]


def test_a_line_that_was_cut_off_is_forgotten(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    book = Notebook.open(path, SETUP)
    assert list(book.outcomes) == [FIRST.fixture]
    book.add(SECOND)
    assert path.read_bytes() == whole


def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    assert opened(tmp_path / "kept") == {}
    assert opened(tmp_path / "kept") == {}


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 6}, "seed: 5, not 6"),
        ({"settings": {}}, 'settings of the game: {"turn_cap":"2"}, not {}'),
        ({"lineups": [["a", "c"]]}, "line-ups: "),
        ({"rules": 0}, "version of the rules: "),
        ({"seconds": 1.0}, "seconds a plan: null, not 1.0"),
        ({"in_order": True}, "order around the table: "),
        ({"game": "speedalgo"}, 'game: "algoracing", not "speedalgo"'),
        ({"seats": 3}, "number of seats: 2, not 3"),
        ({"in_process": False}, "bots where the games are played: true, not false"),
    ],
)
def test_another_tournament_is_refused(path: Path, other: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError) as refused:
        opened(path, short("ab", **other))
    assert "keeps a tournament with other settings" in str(refused.value)
    assert words in str(refused.value)
    assert "name a new file" in str(refused.value)


@pytest.mark.parametrize("text", ["hello\n", "{}\n", '{"algorally":"tournament"}\n', "half"])
def test_any_other_file_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kept"
    path.write_text(text)
    with pytest.raises(NotationError, match="is not the file of a tournament; name a new one"):
        opened(path)
    assert path.read_text() == text


def test_a_spoilt_line_is_named(path: Path) -> None:
    header, first, second = path.read_text().splitlines()
    path.write_text(f"{header}\n{first[9:]}\n{second}\n")
    with pytest.raises(NotationError, match="line 2 does not tell of a game"):
        opened(path)


def test_seats_that_there_are_not_are_named(path: Path) -> None:
    text = path.read_text()
    path.write_text(text.replace('"winners":[0]', '"winners":[7]', 1))
    with pytest.raises(NotationError, match=r"line 2 does not tell of a game .*seats are not"):
        opened(path)
