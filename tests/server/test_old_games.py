"""Old games stay readable: what was played by other rules can be looked at, by whom it always was.

A table is stored and archived, its rules change, and another server is asked about it.
"""

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from algorally.match.entries import Header, Rematch, Sit
from algorally.match.match import Match
from algorally.server.archive import unpack
from algorally.server.archivist import Archivist, archive
from algorally.server.frames import chronicle, table_info
from algorally.server.histories import history
from algorally.server.readiness import Readiness
from algorally.server.routes.boards import board, sheets
from algorally.server.storage import database, schema
from algorally.server.storage.additions import Addition
from algorally.server.storage.schema import archives
from algorally.server.storage.store import Store
from tests.match import toy
from tests.match.tables import SPEEDALGO, Table, make_header, make_toy_findable
from tests.server.ageing import (
    OLDER,
    archived_numbers,
    bearer,
    forget_archives,
    guest_at,
    make_older,
    played,
    sqlite,
    store_table,
)
from tests.server.guests import Guest, finish
from tests.server.inside import Inside, client_of, until_ready
from tests.server.postgres import Postgres
from tests.server.processes import Server
from tests.server.worlds import SPECTATOR

KEPT = Path(__file__).parent / "kept.archive"
SHORT: dict[str, dict[str, Any]] = {
    "algoracing": {"turn_cap": 3},
    SPEEDALGO: {"track": "sprint", "round_cap": 2, "traffic_placement": "random"},
    toy.NAME: {},
}
KINDS = pytest.mark.parametrize("kind", SHORT)
Asking = Callable[..., httpx.Response]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    make_toy_findable(monkeypatch)


def a_header(kind: str, **changes: Any) -> Header:
    return msgspec.structs.replace(make_header(kind, 2, seed=5, **SHORT[kind]), **changes)


@contextmanager
def server_over(folder: Path) -> Iterator[TestClient[Any]]:
    """A server over a folder; one that ends while it prepares games leaves things behind."""
    with client_of(folder) as client:
        yield client
        until_ready(client)


@contextmanager
def asked(folder: Path) -> Iterator[Asking]:
    """Asks a server over a folder, as somebody at a seat, or as a stranger."""
    tokens = {seat: bearer(sqlite(folder), seat) for seat in range(2)}
    with server_over(folder) as client:

        def ask(path: str, seat: int = SPECTATOR, method: str = "GET", **body: Any) -> Any:
            return client.request(
                method, f"/api/{path}", headers=tokens.get(seat, {}), json=body or None
            )

        yield ask


@contextmanager
def looked_at(folder: Path, table: Table) -> Iterator[Asking]:
    """Asks about a table after the rules have changed."""
    store_table(sqlite(folder), table)
    make_older(sqlite(folder))
    with asked(folder) as ask:
        yield lambda path="", *more, **body: ask(
            f"tables/{table.match.header.id}{path}", *more, **body
        )


