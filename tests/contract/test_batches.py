"""A row of a batch is a game like any other, played by loops."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import algorally
from algorally.batch.batch import Batch, start_batch
from algorally.core.compile import MODE
from algorally.core.errors import GameError, SettingError, UnreadableChoice
from algorally.core.game import Game
from algorally.core.position import Position
from tests.contract.conftest import some
from tests.playing import many_settings, play_to_the_end, possible_seats

pytestmark = pytest.mark.modes

ROWS = 5
STEPS = 25 if MODE == "interpreted" else 100
FEW = some(5)


@pytest.mark.skipif(MODE == "interpreted", reason="nothing is compiled there")
def test_loops_call_play_where_it_lies(game: Game) -> None:
    """Otherwise each of them would hold the whole of the rules (ADR 21)."""
    play_to_the_end(game.start(game.seats[0]), 0)
    algorally.simulate(game.name, 1)
    for name in ("play", "start"):
        linked: Any = game.linked[name]
        assert linked.overloads
        assert not linked._inner.overloads, f"{name} was written into a loop"


@st.composite
def batches(draw: st.DrawFn, game: Game) -> tuple[Batch, list[Position]]:
    """A batch on several fields, and the same games one by one."""
    setups = draw(
        st.lists(
            st.sampled_from(many_settings(game.name)).flatmap(
                lambda chosen: st.tuples(
                    st.sampled_from(possible_seats(game, chosen)), st.just(chosen)
                )
            ),
            min_size=1,
            max_size=3,
        )
    )
    places = draw(st.lists(st.integers(0, len(setups) - 1), min_size=ROWS, max_size=ROWS))
    seeds = draw(st.lists(st.integers(0, 2**63 - 1), min_size=ROWS, max_size=ROWS))
    fields = np.concatenate([game.make_field(seats, chosen) for seats, chosen in setups])
    threads = draw(st.integers(1, 3))
    batch = Batch(game, fields, np.array(places, np.int32), seeds, threads)
    alone = [
        game.start(setups[place][0], seed, **setups[place][1])
        for place, seed in zip(places, seeds, strict=True)
    ]
    return batch, alone


def same(batch: Batch, alone: list[Position]) -> bool:
    """Whether the rows hold the same bytes as the games."""
    return batch.states.tobytes() == b"".join(one.states.tobytes() for one in alone)


def choose(batch: Batch, dice: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Any acting seat and any legal action of each row, now and then none."""
    acting = batch.acting()
    seats = np.array(
        [dice.choice([s for s in range(8) if bits >> s & 1]) if bits else -1 for bits in acting]
    )
    masks = batch.masks(seats)
    left = dice.random(len(batch)) < 0.2
    actions = [
        -1 if leave or not mask.any() else dice.choice(np.flatnonzero(mask))
        for mask, leave in zip(masks, left, strict=True)
    ]
    return np.array(actions), seats


@FEW
@given(data=st.data())
def test_a_row_is_what_a_position_becomes_by_the_same_choices(
    game: Game, data: st.DataObject
) -> None:
    batch, alone = data.draw(batches(game))
    dice = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    assert same(batch, alone)
    for _ in range(STEPS):
        actions, seats = choose(batch, dice)
        acting, masks = batch.acting(), batch.masks(seats)
        for row, one in enumerate(alone):
            assert [s for s in range(8) if acting[row] >> s & 1] == one.acting()
            assert np.flatnonzero(masks[row]).tolist() == one.legal(int(seats[row]))
            if actions[row] >= 0:
                one.play(seats[row], actions[row])
        batch.play(actions, seats)
        assert same(batch, alone)
    for row, one in enumerate(alone):
        turns, winners, points = one.standing()
        standing = batch.standing()
        assert standing.turns[row] == turns
        assert [s for s in range(8) if standing.winners[row] >> s & 1] == winners
        assert standing.points[row, : one.seats].tolist() == points
        assert batch.over[row] == one.over


