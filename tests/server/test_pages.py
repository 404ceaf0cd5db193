"""The pages of the browser client: their status, and refusals that are no errors to a browser."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from algorally.server.storage.refusals import Unavailable
from algorally.server.storage.store import Store
from tests.server.guests import GAME
from tests.server.inside import client_of, until_ready
from tests.server.processes import OPERATOR

JSON = {"content-type": "application/json"}
IN_BODY = {"algorally-refusals": "in-body"}
OF_A_TABLE = ("table", "replay", "sheets")
REFUSALS: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("GET", "/api/tables/abcdefghijkm", {}, 404, "no_such_table"),
    ("GET", "/api/tables/TABLE/history", {}, 409, "not_over"),
    ("POST", "/api/tables/TABLE/seats", {"json": {"name": "Bob", "seat": 0}}, 409, "seat_taken"),
    ("POST", "/api/tables/TABLE/claim", {"json": {"token": "x"}}, 403, "wrong_link"),
    ("POST", "/api/tables", {"content": b"\xff", "headers": JSON}, 400, "malformed"),
    ("POST", "/api/tables", {"content": b"{}"}, 415, "not_json"),
    ("POST", "/api/replays", {"json": {"text": "x" * 70_000}}, 413, "too_big"),
    ("DELETE", "/api/tables", {}, 405, "wrong_method"),
    ("GET", "/api/nothing", {}, 404, "not_found"),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with client_of(tmp_path_factory.mktemp("pages")) as running:
        until_ready(running)
        yield running


@pytest.fixture
def table(client: TestClient[Any]) -> str:
    """A table whose host is gone."""
    made = client.post("/api/tables", json={"game": GAME, "name": "Ann"}).json()
    client.cookies.clear()
    return str(made["table"]["id"])


@pytest.mark.parametrize(("method", "path", "sent", "status", "code"), REFUSALS)
def test_a_refusal_is_a_good_answer_to_who_asks_for_that(
    client: TestClient[Any],
    table: str,
    method: str,
    path: str,
    sent: dict[str, Any],
    status: int,
    code: str,
) -> None:
    path = path.replace("TABLE", table)
    plain = client.request(method, path, **sent)
    assert (plain.status_code, plain.json()["code"]) == (status, code)
    assert "algorally-refused" not in plain.headers

    headers = {**sent.get("headers", {}), **IN_BODY}
    answer = client.request(method, path, **{**sent, "headers": headers})
    assert (answer.status_code, answer.headers["algorally-refused"]) == (200, str(status))
    assert answer.json() == plain.json()
    assert answer.headers["cache-control"] == "no-store"


def test_what_is_not_refused_is_answered_as_ever(client: TestClient[Any], table: str) -> None:
    path = f"/api/tables/{table}"
    answer = client.get(path, headers=IN_BODY)
    assert answer.json() == client.get(path).json()
    assert "algorally-refused" not in answer.headers


def test_a_mistake_of_ours_is_an_error_to_everybody(
    client: TestClient[Any], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("algorally.server.routes.boards.glance", None)
    answer = client.get(f"/api/tables/{table}/board", headers=IN_BODY)
    assert (answer.status_code, answer.json()["code"]) == (500, "our_fault")


def test_a_refusal_is_counted_as_what_it_is(client: TestClient[Any]) -> None:
    def counted() -> dict[str, str]:
        shown = client.get("/metrics", headers={"Authorization": f"Bearer {OPERATOR}"})
        lines = shown.text.splitlines()
        return dict(line.split(" ") for line in lines if '/api/tables/{table}",status=' in line)

    before = counted()
    client.get("/api/tables/abcdefghijkm", headers=IN_BODY)
    (changed,) = set(counted().items()) - set(before.items())
    assert 'status="404"' in changed[0]


def test_the_description_tells_of_it(client: TestClient[Any]) -> None:
    for page in ("/api/docs", "/api/docs/openapi.json"):
        assert "algorally-refusals: in-body" in client.get(page).text


@pytest.mark.parametrize("path", ["/nowhere", "/a/b/c", "/table", "/new", "/rules/x/y", "/apiary"])
def test_a_page_that_does_not_exist_is_the_client_that_says_so(
    client: TestClient[Any], path: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (404, client.get("/").text)
    assert answer.headers["content-type"].startswith("text/html")


# No file can be called so.
STRANGE = ["/assets/%00", f"/assets/{300 * 'a'}", f"/assets/{5000 * 'a'}", f"/assets/{900 * 'a/'}"]


@pytest.mark.parametrize(
    "path", ["/api", "/api/tables/x/y", "/api/nothing", "/assets/nothing.js", *STRANGE]
)
def test_for_programs_nothing_is_a_problem(
    client: TestClient[Any], path: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert client.head(path).status_code in (404, 405)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_the_files_of_the_client_are_there(client: TestClient[Any]) -> None:
    files = re.findall(r'"(/assets/[^"]+)"', client.get("/").text)
    for file in files:
        assert client.get(file).status_code == 200


@pytest.mark.parametrize("page", OF_A_TABLE)
def test_the_page_of_a_table_is_there_if_the_table_is(
    client: TestClient[Any], table: str, page: str
) -> None:
    assert client.get(f"/{page}/{table}").status_code == 200
    for name in ("abcdefghijkm", "x", "A" * 12, "%00", "é"):
        answer = client.get(f"/{page}/{name}")
        assert (answer.status_code, answer.text) == (404, client.get("/").text)


def test_a_table_that_nobody_looks_at_is_there(tmp_path: Path) -> None:
    with client_of(tmp_path) as first:
        until_ready(first)
        table = first.post("/api/tables", json={"game": GAME}).json()["table"]["id"]
    with client_of(tmp_path) as second:
        assert second.get(f"/table/{table}").status_code == 200


def test_while_the_database_is_silent_a_table_may_be_there(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_store: Store, _table: str) -> None:
        raise Unavailable

    monkeypatch.setattr(Store, "has", silent)
    assert client.get("/table/abcdefghijkm").status_code == 200
