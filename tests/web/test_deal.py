"""What people are told of the deal: that it is known, or a seal that they can check afterwards."""

import hashlib

import pytest
from playwright.sync_api import Locator, expect

from tests.server.guests import Guest, finish
from tests.web.conftest import Visit
from tests.web.people import Person

PHONE = {"width": 390, "height": 844}
KNOWN = {
    "en-GB": "This deal is known",
    "nl": "Deze kaartverdeling is bekend",
    "de": "Diese Verteilung ist bekannt",
    "fr": "Cette donne est connue",
    "nb": "Denne utdelingen er kjent",
}


def fits(person: Person) -> bool:
    """Whether nothing is wider than the screen."""
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(person.page.evaluate(wide))


def opened(person: Person) -> Locator:
    """What is read after the line about the deal is pressed."""
    person.the("button.deal").click()
    return person.the("dialog[open]")


@pytest.mark.parametrize("locale", KNOWN)
def test_a_known_deal_is_told_before_anybody_sits(visit: Visit, friend: Guest, locale: str) -> None:
    table = friend.make(name="Host", seed=4711)
    ann = visit(locale=locale, viewport=PHONE)
    ann.go(f"/table/{table}")
    box = ann.the(".box.known")
    expect(box).to_contain_text(KNOWN[locale])
    expect(box).to_contain_text("4711")
    assert fits(ann)


def test_it_is_told_at_the_table_and_in_the_list(visit: Visit) -> None:
    ann = visit(viewport=PHONE)
    ann.play(seed=4711)
    line = ann.the("button.deal")
    expect(line).to_have_text(KNOWN["en-GB"])
    expect(opened(ann)).to_contain_text("4711")
    assert fits(ann)
    ann.go("/")
    expect(ann.the("li .known")).to_have_text(KNOWN["en-GB"])
    assert fits(ann)


def test_the_seal_in_the_lobby_is_the_hash_of_the_secret_that_is_told_after_the_game(
    visit: Visit, friend: Guest
) -> None:
    short = {"turn_cap": 1}
    table = friend.make(name="Host", bots="random", set_up="house", settings=short)
    ann = visit(viewport=PHONE)
    ann.go(f"/table/{table}")
    expect(ann.the("button.deal")).to_contain_text("This deal is sealed")
    read = opened(ann)
    expect(read.locator("input")).to_have_count(1)
    seal = read.get_by_label("Seal").input_value()
    read.get_by_role("button", name="Copy").click()
    expect(read.get_by_role("button", name="Copied")).to_be_visible()
    read.get_by_role("button", name="Close").click()
    friend.post(f"tables/{table}/start")
    expect(ann.the("button.deal")).to_contain_text(seal[:8])
    finish(friend.join(table))
    expect(ann.the("button.deal")).to_contain_text("check the deal")
    read = opened(ann)
    secret = read.get_by_label("Secret").input_value()
    assert read.get_by_label("Seal").input_value() == seal
    assert hashlib.sha256(secret.encode()).hexdigest() == seal
    assert fits(ann)
