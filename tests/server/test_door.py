"""What is turned away at the door: who is slow, who sends too much, and who comes too often."""

import asyncio
import contextlib
import json
import logging
import socket
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from algorally.core.errors import SettingError, TableError
from algorally.server import door, moving, protocol, rates
from algorally.server import socket as socket_module
from algorally.server.addresses import NOWHERE, Proxies, Tally, address_of
from algorally.server.guard import LARGEST_BODY
from algorally.server.logs import is_ours
from algorally.server.moving import Moves
from algorally.server.operator_token import VARIABLE, operator_token
from algorally.server.people import COOKIE
from algorally.server.rates import Rates
from algorally.server.storage.folder import OPERATOR as FILE
from tests.server.guests import Guest
from tests.server.inside import Inside, client_of
from tests.server.ports import HOST
from tests.server.processes import OPERATOR, Server

PATIENCE = 60.0  # seconds
SOON = 0.2  # seconds
NEVER = 3600.0  # seconds
NO_TABLE = "abcdefghijkm"
HEAD = f"GET /api/guest HTTP/1.1\r\nHost: {HOST}\r\n"
POST = f"POST /api/replays HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
UNREAD = f"POST /api/tables/{NO_TABLE}/start HTTP/1.1\r\nHost: {HOST}\r\n"
UNREAD += "Content-Type: application/json\r\n"
UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n\r\n"
Open = Callable[..., Inside]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a server that is as a test wants it; its games need not be ready."""
    with contextlib.ExitStack() as running:
        yield lambda **wishes: running.enter_context(
            Inside(tmp_path, **{"not_ready": None, **wishes})
        )


@pytest.fixture
def errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever a client does, it is no error of the server's."""
    yield
    told = [*caplog.get_records("call"), *caplog.get_records("teardown")]
    assert [one for one in told if one.levelno >= logging.ERROR] == []


