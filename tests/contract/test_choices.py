"""What a seat may do, and what happens when it tries something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.errors import (
    GameError,
    IllegalChoice,
    MatchOver,
    NotYourTurn,
    UnreadableChoice,
)
from algorally.core.game import Game
from algorally.core.position import Position
from algorally.core.rule_book import read_book
from tests.playing import arrive, begin, choices, contents, journeys, play_to_the_end

pytestmark = pytest.mark.modes

NO_SEATS = (-1, -64, 63, 64, 10**6, 2**63)
NO_ACTIONS = (-1, -(10**6), 10**6, 2**31, 2**63, -(2**70))


@given(data=st.data())
def test_a_seat_that_acts_always_has_a_legal_action(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    position = begin(game, journey)
    for seat, action in choices(position, journey.seed, journey.choices):
        assert all(position.legal(who) for who in position.acting())
        position.play(seat, action)


@given(data=st.data())
def test_a_seat_that_does_not_act_has_no_legal_action(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    idle = set(range(position.seats)) - set(position.acting())
    for seat in (*idle, *NO_SEATS, position.seats):
        assert position.legal(seat) == []


@given(data=st.data())
def test_every_legal_action_is_accepted(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    before = contents(position)
    for seat in position.acting():
        for action in position.legal(seat):
            clone = position.clone()
            clone.play(seat, action)
            assert contents(clone) != before


def refusal(position: Position, seat: int, action: int) -> GameError:
    """The error of a choice that must be refused, and must change nothing."""
    before = contents(position)
    with pytest.raises(GameError) as caught:
        position.play(seat, action)
    assert contents(position) == before
    return caught.value


@given(data=st.data())
def test_every_other_action_is_refused_by_a_rule_and_changes_nothing(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    book = read_book(game)
    for seat in position.acting():
        legal = set(position.legal(seat))
        for action in set(range(game.actions)) - legal:
            error = refusal(position, seat, action)
            assert isinstance(error, IllegalChoice)
            assert error.rules, f"action {action}: {error}"
            assert set(error.rules) <= book.keys()


@given(data=st.data())
def test_a_number_that_is_no_action_is_refused_and_changes_nothing(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for seat in position.acting():
        for action in (game.actions, *NO_ACTIONS):
            assert isinstance(refusal(position, seat, action), UnreadableChoice)


@given(data=st.data())
def test_a_seat_that_does_not_act_is_refused_and_changes_nothing(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    acting = position.acting()
    wanted = NotYourTurn if acting else MatchOver
    action = position.legal(acting[0])[0] if acting else 0
    idle = set(range(position.seats)) - set(acting)
    for seat in (*idle, *NO_SEATS, position.seats):
        error = refusal(position, seat, action)
        assert isinstance(error, wanted)
        assert error.rules
        assert set(error.rules) <= read_book(game).keys()


def test_a_game_that_is_over_refuses_everything(game: Game) -> None:
    position = game.start(game.seats[0], 0)
    play_to_the_end(position, 0)
    for seat in (*range(position.seats), *NO_SEATS):
        for action in (0, game.actions - 1, *NO_ACTIONS):
            assert isinstance(refusal(position, seat, action), MatchOver)


@given(data=st.data())
def test_the_seats_that_act_are_seats_of_the_game(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    acting = int(game.doors.who_acts(position.states, 0, position.fields))
    assert 0 <= acting < 1 << position.seats
    assert game.facts.simultaneous or acting.bit_count() <= 1
