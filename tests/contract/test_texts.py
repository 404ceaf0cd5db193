"""What is written can be read back: states, positions, choices and whole games of every game."""

import random
import re
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.errors import NotationError
from algorally.core.events import seen_by
from algorally.core.game import Game
from algorally.core.records import members, plain, same_bytes
from algorally.core.settings import SPOKEN
from algorally.core.transcript import RESERVED, Transcript, make, read_transcript
from tests.playing import (
    ENDLESS,
    Journey,
    arrive,
    choices,
    is_possible,
    journeys,
    many_settings,
    possible_seats,
    values_of,
)


@given(data=st.data())
def test_the_bytes_of_a_state_and_its_layout_tell_all_of_it(
    game: Game, data: st.DataObject
) -> None:
    position = arrive(game, data.draw(journeys(game)))
    for rows in (position.states, position.fields):
        assert read_by_layout(rows.tobytes(), rows.dtype) == plain(rows[0])


def read_by_layout(octets: bytes, dtype: np.dtype[Any]) -> dict[str, Any]:
    """A record as a program reads it that knows nothing but the layout."""

    def read(place: int, kind: np.dtype[Any]) -> Any:
        part = octets[place : place + kind.itemsize]
        return (
            read_by_layout(part, kind)
            if kind.names
            else int.from_bytes(part, "little", signed=True)
        )

    return {
        name: [read(place + number * kind.itemsize, kind) for number in range(length)]
        if length
        else read(place, kind)
        for name, place, length, kind in members(dtype)
    }


def test_a_patch_can_name_every_byte_of_a_state(game: Game) -> None:
    assert game.state.dtype.itemsize <= 2**16


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


NAMES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))).map(str.strip)
LATE = 7  # of so many choices one is made by the clock


def played(game: Game, journey: Journey, names: list[str] | None = None) -> Transcript:
    """A journey as a game that can be written; now and then a seat's time is up."""
    setup = (journey.seats, journey.seed, journey.settings)
    transcript = Transcript(game, *setup, names=names or [])
    position, dice = transcript.start(), random.Random(journey.seed)
    for seat, action in choices(position, journey.seed, journey.choices):
        made = game.time_up if dice.randrange(LATE) == 0 else action
        transcript.choices.append((seat, made))
        make(position, seat, made)
    return transcript


def shortly(game: Game, seed: int = 3) -> Transcript:
    """The beginning of a game."""
    return played(game, Journey(game.seats[0], {}, seed, 40))


@given(data=st.data())
def test_a_game_as_text_comes_back_the_same(game: Game, data: st.DataObject) -> None:
    journey = data.draw(journeys(game))
    names = data.draw(st.lists(NAMES, min_size=journey.seats, max_size=journey.seats))
    transcript = played(game, journey, names)
    text = transcript.text()
    back = read_transcript(text)
    assert back == transcript
    assert back.text() == text
    assert same_bytes(back.end().states, transcript.end().states)


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_as_text_plays_to_the_same_bytes(game: Game, seed: int) -> None:
    seats = game.seats[seed % len(game.seats)]
    transcript = played(game, Journey(seats, {}, seed, ENDLESS))
    back = read_transcript(transcript.text())
    assert back == transcript
    assert back.end().over
    assert same_bytes(back.end().states, transcript.end().states)


@given(data=st.data())
def test_each_line_ends_with_the_digest_of_the_state_after_it(
    game: Game, data: st.DataObject
) -> None:
    transcript = played(game, data.draw(journeys(game)))
    position, made = transcript.start(), iter(transcript.choices)
    for line in transcript.lines():
        for seat, action in islice(made, len(line.choices)):
            make(position, seat, action)
        assert line.digest == sha256(position.states.tobytes()).hexdigest()[:8]
    assert not list(made)


def without_digests(text: str) -> str:
    """A text as a person would write it."""
    bare = re.sub(r" +#\w+$", "", text, flags=re.MULTILINE)
    return re.sub(r"^start = .*\n", "", bare, flags=re.MULTILINE)


