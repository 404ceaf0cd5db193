"""What may be taken back, and what may not."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from algorally.cli.match import Match
from algorally.core.compile import MODE
from algorally.core.game import find_game
from algorally.core.transcript import Transcript, read_transcript

CHOICES = 60 if MODE == "interpreted" else 150


def wander(match: Match, seed: int, choices: int = CHOICES) -> Iterator[int]:
    """Play at random; the seat before each choice."""
    dice = random.Random(seed)
    for _ in range(choices):
        if match.position.over:
            return
        seat = match.position.acting()[0]
        yield seat
        match.play(seat, dice.choice(match.position.legal(seat)))


def new(seed: int = 1, **settings: str) -> Match:
    return Match(Transcript(find_game("algoracing"), 4, seed, dict(settings)))


def state(match: Match) -> bytes:
    return match.position.states.tobytes()


@pytest.mark.parametrize("level", ["basic", "complete"])
def test_undoing_leads_back_to_the_beginning_of_the_turn(level: str) -> None:
    match = new(level=level, fresh_start="yes")
    begun, most = state(match), 0
    for _ in wander(match, 5):
        if not match.changes():
            begun = state(match)
            continue
        most = max(most, match.changes())
        if match.changes() < 2:
            continue
        copy = Match(match.transcript())
        assert state(copy) == state(match)
        assert copy.changes() == match.changes()
        while copy.undo():
            assert Match(copy.transcript()).position.states.tobytes() == state(copy)
        assert state(copy) == begun
    assert most >= 3


def test_lines_are_those_of_the_text() -> None:
    match = new()
    for seat in wander(match, 6, 50):
        text = match.transcript().text()
        lines = [line for line in text.splitlines() if line[:1].isdigit()]
        assert len(match.turns()) == len(lines)
        assert match.line(seat) == len(lines) + (match.changes() == 0)
        assert read_transcript(text).choices == match.transcript().choices


@pytest.mark.skipif(MODE == "interpreted", reason="it takes long to come to two elevators")
def test_a_run_stays_even_while_an_elevator_is_to_be_chosen() -> None:
    presets = find_game("algoracing").presets()
    fields = [preset.name for preset in presets if preset.kind == "complete field"]
    met = 0
    for field, seed in product(fields, (1, 2)):
        match = new(seed, level="complete", field=field)
        for seat in wander(match, seed, 0 if met else 1500):
            if match.position.say(match.position.legal(seat)[0]).startswith("ride"):
                met += 1
                assert match.changes() == 0
                assert match.undo() == ""
    assert met
