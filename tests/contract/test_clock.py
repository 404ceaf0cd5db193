"""The clock decides for a seat whose time is up; nobody else may decide so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.errors import GameError, IllegalChoice, MatchOver, NotYourTurn
from algorally.core.events import seen_by
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.core.rule_book import read_book
from tests.contract.conftest import some
from tests.playing import (
    ENDLESS,
    SPECTATOR,
    arrive,
    begin,
    choices,
    contents,
    decide_as,
    journeys,
    play_to_the_end,
    viewers,
)

pytestmark = pytest.mark.modes
LATE = 5  # of so many choices one is made by the clock


def test_what_the_clock_plays_is_an_action_with_a_text_of_its_own(game: Game) -> None:
    position = game.start()
    assert game.time_up in range(game.actions)
    text = position.say(game.time_up)
    assert list(game.words.read(position, position.acting()[0], text)) == [game.time_up]
    assert game.words.final(game.time_up)


@given(data=st.data())
def test_the_clock_can_decide_for_every_seat_that_acts(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    before = contents(position)
    for seat in position.acting():
        clone = position.clone()
        events = clone.time_up(seat)
        assert len(events)
        assert contents(clone) != before
        assert any(game.words.tell(clone, event) for event in seen_by(SPECTATOR, events))
        assert game.words.inventory(clone) == game.words.inventory(position)
    assert contents(position) == before


@given(data=st.data())
def test_before_the_first_turn_the_clock_makes_the_first_choice_there_is(
    game: Game, data: st.DataObject
) -> None:
    position = begin(game, data.draw(journeys(game)))
    while position.acting() and position.standing().turns == 0:
        seat = data.draw(st.sampled_from(position.acting()))
        decide_as(position, seat, position.legal(seat)[0])
    assert position.standing().turns == 1


@given(data=st.data())
def test_nobody_may_choose_what_the_clock_plays(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    before = contents(position)
    for seat in position.acting():
        assert game.time_up not in position.legal(seat)
        for choose in (
            lambda seat=seat: position.play(seat, game.time_up),
            lambda seat=seat: position.play_text(seat, position.say(game.time_up)),
        ):
            with pytest.raises(IllegalChoice, match="clock") as caught:
                choose()
            assert caught.value.rules
            assert set(caught.value.rules) <= read_book(game).keys()
    assert contents(position) == before


def refused(position: Position, seat: int) -> GameError:
    """The error of a clock that must not decide for a seat."""
    before = contents(position)
    with pytest.raises(GameError) as caught:
        position.time_up(seat)
    assert contents(position) == before
    return caught.value


@given(data=st.data())
def test_the_clock_decides_for_no_seat_that_does_not_act(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    wanted = NotYourTurn if position.acting() else MatchOver
    idle = set(range(position.seats)) - set(position.acting())
    for seat in (*idle, -1, position.seats, 64, 2**63):
        error = refused(position, seat)
        assert isinstance(error, wanted)
        assert error.rules


def test_the_clock_does_nothing_after_the_end(game: Game) -> None:
    position = game.start()
    play_to_the_end(position, 1)
    for seat in range(position.seats):
        assert isinstance(refused(position, seat), MatchOver)


@given(data=st.data())
def test_views_follow_what_the_clock_decides(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    position = begin(game, journey)
    views = {viewer: position.view(viewer) for viewer in viewers(position)}
    late = data.draw(st.integers(0, LATE - 1))
    for number, (seat, action) in enumerate(choices(position, journey.seed, journey.choices)):
        clock = number % LATE == late
        events = position.time_up(seat) if clock else position.play(seat, action)
        for viewer, view in views.items():
            view.follow(events)
            assert contents(view) == contents(position.view(viewer))


@some(30)
@given(data=st.data())
def test_a_game_that_the_clock_plays_alone_comes_to_an_end(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for _ in range(ENDLESS):
        for seat in position.acting():
            position.time_up(seat)
    assert position.over