@given(data=st.data())
def test_a_game_written_by_hand_needs_no_digests(game: Game, data: st.DataObject) -> None:
    transcript = played(game, data.draw(journeys(game)))
    text = without_digests(transcript.text())
    assert "#" not in text
    assert read_transcript(text) == transcript
    renumbered = re.sub(r"^\d+\. ", "7. ", text, flags=re.MULTILINE)
    assert read_transcript(renumbered) == transcript


def reads_otherwise(text: str, transcript: Transcript) -> bool:
    """Whether a changed text is read as a game with other positions; refusing it is right."""
    try:
        back = read_transcript(text)
    except NotationError:
        return False
    written = [line.digest for line in transcript.lines()]
    return [line.digest for line in back.lines()] != written[: len(back.lines())]


@given(data=st.data())
def test_a_changed_choice_is_refused_or_leads_through_the_same_positions(
    game: Game, data: st.DataObject
) -> None:
    transcript = played(game, data.draw(journeys(game)))
    if not transcript.choices:
        return
    changed = data.draw(st.integers(0, len(transcript.choices) - 1))
    position = replace(transcript, choices=transcript.choices[:changed]).end()
    seat, action = transcript.choices[changed]
    lines, before = transcript.lines(), 0
    line = next(
        n for n, each in enumerate(lines) if (before := before + len(each.choices)) > changed
    )
    place = changed - (before - len(lines[line].choices))
    others = {*position.legal(seat), game.time_up} - {action}
    if not others:
        return
    said = position.say(data.draw(st.sampled_from(sorted(others))))
    words = [*lines[line].choices[:place], said, *lines[line].choices[place + 1 :]]
    text = transcript.text().splitlines()
    row = next(n for n, each in enumerate(text) if each.startswith(f"{line + 1}. "))
    text[row] = f"{line + 1}. {lines[line].seat}: {'; '.join(words)}  #{lines[line].digest}"
    assert not reads_otherwise("\n".join(text), transcript)


@given(data=st.data())
def test_a_line_left_out_or_moved_is_refused(game: Game, data: st.DataObject) -> None:
    transcript = shortly(game, data.draw(st.integers(0, 99)))
    text = transcript.text().splitlines()
    first = text.index("") + 1
    gone = data.draw(st.integers(first, len(text) - 2))
    left_out = [*text[:gone], *text[gone + 1 :]]
    moved = [*text[:gone], text[gone + 1], text[gone], *text[gone + 2 :]]
    for changed in (left_out, moved):
        with pytest.raises(
            NotationError, match=f"line {gone + 1}: this is turn {gone + 1 - first}"
        ):
            read_transcript("\n".join(changed))


def test_every_changed_digest_is_refused(game: Game) -> None:
    text = shortly(game).text()
    for found in re.finditer(r"(?<=#)\w+|(?<=start = )\w+", text):
        for place in range(*found.span()):
            other = "1" if text[place] == "0" else "0"
            line = text[:place].count("\n") + 1
            with pytest.raises(NotationError, match=f"line {line}: .* as it did .*: .* version"):
                read_transcript(text[:place] + other + text[place + 1 :])
    for wrong in ("", "0", "nonsense", "step"):
        with pytest.raises(NotationError, match="as it did"):
            read_transcript(re.sub(r"#\w+$", f"#{wrong}", text, count=1, flags=re.MULTILINE))


def test_another_seed_or_number_of_seats_is_refused_and_without_digests_another_game(
    game: Game,
) -> None:
    start = Transcript(game, game.seats[0], 3)
    for old, new in (
        ("seed = 3", "seed = 4"),
        (f"seats = {start.seats}", f"seats = {start.seats + 1}"),
    ):
        changed = start.text().replace(old, new)
        with pytest.raises(NotationError, match="line 4: the game does not begin as it did"):
            read_transcript(changed)
        other = read_transcript(without_digests(changed))
        assert other.start().states.tobytes() != start.start().states.tobytes()


