"""`scene`: a line for each failure, the sum alone on the last line, and the exit status."""

import json
from pathlib import Path

import pytest

from algorally.core.scene import Scene
from tests.cli.conftest import SCENE, Run


def broken(path: Path, old: str, new: str) -> Path:
    """A copy of the scene with something else in it."""
    copy = path.with_name(f"{len(list(path.parent.iterdir()))}.toml")
    copy.write_text(SCENE.replace(old, new), encoding="utf-8")
    return copy


def test_a_scene_that_passes(run: Run, scene: Path) -> None:
    result = run("scene", str(scene))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "1 passed, 0 failed\n", "")


def test_a_scene_that_fails_says_what_came(run: Run, scene: Path) -> None:
    wrong = broken(scene, 'at = "1,1E"', 'at = "2,1E"\npoints = 3')
    result = run("scene", str(scene.parent))
    assert result.exit_code == 1
    failed, last = result.stdout.splitlines()
    assert failed == (
        f"{wrong}: a step: rovers.red.at: expected '2,1E', came '1,1E';"
        " rovers.red.points: expected 3, came 0"
    )
    assert last == "1 passed, 1 failed"


def test_an_unreadable_scene_does_not_stop_the_others(run: Run, scene: Path) -> None:
    unknown_key = broken(scene, "seat =", "chair =")
    unknown_card = broken(scene, '"step"', '"hop"')
    not_toml = broken(scene, "[given]", "[given")
    failing = broken(scene, "1,1E", "2,1E")
    result = run("scene", str(scene.parent), "nowhere.toml")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == "1 passed, 5 failed"
    assert [str(failing) in line for line in result.stdout.splitlines()] == [True, False]
    errors = result.stderr.splitlines()
    assert len(errors) == 4
    for path in (unknown_key, unknown_card, not_toml, "nowhere.toml"):
        assert sum(line.startswith(f"error: {path}: ") for line in errors) == 1


def test_what_nobody_foresaw_in_a_scene_is_told_too(
    run: Run, scene: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(played: Scene) -> list[str]:
        return [] if played.path == scene else [str(1 // 0)]

    other = broken(scene, "a step", "another")
    monkeypatch.setattr("algorally.cli.scene.play_scene", trip)
    result = run("scene", str(scene.parent))
    assert (result.exit_code, result.stdout) == (2, "1 passed, 1 failed\n")
    assert result.stderr.startswith(f"error: {other}: this should not have happened")


def test_results_as_json(run: Run, scene: Path) -> None:
    broken(scene, "1,1E", "2,1E")
    broken(scene, "seat =", "chair =")
    result = run("scene", str(scene.parent), "--json")
    assert result.exit_code == 2
    found = {part["path"]: part for part in json.loads(result.stdout)}
    assert [part["passed"] for part in found.values()] == [False, False, True]
    assert [part["readable"] for part in found.values()] == [True, False, True]
    good = found[str(scene)]
    assert good["title"] == "a step"
    assert good["rules"] == ["AR-24"]
    assert good["problems"] == []


def test_a_folder_without_scenes_is_bad_input(run: Run, tmp_path: Path) -> None:
    result = run("scene", str(tmp_path))
    assert result.exit_code == 2
    assert "no scene" in result.stderr
