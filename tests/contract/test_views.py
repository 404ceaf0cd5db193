"""A view is the state with the secrets blanked, a guess fills the blanks."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core import patches
from algorally.core.dice import Dice
from algorally.core.events import SeenEvent, may_hear, seen_by
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.core.records import Rows
from tests.contract.conftest import some
from tests.playing import (
    LONGEST_JOURNEY,
    arrive,
    begin,
    choices,
    contents,
    journeys,
    play_to_the_end,
    viewers,
)

pytestmark = pytest.mark.modes
SEEDS = st.integers(0, 2**63 - 1)


def without_dice(position: Position) -> bytes:
    """All of a state but its dice, which differ even where nothing else does."""
    states = position.states.copy()
    for name in states.dtype.names or ():
        if states.dtype[name] == Dice.dtype:
            states[name] = Dice.rows()
    return states.tobytes()


@given(data=st.data())
def test_states_that_differ_in_secrets_only_look_the_same(game: Game, data: st.DataObject) -> None:
    position, seed = arrive(game, data.draw(journeys(game))), data.draw(SEEDS)
    for viewer in viewers(position):
        view = position.view(viewer)
        other = view.guess(viewer, seed)
        assert contents(other.view(viewer)) == contents(view)


@given(data=st.data())
def test_a_view_of_a_view_is_that_view(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for viewer in viewers(position):
        view = position.view(viewer)
        assert contents(view.view(viewer)) == contents(view)


@given(data=st.data())
def test_a_spectator_sees_no_more_than_any_seat(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    spectacle = contents(position.view(-1))
    for seat in range(position.seats):
        assert contents(position.view(seat).view(-1)) == spectacle


@given(data=st.data())
def test_nobody_sees_the_dice(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for viewer in viewers(position):
        view = position.view(viewer)
        assert contents(view) == without_dice(view)


@given(data=st.data())
def test_a_seat_finds_its_legal_actions_in_its_view_and_in_any_guess(
    game: Game, data: st.DataObject
) -> None:
    position, seed = arrive(game, data.draw(journeys(game))), data.draw(SEEDS)
    for seat in range(position.seats):
        view = position.view(seat)
        for known in (view, view.guess(seat, seed)):
            assert known.acting() == position.acting()
            assert known.legal(seat) == position.legal(seat)


@some(20)
@given(data=st.data())
def test_a_guess_can_be_played_to_the_end(game: Game, data: st.DataObject) -> None:
    position, seed = arrive(game, data.draw(journeys(game))), data.draw(SEEDS)
    for viewer in viewers(position):
        guess = position.view(viewer).guess(viewer, seed)
        play_to_the_end(guess, seed)
        assert guess.over


@given(data=st.data())
def test_a_guess_has_the_pieces_of_the_game(game: Game, data: st.DataObject) -> None:
    position, seed = arrive(game, data.draw(journeys(game))), data.draw(SEEDS)
    pieces = game.words.inventory(position)
    for viewer in viewers(position):
        guess = position.view(viewer).guess(viewer, seed)
        assert game.words.inventory(guess) == pieces


@given(data=st.data())
def test_the_same_seed_gives_the_same_guess(game: Game, data: st.DataObject) -> None:
    position, seed = arrive(game, data.draw(journeys(game))), data.draw(SEEDS)
    view = position.view(0)
    assert contents(view.guess(0, seed)) == contents(view.guess(0, seed))


def test_different_seeds_give_different_guesses(game: Game) -> None:
    if not game.facts.hidden:
        pytest.skip("a game without secrets")
    for seats in game.seats:
        position = game.start(seats, seats)
        sure = set(viewers(position))  # as far as we have seen
        for seat, action in choices(position, seats, 60):
            position.play(seat, action)
            for viewer in list(sure):
                view = position.view(viewer)
                guesses = {without_dice(view.guess(viewer, seed)) for seed in range(8)}
                if len(guesses) > 4:
                    sure.remove(viewer)
        assert not sure


@given(data=st.data())
def test_an_old_view_and_the_visible_events_make_the_new_view(
    game: Game, data: st.DataObject
) -> None:
    journey = data.draw(journeys(game))
    position = begin(game, journey)
    views = {viewer: position.view(viewer) for viewer in viewers(position)}
    for seat, action in choices(position, journey.seed, journey.choices):
        events = position.play(seat, action)
        for viewer, view in views.items():
            patched = view.clone()
            told = list(patches.changes(view.clone().follow(events)))
            heard = events[[may_hear(viewer, one) for one in events["audience"].tolist()]]
            for place, change in enumerate(told):
                view.follow(heard[place : place + 1])
                for where, value in change:
                    patched.states.view(np.uint8)[where] = value
                assert contents(patched) == contents(view), differences(patched, view)
            fresh = position.view(viewer)
            assert contents(view) == contents(fresh), differences(view, fresh)
            assert len(told) == len(heard) == len(seen_by(viewer, events))


def secrets_told(viewer: int, events: Rows) -> Counter[SeenEvent]:
    """The events with a secret that a seat sees, in any order; 0 is what events without one say."""
    return Counter(event for event in seen_by(viewer, events) if event.secret > 0)


@given(data=st.data())
def test_a_seat_is_told_no_secret_that_its_view_does_not_show(
    game: Game, data: st.DataObject
) -> None:
    journey = data.draw(journeys(game, LONGEST_JOURNEY // 2))
    position = begin(game, journey)
    for seat, action in choices(position, journey.seed, journey.choices):
        before = position.clone()
        if (position.play(seat, action)["secret"] > 0).any():
            for viewer in viewers(position):
                told: dict[bytes, Counter[SeenEvent]] = {}
                for guess in (before.view(viewer).guess(viewer, number) for number in range(4)):
                    if action in guess.legal(seat):
                        secrets = secrets_told(viewer, guess.play(seat, action))
                        assert told.setdefault(contents(guess.view(viewer)), secrets) == secrets


def differences(one: Position, other: Position) -> str:
    """The fields in which two positions of a game differ, for a message that helps."""
    names = one.states.dtype.names or ()
    return "; ".join(
        f"{name}: {one.states[name][0]} and {other.states[name][0]}"
        for name in names
        if one.states[name].tobytes() != other.states[name].tobytes()
    )