@pytest.fixture
def long_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may ask again before a test is over, however busy the machine is."""
    monkeypatch.setattr(rates, "WINDOW", NEVER)


@contextlib.contextmanager
def line_to(server: Inside | Server) -> Iterator[socket.socket]:
    """A connection on which nothing has been said."""
    with socket.create_connection((HOST, server.port), PATIENCE) as line:
        yield line


def rest_of(line: socket.socket) -> bytes:
    """All that the server says until it hangs up."""
    heard = b""
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            heard += part
    return heard


def say(server: Inside | Server, *parts: str) -> tuple[int, str]:
    """Say something, and hear why it is refused; the status and the code."""
    with line_to(server) as line:
        for part in parts:
            line.sendall(part.encode())
        return told(rest_of(line))


def told(heard: bytes) -> tuple[int, str]:
    """The status and the code of a refusal."""
    head, _, body = heard.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["code"]


def chunk(size: int) -> str:
    return f"{size:x}\r\n{'x' * size}\r\n"


def one_answer(line: socket.socket) -> bytes:
    """An answer whose body has been read to its end."""
    heard = line.recv(65536)
    while b"}" not in heard.partition(b"\r\n\r\n")[2]:
        heard += line.recv(65536)
    return heard


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_body_has_one_length(opened: Open) -> None:
    """Of two a proxy in front might believe the other one, and see another request."""
    server = opened()
    assert say(server, f"{POST}Content-Length: 5\r\n{CHUNKED}0\r\n\r\n") == (400, "malformed")


# --- who is slow ----------------------------------------------------------------------------------


def test_who_says_nothing_is_hung_up_on(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_LIMIT", SOON)
    with line_to(opened()) as line:
        assert rest_of(line) == b""


def test_half_a_head_is_not_waited_for(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_LIMIT", SOON)
    monkeypatch.setattr(protocol, "BODY_LIMIT", NEVER)
    assert say(opened(), HEAD) == (408, "too_late")


@pytest.mark.usefixtures("errors")
@pytest.mark.parametrize("sent", ["Content-Length: 9\r\n\r\n{", CHUNKED + chunk(5)])
@pytest.mark.parametrize("head", [POST, UNREAD])
def test_half_a_body_is_not_waited_for(
    opened: Open, monkeypatch: pytest.MonkeyPatch, head: str, sent: str
) -> None:
    monkeypatch.setattr(protocol, "HEAD_LIMIT", NEVER)
    monkeypatch.setattr(protocol, "BODY_LIMIT", SOON)
    with line_to(opened()) as line:
        line.sendall((head + sent).encode())
        # Who needs no body has answered before.
        assert told(rest_of(line)) in [(408, "too_late"), (404, "no_such_table")]


def test_the_next_request_must_come_in_time_as_well(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = opened()
    with line_to(server) as line:
        line.sendall(f"{HEAD}\r\n".encode())
        assert b" 200 " in one_answer(line)
        monkeypatch.setattr(protocol, "HEAD_LIMIT", SOON)
        line.sendall(HEAD.encode())
        assert told(rest_of(line)) == (408, "too_late")


def ask_for_ever(line: socket.socket, request: bytes) -> None:
    """Ask again and again, without ever reading an answer."""
    while True:
        with contextlib.suppress(TimeoutError):
            line.send(request)


def test_who_takes_nothing_of_an_answer_is_given_up(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = opened()
    monkeypatch.setattr(protocol, "TAKING_LIMIT", SOON)
    with line_to(server) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(1.0)
        asked = f"GET /api/docs/openapi.json HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            ask_for_ever(line, asked)


@pytest.mark.usefixtures("errors")
@pytest.mark.parametrize("sent", ["Content-Length: 9\r\n\r\n{", CHUNKED + chunk(5)])
def test_a_body_that_ends_half_way_is_no_error_of_the_servers(opened: Open, sent: str) -> None:
    server = opened()
    with line_to(server) as line:
        line.sendall((POST + sent).encode())
        line.shutdown(socket.SHUT_WR)
        rest_of(line)
    assert httpx.get(f"{server.url}/health").status_code == 200


# --- who sends too much ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", [33_000, 100_000])
def test_headers_have_a_largest_size(opened: Open, size: int) -> None:
    server = opened()
    big = f"X-Big: {'x' * size}\r\n\r\n"
    assert say(server, HEAD + big) == (431, "too_big")
    assert say(server, HEAD, *(f"X-{i}: {'x' * 1000}\r\n" for i in range(40))) == (431, "too_big")
    assert say(server, HEAD + UPGRADE + big) == (431, "too_big")
    many = "X: x\r\n" * protocol.MOST_HEADERS
    assert say(server, HEAD + many) == (431, "too_big")  # before the end of it is there
    assert say(server, HEAD + many + "\r\n") == (431, "too_big")
    fits = {"X-Big": "x" * 30_000}
    assert httpx.get(f"{server.url}/health", headers=fits).status_code == 200


def test_a_request_right_behind_another_has_the_same_limit(opened: Open) -> None:
    with line_to(opened()) as line:
        line.sendall(f"{HEAD}\r\n{HEAD}X-Big: {'x' * 33_000}\r\n\r\n".encode())
        heard = rest_of(line)
    assert heard.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 431" in heard


@pytest.mark.usefixtures("errors")
def test_a_body_has_a_largest_size_however_it_is_sent(opened: Open) -> None:
    server = opened()
    long = f"Content-Length: {LARGEST_BODY + 1}\r\nConnection: close\r\n\r\n"
    for head in (POST, UNREAD):
        assert say(server, head + long, "x" * (LARGEST_BODY + 1)) == (413, "too_big")
    assert say(server, POST + CHUNKED + chunk(LARGEST_BODY + 1)) == (413, "too_big")
    assert say(server, POST + CHUNKED, *[chunk(10_000)] * 7) == (413, "too_big")
    with line_to(server) as line:  # all at once, before anybody could answer
        line.sendall((UNREAD + CHUNKED + chunk(1_000_000)).encode())
        assert told(rest_of(line)) == (413, "too_big")


def test_a_body_that_fits_is_read(opened: Open) -> None:
    body = '{"game": "none"}'.ljust(LARGEST_BODY).encode()
    answer = httpx.post(
        f"{opened().url}/api/tables",
        content=iter([body[:9], body[9:]]),  # in chunks
        headers={"Content-Type": "application/json"},
    )
    assert refused(answer) == (404, "unknown_game")


def test_what_is_no_request_is_refused_and_not_logged(
    opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    server = opened()
    assert say(server, "nonsense\r\n\r\n") == (400, "malformed")
    assert say(server, HEAD.replace("HTTP/1.1", "HTTP/9.9") + "\r\n") == (400, "malformed")
    upgrade = "Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n"
    with line_to(server) as line:
        line.sendall((HEAD + upgrade).encode())
        assert rest_of(line).startswith(b"HTTP/1.1 200")
    assert not [record for record in caplog.records if is_ours(record)]


def test_a_handshake_that_cannot_be_read_is_not_left_open(opened: Open) -> None:
    with line_to(opened()) as line:
        line.sendall(f"{HEAD}{UPGRADE}X-Long: {'x' * 9000}\r\n\r\n".encode())
        assert rest_of(line).startswith(b"HTTP/1.1 431")


# --- who comes too often --------------------------------------------------------------------------


def follow(stack: contextlib.ExitStack, server: Inside, **headers: str) -> ClientConnection:
    """Open the socket of a table that there is not."""
    url = f"ws://{HOST}:{server.port}/api/tables/{NO_TABLE}/socket"
    return stack.enter_context(connect(url, additional_headers=headers, close_timeout=1))


def test_an_address_has_so_many_connections(opened: Open) -> None:
    server = opened(connections=3)
    with contextlib.ExitStack() as others:
        for _ in range(3):
            others.enter_context(line_to(server))
        with line_to(server) as line:
            assert told(rest_of(line)) == (429, "too_many_open")
    wait_for_room(server)
    with contextlib.ExitStack() as sockets:  # which are connections as well
        for _ in range(5):  # each of which is refused, and given back
            assert json.loads(follow(sockets, server).recv(PATIENCE))["code"] == "no_such_table"
            sockets.close()
    wait_for_room(server)


def wait_for_room(server: Inside) -> None:
    """Until the server has noticed that the others are gone."""
    with contextlib.suppress(httpx.TransportError):
        while httpx.get(f"{server.url}/health").status_code != 200:
            pass


def test_a_trusted_proxy_has_as_many_as_it_likes(opened: Open) -> None:
    server = opened(connections=1, proxies=(HOST,))
    with contextlib.ExitStack() as others:
        for _ in range(3):
            others.enter_context(line_to(server))
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_only_a_trusted_proxy_says_for_whom_it_asks(tmp_path: Path) -> None:
    for proxies, right in (((), (429, 429)), ((HOST,), (200, 429))):
        with Inside(
            tmp_path / str(len(proxies)), None, requests_a_minute=1, proxies=proxies
        ) as server:
            found = [
                httpx.get(f"{server.url}/health", headers={"X-Forwarded-For": who}).status_code
                for who in ("192.0.2.1", "192.0.2.2", "9.9.9.9, 192.0.2.1")
            ]
        assert found == [200, *right]


def test_tables_are_followed_by_so_many(opened: Open) -> None:
    server = opened(not_ready=(), sockets=2)
    with Guest(server.url) as ann, Guest(server.url) as bob:
        table = ann.make(name="Ann")
        lines = [ann.join(table), bob.join(table)]
        assert bob.line(table).hear()["code"] == "too_many_open"
        lines.pop().close()
        while (third := bob.line(table)).hello()["kind"] != "welcome":
            third.close()  # the server has not noticed yet


def test_a_guest_follows_so_many_tables(opened: Open) -> None:
    server = opened(not_ready=(), guest_sockets=1)
    with Guest(server.url) as ann, Guest(server.url) as bob:
        table = ann.make(name="Ann")
        ann.join(table)
        assert ann.line(table).hello()["code"] == "too_many_open"
        assert bob.line(table).hello(token=ann.token)["code"] == "too_many_open"
        for _ in range(3):  # strangers are nobody's guests
            bob.join(table)


def overdo(url: str, opcode: Opcode) -> None:
    """Send far too many frames that say nothing, and be hung up on."""
    sign = Frame(opcode, b"", fin=opcode is not Opcode.CONT).serialize(mask=True)
    with connect(url, ping_interval=None, close_timeout=1) as line:
        assert line.ping().wait(60)  # a few are fine
        if opcode is Opcode.CONT:
            line.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        with contextlib.suppress(OSError):  # it may hang up before it has heard all
            line.socket.sendall(sign * 5_000)
        with pytest.raises(ConnectionClosed):
            line.recv(60)


def test_who_overdoes_pings_is_hung_up_on(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "HELLO_LIMIT", 3600.0)  # or else it hangs up for that
    server = opened(not_ready=())
    with Guest(server.url) as ann:
        table = ann.make(name="Ann")
        honest = ann.join(table)
        url = f"ws://{HOST}:{server.port}/api/tables/{table}/socket"
        for opcode in (Opcode.PING, Opcode.PONG, Opcode.CONT):
            overdo(url, opcode)
        honest.say("ping")
        honest.hear("pong")


def test_small_frames_that_come_together_are_read_as_they_are_answered(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To read 40,000 of them at once takes the event loop half a second, and much memory."""
    monkeypatch.setattr(socket_module, "FRAMES_A_SECOND", 1000)
    waiting = [0]
    arrive = protocol.Sockets.send_receive_event_to_app

    def noted(frames: protocol.Sockets) -> None:
        arrive(frames)
        waiting.append(frames.queue.qsize())

    monkeypatch.setattr(protocol.Sockets, "send_receive_event_to_app", noted)
    server = opened(not_ready=())
    with Guest(server.url) as ann:
        table = ann.make(name="Ann")
        url = f"ws://{HOST}:{server.port}/api/tables/{table}/socket"
        with connect(url, ping_interval=None, close_timeout=1) as line:
            line.send('{"kind": "hello"}')
            empty = Frame(Opcode.TEXT, b"").serialize(mask=True)
            with contextlib.suppress(OSError):  # it may hang up before it has heard all
                line.socket.sendall(empty * 40_000)
            with contextlib.suppress(ConnectionClosed):  # for all that had to be refused
                for _ in line:
                    pass
    assert 0 < max(waiting) < 2 * protocol.SLICE / len(empty)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/health"), ("GET", "/metrics"), ("DELETE", "/api/tables"), ("POST", "/nowhere")],
)
@pytest.mark.usefixtures("long_minute")
def test_whatever_is_asked_counts(tmp_path: Path, method: str, path: str) -> None:
    with client_of(tmp_path, requests_a_minute=3) as client:
        assert [client.request(method, path).status_code == 429 for _ in range(4)] == [
            *(False, False, False),
            True,
        ]
        assert refused(client.get("/api/games")) == (429, "too_fast")


