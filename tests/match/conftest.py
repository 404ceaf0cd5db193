"""What tests of matches stand on."""

import pytest

from algorally.core.game import Game
from tests.match import toy
from tests.match.tables import make_toy_findable


@pytest.fixture
def shove(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy game, which can be found by its name as long as a test runs."""
    make_toy_findable(monkeypatch)
    return toy.GAME
