"""The Python door says what is wrong with its arguments."""

from typing import Any

import numpy as np
import pytest

import algorally
from algorally.core.errors import SettingError, UnknownGame, UnreadableChoice

pytestmark = pytest.mark.modes


@pytest.mark.parametrize("wrong", [True, 1.5, "corner NW", None, [1]])
def test_what_is_no_number_is_no_choice_and_no_seat(wrong: Any) -> None:
    race = algorally.start("algoracing", seed=1)
    before = race.states.tobytes()
    for call in (
        lambda: race.play(1, wrong),
        lambda: race.play(wrong, 0),
        lambda: race.legal(wrong),
        lambda: race.view(wrong),
        lambda: race.say(wrong),
    ):
        with pytest.raises(UnreadableChoice, match="is a whole number, not"):
            call()
    assert race.states.tobytes() == before


def test_numbers_of_numpy_are_numbers() -> None:
    race = algorally.start("algoracing", seed=1)
    race.play(np.int64(1), np.int64(race.legal(1)[0]))  # type: ignore[arg-type]
    assert race.acting() == [0]


@pytest.mark.parametrize("seat", [-2, 2, 9, 2**70])
def test_there_is_no_view_of_a_seat_that_is_not(seat: int) -> None:
    race = algorally.start("algoracing", seed=1)
    with pytest.raises(UnreadableChoice, match="seats are 0 to 1, and -1 looks on"):
        race.view(seat)


@pytest.mark.parametrize("action", [-1, 159, 2**70])
def test_there_are_no_words_for_an_action_that_is_not(action: int) -> None:
    with pytest.raises(UnreadableChoice, match="there is no action"):
        algorally.start("algoracing", seed=1).say(action)


@pytest.mark.parametrize("seats", ["two", 2.5, None, True])
def test_seats_are_a_number(seats: Any) -> None:
    with pytest.raises(SettingError, match=r"AR-1: .* 2 to 4 players, not"):
        algorally.start("algoracing", seats=seats)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "x"])
def test_seeds_are_numbers_of_63_bits(seed: Any) -> None:
    with pytest.raises(SettingError, match="a seed is a whole number from 0"):
        algorally.start("algoracing", seed=seed)


def test_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'; there are algoracing"):
        algorally.start("chess")
