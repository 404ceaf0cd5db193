"""No piece is ever made or lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.game import Game
from tests.playing import begin, choices, journeys

pytestmark = pytest.mark.modes


@given(data=st.data())
def test_the_pieces_of_a_game_stay_the_same_until_its_end(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    position = begin(game, journey)
    pieces = game.words.inventory(position)
    assert pieces
    assert min(pieces.values()) >= 0
    for seat, action in choices(position, journey.seed, journey.choices):
        position.play(seat, action)
        assert game.words.inventory(position) == pieces
