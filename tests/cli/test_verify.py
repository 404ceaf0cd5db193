"""`replay --verify`: whether the deal of a game is the one that the house promised."""

import hashlib
import re
from pathlib import Path

import pytest

from algorally.core.commitment import commitment, promise
from algorally.core.game import find_game
from algorally.core.transcript import Transcript, make
from algorally.match.lots import drawn_by_house
from tests.cli.conftest import Run

SEED, SALT = 2**62 + 5, "00ff" * 8
PROMISED = hashlib.sha256(f"algorally seed {SEED} salt {SALT}".encode()).hexdigest()
FAILED, BAD_INPUT = 1, 2
PAGE = Path(__file__).parents[2] / "docs" / "fair-play.md"


def saved(path: Path, salt: str = SALT, promised: str = PROMISED, *, by_lot: bool = True) -> Path:
    """A short game, set up by the house or by players."""
    game = Transcript(find_game("algoracing"), 2, SEED, salt=salt, commitment=promised)
    position = game.start()
    for seat, action in drawn_by_house(position, SEED):
        chosen = action if by_lot else max(position.legal(seat))
        make(position, seat, chosen)
        game.choices.append((seat, chosen))
    path.write_text(game.text(), encoding="utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game whose house kept its promise."""
    return saved(tmp_path / "game.txt")


def test_the_text_that_is_hashed_stays_as_it_is_documented() -> None:
    assert commitment(SEED, SALT) == PROMISED


def test_the_page_for_doubters_gives_an_example_that_is_right() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (hashed,) = re.findall(r"printf %s '(.*)' \| sha256sum", page)
    assert hashed == promise(SEED, SALT)
    assert f"seed = {SEED}\n   salt = {SALT}\n   commitment = {PROMISED}\n" in page
    assert f"--verify --commitment {PROMISED}\n" in page


def test_a_kept_promise_is_told_in_words_with_what_was_hashed(run: Run, game: Path) -> None:
    result = run("replay", str(game), "--verify")
    assert result.exit_code == 0
    assert f"the game plays through as it is written, from seed {SEED} on." in result.stdout
    hashed = f'SHA-256 of "algorally seed {SEED} salt {SALT}"'
    assert f"{hashed}\nis the commitment {PROMISED}\n" in result.stdout
    assert "set up as the house draws it by lot from this seed" in result.stdout
    assert "--commitment compares it" in result.stdout


@pytest.mark.parametrize("typed", [PROMISED, f" {PROMISED.upper()} "])
def test_it_is_compared_with_what_was_seen_before(run: Run, game: Path, typed: str) -> None:
    for options in (["--commitment", typed], ["--verify", "--commitment", typed]):
        result = run("replay", str(game), *options)
        assert result.exit_code == 0
        assert "This is the commitment that was seen" in result.stdout


def test_another_one_than_was_seen_is_an_error(run: Run, game: Path) -> None:
    seen = commitment(SEED + 1, SALT)
    result = run("replay", str(game), "--commitment", seen)
    assert result.exit_code == FAILED
    assert result.stderr == (
        f"error: {game}: the commitment seen was {seen}, but the file has {PROMISED}\n"
    )


def test_a_broken_promise_is_an_error(run: Run, tmp_path: Path) -> None:
    other = commitment(SEED + 1, SALT)
    game = saved(tmp_path / "game.txt", promised=other)
    for options in (["--verify"], ["--commitment", other]):
        result = run("replay", str(game), *options)
        assert result.exit_code == FAILED
        assert f"seed and salt do not give the commitment {other}" in result.stderr
        assert "not the deal that the house promised" in result.stderr


@pytest.mark.parametrize(("salt", "promised"), [("", PROMISED), (SALT, "")])
def test_half_a_promise_is_an_error(run: Run, tmp_path: Path, salt: str, promised: str) -> None:
    result = run("replay", str(saved(tmp_path / "game.txt", salt, promised)), "--verify")
    assert result.exit_code == FAILED
    assert f"the {'commitment' if salt else 'salt'} is missing" in result.stderr


def test_a_game_without_a_promise_claims_nothing(run: Run, tmp_path: Path) -> None:
    game = saved(tmp_path / "game.txt", "", "")
    assert "salt" not in game.read_text(encoding="utf-8")
    result = run("replay", str(game), "--verify")
    assert result.exit_code == 0
    assert "The file carries no commitment" in result.stdout
    result = run("replay", str(game), "--commitment", PROMISED)
    assert result.exit_code == FAILED
    assert "but the file carries none" in result.stderr


def test_a_set_up_that_the_house_did_not_draw_is_told(run: Run, tmp_path: Path) -> None:
    game = saved(tmp_path / "game.txt", by_lot=False)
    result = run("replay", str(game), "--verify")
    assert result.exit_code == 0
    assert "not set up as the house would have drawn it" in result.stdout


def test_what_is_no_commitment_is_bad_input(run: Run, game: Path) -> None:
    result = run("replay", str(game), "--commitment", PROMISED[:12])
    assert result.exit_code == BAD_INPUT
    assert "--commitment takes the 64 hexadecimal digits of one" in result.stderr


def test_a_file_that_was_changed_is_refused_as_ever(run: Run, game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace(f"seed = {SEED}", f"seed = {SEED + 1}"), encoding="utf-8")
    result = run("replay", str(game), "--verify")
    assert result.exit_code == BAD_INPUT
    assert "the game does not begin as it did" in result.stderr
