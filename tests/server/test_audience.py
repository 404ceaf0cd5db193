"""What the viewers of a live table are told is kept from one thing that happens to the next."""

import random
from typing import Any

import pytest

from algorally.core.game import games
from algorally.match.entries import Clock
from algorally.server.frames import SPECTATOR, Audience
from tests.match.tables import begun, make_header
from tests.server.worlds import add_something

OTHER_RULES: dict[str, dict[str, Any]] = {
    "algoracing": {"level": "complete"},
    "speedalgo": {"programming": "open_live"},
}


@pytest.mark.parametrize("others", [False, True], ids=["usual", "others"])
@pytest.mark.parametrize("game", games())
def test_who_was_there_before_is_told_the_same_as_who_has_just_come(
    game: str, others: bool
) -> None:
    dice = random.Random(3)
    settings = OTHER_RULES.get(game, {}) if others else {}
    table = begun(make_header(game, 3, 17, Clock(turn=600, reserve=0), **settings))
    staying, viewers = Audience(), [SPECTATOR, 0, 1, 2]
    for number in range(120):
        if not table.match.thinking():
            break
        add_something(table, dice)
        if dice.random() < 0.1:
            continue  # nobody was told of it, as when all had hung up
        applied = table.match.applied[-1]
        told = staying.frames(table.match, applied, viewers)
        assert told == Audience().frames(table.match, applied, viewers), number
        viewers = [viewer for viewer in (SPECTATOR, 0, 1, 2) if dice.random() < 0.8]