def plain(struct: Any) -> Any:
    """A struct as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(struct))


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# --- what is over --------------------------------------------------------------------------------


@KINDS
def test_a_finished_game_is_looked_at_in_full(kind: str, tmp_path: Path) -> None:
    table = played(a_header(kind))
    match = table.match
    with looked_at(tmp_path, table) as ask:
        told = ask("/history").json()
        info = ask().json()["table"]
        drawn, text = ask("/ground.svg").text, ask("/replay").text
        papers = {language: ask(f"/sheets?language={language}").json() for language in ("en", "nb")}
        own = {seat: ask("/board", seat).json() for seat in (SPECTATOR, 0, 1)}
    before = plain(history(match.transcript()))
    assert before["steps"]
    for step, was in zip(told.pop("steps"), before.pop("steps"), strict=True):
        assert step["text"]
        assert {**step, "told": [], "text": ""} == was
    other = told.pop("other_rules")
    assert (other["rules_version"], other["in_words"]) == (OLDER, False)
    assert before.pop("other_rules") is None
    assert told == before | {"text": match.transcript().start().text()}
    assert info == plain(table_info(match)) | {
        "rules_version": OLDER,
        "other_rules": True,
        "emotes": False,
        "hints": False,
    }
    assert info["result"]["winners"]
    assert drawn == match.game.words.ground(match.position)
    assert text == match.transcript().text()
    assert papers == {language: plain(sheets(match, language)) for language in papers}
    for seat, seen in own.items():
        assert seen["view"] == plain(board(match, seat))["view"]


def test_its_steps_are_told_in_words(tmp_path: Path) -> None:
    table = played(a_header("algoracing"))
    with looked_at(tmp_path, table) as ask:
        steps = ask("/history").json()["steps"]
    position = table.match.transcript().end()
    assert steps[-1]["text"] == position.text()
    assert "the last turn is over" in steps[-1]["told"][-1]


def test_it_is_found_among_ones_games_and_replays(tmp_path: Path) -> None:
    table = played(a_header("algoracing", listed=True))
    store_table(sqlite(tmp_path), table)
    make_older(sqlite(tmp_path))
    with asked(tmp_path) as ask:
        (own,) = ask("guest/tables", 1).json()["finished"]
        assert (own["table"]["id"], own["seats"]) == (table.match.header.id, [1])
        assert own["table"]["result"] == plain(table_info(table.match))["result"]
        (listed,) = ask("replays").json()["tables"]
        assert listed == own["table"]
        assert ask(f"guest/tables/{table.match.header.id}", 1, "DELETE").json()["finished"] == []
        assert len(ask("guest/tables", 0).json()["finished"]) == 1


def test_it_still_knows_its_rematch(tmp_path: Path) -> None:
    table = played(a_header("algoracing"))
    url, header = sqlite(tmp_path), table.match.header
    store_table(url, table)
    rematch = msgspec.structs.replace(header, id="ccccbbbbaaaa", previous=header.id)
    store = Store(url, process="later")
    assert asyncio.run(store.add(Addition(rematch.id, rematch)))
    store.close()
    make_older(url)
    with asked(tmp_path) as ask:
        assert ask(f"tables/{header.id}").json()["table"]["next"] == rematch.id


# --- what still runs -----------------------------------------------------------------------------


@KINDS
def test_a_running_game_shows_each_seat_its_own_hand_and_nobody_elses(
    kind: str, tmp_path: Path
) -> None:
    table = played(a_header(kind), 6)
    match = table.match
    with looked_at(tmp_path, table) as ask:
        for viewer in (SPECTATOR, 0, 1):
            seen = ask("/board", viewer).json()
            was = plain(board(match, viewer, None))
            assert seen["viewer"] == viewer
            for part in ("view", "field", "text", "hand", "told"):
                assert seen[part] == was[part], part
            assert seen["choices"] == {}
            assert seen["table"]["other_rules"]
            told = ask("/chronicle", viewer).json()
            assert told.pop("other_rules")["rules_version"] == OLDER
            assert told.pop("field")
            assert told == {
                name: value
                for name, value in plain(chronicle(match, viewer)).items()
                if name in told
            }
        assert ask("/board", 0).json()["view"] != ask("/board", 1).json()["view"]
        assert refusal(ask("/board?seat=0", 1)) == (403, "foreign_seat")
        assert refusal(ask("/chronicle?seat=0", 1)) == (403, "foreign_seat")
        assert refusal(ask("/board?seat=0")) == (403, "not_allowed")
        assert refusal(ask("/history", 0)) == (409, "not_over")
        assert refusal(ask("/replay", 0)) == (409, "not_over")


def test_what_only_its_players_see_stays_so(tmp_path: Path) -> None:
    table = played(a_header("algoracing", watched=False), 20)
    with looked_at(tmp_path, table) as ask:
        for path in ("/board", "/chronicle", "/sheets"):
            assert refusal(ask(path)) == (403, "not_watched")
        assert ask().json()["table"]["result"]["points"] == []
        assert ask("/board", 1).json()["viewer"] == 1
        assert ask("", 1).json()["table"]["result"]["points"]


def test_a_hand_is_shown_to_whom_the_seat_belongs_by_now(tmp_path: Path) -> None:
    table = played(a_header("algoracing"), 6)
    url, name, colour = sqlite(tmp_path), table.match.header.id, table.match.seats[1].colour
    store_table(url, table)
    store = Store(url, process="later")
    moved = table.add(Sit(1, guest_at(7), "Guest 7", claimed=True)).stored
    assert asyncio.run(store.add(Addition(name, stored=[moved])))
    store.close()
    make_older(url)
    seven = bearer(url, 7)
    with asked(tmp_path) as ask:
        assert ask(f"tables/{name}/board", 1).json()["viewer"] == SPECTATOR
        assert refusal(ask(f"tables/{name}/board?seat=1", 1)) == (403, "not_allowed")
        assert ask("guest/tables", 1).json()["running"] == []
    with server_over(tmp_path) as client:
        seen = client.get(f"/api/tables/{name}/board", headers=seven).json()
        (own,) = client.get("/api/guest/tables", headers=seven).json()["running"]
    assert (seen["viewer"], own["seats"]) == (1, [1])
    assert seen["hand"] == board(table.match, 1).hand
    called = own["table"]["seats"][1]
    assert (called["name"], called["colour"]) == ("Guest 7", colour)


def test_it_says_so_and_nobody_can_play_on(tmp_path: Path) -> None:
    table = played(a_header("algoracing", listed=True), 6)
    with looked_at(tmp_path, table) as ask:
        mine = ask("", 0).json()
        assert mine["seats"] == [0]
        assert mine["table"]["stage"] == "running"
        assert mine["table"]["other_rules"]
        deeds = [("POST", "/pause"), ("POST", "/preview"), ("POST", "/seats"), ("POST", "/rematch")]
        bodies: dict[str, dict[str, Any]] = {"/preview": {"text": "step"}, "/seats": {"name": "A"}}
        for method, path in deeds:
            answer = ask(path, 0, method, **bodies.get(path, {}))
            assert refusal(answer) == (409, "other_rules"), path
            assert f"rules {OLDER}" in answer.json()["words"]
        assert refusal(ask("/board.svg", 0)) == (409, "other_rules")


def test_its_socket_is_refused_and_it_can_be_taken_off_the_list(tmp_path: Path) -> None:
    table = played(a_header("algoracing", listed=True), 6)
    url, name = sqlite(tmp_path), table.match.header.id
    store_table(url, table)
    make_older(url)
    zero = bearer(url, 0)
    with server_over(tmp_path) as client:
        with client.websocket_connect(f"/api/tables/{name}/socket") as socket:
            assert socket.receive_json()["code"] == "other_rules"
        (own,) = client.get("/api/guest/tables", headers=zero).json()["running"]
        assert (own["table"]["other_rules"], own["your_turn"]) == (True, False)
        assert client.get("/api/tables?stage=running").json() == {"tables": [], "more": False}
        left = client.delete(f"/api/guest/tables/{name}", headers=zero).json()
        assert left == {"running": [], "finished": []}


# --- what cannot be shown as it was --------------------------------------------------------------


@pytest.mark.parametrize("change", ["events", "records", "game"])
def test_where_its_numbers_mean_something_else_it_is_to_be_read_in_words(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(a_header(toy.NAME))
    store_table(sqlite(tmp_path), table)
    make_older(sqlite(tmp_path))
    newer = {
        "events": dataclasses.replace(toy.GAME, events=[*toy.GAME.events, "flew"]),
        "records": dataclasses.replace(toy.GAME, field=toy.Piece),
    }
    if change == "game":
        monkeypatch.undo()  # nobody finds the toy any more
    else:
        monkeypatch.setattr(toy, "GAME", newer[change])
    with asked(tmp_path) as ask:
        other = ask(f"tables/{table.match.header.id}/history").json()["other_rules"]
        assert ask(f"tables/{table.match.header.id}/chronicle").json()["other_rules"] == other
        assert len(ask("guest/tables", 0).json()["finished"]) == 1
    assert other["in_words"]
    assert [member["name"] for member in other["records"]["field"]] == ["seats"]


@pytest.mark.parametrize("content", [None, b"", b"nonsense"])
def test_without_an_archive_it_says_what_it_was(tmp_path: Path, content: bytes | None) -> None:
    table = played(a_header("algoracing"))
    url = sqlite(tmp_path)
    store_table(url, table, is_archived=content is not None)
    engine = database.open_engine(url)
    with engine.begin() as connection:
        connection.execute(archives.update().values(content=content or b""))
    engine.dispose()
    make_older(url)
    with asked(tmp_path) as ask:
        path = f"tables/{table.match.header.id}"
        info = ask(path, 0).json()["table"]
        assert [seat["name"] for seat in info["seats"]] == ["Guest 0", "Guest 1"]
        assert (info["stage"], info["other_rules"]) == ("over", True)
        for part in ("board", "chronicle", "history", "sheets", "replay", "ground.svg"):
            assert refusal(ask(f"{path}/{part}", 0)) == (409, "other_rules"), part


def test_an_archive_of_long_ago_is_still_read() -> None:
    """It was written when archives were new; to change it would prove nothing."""
    kept = unpack(KEPT.read_bytes())
    assert kept.history
    assert kept.history.names == ["Guest 0", "Guest 1"]
    assert kept.history.steps[-1].text
    assert sorted(kept.sights) == [SPECTATOR, 0, 1]
    assert kept.numbers.records.state
    assert kept.replay.startswith("algorally algoracing rules 1")


# --- when it is archived -------------------------------------------------------------------------


def test_of_a_running_game_nothing_is_kept_but_what_viewers_may_see() -> None:
    kept = archive(played(a_header(toy.NAME), 6).match)
    assert (kept.history, kept.sheets, kept.replay) == (None, {}, "")


def test_a_running_game_is_archived_anew_and_a_finished_one_once(tmp_path: Path) -> None:
    url, table = sqlite(tmp_path), played(a_header("algoracing"))
    header, entries = table.match.header, list(table.entries)
    store = Store(url, process="this")
    keeping = Archivist(store, Readiness([]))

    async def play() -> list[tuple[int, bool]]:
        seen = []
        assert await store.add(Addition(header.id, header, entries[:9], "running"))
        for until, stage in ((9, "running"), (12, "running"), (len(entries), "over")):
            first = await store.entries(header.id)
            more = entries[len(first) : until]
            assert await store.add(Addition(header.id, stored=more, stage=stage))
            await keeping.go_round()
            seen.append(archived_numbers(url)[header.id])
            assert await store.to_be_archived() == []
        late = table.add(Rematch("ccccbbbbaaaa")).stored
        assert await store.add(Addition(header.id, stored=[late]))
        assert await store.to_be_archived() == []
        return seen

    try:
        assert asyncio.run(play()) == [(9, False), (12, False), (len(entries), True)]
    finally:
        store.close()


def test_a_server_that_stops_archives_what_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archivist, "run", lambda _: asyncio.sleep(0))  # nothing meanwhile
    table = played(a_header("algoracing"), 6)
    store_table(sqlite(tmp_path), table, is_archived=False)
    with Inside(tmp_path):
        assert archived_numbers(sqlite(tmp_path)) == {}
    assert archived_numbers(sqlite(tmp_path)) == {
        table.match.header.id: (table.match.number, False)
    }


def test_what_a_killed_server_did_not_archive_the_next_one_does(tmp_path: Path) -> None:
    with (
        Server(tmp_path / "data", "--requests", "0", "--no-limits") as server,
        Guest(server.url) as ann,
    ):
        wishes = {"name": "Ann", "bots": "random", "start": True, "settings": {"turn_cap": 3}}
        over, running = ann.make(**wishes), ann.make(**wishes)
        finish(ann.join(over))
        before = ann.get(f"tables/{over}/history")
        server.kill()
        url = sqlite(server.data)
        forget_archives(url)
        server.start()
        server.stop()
        assert archived_numbers(url)[over][1]
        make_older(url)
        server.start()
        after = ann.get(f"tables/{over}/history")
        assert [step["patch"] for step in after["steps"]] == [
            step["patch"] for step in before["steps"]
        ]
        assert (after["names"], after["result"]) == (before["names"], before["result"])
        assert ann.get(f"tables/{running}/board")["viewer"] == 0
        assert ann.get(f"tables/{running}")["table"]["other_rules"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> sa.URL:
    """A database of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    running: Postgres = request.getfixturevalue("postgres")
    return database.database_url(running.create_database(), tmp_path)