@pytest.mark.usefixtures("errors", "long_minute")
def test_a_handshake_counts_and_hears_how_long_to_wait(opened: Open) -> None:
    server = opened(requests_a_minute=3)
    with contextlib.ExitStack() as sockets:
        for _ in range(3):
            follow(sockets, server)
        with pytest.raises(InvalidStatus) as refusal:
            follow(sockets, server)
    response = refusal.value.response
    assert (response.status_code, json.loads(response.body or b"")["code"]) == (429, "too_fast")
    assert 0 < int(response.headers["retry-after"]) <= NEVER / 3
    assert refused(httpx.get(f"{server.url}/health")) == (429, "too_fast")


def test_who_waits_may_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    counted = Rates(6)
    assert [counted.take("one") for _ in range(6)] == [0] * 6
    assert counted.take("other") == 0
    assert counted.take("one") == counted.wait("one") == 10
    now[0] += 10
    assert [counted.take("one"), counted.take("one")] == [0, 10]  # one at a time,
    now[0] += 3600
    assert [counted.take("one") for _ in range(7)] == [0] * 6 + [10]  # and all after a rest


def test_nobody_is_remembered_for_longer_than_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    counted = Rates(6)
    for number in range(100):
        counted.take(f"address {number}")
    now[0] += 61
    counted.take("last")
    assert list(counted._asked) == ["last"]


