"""Bots at a table: what they are told, and how long they may think."""

import asyncio
import threading
import time
from pathlib import Path
from typing import ClassVar

import pytest
from msgspec.structs import replace

from algorally.bots import levels
from algorally.core.events import SeenEvent, seen_by
from algorally.core.position import Position
from algorally.core.transcript import make, read_transcript
from algorally.match.entries import Begin, Fill
from algorally.server.frames import SPECTATOR
from algorally.server.keeper import HEARTBEAT, Keeper
from algorally.server.live.connection import Connection
from algorally.server.readiness import Readiness
from algorally.server.storage.database import database_url
from algorally.server.storage.store import Store
from algorally.server.thinking_room import THINKING
from tests.match.tables import make_header
from tests.server.guests import Guest
from tests.server.inside import Inside
from tests.server.parties import eventually
from tests.server.test_hanging_up import until

LIMIT = 60.0  # seconds


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


class Slow(levels.Random):
    """Thinks until it is let go on, and notes whose turn it was and how long it may think."""

    begun: ClassVar[list[tuple[str, float | None]]] = []
    may_end = threading.Semaphore(0)

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        """Any legal action, in a while."""
        self.begun.append(("many" if view.seats == 4 else "one", seconds))
        assert self.may_end.acquire(timeout=LIMIT)
        return super().plan(view, seat)


def test_the_bots_of_one_address_keep_nobody_elses_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever fills tables with bots waits for them, and nobody else does."""
    monkeypatch.setitem(levels.BOTS, "slow", Slow)
    monkeypatch.setattr(Slow, "begun", [])
    monkeypatch.setattr(Slow, "may_end", threading.Semaphore(0))

    async def sit(keeper: Keeper, name: str, seats: int, origin: str) -> None:
        header = replace(make_header(seats=seats), id=name)
        bots = [Fill(seat, "slow", f"Bot {seat}") for seat in range(seats)]
        await keeper.hall.make(header, lambda _: [*bots, Begin()], origin)
        keeper.hall.tables.clear()  # and it is loaded, as after a while without anybody
        live = await keeper.hall.table(name)
        live.connect(Connection(SPECTATOR))
        keeper.came(live)

    async def play() -> None:
        store = Store(database_url("", tmp_path), "this")
        keeper = Keeper(store, 1, Readiness([]))
        try:
            async with asyncio.timeout(LIMIT):
                for letter in "abcdefgh":
                    await sit(keeper, letter * 12, 4, "greedy")
                await until(lambda: len(Slow.begun) == 1 and keeper.bots.thinking.total() == 8)
                await sit(keeper, "z" * 12, 2, "honest")
                await until(lambda: keeper.bots.thinking.total() == 9)
                Slow.may_end.release(3)
                await until(lambda: len(Slow.begun) >= 3)
        finally:
            Slow.may_end.release(1000)
            keeper.close()
            store.close()

    asyncio.run(play())
    whose, seconds = zip(*Slow.begun[:3], strict=True)
    assert whose == ("many", "many", "one")  # after what was under way, and one in turn
    assert seconds[2] == THINKING / 2  # half of the time, and of the other half each has its share
    assert seconds[1] <= THINKING / 2 / 7


def test_a_bot_that_is_refused_is_not_asked_without_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def nothing(guess: Position, seat: int, plan: list[int]) -> list[int]:
        asked.append(seat)
        return []

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("algorally.server.keeper.playable", nothing)
        with Inside(tmp_path) as server, Guest(server.url) as ann:
            table = ann.make(bots="random", start=True, seats=2, settings={"turn_cap": "1"})
            line = ann.join(table)
            eventually(lambda: bool(asked))
            begun = time.monotonic()
            time.sleep(2.5 * HEARTBEAT)
            assert len(asked) <= 2 + (time.monotonic() - begun) / HEARTBEAT
            meanwhile.undo()
            while line.now["thinking"]:  # and it goes on by itself
                line.hear()


def test_a_heartbeat_that_fails_is_logged_and_not_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    beats: list[int] = []

    def fail(keeper: Keeper) -> None:
        beats.append(len(beats))
        raise ZeroDivisionError

    async def live() -> None:
        store = Store(database_url("", tmp_path), "this")
        keeper = Keeper(store, 1, Readiness([]))
        running = asyncio.create_task(keeper.run())
        try:
            async with asyncio.timeout(LIMIT):
                await until(lambda: len(beats) >= 3)
        finally:
            running.cancel()
            keeper.close()
            store.close()

    monkeypatch.setattr("algorally.server.keeper.HEARTBEAT", 0.05)
    monkeypatch.setattr(Keeper, "_find_hosts", fail)
    asyncio.run(live())
    assert "a heartbeat failed" in caplog.text
