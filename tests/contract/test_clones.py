"""A clone is a game of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.game import Game
from tests.playing import arrive, choices, contents, journeys

pytestmark = pytest.mark.modes
AHEAD = 20  # choices played on after cloning


@given(data=st.data())
def test_playing_on_a_clone_leaves_the_original_alone(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    original = arrive(game, journey)
    before = contents(original)
    clone = original.clone()
    assert contents(clone) == before
    for seat, action in choices(clone, journey.seed + 1, AHEAD):
        clone.play(seat, action)
        assert contents(original) == before


@given(data=st.data())
def test_playing_on_the_original_leaves_a_clone_alone(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    original = arrive(game, journey)
    clone = original.clone()
    before = contents(clone)
    for seat, action in choices(original, journey.seed + 1, AHEAD):
        original.play(seat, action)
        assert contents(clone) == before


@given(data=st.data())
def test_a_clone_goes_on_as_the_original_does(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    original = arrive(game, journey)
    clone = original.clone()
    for seat, action in choices(original, journey.seed + 1, AHEAD):
        events = original.play(seat, action)
        assert clone.play(seat, action).tobytes() == events.tobytes()
    assert contents(clone) == contents(original)


@given(data=st.data())
def test_looking_guessing_and_playing_never_change_the_field(
    game: Game, data: st.DataObject
) -> None:
    journey = data.draw(journeys(game))
    position = arrive(game, journey)
    fresh = game.make_field(journey.seats, journey.settings)
    before = contents(position)
    position.view(0).guess(0, journey.seed)
    position.legal(0)
    position.standing()
    assert contents(position) == before
    assert position.fields.tobytes() == fresh.tobytes()
