"""Scene files that cannot be read say which key is wrong and what would have been right.

Each game has a scene to try this on, in `tests/games/<name>/scene_file.py`.
"""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from algorally.core.errors import SceneError
from algorally.core.game import games
from tests.playing import play_scene_text

FILES: dict[str, Any] = {
    name: importlib.import_module(f"tests.games.{name}.scene_file") for name in games()
}
ANY_GAME = [
    (r'^game = ".*"', 'game = "chess"', "game: there is no game 'chess'; there are"),
    (r'^title = ".*"', "", "a scene needs 'title'"),
    (r"^seed =", "sead =", "a scene has no key 'sead'; it can have game, title"),
    (r"^seed = .*", "seed = -1", "a seed is a whole number from 0"),
    (r"^seed = .*", 'seed = "x"', "seed must be a whole number, not 'x'"),
    (r"^\[options\]", "[options]\nno_such = 1", "there is no option 'no_such'; there are"),
    (r"^\[given\]", "[given]\nno_such = 1", "given has no key 'no_such'; it can have"),
    (r"^\[\[do\]\]", "[[do]]\nno_such = 1", "step 1 has no key 'no_such'; it can have"),
    (r"^\[expect\]", "[expect]\nno_such = 1", "expect has no key 'no_such'; it can have"),
    (r"^\[expect\]", "[expect", "not a TOML file"),
]


def changes(kind: str) -> list[tuple[str, ...]]:
    """All changes of one kind to the scenes of all games, each with the name of its game."""
    return [(name, *change) for name, file in FILES.items() for change in getattr(file, kind)]


def refused(folder: Path, text: str) -> str:
    """What is said of a scene that cannot be read; it begins with the name of the file."""
    with pytest.raises(SceneError) as caught:
        play_scene_text(folder, text)
    assert str(caught.value).startswith(f"{folder / 'scene.toml'}: ")
    return str(caught.value)


@pytest.mark.parametrize("name", games())
def test_the_scene_itself_is_in_order(tmp_path: Path, name: str) -> None:
    assert play_scene_text(tmp_path, FILES[name].SCENE) == []


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize(("old", "new", "message"), ANY_GAME)
def test_what_is_wrong_in_any_game_is_named(
    tmp_path: Path, name: str, old: str, new: str, message: str
) -> None:
    text, count = re.subn(old, new, FILES[name].SCENE, count=1, flags=re.MULTILINE)
    assert count == 1
    assert message in refused(tmp_path, text)


@pytest.mark.parametrize("name", games())
def test_a_scene_needs_somebody_to_play(tmp_path: Path, name: str) -> None:
    text = f'game = "{name}"\ntitle = "nobody"\ndo = []\n[given]\n'
    assert re.search(r"given needs a (\w+): \[given\.\1s\.(red|A)\]", refused(tmp_path, text))


@pytest.mark.parametrize(("name", "old", "new", "message"), changes("WRONG"))
def test_what_is_wrong_is_named(
    tmp_path: Path, name: str, old: str, new: str, message: str
) -> None:
    assert old in FILES[name].SCENE
    assert message in refused(tmp_path, FILES[name].SCENE.replace(old, new, 1))


@pytest.mark.parametrize(("name", "old", "new", "problem"), changes("OTHERWISE"))
def test_what_comes_out_otherwise_is_told(
    tmp_path: Path, name: str, old: str, new: str, problem: str
) -> None:
    assert old in FILES[name].SCENE
    lines = play_scene_text(tmp_path, FILES[name].SCENE.replace(old, new, 1))
    assert any(line.startswith(problem) for line in lines), lines


@pytest.mark.parametrize("name", games())
def test_what_should_have_been_refused_is_told(tmp_path: Path, name: str) -> None:
    text = FILES[name].SCENE.replace("[[do]]", "[[do]]\nillegal = true", 1)
    assert play_scene_text(tmp_path, text) == ["step 1: it was accepted, not refused"]