def test_two_processes_archive_a_game_once(url: sa.URL) -> None:
    table = played(a_header("algoracing"))
    store_table(url, table, is_archived=False)
    stores = [Store(url, process=name) for name in ("one", "other")]
    name = table.match.header.id

    async def archive_both() -> None:
        assert [await store.to_be_archived() for store in stores] == [[name], [name]]
        await asyncio.gather(*(Archivist(store, Readiness([])).go_round() for store in stores))
        first = await stores[0].archived(name)
        assert first
        assert first.is_whole
        assert unpack(first.content) == archive(Match(table.match.header, table.entries))
        another = first._replace(number=first.number + 1, content=b"another")
        assert await stores[1].add(Addition(name, archived=another))
        earlier = another._replace(number=1, is_whole=False)
        assert await stores[1].add(Addition(name, archived=earlier))
        assert await stores[1].archived(name) == first

    try:
        asyncio.run(archive_both())
    finally:
        for store in stores:
            store.close()


def test_a_process_leaves_the_tables_of_others_to_them(url: sa.URL) -> None:
    store_table(url, played(a_header("algoracing")), is_archived=False)  # by the process "before"
    one, before = Store(url, process="one"), Store(url, process="before")

    async def look() -> None:
        assert len(await one.to_be_archived()) == 1
        await before.claim(1_000_000, [])
        assert await one.to_be_archived() == []
        assert len(await before.to_be_archived()) == 1

    try:
        asyncio.run(look())
    finally:
        one.close()
        before.close()


def test_a_table_of_other_rules_is_not_archived(url: sa.URL) -> None:
    store_table(url, played(a_header("algoracing")), is_archived=False)
    make_older(url)
    store = Store(url, process="this")
    keeping = Archivist(store, Readiness([]))
    try:
        asyncio.run(keeping.go_round())
    finally:
        store.close()
    assert archived_numbers(url) == {}


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_archived(url: sa.URL) -> None:
    tables = [played(a_header("algoracing", id=name)) for name in ("aaaabbbbcccc", "bbbbccccdddd")]
    for table in tables:
        store_table(url, table, is_archived=False)
    engine = database.open_engine(url)
    with engine.begin() as connection:
        broken = schema.tables.update().where(schema.tables.c.id == "aaaabbbbcccc")
        connection.execute(broken.values(header="{}"))
    engine.dispose()
    store = Store(url, process="this")
    try:
        asyncio.run(Archivist(store, Readiness([])).go_round())
    finally:
        store.close()
    assert list(archived_numbers(url)) == ["bbbbccccdddd"]
