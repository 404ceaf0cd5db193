"""What tests with a browser stand on."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.guests import Guest
from tests.server.processes import Server
from tests.web.people import PATIENCE, Person
from tests.web.places import CHROMIUM, need_browser

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
Visit = Callable[..., Person]


# For this package only: while Playwright runs, nobody else in the thread can run asyncio.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    need_browser()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield running
        running.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that do not kill it."""
    need_browser()
    with Server(
        tmp_path_factory.mktemp("web") / "data", "--requests", "0", "--no-limits"
    ) as running:
        yield running


@pytest.fixture
def welcome(browser: Browser) -> Iterator[Visit]:
    """Lets people come to any server, each with a browser of their own.

    When they leave, none of their pages may have complained.
    """
    people: list[Person] = []

    def come(url: str, **wishes: Any) -> Person:
        people.append(Person(browser, url, **wishes))
        return people[-1]

    yield come
    complaints = [complaint for person in people for complaint in person.complaints()]
    for person in people:
        person.leave()
    assert not complaints


@pytest.fixture
def visit(welcome: Visit, served: Server) -> Visit:
    """Lets people come to the server that all tests share."""
    return lambda **wishes: welcome(served.url, **wishes)


@pytest.fixture
def friend(served: Server) -> Iterator[Guest]:
    """Somebody who plays without a browser, and does at once what the test says."""
    with Guest(served.url) as guest:
        yield guest