@pytest.mark.usefixtures("errors", "long_minute")
@pytest.mark.parametrize("together", [True, False])
def test_requests_that_are_sent_together_are_answered_one_by_one_and_all_count(
    opened: Open, monkeypatch: pytest.MonkeyPatch, together: bool
) -> None:
    """The first that is too many is the last that is answered, however many wait behind it."""
    monkeypatch.setattr(protocol, "PENALTY", SOON)
    server = opened(requests_a_minute=3)
    with line_to(server) as line:
        requests = [f"{HEAD}X-Number: {number}\r\n\r\n".encode() for number in range(200)]
        with contextlib.suppress(OSError):  # it may hang up before it has heard all
            for part in [b"".join(requests)] if together else requests:
                line.sendall(part)
        heard = rest_of(line)
    statuses = [int(part.split()[0]) for part in heard.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [200, 200, 200, 429]


def test_who_asks_too_often_is_refused_unread_and_late(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rates, "WINDOW", NEVER)
    server = opened(requests_a_minute=1)
    assert httpx.get(f"{server.url}/health").status_code == 200
    monkeypatch.setattr(protocol, "PENALTY", NEVER)
    with line_to(server) as line:
        line.sendall(b"not even a request")
        line.settimeout(SOON)
        with pytest.raises(TimeoutError):
            line.recv(1)
    monkeypatch.setattr(protocol, "PENALTY", 0.0)
    with line_to(server) as line:
        line.sendall(b"not even a request")
        answer = rest_of(line)
    assert told(answer) == (429, "too_fast")
    assert b"\r\nretry-after: " in answer


def test_requests_come_in_one_by_one_and_addresses_in_turn() -> None:
    came: list[str] = []

    async def come(turnstile: door.Turnstile, name: str) -> None:
        await turnstile.enter(name[0])
        came.append(name)

    async def crowd() -> list[int]:
        turnstile = door.Turnstile()
        coming = [come(turnstile, name) for name in ("a1", "a2", "a3", "a4", "b1", "c1", "b2")]
        everybody = asyncio.gather(*coming)
        grown = []
        while not everybody.done():
            before = len(came)
            await asyncio.sleep(0)  # a turn of the loop
            grown.append(len(came) - before)
        return grown

    assert max(asyncio.run(crowd())) == 1
    assert came == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 5), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 5), "fe80::/64"),
        (("::ffff:192.0.2.7", 5), "192.0.2.7"),
        (("nonsense" * 1000, 5), NOWHERE),
        (None, NOWHERE),
    ],
)
def test_neighbours_count_as_one(client: tuple[str, int] | None, address: str) -> None:
    assert address_of({"client": client}) == address


