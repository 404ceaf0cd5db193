"""What keeps strangers out: cookies, tokens, origins, headers, limits, and logs without secrets."""

import base64
import json
import re
import sqlite3
import string
from collections.abc import Iterator
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from websockets.exceptions import InvalidStatus

from algorally.server import rates
from algorally.server.people import COOKIE, People
from algorally.server.routes import games
from algorally.server.storage.folder import FILE
from tests.server.guests import GAME, Guest, count, finish, new_id
from tests.server.inside import Inside, client_of
from tests.server.ports import HOST
from tests.server.processes import OPERATOR, Server

FRIEND, FOE = "https://friend.example", "https://foe.example"
AS_OPERATOR = {"Authorization": f"Bearer {OPERATOR}"}
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
# A server that fails where it is told to, with everything that is secret in the error's words.
FAILING = """
import algorally.server.routes.boards as boards
import algorally.server.socket as sockets

def fail(match, *_):
    raise RuntimeError(f"{match.header} {match.seats} {match.position.text()}")

def fail_to_read(view):
    raise RuntimeError(f"{view.fields} {view.states} {view.text()}")

read = sockets.chosen
boards.glance = fail
sockets.chosen = lambda view, seat, actions, text: (
    fail_to_read(view) if text == "fail" else read(view, seat, actions, text)
)
from algorally.cli import main
main()
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A client of a server that knows one other site, and does not ask who its proxy is."""
    with client_of(tmp_path_factory.mktemp("guarded"), origins=(FRIEND,)) as running:
        yield running


@pytest.fixture(autouse=True)
def no_cookies(client: TestClient[Any]) -> None:
    """Every test begins as a stranger."""
    client.cookies.clear()


def refused(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return answer.status_code, answer.json()["code"]


# --- cookies and tokens ---------------------------------------------------------------------------


def token_of(client: TestClient[Any]) -> str:
    client.get("/api/guest")
    return client.cookies[COOKIE]


def cookie_of(answer: httpx.Response) -> "Morsel[str]":
    return SimpleCookie(answer.headers["set-cookie"])[COOKIE]


def test_the_cookie_is_kept_from_scripts_and_other_sites(client: TestClient[Any]) -> None:
    cookie = cookie_of(client.get("/api/guest"))
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) > 300 * 24 * 3600
    assert not cookie["secure"]  # or a browser would not keep it on http
    assert not cookie["domain"]


def test_a_guest_gets_one_cookie_and_keeps_it(client: TestClient[Any]) -> None:
    token = token_of(client)
    again = client.get("/api/guest")
    assert "set-cookie" not in again.headers
    assert client.cookies[COOKIE] == token


def test_no_script_is_told_the_token(client: TestClient[Any]) -> None:
    first, again = client.get("/api/guest"), client.get("/api/guest")
    moved = client.post("/api/guest", json={"token": client.cookies[COOKIE]})
    for answer in (first, again, moved):
        assert set(answer.json()) == {"now"}


def test_looking_makes_nobody_a_guest(client: TestClient[Any]) -> None:
    for path in ("/health", "/api/games", "/api/tables", "/api/replays", "/"):
        assert "set-cookie" not in client.get(path).headers, path


@pytest.mark.parametrize("proto", ["https", "http"])
def test_behind_a_trusted_proxy_with_https_the_cookie_is_secure(tmp_path: Path, proto: str) -> None:
    with Inside(tmp_path, not_ready=None, proxies=(HOST,)) as server:
        answer = httpx.get(f"{server.url}/api/guest", headers={"X-Forwarded-Proto": proto})
    assert bool(cookie_of(answer)["secure"]) == (proto == "https")


def test_who_is_no_trusted_proxy_is_not_believed(served: Server) -> None:
    answer = httpx.get(f"{served.url}/api/guest", headers={"X-Forwarded-Proto": "https"})
    assert not cookie_of(answer)["secure"]


def test_a_forged_cookie_is_nobodys(client: TestClient[Any]) -> None:
    token = token_of(client)
    number, _, signature = token.partition(".")
    other = People("another secret")
    for forged in (
        number,
        f"{number}.",
        f"{number[:-1]}x.{signature}",
        f"{number}.{signature[:9]}{'x' if signature[9] != 'x' else 'y'}{signature[10:]}",
        other.guest_token(number),
        "x" * 5000,
        "\u00e9",
    ):
        client.cookies.clear()
        sent = f"{COOKIE}={forged}".encode("latin-1")
        answer = client.get("/api/guest", headers={b"Cookie": sent})
        assert answer.status_code == 200
        assert cookie_of(answer).value.partition(".")[0] != number


