"""Looking ahead from a position, and what a position knows of itself."""

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import algorally
from algorally.core.compile import MODE
from algorally.core.errors import GameError, SettingError, UnreadableChoice
from algorally.core.game import Game, find_game, games
from algorally.core.planning import chart_of
from algorally.core.position import Position
from tests.contract.conftest import some
from tests.playing import arrive, contents, journeys, viewers

pytestmark = pytest.mark.modes

FEW = some(15)
TRIES = 20 if MODE == "interpreted" else 2000


def in_progress(game: Game, turn: int = 3) -> Position:
    position = game.start(seed=4)
    position.playout(until_turn=turn, seed=1)
    return position


@FEW
@given(data=st.data())
def test_plans_lead_to_what_they_are_judged_by(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    before = contents(position)
    for seat in range(position.seats):
        plans = position.plans(seat, best=4, tries=TRIES)
        assert bool(plans) == (seat in position.acting())
        assert [plan.value for plan in plans] == sorted((p.value for p in plans), reverse=True)
        assert len({tuple(plan.actions) for plan in plans}) == len(plans) <= 4
        for plan in plans:
            assert follow(position, seat, plan.actions) == plan.value
    assert contents(position) == before


def follow(position: Position, seat: int, actions: list[int]) -> int:
    """How good it is for a seat to play so while the others do nothing."""
    trial, turn = position.clone(), position.standing().turns
    for action in actions:
        trial.play(seat, action)
        while (others := trial.acting()) and turn and seat not in others:
            if trial.standing().turns != turn:
                break
            trial.stand_idle(others[0])
    return trial.judge(seat)


def test_the_best_of_many_plans_is_the_best_of_few(game: Game) -> None:
    position = in_progress(game)
    seat = position.acting()[0]
    many = position.plans(seat, best=50, tries=TRIES, seed=3)
    assert position.plans(seat, tries=1), "a seat that acts has a plan, however few tries there are"
    assert many[:5] == position.plans(seat, best=5, tries=TRIES, seed=3)
    assert max(plan.value for plan in many) == position.plans(seat, tries=TRIES)[0].value


def test_a_search_in_slices_finds_what_one_in_a_piece_finds(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("algorally.core.planning.AT_ONCE", 7)
    position = in_progress(game)
    seat = position.acting()[0]
    whole = position.plans(seat, best=3, tries=TRIES)
    assert position.plans(seat, best=3, tries=TRIES, seconds=1e9) == whole
    assert position.plans(seat, best=3, tries=TRIES, seconds=0)  # something is always tried


def test_a_playout_goes_as_far_as_it_is_told(game: Game) -> None:
    position = in_progress(game, turn=2)
    one, other = position.clone(), position.clone()
    assert one.playout(until_turn=3, seed=5).turns == 3
    other.playout(until_turn=np.int32(3), seed=np.uint8(5))  # type: ignore[arg-type]
    assert contents(one) == contents(other) != contents(position)
    if MODE != "interpreted":
        assert one.playout().turns == one.standing().turns > 3
        assert one.over
    other.copy_from(position)
    assert contents(other) == contents(position)


def test_any_function_can_be_the_policy_of_a_playout(game: Game) -> None:
    position = in_progress(game, turn=2)
    one, asked = position.clone(), []

    def first_of_all(here: Position, seat: int) -> list[int]:
        asked.append(seat)
        return [here.legal(seat)[0], -1]

    one.playout(first_of_all, until_turn=3)
    other = position.clone()
    for seat in asked:
        other.play(seat, other.legal(seat)[0])
    assert contents(one) == contents(other)
    with pytest.raises(SettingError, match="a policy is 'random' or a function"):
        position.playout("clever")  # type: ignore[arg-type]


@FEW
@given(data=st.data())
def test_nobody_plays_on_a_view(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    assert position.viewer is None
    for viewer in viewers(position):
        view = position.view(viewer)
        assert view.viewer == view.clone().viewer == viewer
        before = contents(view)
        for call in (
            partial(view.play, 0, 0),
            partial(view.time_up, 0),
            partial(view.judge, 0),
            partial(view.plans, 0),
            view.playout,
        ):
            with pytest.raises(GameError, match=rf"only what .* sees; .* guess\({viewer}, "):
                call()
        assert contents(view) == before
        assert view.guess(viewer, 1).viewer is None


@FEW
@given(data=st.data())
def test_a_guess_of_a_state_is_one_of_its_view(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for viewer in viewers(position):
        guess = position.view(viewer).guess(viewer, 9)
        assert contents(position.guess(viewer, 9)) == contents(guess)
        assert contents(position.guesses(viewer, 3, seed=8)[1]) == contents(guess)


def test_a_guess_is_asked_for_as_a_view_is(game: Game) -> None:
    view = game.start(seed=1).view(0)
    for seat in (-2, 2, 2**70):
        with pytest.raises(UnreadableChoice, match="seats are 0 to 1, and -1 looks on"):
            view.guess(seat, 0)
    with pytest.raises(UnreadableChoice, match="this is what seat 0 sees, not seat 1"):
        view.guess(1, 0)
    for number in (-1, 2**63, 1.5, "x"):
        with pytest.raises(SettingError, match="a seed is a whole number"):
            view.guess(0, number)  # type: ignore[arg-type]
    with pytest.raises(UnreadableChoice, match="seats are 0 to 1; there is no -1"):
        game.start().judge(-1)
    with pytest.raises(UnreadableChoice, match="at least one plan"):
        game.start().plans(0, best=0)


@FEW
@given(data=st.data())
def test_a_position_can_be_pickled_and_copied(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for one in (position, position.view(0)):
        for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
            assert contents(other) == contents(one)
            assert other.fields.tobytes() == one.fields.tobytes()
            assert (other.game, other.viewer) == (game, one.viewer)
            assert other.states is not one.states


def test_a_position_says_what_it_is(game: Game) -> None:
    position = in_progress(game)
    seats = " and ".join(map(str, position.acting()))
    said = f"<{game.title} of 2 seats, turn 3, seat {seats} to act>"
    assert repr(position) == said
    assert repr(position.view(1)) == f"{said[:-1]}, as seat 1 sees it>"
    assert repr(position.view(-1)) == f"{said[:-1]}, as a spectator sees it>"
    assert isinstance(position, algorally.Position)


def test_a_position_copies_only_its_like(game: Game) -> None:
    position, other = game.start(seed=1), game.start(seed=2)
    position.copy_from(other.view(1))
    assert contents(position) == contents(other.view(1))
    assert position.viewer == 1
    stranger = find_game(next(name for name in games() if name != game.name)).start()
    for unlike in (game.start(3, seed=2), stranger):
        with pytest.raises(SettingError, match="the same game on the same field"):
            position.copy_from(unlike)


def test_the_guide_of_a_field_is_drawn_once(game: Game) -> None:
    one, other = game.start(seed=1), game.start(seed=2)
    assert chart_of(one) is chart_of(other)


def test_numbers_of_numpy_set_up_games(game: Game) -> None:
    plain = game.start(3, 5)
    same = game.start(np.int8(3), np.uint64(5))  # type: ignore[arg-type]
    assert contents(same) == contents(plain)
    nine: Any = np.int16(9)
    assert contents(same.guess(0, nine)) == contents(plain.guess(0, 9))
    assert same.guesses(1, nine, nine)[-1].judge(np.int8(1)) == plain.guess(1, 17).judge(1)  # type: ignore[arg-type]
