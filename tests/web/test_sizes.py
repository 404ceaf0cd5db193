"""From a small phone to a desk: nothing is cut off, and what is needed to act is in sight."""

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Visit
from tests.web.drawings import check_drawing
from tests.web.moves import COMMAND, OVER, lay, play_on, step, until_asked, until_next
from tests.web.people import LIKES, Person
from tests.web.test_drafts import to_first_turn

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
COMPLETE = {"level": "complete", "turn_cap": 1}


def assert_not_wide(person: Person, what: str) -> None:
    """Nothing makes the page wider than the screen."""
    wide = person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide == [360, 360], f"{what}: {wide}"


PAGES = {  # and what is there once they are whole
    "/": "article .rover, article .car",
    "/rules/algoracing": "dt",
    "/learn/algoracing": "h2",
    "/settings": ".settings",
    "/rules/nothing": "h1",
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_is_wider_than_a_phone(visit: Visit, language: str) -> None:
    ann = visit(**PHONE, locale=language, likes={**LIKES, "text": True, "guided": []})
    for path, content in PAGES.items():
        ann.go(path)
        ann.the(content).first.wait_for()
        assert_not_wide(ann, path)
    ann.go(f"/table/{ann.make(seats=4)}")
    ann.page.get_by_role("img").first.wait_for()
    assert_not_wide(ann, "lobby")
    ann.go("/new/algoracing")
    ann.the("summary").tap()
    ann.the(".field.other").last.tap()
    ann.the("figure").wait_for()
    assert_not_wide(ann, "new table")
    ann.play(seats=4, clock=300, settings=COMPLETE)
    until_asked(ann)
    assert_not_wide(ann, "set-up")
    to_first_turn(ann)
    lay(ann, ann.the(COMMAND).first, random.Random(1))
    ann.the(COMMAND).first.tap()
    ann.the(".gap").first.wait_for()
    assert_not_wide(ann, "a card is picked")


def test_no_page_after_a_game_is_wider_than_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE)
    table = ann.play(seats=4, settings=COMPLETE)
    play_on(ann, random.Random(1))
    assert_not_wide(ann, "result")
    ann.go(f"/replay/{table}")
    ann.the(".replay").wait_for()
    assert_not_wide(ann, "replay")


def assert_in_sight(thing: Locator, height: int) -> None:
    """A thing can be seen whole without scrolling."""
    box = thing.bounding_box()
    assert box, thing
    assert box["y"] >= 0, thing
    assert box["y"] + box["height"] <= height, (thing, box)


def assert_all_in_sight(person: Person, *things: str) -> None:
    assert person.page.evaluate("scrollY") == 0
    size = person.page.viewport_size
    assert size
    for thing in things:
        assert_in_sight(person.the(thing).first, size["height"])


TO_WRITE = (".board svg", ".row", ".hand", ".run", ".actions button:last-child")


@pytest.mark.parametrize("settings", [{}, {"level": "complete"}], ids=["basic", "complete"])
def test_a_whole_turn_is_played_by_tapping(visit: Visit, settings: dict[str, str]) -> None:
    ann = visit(**PHONE)
    table = ann.play(seed=3, seats=4, settings=settings)
    while until_asked(ann) and ann.the(".target").count():
        before = step(ann)
        ann.the(".target").first.tap()
        until_next(ann, before)
    assert_all_in_sight(ann, *TO_WRITE)
    card = ann.the('.held[data-explain$=".step"], .held[data-explain$=".jump"]').first
    card.tap()
    expect(ann.the(".row .slot")).to_have_count(1)
    assert_all_in_sight(ann, *TO_WRITE)
    before = step(ann)
    ann.the(".run").tap()
    until_next(ann, before)
    assert until_asked(ann)
    check_drawing(ann, table)


def test_no_speed_is_cut_off(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.play(seed=3)
    expect(ann.select("Speed")).to_be_visible()
    assert ann.read("selects") == []


def test_a_long_press_explains_and_leads_to_the_rule(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.play(seed=3)
    ann.the(".squares rect[data-explain]").first.tap()
    bubble = ann.page.get_by_role("tooltip")
    expect(bubble).to_be_visible()
    with ann.page.expect_popup() as opened:
        bubble.get_by_role("link").first.tap()
    expect(opened.value.locator("dt").first).to_be_visible()
    expect(opened.value).to_have_url(re.compile(r"/rules/algoracing\?.+#AR-"))


def test_at_a_desk_nothing_needed_to_act_is_below_the_fold(visit: Visit) -> None:
    ann = visit()
    ann.go()
    ann.button("Play now").first.wait_for()
    assert_all_in_sight(ann, ".big", ".buttons > :last-child")
    ann.go("/new/algoracing")
    for choice in ("Friends, by a link", "Me against bots", "Several people at this device"):
        ann.page.get_by_label(choice).check()
        assert_all_in_sight(ann, "form .primary")
    ann.page.set_viewport_size({"width": 1366, "height": 500})
    expect(ann.the("form .primary")).to_be_in_viewport(ratio=1)
    ann.page.set_viewport_size({"width": 1366, "height": 768})
    ann.go(f"/table/{ann.make(seats=4)}")
    ann.button("Start").wait_for()
    ann.page.get_by_role("img", name="QR code of the link").wait_for()
    assert_all_in_sight(ann, ".start button", ".me button", ".share input")
    ann.play(seats=4, settings=COMPLETE)
    play_on(ann, random.Random(1))
    assert_all_in_sight(ann, f"{OVER} .primary", f"{OVER} .share button", ".controls")