def test_a_forged_token_is_refused(client: TestClient[Any]) -> None:
    token = token_of(client)
    for forged in (
        f"{token}x",
        token.partition(".")[0],
        "x",
        People("other").guest_token("a" * 22),
    ):
        headers = {"Authorization": f"Bearer {forged}"}
        assert refused(client.get("/api/guest", headers=headers)) == (403, "wrong_token")
    headers = {"Authorization": f"bearer {token}"}
    client.cookies.clear()
    assert "set-cookie" not in client.get("/api/guest", headers=headers).headers


def test_a_token_has_one_spelling(client: TestClient[Any]) -> None:
    made = client.post("/api/tables", json={"game": GAME, "name": "Ann"}).json()
    tokens = (token_of(client), made["link"]["token"])
    for token in tokens:
        for other in (uncounted_bits_flipped(token), f"{token}=", f"{token[:-5]}!!!!{token[-5:]}"):
            headers = {"Authorization": f"Bearer {other}"}
            assert refused(client.get("/api/guest", headers=headers)) == (403, "wrong_token"), other


def uncounted_bits_flipped(token: str) -> str:
    """The same bytes in base64: the last two bits of 20 bytes in 27 letters count for nothing."""
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    signature = token.rpartition(".")[2]
    other = signature[:-1] + letters[letters.index(signature[-1]) ^ 3]
    assert base64.urlsafe_b64decode(f"{other}=") == base64.urlsafe_b64decode(f"{signature}=")
    return token.removesuffix(signature) + other


def test_the_secret_of_a_seat_is_no_cookie(client: TestClient[Any]) -> None:
    made = client.post("/api/tables", json={"game": GAME, "name": "Ann"}).json()
    client.cookies.clear()
    headers = {"Cookie": f"{COOKIE}={made['link']['token']}"}
    seen = client.get(f"/api/tables/{made['table']['id']}", headers=headers).json()
    assert (seen["seats"], seen["host"]) == ([], False)


def test_another_server_has_another_secret(client: TestClient[Any], tmp_path: Path) -> None:
    token = token_of(client)
    with client_of(tmp_path) as other:
        headers = {"Authorization": f"Bearer {token}"}
        assert refused(other.get("/api/guest", headers=headers)) == (403, "wrong_token")


# --- pages of other sites -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", [FOE, "null", "http://[", "", "https://friend.example.foe.example"]
)
def test_a_page_of_another_site_changes_nothing(client: TestClient[Any], origin: str) -> None:
    table = client.post("/api/tables", json={"game": GAME, "name": "Ann"}).json()["table"]["id"]
    before = client.get(f"/api/tables/{table}").json()
    for method, path in (
        ("POST", "/api/tables"),
        ("POST", f"/api/tables/{table}/seats"),
        ("PUT", f"/api/tables/{table}/seats/1/bot"),
        ("DELETE", f"/api/tables/{table}/seats/0"),
        ("POST", f"/api/tables/{table}/start"),
        ("POST", "/api/replays"),
    ):
        body = {"name": "Eve", "game": GAME, "text": ""}
        answer = client.request(method, path, headers={"Origin": origin}, json=body)
        assert refused(answer) == (403, "foreign_origin"), path
    assert client.get(f"/api/tables/{table}").json() == before


@pytest.mark.parametrize("origin", ["http://127.0.0.1", "https://127.0.0.1", FRIEND, None])
def test_our_own_pages_programs_and_known_sites_may(
    client: TestClient[Any], origin: str | None
) -> None:
    headers = {"Origin": origin} if origin else {}
    made = client.post("/api/tables", headers=headers, json={"game": GAME, "name": "Ann"})
    assert made.status_code == 201


def test_everybody_may_look(client: TestClient[Any]) -> None:
    answer = client.get("/api/games", headers={"Origin": FOE})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers  # so the page cannot read it


def test_a_page_of_another_site_opens_no_line(ann: Guest, served: Server) -> None:
    table = ann.make(name="Ann")
    before = ann.refusals("foreign_origin")
    with pytest.raises(InvalidStatus) as refusal:
        ann.line(table, Origin=FOE)
    assert refusal.value.response.status_code == 403
    assert ann.refusals("foreign_origin") == before + 1
    assert ann.line(table, Origin=served.url).hello()["viewer"] == 0


