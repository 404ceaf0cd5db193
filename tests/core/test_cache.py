"""What is compiled is kept apart by mode, by game and by source."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from algorally.core import cache
from algorally.core.compile import MODES
from algorally.core.game import games

MODE = MODES[0]
HOMES = {name: f"algorally.games.{name}" for name in games()}
Touch = Callable[..., set[str]]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Finds the folder of a home in an empty cache."""
    monkeypatch.setenv("ALGORALLY_CACHE", str(tmp_path / "cache"))
    return lambda home: cache.cache_folder.__wrapped__(home, MODE)


@pytest.fixture
def touch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Touch:
    """Edits a file in a copy of the sources; the homes whose compiled functions are outdated."""
    package = tmp_path / cache.HOUSE
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("pages", "__pycache__"))
    monkeypatch.setattr(cache, "PACKAGE", package)

    def edit(*path: str) -> set[str]:
        homes = {"the house": cache.HOUSE, **HOMES}
        before = {name: cache.digest(home, MODE) for name, home in homes.items()}
        file = package.joinpath(*path)
        file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        return {name for name, home in homes.items() if cache.digest(home, MODE) != before[name]}

    return edit


def test_each_lane_has_compiled_rules_of_its_own() -> None:
    for home in (cache.HOUSE, *HOMES.values()):
        assert len({cache.digest(home, mode) for mode in MODES}) == len(MODES)


def test_an_edited_rule_is_compiled_anew_and_no_other_game_is(touch: Touch) -> None:
    for name in games():
        assert touch("games", name, "rules", "turn.py") == {name}


@pytest.mark.parametrize(
    "file", ["__init__", "names", "state", "options", "setup", "choices", "view"]
)
def test_so_is_what_rules_are_made_of(touch: Touch, file: str) -> None:
    for name in games():
        assert touch("games", name, f"{file}.py") == {name}


@pytest.mark.parametrize("file", ["picture", "plain_text", "choice_text", "event_text", "scenes"])
def test_an_edited_picture_compiles_nothing(touch: Touch, file: str) -> None:
    for name in games():
        assert touch("games", name, f"{file}.py") == set()


def test_what_all_games_are_made_of_compiles_them_all(touch: Touch) -> None:
    made_of = ("dice", "door", "game", "compile")  # what is bound and linked, too
    parts = [("core", f"{name}.py") for name in made_of]
    for part in (*parts, ("batch", "loops.py"), ("batch", "compiled.py"), ("envs", "arena.py")):
        assert touch(*part) == {"the house", *games()}


def test_a_module_elsewhere_is_a_home_of_its_own() -> None:
    assert cache.home_of(__name__) == __name__
    assert Path(__file__) not in cache.sources(__name__)  # it declares nothing
    assert any(path.name == "toy.py" for path in cache.sources("tests.match.toy"))


def test_the_cache_keeps_its_youngest_folders(folder: Callable[[str], Path]) -> None:
    newest = folder(cache.HOUSE)
    begun = newest.name.rpartition("-")[0]
    for age in range(10):
        old = newest.with_name(f"{begun}-{age:016x}")
        old.mkdir()
        os.utime(old, (1_000_000 - age, 1_000_000 - age))
    assert folder(cache.HOUSE) == newest
    kept = {path.name for path in newest.parent.iterdir()}
    old_ones = {f"{begun}-{age:016x}" for age in range(cache.KEPT_CACHES - 1)}
    assert kept == {newest.name, *old_ones}


def test_the_cache_removes_nothing_that_is_not_its_own(folder: Callable[[str], Path]) -> None:
    mine = folder(HOMES["speedalgo"])
    for number in range(10):
        photos = mine.parent / f"photos {number}"
        photos.mkdir()
        (photos / "sea.jpg").touch()
        os.utime(photos, (0, 0))
    folder(cache.HOUSE)
    assert mine.exists()
    assert len(list(mine.parent.glob("photos */sea.jpg"))) == 10


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: Callable[[str], Path]
) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    monkeypatch.setenv("ALGORALLY_CACHE", str(blocked / "cache"))
    found = folder(cache.HOUSE)
    assert found.is_dir()
    assert blocked not in found.parents
    found.rmdir()
