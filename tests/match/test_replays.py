"""A match leaves a transcript: a text that is read back and leads through the same positions."""

import random
import re

import pytest

from algorally.core.commitment import commitment
from algorally.core.errors import NotationError
from algorally.core.transcript import Transcript, read_transcript
from algorally.match.entries import Begin, Choose, Header, Rise, TimeUp
from algorally.match.match import Match
from tests.match import toy
from tests.match.tables import ALGORACING, SALT, Table, begun, finished, make_header, program, sat
from tests.playing import contents

pytestmark = pytest.mark.usefixtures("shove")
HEADERS = [
    make_header(ALGORACING, seats=2, seed=2**62 + 1, turn_cap=6),
    make_header(ALGORACING, seats=4, seed=11, level="complete", turn_cap=5, edition="nl"),
    make_header(toy.NAME, seats=2, seed=12),
    make_header(toy.NAME, seats=8, seed=13),
]


def played(header: Header, late: float) -> Table:
    """A whole game, in which now and then somebody's time is up, with or without a draft."""
    table, dice = begun(header), random.Random(header.seed)
    while thinking := table.match.thinking():
        seat = dice.choice(thinking)
        legal = table.match.position.legal(seat)
        if dice.random() < late:
            table.add(TimeUp(seat, late_draft(table, seat, dice)))
        elif header.game == toy.NAME and len(thinking) > 1:
            table.add(Choose(seat, program(table, seat, dice)))
        else:
            table.add(Choose(seat, (dice.choice(legal),)))
    return table


def late_draft(table: Table, seat: int, dice: random.Random) -> tuple[int, ...]:
    """A first card, if laying one leaves the seat something to decide."""
    first = dice.choice(table.match.position.legal(seat))
    trial = table.match.position.clone()
    trial.play(seat, first)
    return (first,) if seat in trial.acting() and not table.match.game.words.final(first) else ()


def same_game(transcript: Transcript, match: Match) -> None:
    """The transcript tells of this very game."""
    assert transcript.choices == match.choices
    assert contents(transcript.end()) == contents(match.position)
    assert transcript.end().fields.tobytes() == match.position.fields.tobytes()


@pytest.mark.parametrize("late", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("header", HEADERS)
def test_the_transcript_of_a_match_is_read_back_from_its_text(header: Header, late: float) -> None:
    match = played(header, late).match
    same_game(match.transcript(), match)
    text = match.transcript().text()
    assert ("time_up" in text) == (late > 0)
    again = read_transcript(text)
    same_game(again, match)
    assert again == match.transcript()
    assert again.text() == text


@pytest.mark.parametrize("header", HEADERS)
def test_a_game_that_is_not_over_has_a_transcript_too(header: Header) -> None:
    entries = played(header, 0.2).entries
    match = Match(header, entries[: len(entries) // 2])
    same_game(read_transcript(match.transcript().text()), match)


@pytest.mark.parametrize("header", HEADERS)
def test_a_text_that_was_changed_is_refused(header: Header) -> None:
    text = played(header, 0.3).match.transcript().text()
    lines = text.splitlines()
    turns = [number for number, line in enumerate(lines) if re.match(r"\d+\. ", line)]
    dice = random.Random(1)
    for number in dice.sample(turns[:-1], min(5, len(turns) - 1)):
        without = "\n".join(lines[:number] + lines[number + 1 :])
        with pytest.raises(NotationError):
            read_transcript(without)
    other_seed = text.replace(f"seed = {header.seed}", "seed = 4711")
    with pytest.raises(NotationError, match="begin as it did"):
        read_transcript(other_seed)


def test_the_names_and_colours_of_a_table_are_in_its_transcript() -> None:
    table = sat(make_header(turn_cap=1))
    table.add(Begin("blue green"))
    while table.match.thinking():
        table.choose_first()
    transcript = read_transcript(table.match.transcript().text())
    assert transcript.names == ["Guest 0", "Guest 1"]
    assert transcript.settings == {"turn_cap": "1", "colours": "blue green"}
    assert "blue is Guest 0" in transcript.text()


def test_a_seat_that_was_left_has_no_name_in_the_transcript() -> None:
    table = sat(make_header())
    table.add(Rise(0))
    assert read_transcript(table.match.transcript().text()).names == ["", "Guest 1"]


def test_a_match_that_was_rebuilt_has_the_same_transcript() -> None:
    table = finished(make_header(toy.NAME, seats=5))
    rebuilt = Match(table.match.header, table.entries)
    assert rebuilt.transcript().text() == table.match.transcript().text()


def test_a_replay_tells_the_salt_and_the_commitment_of_its_table() -> None:
    match = finished(make_header(toy.NAME, seed=12)).match
    text = match.transcript().text()
    assert f"\nseed = 12\nsalt = {SALT}\ncommitment = {commitment(12, SALT)}\n" in text
    read = read_transcript(text)
    assert (read.salt, read.commitment) == (SALT, commitment(12, SALT))
    assert read.text() == text


@pytest.mark.parametrize("line", ["salt = 5A17", "salt = x", "commitment = 12", "commitment = é"])
def test_a_salt_that_is_none_is_refused_with_its_line(line: str) -> None:
    text = finished(make_header(toy.NAME)).match.transcript().text()
    name = line.partition(" ")[0]
    with pytest.raises(NotationError, match=rf"line \d+: {name} is written in hexadecimal digits"):
        read_transcript(re.sub(rf"{name} = .*", line, text))
