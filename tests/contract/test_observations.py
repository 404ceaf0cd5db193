"""What learners see of a view, all of it in its place; that it is a view, `tests/envs` says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.game import Game
from algorally.core.observation import Observation
from algorally.core.position import Position
from tests.contract.conftest import some
from tests.playing import arrive, journeys

pytestmark = pytest.mark.modes

UNWRITTEN = 99  # stands where nothing has been written


def observation_of(game: Game) -> Observation:
    """What the game says of it."""
    assert game.observation
    return game.observation


def look(view: Position, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Planes and numbers of a view."""
    observation = observation_of(view.game)
    rows, columns = observation.shape(view.field)
    planes = np.full((len(observation.planes), rows * columns), UNWRITTEN, np.int8)
    numbers = np.full(observation.length, UNWRITTEN, np.int16)
    planes[: len(observation.ground)] = 0
    observation.draw_ground(view.field, planes)
    observation.observe(view.state, view.field, seat, planes, numbers)
    return planes, numbers


@some(20)
@given(data=st.data())
def test_every_plane_and_number_is_written(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for seat in range(position.seats):
        planes, numbers = look(position.view(seat), seat)
        assert UNWRITTEN not in planes
        assert UNWRITTEN not in numbers


@some(20)
@given(data=st.data())
def test_two_moments_that_a_seat_can_tell_apart_look_different(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for seat in position.acting():
        before = look(position.view(seat), seat)
        after = position.clone()
        after.play(seat, position.legal(seat)[0])
        same = all(map(np.array_equal, before, look(after.view(seat), seat)))
        assert not same


def test_names_are_given_once(game: Game) -> None:
    observation = observation_of(game)
    for named in (observation.planes, observation.parts):
        names = [thing.name for thing in named]
        assert len(set(names)) == len(names)
        assert all(thing.sentence for thing in named)
