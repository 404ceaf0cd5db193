"""A match is a seed and a list of choices: everything else follows from these."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.game import Game
from algorally.core.position import Position
from tests.playing import begin, choices, contents, journeys, viewers

pytestmark = pytest.mark.modes


def everything(position: Position) -> list[object]:
    """The state, what each seat sees of it, and what each may do."""
    views = [contents(position.view(viewer)) for viewer in viewers(position)]
    legal = [tuple(position.legal(seat)) for seat in range(position.seats)]
    return [contents(position), *views, *legal]


@given(data=st.data())
def test_the_same_seed_and_choices_give_the_same_bytes(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    first, again = begin(game, journey), begin(game, journey)
    assert everything(first) == everything(again)
    for seat, action in choices(first, journey.seed, journey.choices):
        events, same_events = first.play(seat, action), again.play(seat, action)
        assert events.tobytes() == same_events.tobytes()
        assert contents(first) == contents(again)
    assert everything(first) == everything(again)
    assert first.standing() == again.standing()


@given(data=st.data())
def test_games_played_in_turns_do_not_disturb_each_other(game: Game, data: st.DataObject) -> None:
    journey, other_journey = data.draw(journeys(game)), data.draw(journeys(game))
    alone, beside, other = begin(game, journey), begin(game, journey), begin(game, other_journey)
    played = []
    for seat, action in choices(alone, journey.seed, journey.choices):
        alone.play(seat, action)
        played.append((seat, action))
    others = choices(other, other_journey.seed, other_journey.choices)
    for seat, action in played:
        beside.play(seat, action)
        if step := next(others, None):
            other.play(*step)
    assert contents(beside) == contents(alone)


def test_another_seed_gives_another_game(game: Game) -> None:
    if not game.facts.chance:
        pytest.skip("a game without chance")
    endings = set()
    for seed in range(4):
        position = game.start(game.seats[0], seed)
        for seat, action in choices(position, 0, 60):
            position.play(seat, action)
        endings.add(contents(position.view(0)))
    assert len(endings) > 1


@given(data=st.data())
def test_a_row_of_a_batch_plays_as_a_game_alone_does(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    alone = begin(game, journey)
    batch, logs = game.state.rows(3), game.log.rows()
    mask = np.zeros(game.actions, np.uint8)
    game.doors.begin(batch, 1, alone.fields, journey.seed)
    for seat, action in choices(alone, journey.seed, journey.choices):
        alone.play(seat, action)
        game.doors.try_play(batch, 1, alone.fields, seat, action, logs, mask, False)
    assert batch[1].tobytes() == contents(alone)
    assert batch[0].tobytes() == batch[2].tobytes() == game.state.rows().tobytes()
