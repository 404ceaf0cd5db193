"""The lists of tables: fair, in pages, and whole although one table is broken."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from algorally.match.match import Stage
from algorally.server.config import NO_LIMITS, Config
from algorally.server.noticeboard import A_PAGE
from algorally.server.storage.schema import entries, tables
from tests.match.tables import make_header
from tests.server.ageing import bearer, guest_at, played, store_table
from tests.server.inside import client_to, until_ready
from tests.server.stores import change, keep_table

Client = TestClient[Any]
Spoil = Callable[[sa.URL, str], None]
STAGES: list[Stage] = ["open", "running", "over"]
LONG_AGO = 0.001  # days


@contextmanager
def server_over(url: sa.URL, folder: Path) -> Iterator[Client]:
    """A server in this process that has a database."""
    shared = "" if url.get_backend_name() == "sqlite" else url.render_as_string()
    config = Config(data=folder, database=shared, requests_a_minute=0, limits=NO_LIMITS)
    with ExitStack() as running:
        client = running.enter_context(client_to(config))
        until_ready(client)
        yield client


def listed(client: Client, **query: Any) -> list[str]:
    answer = client.get("/api/tables", params=query)
    assert answer.status_code == 200, answer.text
    return [table["id"] for table in answer.json()["tables"]]


# --- fairness and pages --------------------------------------------------------------------------


def test_from_everywhere_the_newest_come_first(url: sa.URL, tmp_path: Path) -> None:
    def keep(origin: str, age: int, **facts: Any) -> str:
        return keep_table(url, listed=True, origin=origin, days=LONG_AGO * age, **facts)

    flood = [keep("flood", age) for age in range(1, A_PAGE + 6)]
    near, nearer = keep("near", 99), keep("near", 98)
    far = keep("far", 97)
    before = [keep("", 90 + place, host=f"host {place}") for place in range(2)]
    with server_over(url, tmp_path) as client:
        first, second = (client.get(f"/api/tables?page={page}").json() for page in (1, 2))
    names = [[table["id"] for table in page["tables"]] for page in (first, second)]
    assert names[0][:6] == [flood[0], before[0], before[1], far, nearer, flood[1]]
    assert names[0][6] == near
    assert [*names[0][7:], *names[1]] == flood[2:]
    assert [len(page) for page in names] == [A_PAGE, 10]
    assert (first["more"], second["more"]) == (True, False)


def test_pages_are_numbered_from_one(url: sa.URL, tmp_path: Path) -> None:
    with server_over(url, tmp_path) as client:
        assert client.get("/api/tables?page=2").json() == {"tables": [], "more": False}
        assert client.get("/api/tables?page=0").status_code == 400


def test_what_may_not_be_watched_takes_no_place_among_the_games_to_watch(
    url: sa.URL, tmp_path: Path
) -> None:
    for _ in range(A_PAGE + 1):
        keep_table(url, "running", listed=True, watched=False)
    watched = keep_table(url, "running", days=1, listed=True)
    with server_over(url, tmp_path) as client:
        assert listed(client, stage="running") == [watched]


def test_a_list_keeps_no_table_in_memory(url: sa.URL, tmp_path: Path) -> None:
    made = {keep_table(url, listed=True) for _ in range(3)}
    with server_over(url, tmp_path) as client:
        assert set(listed(client)) == made
        assert client.get("/health").json()["tables"] == 0


def test_a_list_knows_what_happens_at_its_tables(url: sa.URL, tmp_path: Path) -> None:
    name = keep_table(url, listed=True, seats=3)
    with server_over(url, tmp_path) as client:

        def taken() -> list[str]:
            (table,) = client.get("/api/tables").json()["tables"]
            assert table["id"] == name
            return [seat["taken"] for seat in table["seats"]]

        assert taken() == ["person", "bot", "free"]
        assert client.post(f"/api/tables/{name}/seats", json={"name": "Cleo"}).status_code == 201
        assert taken() == ["person", "bot", "person"]


# --- broken tables -------------------------------------------------------------------------------


def remove_an_option(url: sa.URL, name: str) -> None:
    header = make_header(no_such_option="yes")
    text = json.dumps({**facts_of(header), "id": name, "listed": True, "host": guest_at(0)})
    change(url, tables.update().where(tables.c.id == name).values(header=text))


def facts_of(header: Any) -> dict[str, Any]:
    return {field: getattr(header, field) for field in header.__struct_fields__} | {"clock": {}}


def spoil_the_header(url: sa.URL, name: str) -> None:
    text = json.dumps({"game": "algoracing", "seats": "many"})
    change(url, tables.update().where(tables.c.id == name).values(header=text))


def spoil_an_entry(url: sa.URL, name: str) -> None:
    change_entry(url, name, body='{"kind":"dance","seat":0}')


def name_no_seat(url: sa.URL, name: str) -> None:
    change_entry(url, name, body='{"kind":"away","seat":77}')


def lose_an_entry(url: sa.URL, name: str) -> None:
    change_entry(url, name, number=99)


def change_entry(url: sa.URL, name: str, **values: Any) -> None:
    second = (entries.c.table_id == name) & (entries.c.number == 2)
    change(url, entries.update().where(second).values(**values))


WAYS = [remove_an_option, spoil_the_header, spoil_an_entry, name_no_seat, lose_an_entry]


@pytest.mark.parametrize("spoil", WAYS)
@pytest.mark.parametrize("stage", ["open", "running"])
def test_a_broken_table_is_left_out_and_logged_once(
    url: sa.URL, tmp_path: Path, stage: Stage, spoil: Spoil, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (keep_table(url, stage, listed=True, host=guest_at(0)) for _ in range(2))
    spoil(url, broken)
    with server_over(url, tmp_path) as client:
        for _ in range(3):
            assert listed(client, stage=stage) == [sound]
    said = [one for one in caplog.records if broken in one.getMessage() and one.exc_info]
    assert [one.name for one in said if one.name == "algorally.live"] == ["algorally.live"]


@pytest.mark.parametrize("spoil", WAYS)
@pytest.mark.parametrize("stage", STAGES)
def test_its_owner_is_told_and_takes_it_off_the_list(
    url: sa.URL, tmp_path: Path, stage: Stage, spoil: Spoil
) -> None:
    name = keep_table(url, stage, listed=True, host=guest_at(0))
    spoil(url, name)
    which = "finished" if stage == "over" else "running"
    with server_over(url, tmp_path) as client:
        mine, stranger = bearer(url, 0), bearer(url, 1)
        (own,) = client.get("/api/guest/tables", headers=mine).json()[which]
        assert own["broken"]
        assert (own["table"]["id"], own["table"]["game"]) == (name, "algoracing")
        assert own["table"]["created"] > 0
        assert own["table"]["stage"] == stage
        path = f"/api/guest/tables/{name}"
        assert client.delete(path, headers=stranger).status_code == 403
        left = client.delete(path, headers=mine)
        assert left.json() == {"running": [], "finished": []}


@pytest.mark.parametrize("spoil", WAYS)
def test_whoever_opens_it_is_refused(url: sa.URL, tmp_path: Path, spoil: Spoil) -> None:
    name = keep_table(url, "over", host=guest_at(0))
    spoil(url, name)
    with server_over(url, tmp_path) as client:
        for path in ("", "/board", "/chronicle", "/history", "/replay", "/ground.svg", "/sheets"):
            answer = client.get(f"/api/tables/{name}{path}")
            assert (answer.status_code, answer.json()["code"]) == (409, "broken_table"), path
        answer = client.post(f"/api/tables/{name}/seats", json={"name": "Bob"})
        assert (answer.status_code, answer.json()["code"]) == (409, "broken_table")
        with client.websocket_connect(f"/api/tables/{name}/socket") as socket:
            assert socket.receive_json()["code"] == "broken_table"
        assert client.get(f"/table/{name}").status_code in (200, 404)  # where there are no pages


def test_finished_games_are_listed_beside_a_broken_one(url: sa.URL, tmp_path: Path) -> None:
    sound = played(make_header(turn_cap=1))
    change_listed = tables.update().values(listed=True)
    store_table(url, sound)
    broken = keep_table(url, "over", listed=True)
    spoil_an_entry(url, broken)
    change(url, change_listed)
    with server_over(url, tmp_path) as client:
        found = client.get("/api/replays").json()["tables"]
        assert [table["id"] for table in found] == [sound.match.header.id]
        assert found[0]["result"]["winners"]
        assert client.get("/health").json()["tables"] == 0
