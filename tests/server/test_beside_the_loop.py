"""What takes time is done in the workshop, and never in the thread that everybody waits for."""

import gzip
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.core.transcript import Transcript
from algorally.server import compression
from algorally.server.routes import boards, hints
from algorally.server.routes import games as game_routes
from algorally.server.routes import tables as table_routes
from algorally.server.workshop import CALLER, TooBusy, Workshop
from tests.server.guests import GAME, Guest
from tests.server.inside import Inside

WORKERS = "workshop"


class Watch:
    """Notes in which thread functions are called; those of bots and archives do not count."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.threads: dict[str, Counter[str]] = {}

    def over(self, place: Any, name: str) -> None:
        """Watch a function."""
        function = getattr(place, name)
        seen = self.threads.setdefault(name, Counter())

        def watched(*arguments: Any, **named: Any) -> Any:
            thread = threading.current_thread().name.rpartition("_")[0] or "loop"
            if thread not in ("bot", "archivist"):
                seen[thread] += 1
            return function(*arguments, **named)

        self._patch.setattr(place, name, watched)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server in this process."""
    with Inside(tmp_path_factory.mktemp("inside") / "data") as running:
        yield running


@pytest.fixture
def guest(server: Inside) -> Iterator[Guest]:
    """Somebody who asks for a lot."""
    with Guest(server.url) as somebody:
        yield somebody


@pytest.fixture
def watch(server: Inside, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watches, once the server is ready; here even short answers are long ones."""
    monkeypatch.setattr(compression, "LONG", compression.SHORTEST)
    return Watch(monkeypatch)


def test_looking_at_a_table_is_done_in_the_workshop(guest: Guest, watch: Watch) -> None:
    table = guest.make(name="Ann", bots="random", start=True)
    for place, name in (
        (Position, "svg"),
        (Position, "text"),
        (boards, "chronicle"),
        (boards, "ghost"),
        (boards, "sheets"),
        (boards, "ground"),
        (gzip, "compress"),
    ):
        watch.over(place, name)
    for what in ("board", "board.svg", "ground.svg", "chronicle", "sheets"):
        guest.get(f"tables/{table}/{what}")
    answer = guest.ask("POST", f"tables/{table}/preview", actions=[])
    assert answer.status_code in (200, 409), answer.text  # it may be a bot's turn
    if answer.status_code == 409:
        del watch.threads["ghost"]
    assert {name: set(threads) for name, threads in watch.threads.items()} == {
        name: {WORKERS} for name in watch.threads
    }


def test_a_hint_is_found_in_the_workshop(guest: Guest, watch: Watch) -> None:
    table = guest.make(name="Ann", bots="random", start=True, set_up="house")
    watch.over(hints, "advise")
    assert guest.post(f"tables/{table}/hint")["hints"]
    assert set(watch.threads["advise"]) == {WORKERS}


def test_fields_and_replays_are_done_in_the_workshop(guest: Guest, watch: Watch) -> None:
    transcript = Transcript(find_game(GAME), 2, 1)
    watch.over(game_routes, "draw_start")
    watch.over(boards, "read_transcript")
    watch.over(boards, "history")
    guest.get(f"games/{GAME}/picture.svg")
    guest.post("replays", text=transcript.text())
    assert all(set(threads) == {WORKERS} for threads in watch.threads.values()), watch.threads


def test_tables_are_made_and_begun_in_the_workshop(guest: Guest, watch: Watch) -> None:
    game = type(find_game(GAME))
    watch.over(game, "start")
    watch.over(table_routes, "begin_as_wished")
    table = guest.make(name="Ann", bots="random")
    guest.post(f"tables/{table}/start")
    guest.make(name="Ann", bots="random", start=True)
    assert all(set(threads) == {WORKERS} for threads in watch.threads.values()), watch.threads


def test_a_ready_made_field_is_drawn_once(guest: Guest, watch: Watch) -> None:
    watch.over(game_routes, "draw")
    path = next(field["picture"] for field in guest.get(f"games/{GAME}")["fields"])
    pictures = {guest.http.get(path).text for _ in range(3)}
    assert len(pictures) == 1
    assert watch.threads["draw"].total() <= 1


def test_each_request_is_for_its_address(
    server: Inside, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    do: Callable[..., Any] = Workshop.do

    async def noting(workshop: Workshop, *work: Any, **named: Any) -> Any:
        asked.append(CALLER.get().address)
        return await do(workshop, *work, **named)

    monkeypatch.setattr(Workshop, "do", noting)
    for address in ("127.0.0.1", "127.1.2.3"):
        way = httpx.HTTPTransport(local_address=address)
        with httpx.Client(transport=way, base_url=server.url) as client:
            assert client.get(f"/api/games/{GAME}/picture.svg").is_success
    assert set(asked) == {"127.0.0.1", "127.1.2.3"}


def test_who_asks_for_too_much_is_told_to_wait(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workshop, "_check_room", full)
    monkeypatch.setattr(compression, "LONG", compression.SHORTEST)
    status, problem = guest.refused("GET", f"games/{GAME}/picture.svg")
    assert (status, problem["code"]) == (429, "too_busy")
    assert "wait a little" in problem["words"]
    answer = guest.ask("GET", f"games/{GAME}")  # is long, and goes uncompressed
    assert answer.is_success
    assert "content-encoding" not in answer.headers


def full(_workshop: Workshop, _address: str) -> None:
    """There is no room."""
    raise TooBusy