# --- headers --------------------------------------------------------------------------------------


def assert_safe(answer: httpx.Response) -> None:
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value], (answer.url, name)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert (
        "script-src" not in policy
        or "unsafe" not in policy.partition("script-src")[2].split(";")[0]
    )
    assert len(answer.headers.get_list("cache-control")) == 1
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/health", 200),
        ("GET", "/metrics", 403),
        ("GET", "/api/guest", 200),
        ("GET", "/api/games", 200),
        ("GET", f"/api/games/{GAME}/picture.svg", 200),
        ("GET", "/api/docs", 200),
        ("GET", "/api/docs/openapi.json", 200),
        ("GET", "/api/docs/nothing", 404),
        ("GET", "/nothing", 404),
        ("GET", "/api/tables/abcdefghijkm", 404),
        ("DELETE", "/api/tables", 405),
        ("POST", "/api/tables", 400),
    ],
)
def test_every_answer_tells_browsers_to_be_careful(
    client: TestClient[Any], method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert_safe(answer)


def test_answers_with_secrets_are_not_kept_by_browsers(client: TestClient[Any]) -> None:
    made = client.post("/api/tables", json={"game": GAME, "name": "Ann"})
    table = made.json()["table"]["id"]
    for answer in (
        made,
        client.get("/api/guest"),
        client.get(f"/api/tables/{table}"),
        client.get(f"/api/tables/{table}/board"),
        client.post(f"/api/tables/{table}/seats/0/link"),
    ):
        assert answer.headers["cache-control"] == "no-store"


def test_what_should_not_have_happened_is_told_without_details(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_name: str) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(games, "game_info", fail)
    answer = client.get(f"/api/games/{GAME}")
    assert refused(answer) == (500, "our_fault")
    assert "secret" not in answer.text
    assert_safe(answer)
    (record,) = [record for record in caplog.records if record.name == "algorally.errors"]
    assert record.exc_info


# --- limits ---------------------------------------------------------------------------------------


def test_too_many_requests_are_refused_with_the_time_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "WINDOW", 3600.0)  # seconds, more than the test takes
    with client_of(tmp_path, requests_a_minute=5) as client:
        statuses = [client.get("/api/games").status_code for _ in range(5)]
        assert statuses == [200] * 5
        answer = client.get("/api/tables", headers={"X-Forwarded-For": "1.2.3.4"})
        assert refused(answer) == (429, "too_fast")
        assert 0 < int(answer.headers["retry-after"]) <= 3600 / 5
        assert answer.headers["ratelimit-limit"] == "5"
        assert_safe(answer)
        assert refused(client.post("/api/tables", json={"game": GAME})) == (429, "too_fast")


def test_a_request_has_a_largest_size(client: TestClient[Any]) -> None:
    answer = client.post("/api/replays", json={"text": "x" * 70_000})
    assert refused(answer) == (413, "too_big")
    assert "64000 bytes" in answer.json()["words"]
    assert_safe(answer)


def test_the_server_counts_what_happens(ann: Guest, cleo: Guest) -> None:
    route = 'algorally_requests_total{route="/api/tables/{table}",status="404"}'
    before = (
        count(cleo, route),
        cleo.refusals("no_such_table"),
        count(cleo, "algorally_choices_total"),
    )
    cleo.ask("GET", "tables/abcdefghijkm")
    assert count(cleo, route) == before[0] + 1
    assert cleo.refusals("no_such_table") == before[1] + 1
    table = ann.make(name="Zebulon", bots="random", start=True, settings={"turn_cap": 2})
    line = ann.join(table)
    assert count(cleo, "algorally_connections") >= 1
    assert count(cleo, "algorally_live_tables") >= 1
    finish(line)
    assert count(cleo, "algorally_choices_total") > before[2] + 4
    assert count(cleo, "algorally_acknowledged_seconds_count") > 0
    shown = cleo.http.get("/metrics", headers=AS_OPERATOR).text
    assert table not in shown
    assert "Zebulon" not in shown


# --- logs -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tells all it can, and that fails when it is told to."""
    folder = tmp_path_factory.mktemp("failing") / "data"
    program = ("-c", FAILING, "serve")
    arguments = ("--requests", "0", "--no-limits", "--log", "debug")
    with Server(folder, *arguments, program=program) as running:
        yield running


