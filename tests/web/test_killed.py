"""The server dies and comes back: the page says so, connects by itself, and nothing is lost."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.drawings import check_drawing, drawn
from tests.web.moves import cards, lay, play_on, until_asked
from tests.web.people import Person
from tests.web.places import need_browser
from tests.web.test_drafts import to_first_turn

NO_ANSWER = "WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
LOST = "The connection is lost"


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may be killed."""
    need_browser()
    with Server(tmp_path / "data", "--requests", "0", "--no-limits") as running:
        yield running


@pytest.fixture
def ann(welcome: Visit, mortal: Server) -> Person:
    """Somebody at a table of that server, whose turn it is."""
    return welcome(mortal.url, forgiven=NO_ANSWER)


def turns(person: Person, table: str) -> int:
    """How many turns a person has begun."""
    return int(person.get(f"tables/{table}/board")["view"]["rovers"][0]["turns"])


def test_a_server_is_killed_and_nothing_is_lost(mortal: Server, ann: Person) -> None:
    table = ann.play(seed=7, settings={"turn_cap": 3})
    to_first_turn(ann)
    lay(ann, cards(ann).first, random.Random(1))
    before = drawn(ann)
    assert turns(ann, table) == 1

    mortal.kill()
    expect(ann.page.get_by_text(LOST)).to_be_visible()
    now = drawn(ann)
    assert now._replace(ghosts=before.ghosts) == before  # the ghost may come late
    ann.button("Run").click()  # while nobody hears it
    expect(ann.button("Run")).to_be_disabled()
    mortal.restart()
    expect(ann.page.get_by_text(LOST)).to_be_hidden()
    expect(ann.page.get_by_role("log")).to_contain_text("Ann runs:")
    assert until_asked(ann)
    assert turns(ann, table) == 2
    check_drawing(ann, table)

    play_on(ann, random.Random(2))
    check_drawing(ann, table)
    runs = [step for step in ann.get(f"tables/{table}/history")["steps"] if step["seat"] == 0]
    assert sum(step["said"] in ("run", "pass") for step in runs) == 3