def test_every_changed_setting_is_refused_or_means_the_same(game: Game) -> None:
    for settings in many_settings(game.name)[:10]:
        start = Transcript(game, possible_seats(game, settings)[0], 1, settings)
        field, digest = start.start().fields.tobytes(), start.text().rpartition("start =")[2]
        for setting in game.settings:
            for value in values_of(setting):
                changed = replace(start, settings={**start.settings, setting.name: value})
                if is_possible(game, changed.seats, changed.settings):
                    header = changed.text().rpartition("start =")[0]
                    same = changed.start().fields.tobytes() == field
                    assert same or not reads(f"{header}start ={digest}")


def reads(text: str) -> bool:
    """Whether a text is accepted."""
    try:
        read_transcript(text)
    except NotationError:
        return False
    return True


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("algorally", "chess", "line 1: a game begins with"),
        ("algorally [a-z]+", "algorally chess", "line 1: there is no game 'chess'"),
        ("rules 1", "rules 99", "line 1: .* by rules 99 .*; install the version .* or look"),
        ("seed = 3", "", 'the header needs "seed = " and a number'),
        ("seed = 3", f"seed = {'9' * 5000}", 'the header needs "seed = " and a number'),
        ("seed = 3", f"seed = {2**63}", "the header: a seed is a whole number"),
        ("seed = 3", "seed = 3\nseed = 3", "line 4: seed stands in line 3 already"),
        ("seed = 3", "seed = 3\nweather = fine", "the header: .*'weather'"),
        ("seats = 2", "seats = two", 'the header needs "seats = "'),
        ("seats = 2", "seats = 99", "the header: "),
        ("is Ann", "is Ann\nnobody is Bob", "line 5: 'nobody' does not play; "),
        (r"(\w+) is Ann", r"\1 is Ann\n\1 is Bob", "line 5: \\w+ stands in line 4 already"),
        ("is Ann", "is An\0n", "line 4: a name is one line of text"),
        ("is Ann", "was Ann", 'line 4: write "1. red: step; run"'),
        ("1. ", "1) ", r'line 7: write "1\. red: step; run"'),
        ("1. ", "1. nobody", "line 7: 'nobody\\w*' does not play"),
        ("1. ", "2. ", "line 7: this is turn 1 of the file, not 2"),
        (r"(1. \w+: )", r"\1fly ", "line 7: "),
        (r"(1. \w+: ).*  #", r"\1#", "line 7: write"),
    ],
)
def test_a_game_text_that_is_wrong_is_refused_with_its_line(
    game: Game, old: str, new: str, why: str
) -> None:
    transcript = Transcript(game, 2, 3, names=["Ann", ""])
    position = transcript.start()
    seat = position.acting()[0]
    transcript.choices.append((seat, position.legal(seat)[0]))
    text = transcript.text()
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    with pytest.raises(NotationError, match=why):
        read_transcript(changed)


@pytest.mark.parametrize("name", [" Ann", "Ann ", "An\nn", "An\u2028n", "\x85", "\ud800", "\t"])
def test_a_name_that_cannot_be_written_is_refused(game: Game, name: str) -> None:
    with pytest.raises(NotationError, match="a name is one line of text without spaces around it"):
        Transcript(game, 2, names=[name, "Bob"])


def test_there_are_as_many_names_as_players(game: Game) -> None:
    assert Transcript(game, 2, names=["", ""]) == Transcript(game, 2)
    with pytest.raises(NotationError, match="2 play, so there are not 3 names"):
        Transcript(game, 2, names=["Ann", "Bob", "Cleo"])


def test_settings_are_written_as_words_and_no_setting_is_called_as_another_line_is(
    game: Game,
) -> None:
    assert not {setting.name for setting in game.settings} & set(RESERVED)
    for setting in game.settings:
        for value in (*values_of(setting), *SPOKEN):
            for seats in possible_seats(game, {setting.name: value})[:1]:
                transcript = Transcript(game, seats, 5, {setting.name: value})
                assert transcript.start().fields.tobytes() == (
                    game.make_field(seats, {setting.name: value}).tobytes()
                )
                assert read_transcript(transcript.text()) == transcript


@given(st.text(max_size=100))
def test_no_text_breaks_the_readers_of_games_and_positions(game: Game, text: str) -> None:
    with pytest.raises(NotationError):
        read_transcript(text)
    with pytest.raises(NotationError):
        game.words.read_position(text)
