"""Bots at a table: what they are told, and how long they may think."""

from pathlib import Path

import pytest

from algorally.bots import levels
from algorally.core.events import SeenEvent, seen_by
from algorally.core.position import Position
from algorally.core.transcript import make, read_transcript
from algorally.server.keeper import THINKING
from tests.server.guests import Guest
from tests.server.inside import Inside


class Listener(levels.Random):
    """Notes what it is told, and what time it has."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.seat = -1
        self.heard: list[SeenEvent] = []
        self.seconds: set[float | None] = set()

    def told(self, events: list[SeenEvent]) -> None:
        """Take in what happened."""
        self.heard += events

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """Any legal action."""
        self.seat = seat
        self.seconds.add(seconds)
        return super().plan(view, seat)


def test_a_bot_at_a_table_is_told_all_that_its_seat_sees_and_has_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Listener] = []

    def listen(number: int) -> Listener:
        made.append(Listener(number))
        return made[-1]

    monkeypatch.setitem(levels.BOTS, "listener", listen)
    with Inside(tmp_path) as server, Guest(server.url) as ann:
        table = ann.make(bots="listener", start=True, seats=3, settings={"turn_cap": "2"})
        line = ann.join(table)
        while line.now["thinking"]:
            line.hear()
        transcript = read_transcript(ann.http.get(f"/api/tables/{table}/replay").text)
    assert sorted(bot.seat for bot in made) == [0, 1, 2]
    position = transcript.start()
    told = [make(position, seat, action) for seat, action in transcript.choices]
    for bot in made:
        seen = [event for rows in told for event in seen_by(bot.seat, rows)]
        assert len(bot.heard) > len(seen) / 2
        assert bot.heard == seen[: len(bot.heard)]
        assert bot.seconds
        assert all(seconds and 0 < seconds <= THINKING for seconds in bot.seconds)


def test_the_same_seed_seats_the_same_bots_at_the_same_table(tmp_path: Path) -> None:
    def play(ann: Guest, seed: int) -> list[tuple[int, int]]:
        settings = {"turn_cap": "2"}
        table = ann.make(
            bots="random", start=True, seats=2, seed=seed, set_up="house", settings=settings
        )
        line = ann.join(table)
        while line.now["thinking"]:
            line.hear()
        return read_transcript(ann.http.get(f"/api/tables/{table}/replay").text).choices

    with Inside(tmp_path) as server, Guest(server.url) as ann:
        one, again, other = (play(ann, seed) for seed in (5, 5, 6))
    assert one == again != other