def records(server: Server) -> list[dict[str, Any]]:
    """The log, of which each line but the greeting is an object."""
    lines = [line for line in server.log().splitlines() if not line.startswith(("Serving", "Prep"))]
    found = [json.loads(line) for line in lines]
    for record in found:
        assert {"time", "level", "logger", "message"} <= set(record)
    return found


def play_with_secrets(server: Server) -> set[str]:
    """Do everything that could be logged; all that is secret about it."""
    name = "Zebulon Quux"
    with Guest(server.url) as ann, Guest(server.url) as bob, Guest(server.url) as cleo:
        table = ann.make(name=name, settings={"turn_cap": 6, "level": "complete"})
        bob.post(f"tables/{table}/seats?hidden=in-the-query", name="Wilhelmina")
        tokens = [guest.token for guest in (ann, bob)]
        tokens += [bob.post(f"tables/{table}/seats/1/link?renew=true")["token"] for _ in range(2)]
        ann.post(f"tables/{table}/start")
        cleo.refused("POST", f"tables/{table}/claim", token=tokens[2])
        cleo.refused("POST", f"tables/{table}/seats", name="Eavesdropper")
        cleo.refused("GET", f"tables/{table}x")
        cleo.line(table).hello(token=tokens[2])
        one, other = ann.join(table, token=tokens[0]), bob.join(table, token=tokens[3])
        turn = one if one.is_thinking else other
        turn.answer("choose", id=new_id(), on=turn.now["step"], text="corner Atlantis")
        turn.answer("draft", id="draft-of-mine", on=turn.now["step"], actions=turn.now["legal"][:1])
        turn.socket.send('{"kind": "confession"}')
        hand = [ann.ask("GET", f"tables/{table}/board").text]
        turn.say("choose", id=new_id(), on=turn.now["step"], text="fail")
        assert turn.closed() == 4500
        assert hand == [
            '{"code":"our_fault","words":"this should not have happened, sorry","rules":[]}'
        ]
        finish(ann.join(table), bob.join(table))
        history = ann.get(f"tables/{table}/history")
        shown = ann.get(f"tables/{table}")["table"]
        deal = {shown["seed"], shown["salt"], shown["commitment"]}
        assert all(deal)
        again = ann.post(f"tables/{table}/rematch")["table"]["id"]
    said = {step["said"] for step in history["steps"] if " " in step["said"]}
    guests = {token.partition(".")[0] for token in tokens}
    words = {
        "in-the-query",
        "Wilhelmina",
        "Eavesdropper",
        "Atlantis",
        "draft-of-mine",
        "confession",
    }
    return {name, "Zebulon", *deal, table, again, *tokens, *guests, *said, *words}


def test_no_secret_is_in_the_log(failing: Server) -> None:
    secrets = play_with_secrets(failing)
    assert len(secrets) > 20
    log = failing.log()
    assert {secret for secret in secrets if secret in log} == set()
    routes = {record.get("route") for record in records(failing)}
    assert "/api/tables/{table}/seats" in routes
    errors = [record for record in records(failing) if record["level"] == "error"]
    assert len(errors) == 2
    for error in errors:
        assert error["error"][0] == "RuntimeError"
        places = "\n".join(error["error"])
        assert re.search(r"/algorally/server/\S+\.py:\d+ \w+$", places, re.MULTILINE)


def test_a_broken_database_is_told_without_what_was_to_be_written(failing: Server) -> None:
    with Guest(failing.url) as ann:
        table = ann.make(name="Zebulon Quux", bots="random", start=True)
        line = ann.join(table)
        with sqlite3.connect(failing.data / FILE) as database:
            database.execute("ALTER TABLE entries RENAME TO elsewhere")
        try:
            status, problem = ann.refused("POST", f"tables/{table}/pause")
            assert (status, problem["code"]) == (503, "unavailable")
            assert "safe to send it again" in problem["words"]
            assert line.choose([0])["code"] == "unavailable"
        finally:
            with sqlite3.connect(failing.data / FILE) as database:
                database.execute("ALTER TABLE elsewhere RENAME TO entries")
        ann.post(f"tables/{table}/pause")
    assert records(failing)
    assert "Zebulon" not in failing.log()
    assert table not in failing.log()