def test_what_is_given_back_is_not_remembered() -> None:
    tally = Tally(2)
    assert [tally.take("one") for _ in range(3)] == [True, True, False]
    tally.give_back("one")
    assert tally.take("one")
    tally.give_back("one")
    tally.give_back("one")
    assert not tally.taken


def test_a_proxy_is_an_address_or_a_network() -> None:
    proxies = Proxies(["10.0.0.0/24", "::1"])
    assert [host in proxies for host in ("10.0.0.9", "10.0.1.9", "::1", "")] == [
        *(True, False),
        *(True, False),
    ]
    with pytest.raises(SettingError, match=r"--proxy takes an address such as .*, not 'nginx'"):
        Proxies(["nginx"])


# --- for whom it is -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "host", "is_right"),
    [
        ("localhost", HOST, True),
        ("LOCALHOST.:8080", HOST, True),
        ("127.0.0.1:8080", HOST, True),
        ("[::1]:8080", HOST, True),
        ("play.example", HOST, True),
        ("table.lan:80", "table.lan", True),
        ("foe.example", HOST, False),
        ("play.example.foe.example", HOST, False),
        ("192.0.2.1", HOST, False),
        ("192.0.2.1:8080", "0.0.0.0", True),
        ("[2001:db8::1]", "::", True),
        ("foe.example", "0.0.0.0", False),
        ("", HOST, False),
        ("[", HOST, False),
    ],
)
def test_the_server_answers_to_its_names(named: str, host: str, is_right: bool) -> None:
    refusal = door.Names(host, ["play.example"]).check(named)
    assert (refusal is None) == is_right