@FEW
@given(data=st.data())
def test_a_refused_play_names_its_row_and_changes_no_row(game: Game, data: st.DataObject) -> None:
    batch, _ = data.draw(batches(game))
    dice = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, STEPS))):
        batch.play(*choose(batch, dice))
    before = batch.states.tobytes()
    row = data.draw(st.integers(0, ROWS - 1))
    actions, seats = np.full(ROWS, -1), batch.movers()
    masks = batch.masks()
    for other in range(row):
        actions[other] = np.argmax(masks[other]) if masks[other].any() else -1
    actions[row] = data.draw(
        st.sampled_from([*np.flatnonzero(masks[row] == 0).tolist(), -2, game.actions])
    )
    with pytest.raises(GameError, match=f"row {row}: ") as refused:
        batch.play(actions)
    assert batch.states.tobytes() == before
    with pytest.raises(type(refused.value)) as alike:
        batch.position(row).clone().play(max(0, int(seats[row])), int(actions[row]))
    assert alike.value.rules == refused.value.rules


def test_a_seat_that_does_not_act_is_refused(game: Game) -> None:
    batch = start_batch(game, 3)
    with pytest.raises(GameError, match="row 1: "):
        batch.play([-1, 0, -1], seats=[0, 7, 0])
    assert not batch.masks(seats=[7, -1, 9]).any()


def test_an_action_that_is_not_is_refused(game: Game) -> None:
    batch = start_batch(game, 3)
    for action in (-2, game.actions, 2**62):
        with pytest.raises(UnreadableChoice, match=f"row 2: there is no action {action}; "):
            batch.play([-1, -1, action])


def test_a_position_of_a_batch_shares_its_row(game: Game) -> None:
    batch = start_batch(game, 3, seed=7)
    shared, own = batch.position(1), batch.position(1).clone()
    seat = shared.acting()[0]
    shared.play(seat, shared.legal(seat)[0])
    assert shared.states.tobytes() == batch.states[1:2].tobytes() != own.states.tobytes()


def test_rows_start_anew_from_their_seeds(game: Game) -> None:
    batch = start_batch(game, 4, seed=1)
    beginning = batch.states.copy()
    batch.play(batch.masks().argmax(axis=1))
    assert (batch.states != beginning).all()
    batch.reset([True, False, True, False], [1, 3])
    assert (batch.states == beginning).tolist() == [True, False, True, False]
    batch.reset([1, 3], np.array([2, 4]))
    assert batch.states.tobytes() == beginning.tobytes()
    batch.reset(2, 99)
    assert batch.states[2:3].tobytes() == game.start(seed=99).states.tobytes()
    batch.reset(slice(None), np.int64(1))
    assert batch.states.tobytes() == beginning.tobytes()


def test_it_says_what_is_wrong(game: Game) -> None:
    batch = algorally.start_batch(game.name, 3)
    before = batch.states.tobytes()
    for wrong in ([0, 0], [0.5, 0, 0], "abc", [[0], [0], [0]]):
        with pytest.raises(UnreadableChoice, match="a whole number for each of the 3 rows"):
            batch.play(wrong)
    with pytest.raises(SettingError, match="2 rows need as many seeds, not 1"):
        batch.reset([0, 1], [5])
    with pytest.raises(SettingError, match="a seed is a whole number"):
        batch.reset([0, 1], 2**63 - 1)
    with pytest.raises(UnreadableChoice, match="rows are 0 to 2; there is no 3"):
        batch.position(3)
    for row in (3, -1):
        with pytest.raises(UnreadableChoice, match=f"rows are 0 to 2; there is no {row}"):
            batch.reset([row], 0)
    for where in ([True, False], [0.5], [[0]]):
        with pytest.raises(UnreadableChoice, match="rows are a mask of 3 or a list of numbers"):
            batch.reset(where, 0)
    for games in (0, -3):
        with pytest.raises(SettingError, match="a batch has a game or more"):
            algorally.start_batch(game.name, games)
    with pytest.raises(SettingError, match="each on one of the fields 0 to 0"):
        Batch(game, batch.work.fields, np.array([0, 1], np.int32), 0)
    with pytest.raises(SettingError, match="at least one thread, not 0"):
        algorally.start_batch(game.name, 3, threads=0)
    assert batch.states.tobytes() == before
    assert repr(batch) == f"<3 games of {game.title}, 0 of them over>"
    assert isinstance(batch, algorally.Batch)
