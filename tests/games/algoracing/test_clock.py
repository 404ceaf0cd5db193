"""AR-A56: what the clock decides before the game begins, and how it is told."""

import pytest

from algorally.core.events import seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.algoracing.names import CORNER, FACE, LAY_SAMPLE, Phase
from tests.playing import decide_as

pytestmark = pytest.mark.modes


def start(**settings: str) -> Position:
    return find_game("algoracing").start(seats=3, seed=2, **settings)


def test_ar_a56_what_is_taken_is_left_out() -> None:
    position = start(sample_placement="players")
    position.play(0, LAY_SAMPLE)
    decide_as(position, 1, LAY_SAMPLE + 1)
    while position.state.phase == Phase.PLACE_SAMPLES:
        position.time_up(position.acting()[0])
    position.play(2, CORNER)
    decide_as(position, 1, CORNER + 1)
    position.play(0, CORNER + 3)
    faced = [action - FACE for action in position.legal(2)]
    decide_as(position, 2, FACE + faced[0])
    assert faced[0] > 0  # a rover in the north-west corner may not face north


def test_ar_a56_an_owed_ride_is_decided_and_the_turn_goes_on() -> None:
    position = start(level="complete")
    while position.state.phase < Phase.BUILD:
        position.time_up(position.acting()[0])
    race, field = position.state, position.field
    race.phase = Phase.RIDE_FIRST
    field.lifts[race.rovers[0].square] = 0b0110
    decide_as(position, 0, position.legal(0)[0])
    assert position.acting() == [0]
    assert race.phase == Phase.BUILD


def test_ar_a56_the_clock_is_told_of() -> None:
    position = start()
    while position.state.phase < Phase.BUILD:
        position.time_up(position.acting()[0])
    events = position.time_up(0)
    told = [position.game.words.tell(position, event) for event in seen_by(1, events)]
    red, yellow = (position.game.words.seat_name(position, seat) for seat in (0, 1))
    assert told == [f"{red}'s time is up", f"{red} passes", f"{yellow}'s turn"]
