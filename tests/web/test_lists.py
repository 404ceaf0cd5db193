"""The lists of the first page: more of them by a button, and tables that cannot be read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from playwright.sync_api import Locator, expect

from algorally.match.match import Stage
from algorally.server.noticeboard import A_PAGE
from algorally.server.people import COOKIE
from algorally.server.storage.schema import tables
from tests.server.ageing import guest_at, sqlite, token_of
from tests.server.inside import Inside
from tests.server.stores import change, keep_table
from tests.web.conftest import Visit
from tests.web.people import Person
from tests.web.test_languages import LANGUAGES, assert_translated

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar and uvicorn


@pytest.fixture
def url(tmp_path: Path) -> sa.URL:
    """The database of the server that is going to run."""
    return sqlite(tmp_path)


@pytest.fixture
def server(url: sa.URL, tmp_path: Path) -> Iterator[Inside]:
    """A server with more than a page of open tables, and one of Ann's that cannot be read."""
    for place in range(A_PAGE + 2):
        keep_table(url, days=place / 100, listed=True, seats=3, host=f"host {place}")
    stages: tuple[Stage, ...] = ("running", "over")
    for stage in stages:
        broken = keep_table(url, stage, host=guest_at(0))
        spoilt = tables.update().where(tables.c.id == broken)
        change(url, spoilt.values(header='{"game": "algoracing", "seats": "many"}'))
    with Inside(tmp_path) as running:
        yield running


def section(person: Person, name: str) -> Locator:
    return person.page.get_by_role("region", name=name)


def come_as_ann(welcome: Visit, server: Inside, url: sa.URL, language: str = "en") -> Person:
    ann = welcome(server.url, locale=language)
    cookie = {"name": COOKIE, "value": token_of(url, 0), "url": server.url}
    ann.context.add_cookies([cookie])  # type: ignore[list-item]
    ann.go()
    return ann


def test_there_are_more_tables_by_a_button(welcome: Visit, server: Inside) -> None:
    ann = welcome(server.url)
    ann.go()
    waiting = section(ann, "Open tables")
    expect(waiting.get_by_role("link")).to_have_count(A_PAGE)
    waiting.get_by_role("button", name="More tables").click()
    expect(waiting.get_by_role("link")).to_have_count(A_PAGE + 2)
    expect(waiting.get_by_role("button", name="More tables")).to_have_count(0)


def test_what_cannot_be_read_is_told_and_taken_off(
    welcome: Visit, server: Inside, url: sa.URL
) -> None:
    ann = come_as_ann(welcome, server, url)
    for name in ("My games", "Finished games"):
        lines = section(ann, name)
        expect(lines.get_by_role("link")).to_contain_text("Cannot be read any more")
        lines.get_by_role("button", name="Take off the list").click()
        expect(lines).to_have_count(0)


def test_opening_it_says_why_it_cannot_be(welcome: Visit, server: Inside, url: sa.URL) -> None:
    ann = come_as_ann(welcome, server, url)
    section(ann, "My games").get_by_role("link").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("cannot be read any more")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_translated(
    welcome: Visit, server: Inside, url: sa.URL, language: str
) -> None:
    ann = come_as_ann(welcome, server, url, language)
    expect(ann.the(".tables li")).to_have_count(A_PAGE + 2)
    assert_translated(ann)
