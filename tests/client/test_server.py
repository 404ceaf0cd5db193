"""What is asked over HTTP, and what becomes of answers that are none."""

import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from algorally.client import NoServer, Server, ServerRefused
from algorally.server.people import COOKIE
from tests.server.ports import HOST, free_port


class Canned(http.server.BaseHTTPRequestHandler):
    """Answers as the server that it belongs to is told."""

    server: "CannedServer"

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.server.asked.append(
            (self.command, self.path, self.headers["Authorization"], self.rfile.read(length))
        )
        status, body = self.server.answers.get(self.path, (200, b"[]"))
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/api/guest" and self.server.cookie:
            self.send_header("Set-Cookie", f"{self.server.cookie}; HttpOnly; Path=/")
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815 - the names of the library

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""


class CannedServer(http.server.ThreadingHTTPServer):
    """A server with canned answers."""

    def __init__(self) -> None:
        super().__init__((HOST, 0), Canned)
        self.asked: list[tuple[str, str, str | None, bytes]] = []
        self.answers = {"/api/guest": (200, b'{"now": 5}')}
        self.cookie = f"{COOKIE}=made"
        self.url = f"http://{HOST}:{self.server_port}"


@pytest.fixture
def canned() -> Iterator[CannedServer]:
    with CannedServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_stranger_becomes_a_guest_once(canned: CannedServer) -> None:
    with Server(canned.url + "/") as server:
        assert server.games() == []
        assert server.games() == []
        assert server.token == "made"
    assert [(path, token) for _, path, token, _ in canned.asked] == [
        ("/api/guest", None),
        ("/api/games", "Bearer made"),
        ("/api/games", "Bearer made"),
    ]


def test_a_server_that_makes_nobody_a_guest_is_another(canned: CannedServer) -> None:
    canned.cookie = ""
    with Server(canned.url) as server, pytest.raises(NoServer, match="makes nobody a guest"):
        server.games()


def test_a_guest_who_comes_back_shows_the_token(canned: CannedServer) -> None:
    with Server(canned.url, "known") as server:
        server.games()
    assert canned.asked == [("GET", "/api/games", "Bearer known", b"")]


REQUESTS: list[tuple[str, list[Any], dict[str, Any], str, str, dict[str, Any] | None]] = [
    ("table", ["t"], {}, "GET", "t", None),
    ("sit", ["t", "Ada", 1], {}, "POST", "t/seats", {"name": "Ada", "seat": 1}),
    ("leave", ["t", 1], {}, "DELETE", "t/seats/1", None),
    ("fill", ["t", 1], {}, "PUT", "t/seats/1/bot", {"level": "casual"}),
    ("link", ["t", 1], {}, "POST", "t/seats/1/link", None),
    ("claim", ["t", "k", "Ada"], {}, "POST", "t/claim", {"token": "k", "name": "Ada"}),
    ("start", ["t"], {}, "POST", "t/start", None),
    ("pause", ["t"], {}, "POST", "t/pause", None),
    ("resume", ["t"], {}, "POST", "t/resume", None),
    ("rematch", ["t"], {}, "POST", "t/rematch", None),
    ("give_up", ["t"], {}, "POST", "t/close", None),
    ("replay", ["t"], {}, "GET", "t/replay", None),
    ("preview", ["t", 1], {"actions": (4, 5)}, "POST", "t/preview", {"actions": [4, 5]}),
]


@pytest.mark.parametrize(("name", "arguments", "named", "method", "path", "body"), REQUESTS)
def test_every_request_goes_where_it_belongs_and_every_refusal_is_raised(
    canned: CannedServer,
    name: str,
    arguments: list[Any],
    named: dict[str, Any],
    method: str,
    path: str,
    body: dict[str, Any] | None,
) -> None:
    problem = {"code": "not_allowed", "words": "only the host may", "rules": ["AR-1"]}
    canned.answers[f"/api/tables/{path}"] = (403, json.dumps(problem).encode())
    with (
        Server(canned.url, "known") as server,
        pytest.raises(ServerRefused, match="only the host may") as refused,
    ):
        getattr(server, name)(*arguments, **named)
    assert (refused.value.code, refused.value.rules) == ("not_allowed", ("AR-1",))
    ((asked, where, _, sent),) = canned.asked
    assert (asked, where) == (method, f"/api/tables/{path}")
    assert (json.loads(sent) if sent else {}).items() >= (body or {}).items()
    assert bool(sent) == (body is not None)


def test_an_answer_in_somebody_elses_words_is_a_refusal_too(canned: CannedServer) -> None:
    canned.answers["/api/games"] = (502, b"<html>")
    with (
        Server(canned.url, "known") as server,
        pytest.raises(ServerRefused, match="answers 502 Bad Gateway") as refused,
    ):
        server.games()
    assert refused.value.code == "http_502"


def test_an_answer_of_another_version_is_not_guessed_at(canned: CannedServer) -> None:
    canned.answers["/api/games"] = (200, b'{"chess": true}')
    with (
        Server(canned.url, "known") as server,
        pytest.raises(NoServer, match="install the version that it runs"),
    ):
        server.games()


def test_where_nobody_listens_the_error_says_what_would_help() -> None:
    with (
        Server(f"http://{HOST}:{free_port()}") as server,
        pytest.raises(NoServer, match="start one with `algorally serve`"),
    ):
        server.games()


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ws://127.0.0.1", ""])
def test_an_address_begins_with_http(url: str) -> None:
    with pytest.raises(NoServer, match="begins with http:// or https://"):
        Server(url)


@pytest.mark.parametrize("url", ["http://", "http://:99999", "http://[::1"])
def test_an_address_must_be_one(url: str) -> None:
    with pytest.raises(NoServer):
        Server(url).games()
