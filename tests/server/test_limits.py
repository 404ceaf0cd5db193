"""Nobody makes too many tables, lists too many, or takes all seats of somebody else's."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from algorally.server.config import Config, Limits
from algorally.server.people import COOKIE
from algorally.server.storage.schema import entries, tables
from tests.match.tables import make_header
from tests.server.ageing import played, store_table, token_of
from tests.server.inside import client_of, client_to, until_ready
from tests.server.stores import keep_table, rows

GAME = "roborally"  # which has many seats
FEW = Limits(
    tables_of_guest=3,
    tables_of_address=5,
    listed_of_guest=1,
    listed_of_address=2,
    seats_of_guest=2,
    seats_of_address=3,
)
HOME, SCHOOL = "192.0.2.1", "198.51.100.7"


class Visitor:
    """Somebody at an address."""

    def __init__(self, client: "TestClient[Any]", address: str) -> None:
        self.client, self.address = client, address
        self.token = self.ask("GET", "/api/guest").cookies[COOKIE]

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        token = getattr(self, "token", "")
        headers = {"x-test-address": self.address}
        headers |= {"authorization": f"Bearer {token}"} if token else {}
        self.client.cookies.clear()
        return self.client.request(method, path, headers=headers, json=body or None)

    def make(self, **wishes: Any) -> httpx.Response:
        return self.ask("POST", "/api/tables", **{"game": GAME, "name": "Ann", **wishes})

    def made(self, **wishes: Any) -> str:
        answer = self.make(**wishes)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"]["id"])

    def sit(self, table: str, **wishes: Any) -> httpx.Response:
        return self.ask("POST", f"/api/tables/{table}/seats", name="Bob", **wishes)


Come = Callable[..., Visitor]


@pytest.fixture
def come(url: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Come]:
    """Lets people come to a server with low limits, on a database of each kind."""
    monkeypatch.setattr(
        "algorally.server.limits.address_of",
        lambda scope: dict(scope["headers"]).get(b"x-test-address", b"").decode(),
    )
    shared = "" if url.get_backend_name() == "sqlite" else url.render_as_string()
    config = Config(data=tmp_path, database=shared, requests_a_minute=0, limits=FEW)
    with ExitStack() as running:
        client = running.enter_context(client_to(config))
        until_ready(client)
        yield lambda address=HOME: Visitor(client, address)


def words_of(answer: httpx.Response) -> str:
    """What a refusal for too many says."""
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many"), answer.text
    return str(answer.json()["words"])


def test_a_guest_has_so_many_unfinished_tables(come: Come) -> None:
    ann = come()
    first, second, third = (ann.made(bots="random") for _ in range(3))
    words = words_of(ann.make())
    assert "3" in words
    assert "finish, close or leave one" in words
    come().made()  # somebody else may
    ann.ask("POST", f"/api/tables/{first}/close")
    fourth = ann.made()
    words_of(ann.make())
    ann.ask("POST", f"/api/tables/{second}/start")  # it is not over for that
    words_of(ann.make())
    ann.ask("DELETE", f"/api/guest/tables/{second}")
    fifth = ann.made()
    words_of(ann.make())
    ann.ask("DELETE", f"/api/tables/{fifth}/seats/0")  # leaves it in the other way
    ann.made()
    words_of(ann.make())
    assert len({first, second, third, fourth, fifth}) == 5


def test_an_address_has_so_many_unfinished_tables(come: Come) -> None:
    for _ in range(5):
        come().made()
    words = words_of(come().make())
    assert "5" in words
    assert "your address" in words
    come(SCHOOL).made()


def test_so_many_of_them_are_listed(come: Come) -> None:
    ann = come()
    listed = ann.made(listed=True, bots="random")
    words = words_of(ann.make(listed=True))
    assert "1" in words
    assert "not listed" in words
    ann.made()
    come().made(listed=True)
    assert "from your address" in words_of(come().make(listed=True))
    come(SCHOOL).made(listed=True)
    ann.ask("POST", f"/api/tables/{listed}/start")  # then it waits for nobody
    ann.made(listed=True)


def test_tables_that_are_made_at_once_are_counted_one_after_the_other(
    come: Come,
) -> None:
    ann = come()

    async def make_many() -> list[int]:
        loop = asyncio.get_running_loop()
        making = [loop.run_in_executor(None, ann.make) for _ in range(8)]
        return sorted(answer.status_code for answer in await asyncio.gather(*making))

    assert asyncio.run(make_many()) == [201] * 3 + [429] * 5


def test_a_guest_takes_so_many_seats_of_somebody_elses_table(come: Come) -> None:
    ann, bob = come(), come()
    table = ann.made(seats=8)
    assert bob.sit(table).status_code == 201
    assert bob.sit(table, another=True).status_code == 201
    assert "2 seats" in words_of(bob.sit(table, another=True))
    assert bob.sit(table).status_code == 201  # only another name
    for _ in range(5):
        assert ann.sit(table, another=True).status_code == 201  # the host may


def test_an_address_takes_so_many_seats_of_a_listed_table(come: Come) -> None:
    ann = come()
    table = ann.made(seats=8, listed=True)
    for _ in range(3):
        assert come(SCHOOL).sit(table).status_code == 201
    assert "3 seats" in words_of(come(SCHOOL).sit(table))
    for _ in range(2):
        assert come().sit(table).status_code == 201  # those at home with the host may
    assert come("203.0.113.5").sit(table).status_code == 201
    ann.ask("DELETE", f"/api/tables/{table}/seats/1")
    assert come(SCHOOL).sit(table).status_code == 201


def test_a_seat_that_moves_by_its_link_still_counts(come: Come) -> None:
    table = come().made(seats=8, listed=True)
    sat = [come(SCHOOL) for _ in range(3)]
    (link, *_) = [one.sit(table).json()["link"] for one in sat]
    moved = come(SCHOOL).ask("POST", f"/api/tables/{table}/claim", token=link["token"])
    assert moved.status_code == 200
    words_of(come(SCHOOL).sit(table))


def test_a_class_shares_an_address_at_a_table_that_is_not_listed(come: Come) -> None:
    table = come(HOME).made(seats=8)
    for _ in range(7):
        assert come(SCHOOL).sit(table).status_code == 201


def test_a_rematch_is_never_too_many(come: Come, url: sa.URL) -> None:
    over = played(make_header(turn_cap=1))
    store_table(url, over, is_archived=False)
    ann, table = come(), over.match.header.id
    ann.token = token_of(url, 0)
    for _ in range(3):
        ann.made()
    words_of(ann.make())
    answer = ann.ask("POST", f"/api/tables/{table}/rematch")
    assert answer.status_code == 200
    query = sa.select(tables.c.origin).where(tables.c.id.in_([table, answer.json()["table"]["id"]]))
    assert len({origin for (origin,) in rows(url, query)}) == 1


def test_no_address_is_stored(come: Come, url: sa.URL) -> None:
    table = come().made(seats=8, listed=True)
    come(SCHOOL).sit(table)
    come().made()
    made = rows(url, sa.select(tables.c.origin, tables.c.header))
    assert len({row.origin for row in made}) == 1  # both from home
    assert all(len(row.origin) == 16 for row in made)
    stored = " ".join(
        [*(row.body for row in rows(url, sa.select(entries.c.body))), *(r.header for r in made)]
    )
    for address in (HOME, SCHOOL):
        assert address not in stored
        assert hashlib.sha256(address.encode()).hexdigest()[:16] not in stored  # it has a key


def test_without_limits_there_are_none(tmp_path: Path) -> None:
    none = Limits(0, 0, 0, 0, 0, 0)
    with client_of(tmp_path, limits=none) as client:
        until_ready(client)
        for _ in range(50):
            wish = {"game": GAME, "name": "Ann", "listed": True}
            assert client.post("/api/tables", json=wish).status_code == 201


def test_tables_of_before_count_for_their_host_alone(come: Come, url: sa.URL) -> None:
    for _ in range(7):
        keep_table(url, host="somebody")
    come().made()
