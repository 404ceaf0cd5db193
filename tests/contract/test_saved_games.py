"""Games that were saved once stay readable, state by state, as long as their rules are in force."""

from pathlib import Path

import pytest

from algorally.core.transcript import read_transcript

SAVED = sorted(Path(__file__).parents[1].glob("games/*/saved/*.txt"))


@pytest.mark.parametrize("path", SAVED, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_saved_game_is_read_as_it_was_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    transcript = read_transcript(text)  # which compares the state after every line
    assert transcript.end().over
    assert transcript.text() == text


def test_every_game_has_some() -> None:
    folders = {path.parents[1].name for path in SAVED}
    assert folders == {path.parent.name for path in SAVED[0].parents[2].glob("*/scenes")}
