"""A disk that is full: the page says so, sends again by itself, and nothing is lost."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.moves import cards, lay, until_asked
from tests.web.places import need_browser
from tests.web.test_drafts import to_first_turn

SAID = {
    "en": "cannot save anything",
    "de": "nichts speichern",
    "fr": "rien enregistrer",
    "nb": "ikke lagret noe",
    "nl": "niets bewaren",
}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, whose disk may be full."""
    need_browser()
    with Server(tmp_path / "data", "--requests", "0") as running:
        yield running


def test_a_full_disk_is_told_until_there_is_room(welcome: Visit, small: Server) -> None:
    ann = welcome(small.url, forgiven="503")
    ann.play(seed=7, settings={"turn_cap": 3})
    to_first_turn(ann)
    lay(ann, cards(ann).first, random.Random(1))
    banner = ann.page.get_by_text(SAID["en"])
    expect(banner).to_be_hidden()
    with small.full_disk():
        ann.button("Run").click()
        expect(banner).to_be_visible()
        expect(ann.button("Run")).to_be_disabled()
        ann.button("Pause").click()
        expect(
            ann.page.get_by_role("alert").filter(has_text="safe to send it again")
        ).to_be_visible()
    expect(banner).to_be_hidden()
    expect(ann.page.get_by_role("log")).to_contain_text("Ann runs:")
    assert until_asked(ann)


def test_who_only_looks_is_told_too_in_every_language(welcome: Visit, small: Server) -> None:
    host = welcome(small.url)
    playing, waiting = host.play(seed=7), host.make()
    with small.full_disk():
        for language, words in SAID.items():
            person = welcome(small.url, likes={"language": language}, forgiven="503")
            for table in (playing, waiting):
                person.go(f"/table/{table}")
                expect(person.page.get_by_text(words)).to_be_visible()
        person = welcome(small.url)
        person.go(f"/table/{playing}")
        expect(person.page.get_by_text(SAID["en"])).to_be_visible()
    expect(person.page.get_by_text(SAID["en"])).to_be_hidden()
