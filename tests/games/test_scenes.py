"""Every scene of every game, through the same door as `algorally scene`."""

from pathlib import Path

import pytest

from algorally.core.scene import find_scenes, load_scene, play_scene

FOLDER = Path(__file__).parent
SCENES = list(find_scenes([FOLDER]))


@pytest.mark.modes
@pytest.mark.parametrize("path", SCENES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_the_scene_comes_out_as_expected(path: Path) -> None:
    assert play_scene(load_scene(path)) == []


def test_there_are_scenes() -> None:
    assert len(SCENES) > 100