@pytest.mark.usefixtures("errors")
def test_a_name_of_another_leads_nowhere(opened: Open) -> None:
    server = opened(names=("play.example",))
    answer = httpx.get(f"{server.url}/api/games", headers={"Host": "play.example"})
    assert answer.status_code == 200
    answer = httpx.get(f"{server.url}/api/games", headers={"Host": "foe.example"})
    assert refused(answer) == (421, "wrong_host")
    assert "--name" in answer.json()["words"]
    handshake = (
        f"GET /api/tables/{NO_TABLE}/socket HTTP/1.1\r\nHost: foe.example\r\n{UPGRADE}"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert say(server, handshake) == (421, "wrong_host")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None]
)
def test_a_body_that_does_not_say_it_is_json_is_refused(tmp_path: Path, kind: str | None) -> None:
    with client_of(tmp_path) as client:
        body = b'{"game": "none"}'
        headers = {"Content-Type": kind} if kind else {}
        answer = client.post("/api/tables", content=body, headers=headers)
        assert refused(answer) == (415, "not_json")
        assert "application/json" in answer.json()["words"]
        headers = {"Content-Type": "application/json; charset=utf-8"}
        answer = client.post("/api/tables", content=body, headers=headers)
        assert refused(answer) == (404, "unknown_game")


# --- whoever runs it ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with client_of(tmp_path_factory.mktemp("operated")) as running:
        yield running


@pytest.mark.parametrize("shown", ["", "x", "\u00e9", OPERATOR.upper(), "GUEST"])
def test_only_the_operator_reads_what_is_counted(client: TestClient[Any], shown: str) -> None:
    client.get("/api/guest")
    token = client.cookies[COOKIE] if shown == "GUEST" else shown
    headers = {b"Authorization": f"Bearer {token}".encode()} if token else {}
    answer = client.get("/metrics", headers=headers)
    assert refused(answer) == (403, "not_allowed")
    assert "algorally_" not in answer.text
    right = client.get("/metrics", headers={"Authorization": f"Bearer {OPERATOR}"})
    assert right.status_code == 200
    assert "algorally_requests_total" in right.text


def test_the_operators_token_is_made_once_and_kept_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    data = tmp_path / "data"
    token = operator_token(data)
    assert len(token) > 30
    assert operator_token(data) == token
    assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600
    assert [file.name for file in data.iterdir()] == [FILE]
    assert operator_token(tmp_path / "other") != token
    monkeypatch.setenv(VARIABLE, "chosen")
    assert operator_token(data) == "chosen"


def test_an_empty_token_lets_nobody_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    (tmp_path / FILE).touch()
    with pytest.raises(SettingError, match="is empty"):
        operator_token(tmp_path)


# --- codes for another device ---------------------------------------------------------------------


def test_a_code_is_good_once(client: TestClient[Any]) -> None:
    client.cookies.clear()
    made = client.post("/api/guest/move").json()
    mine = client.cookies[COOKIE]
    assert made["path"] == f"/me#code={made['code']}"
    assert mine not in made["code"]
    client.cookies.clear()
    assert client.post("/api/guest", json={"code": made["code"]}).status_code == 200
    assert client.cookies[COOKIE] == mine
    client.cookies.clear()
    assert refused(client.post("/api/guest", json={"code": made["code"]})) == (403, "old_code")
    assert not client.cookies


def test_a_code_is_not_good_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = Moves("secret")
    code = moves.code("guest")
    assert moves.read(code).guest == "guest"
    monkeypatch.setattr(moving, "GOOD_FOR", -1)
    with pytest.raises(TableError, match="good once") as caught:
        moves.read(code)
    assert caught.value.code == "old_code"


def test_a_code_of_another_server_is_none(client: TestClient[Any]) -> None:
    client.cookies.clear()
    for code in (Moves("other").code("a" * 22), "nonsense", "x" * 400):
        assert refused(client.post("/api/guest", json={"code": code})) == (403, "wrong_token")
    assert not client.cookies
