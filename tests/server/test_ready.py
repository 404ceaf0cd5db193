"""The server answers at once; games are prepared beside it, and can be played when they are."""

import asyncio
import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from algorally.bots import preparing
from algorally.core.game import find_game, games
from algorally.server import readiness
from algorally.server.readiness import NEARLY, Preparing, Readiness, tidy_up_seldom
from tests.match.tables import ALGORACING, SPEEDALGO
from tests.server.guests import Guest
from tests.server.inside import Inside


class Slow:
    """A game is being prepared, until the test says that it is done."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.goes_on = threading.Event()
        patch.setattr(readiness, "is_prepared", lambda game: game.name != SPEEDALGO)
        patch.setattr(Readiness, "_compile", self.compile)

    async def compile(self, name: str) -> None:
        await asyncio.to_thread(self.goes_on.wait)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    return Slow(monkeypatch)


@pytest.fixture
def ann(slow: Slow, tmp_path: Path) -> Iterator[Guest]:
    with Inside(tmp_path, not_ready=[SPEEDALGO]) as server, Guest(server.url) as guest:
        yield guest
        slow.goes_on.set()


def prepared(guest: Guest) -> dict[str, float]:
    return {game["name"]: game["prepared"] for game in guest.get("games")}


def test_one_game_is_played_while_another_is_prepared(ann: Guest, slow: Slow) -> None:
    assert prepared(ann) == {**dict.fromkeys(games(), 1.0), SPEEDALGO: 0.0}
    wish = {"name": "Ann", "bots": "random", "start": True}
    ann.post("tables", game=ALGORACING, **wish)
    for refused in (
        ann.refused("POST", "tables", game=SPEEDALGO, **wish),
        ann.refused("GET", f"games/{SPEEDALGO}/demonstration"),
        ann.refused("GET", f"games/{SPEEDALGO}/picture.svg"),
        ann.refused("POST", "replays", text="a game"),
    ):
        status, problem = refused
        assert (status, problem["code"]) == (503, "preparing")
        assert "SpeedAlgo is being prepared" in problem["words"]
    slow.goes_on.set()
    while prepared(ann)[SPEEDALGO] < 1:
        pass
    ann.post("tables", game=SPEEDALGO, **wish)


def test_a_process_of_its_own_prepares_a_game_and_says_how_far_it_is() -> None:
    """Whatever it says is a number of functions and about how many there are."""
    for name in games():
        (preparing.folder_of(find_game(name)) / preparing.READY).unlink(missing_ok=True)
        assert not preparing.is_prepared(find_game(name))
        command = [sys.executable, "-m", "algorally.bots.preparing", name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert all(int(count) <= int(of) for count, of in map(str.split, done.stdout.splitlines()))
        assert preparing.is_prepared(find_game(name))


def test_what_the_process_says_is_how_far_the_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "for n in (1, 30, 60, 90): print(n, 60, flush=True)"
    monkeypatch.setattr(readiness, "command_for", lambda name: (sys.executable, "-c", told))
    ready = Readiness([SPEEDALGO])
    asyncio.run(ready._compile(SPEEDALGO))
    assert ready.done[SPEEDALGO] == NEARLY
    with pytest.raises(Preparing, match=r"99% done"):
        ready.check_all()


def test_a_process_that_fails_is_told_and_the_game_is_prepared_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(readiness, "is_prepared", lambda game: False)
    monkeypatch.setattr(readiness, "command_for", lambda name: (sys.executable, "-c", "1 / 0"))
    monkeypatch.setattr(readiness, "tidy_up_seldom", lambda: None)
    ready = Readiness([ALGORACING])
    asyncio.run(ready.run())
    assert ready.missing() == []
    assert "algoracing could not be prepared in a process of its own" in caplog.text


def test_what_became_garbage_is_not_kept_when_a_server_starts_once_more() -> None:
    class Circle:
        def __init__(self) -> None:
            self.itself = self

    before = gc.get_threshold()
    try:
        one = Circle()
        tidy_up_seldom()
        there = weakref.ref(one)
        del one
        tidy_up_seldom()
        assert there() is None
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
