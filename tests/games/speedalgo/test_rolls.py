"""SA-B35: scenes prepare the throws of some rounds."""

from pathlib import Path

import pytest

from algorally.core.errors import SceneError
from tests.playing import play_scene_text


def test_sa_b35_throws_can_be_prepared_for_eight_rounds(tmp_path: Path) -> None:
    empty, prepared = "[[do]]\nprograms = {}\n", "[[do]]\nprograms = {}\nrolls = { red = 4 }\n"
    scene = 'game = "speedalgo"\ntitle = "many rounds"\n[given]\n[given.cars.red]\nat = "C0"\n'
    assert (
        play_scene_text(tmp_path, scene + empty * 6 + prepared + "[expect.cars.red]\nroll = 4\n")
        == []
    )
    with pytest.raises(SceneError, match="rolls: they can be given for the first 8 rounds"):
        play_scene_text(tmp_path, scene + empty * 7 + prepared)
