"""An unfinished program is kept: by a reload, and at another device."""

import random

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.drawings import drawn
from tests.web.moves import choose, lay, until_asked
from tests.web.people import Person


def to_first_turn(person: Person, seed: int = 1) -> None:
    """Play until the first program is to be written."""
    dice = random.Random(seed)
    while until_asked(person) and person.the(".target").count():
        choose(person, dice)


def test_a_reload_keeps_the_program(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    for place in (1, 3):
        lay(ann, ann.the(".held").nth(place), random.Random(1))
    before = drawn(ann)
    assert len(before.row) == 2
    ann.page.reload()
    expect(ann.the(".row .slot")).to_have_count(2)
    expect(ann.the(".ghost")).to_be_visible()
    assert drawn(ann) == before

    ann.button("Undo").click()
    expect(ann.the(".row .slot")).to_have_count(1)
    ann.page.reload()
    expect(ann.the(".row .slot")).to_have_count(1)
    assert drawn(ann).row == before.row[:1]
    ann.button("Undo").click()
    expect(ann.the(".held:enabled")).to_have_count(5)
    expect(ann.button("Undo")).to_be_disabled()


def test_a_program_is_written_at_two_devices(visit: Visit) -> None:
    ann = visit()
    table = ann.play(seed=6)
    to_first_turn(ann)
    other = ann.context.new_page()
    other.goto(f"/table/{table}")
    other.locator(".held:enabled").first.wait_for()
    lay(ann, ann.the(".held").first, random.Random(1))
    expect(other.locator(".row .slot")).to_have_count(1)


def test_whoever_is_quick_loses_no_card(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    hand = ann.page.evaluate("""() => {
      const hand = [...document.querySelectorAll(".held:not(.gone)")];
      for (const place of [2, 0, 4, 4]) hand[place].click();
      return hand.map(({ dataset }) => dataset.explain.split(".").at(-1));
    }""")  # as it is at that very moment
    expect(ann.the(".row .slot")).to_have_count(3)
    assert [card for card, _ in drawn(ann).row] == [hand[2], hand[0], hand[4]]
    assert drawn(ann).hand == [hand[1], hand[3]]
