"""How a seat says hello, and what may come of it."""

import msgspec
import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection

from algorally.client import NoServer, Seat, Server, ServerRefused
from algorally.core.errors import TableError
from algorally.server.messages.frames import Refused
from tests.client.fake_server import FakeServer
from tests.client.fake_table import FakeTable
from tests.server.ports import HOST, free_port


def test_where_nobody_listens_there_is_no_seat() -> None:
    url = f"http://{HOST}:{free_port()}"
    with Server(url, "guest") as server, pytest.raises(NoServer, match="no server answers at ws"):
        Seat(server, "fake", patience=0)


def test_the_token_of_a_seat_is_shown_in_every_hello(fake: FakeServer, table: FakeTable) -> None:
    with Server(fake.url) as server, Seat(server, "fake", "secret") as seat:
        table.faults.append("lost")
        seat.choose(seat.legal[:1])
    assert [hello.token for hello in table.greetings] == ["secret", "secret"]
    assert [hello.seat for hello in table.greetings] == [None, None]


def test_a_seat_is_named_by_its_number(fake: FakeServer, table: FakeTable) -> None:
    with Server(fake.url, "guest") as server, Seat(server, "fake", 0):
        pass
    assert (table.greetings[0].token, table.greetings[0].seat) == ("guest", 0)


def test_who_has_no_seat_is_told_so(fake: FakeServer, table: FakeTable) -> None:
    table.viewer = -1
    with Server(fake.url, "guest") as server, pytest.raises(TableError, match="sit down or claim"):
        Seat(server, "fake")


def test_who_looks_on_needs_no_seat(fake: FakeServer, table: FakeTable) -> None:
    table.viewer = -1
    with Server(fake.url, "guest") as server, Seat(server, "fake", -1) as spectator:
        assert not spectator.thinking


def test_a_hello_can_be_refused() -> None:
    def refuse(connection: ServerConnection) -> None:
        connection.recv()
        frame = Refused(id=None, code="old_link", words="ask for the new one")
        connection.send(msgspec.json.encode(frame).decode())

    with (
        FakeServer(refuse) as fake,
        Server(fake.url, "guest") as server,
        pytest.raises(ServerRefused, match="ask for the new one") as refused,
    ):
        Seat(server, "fake")
    assert refused.value.code == "old_link"


@pytest.mark.parametrize(
    ("body", "code"),
    [(b'{"code": "no_such_table", "words": "no"}', "no_such_table"), (b"<html>", "http_404")],
)
def test_a_refusal_at_the_door_is_final(table: FakeTable, body: bytes, code: str) -> None:
    def door(connection: ServerConnection, request: Request) -> Response:
        return Response(404, "Not Found", Headers([("Content-Length", str(len(body)))]), body)

    with (
        FakeServer(table.talk, process_request=door) as fake,
        Server(fake.url, "x") as server,
        pytest.raises(ServerRefused) as refused,
    ):
        Seat(server, "fake")
    assert refused.value.code == code


def test_a_busy_door_is_tried_again(table: FakeTable) -> None:
    answers = [503, 429]

    def door(connection: ServerConnection, request: Request) -> Response | None:
        return Response(answers.pop(), "Later", Headers()) if answers else None

    with (
        FakeServer(table.talk, process_request=door) as fake,
        Server(fake.url, "x") as server,
        Seat(server, "fake") as seat,
    ):
        assert seat.thinking
    assert not answers


def test_another_language_is_not_understood() -> None:
    def mumble(connection: ServerConnection) -> None:
        connection.recv()
        connection.send('{"kind": "mumble"}')

    with (
        FakeServer(mumble) as fake,
        Server(fake.url, "guest") as server,
        pytest.raises(NoServer, match="install the version that it runs"),
    ):
        Seat(server, "fake")
