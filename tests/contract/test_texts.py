"""What is written can be read back: states, positions, choices and whole games of every game."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core import codec
from algorally.core.errors import NotationError
from algorally.core.events import seen_by
from algorally.core.game import Game
from algorally.core.records import same_bytes
from algorally.core.transcript import Transcript, read_transcript
from tests.playing import arrive, journeys


@given(data=st.data())
def test_a_state_as_bytes_text_and_json_comes_back_the_same(
    game: Game, data: st.DataObject
) -> None:
    states = arrive(game, data.draw(journeys(game))).states
    kind = game.state
    assert same_bytes(codec.from_bytes(kind, codec.to_bytes(kind, states)), states)
    assert same_bytes(codec.from_text(kind, codec.to_text(kind, states)), states)
    assert same_bytes(codec.from_json(kind, codec.to_json(kind, states)), states)


@given(data=st.data())
def test_a_position_and_each_view_of_it_as_text_come_back_the_same(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for seat in (None, -1, *range(position.seats)):
        shown = position if seat is None else position.view(seat)
        text = game.words.write_position(shown)
        back = game.words.read_position(text)
        assert same_bytes(back.states, shown.states)
        assert same_bytes(back.fields, shown.fields)
        assert game.words.write_position(back) == text


@given(data=st.data())
def test_every_legal_action_has_a_text_of_its_own_that_means_it(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for seat in position.acting():
        said = {action: position.say(action) for action in position.legal(seat)}
        assert len(set(said.values())) == len(said)
        for action, text in said.items():
            assert list(game.words.read(position, seat, text)) == [action]


@given(data=st.data())
def test_every_event_can_be_told_as_every_seat_sees_it(game: Game, data: st.DataObject) -> None:
    position = arrive(game, data.draw(journeys(game)))
    if position.over:
        return
    seat = position.acting()[0]
    events = position.play(seat, data.draw(st.sampled_from(position.legal(seat))))
    for viewer in (-1, *range(position.seats)):
        for event in seen_by(viewer, events):
            assert isinstance(game.words.tell(position, event), str)


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_as_text_plays_to_the_same_bytes(game: Game, seed: int) -> None:
    seats = game.seats[seed % len(game.seats)]
    transcript = Transcript(game, seats, seed)
    position, dice = transcript.start(), random.Random(seed)
    while not position.over:
        seat = position.acting()[0]
        transcript.choices.append((seat, dice.choice(position.legal(seat))))
        position.play(*transcript.choices[-1])
    text = transcript.text()
    back = read_transcript(text)
    assert back == transcript
    assert back.text() == text
    assert same_bytes(back.end().states, position.states)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("algorally", "chess", "line 1: a game begins with"),
        ("rules 1", "rules 99", "line 1: this game was played by rules 99"),
        ("seed = 3", "", 'the header needs "seed = " and a number'),
        ("seats = 2", "seats = two", 'the header needs "seats = "'),
        ("1. ", "1) ", r'line 5: write "1\. red: step; run"'),
        ("1. ", "1. nobody", "line 5: 'nobody[a-z]*' does not play"),
        (": ", ": fly ", "line 5: "),
    ],
)
def test_a_game_text_that_is_wrong_is_refused_with_its_line(
    game: Game, old: str, new: str, why: str
) -> None:
    transcript = Transcript(game, 2, 3)
    position = transcript.start()
    seat = position.acting()[0]
    transcript.choices.append((seat, position.legal(seat)[0]))
    text = transcript.text()
    assert old in text
    with pytest.raises(NotationError, match=why):
        read_transcript(text.replace(old, new))


@given(st.text(max_size=100))
def test_no_text_breaks_the_readers_of_games_and_positions(game: Game, text: str) -> None:
    with pytest.raises(NotationError):
        read_transcript(text)
    with pytest.raises(NotationError):
        game.words.read_position(text)
