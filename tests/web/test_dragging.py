"""Dragging: cards into the row, cycles over it, hill blocks on the field."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from algorally.games.algoracing.names import (
    CARDS,
    COVER,
    CYCLE_ONE,
    CYCLE_TWO,
    INSERT,
    JUMP,
    MAX_ROW,
    PAIRS,
    STEP,
    X2,
    X3,
)
from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.drawings import check_drawing, drawn
from tests.web.moves import laid, step, until_next, until_row
from tests.web.people import Person
from tests.web.positions import COVERING, CYCLING, CYCLING_TWO, UNCYCLING, arrange, offers
from tests.web.test_drafts import to_first_turn

ALL = offers(COVERING, CYCLING, CYCLING_TWO, UNCYCLING)
SEED = 37
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def card(person: Person, kind: int) -> Locator:
    """A card of the hand."""
    return person.the(f'.held:not(.gone)[data-explain$=".{CARDS[kind]}"]').first


def lift(person: Person, thing: Locator) -> None:
    """Press the button of the mouse on something and begin to drag it."""
    x, y = middle(thing)
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x + 6, y - 14, steps=3)


def drop_on(person: Person, place: Locator) -> None:
    """Drag what is held to a place and let it go."""
    person.page.mouse.move(*middle(place), steps=4)
    person.page.mouse.up()


def drag(person: Person, kind: int, action: int) -> None:
    """Drag a card of the hand to the place where it is that choice."""
    lift(person, card(person, kind))
    drop_on(person, person.the(f'[data-action="{action}"]'))


def times(person: Person) -> list[int]:
    """How often each card of the row is repeated."""
    return [repeated for _, repeated in drawn(person).row]


def undo(person: Person) -> None:
    """Take back everything."""
    while person.button("Undo").is_enabled():
        before = laid(person)
        person.button("Undo").click()
        expect(person.the(f'.panel[data-laid="{before - 1}"]')).to_be_visible()


@pytest.fixture
def ann(visit: Visit, friend: Guest) -> Person:
    """Somebody at the complete level, with a row that others began and two cycles in hand."""
    person = visit()
    arrange(person, friend, ALL, SEED)
    person.the(".held:enabled").first.wait_for()
    assert drawn(person).row == [("teleport", 1), ("jump", 1), ("uturn", 1), ("step", 2)]
    assert drawn(person).hand == ["step", "all_the_way", "jump", "x2", "x3"]
    return person


def test_cards_are_dragged_into_the_row(visit: Visit) -> None:
    person = visit()
    table = person.play(seed=6)
    to_first_turn(person)
    hand = drawn(person).hand
    for place, index in enumerate((3, 0)):
        lift(person, person.the(".held").nth(index))
        expect(person.the(".flying")).to_be_visible()
        drop_on(person, person.the(".gap").last)
        expect(person.the(".row .slot")).to_have_count(place + 1)
    until_row(person, [hand[3], hand[0]])
    before = step(person)
    person.button("Run").click()
    until_next(person, before)
    person.the(".held:enabled").first.wait_for()
    check_drawing(person, table)


def test_a_card_dropped_anywhere_in_the_row_is_laid(visit: Visit) -> None:
    person = visit()
    person.play(seed=6)
    to_first_turn(person)
    hand = drawn(person).hand
    row = person.the(".row").bounding_box()
    assert row
    for place, x in ((0, 30), (2, row["width"] - 30), (3, 30)):
        lift(person, person.the(".held").nth(place))
        person.page.mouse.move(row["x"] + x, row["y"] + 20, steps=4)
        expect(person.the(".gap.here")).to_be_visible()
        person.page.mouse.up()
        expect(person.the(".held").nth(place)).to_be_disabled()
    until_row(person, [hand[3], hand[0], hand[2]])


def test_a_card_that_was_laid_is_taken_back_by_a_click(visit: Visit) -> None:
    person = visit()
    person.play(seed=6)
    to_first_turn(person)
    hand = drawn(person).hand
    for place in (0, 1, 2):
        person.the(".held").nth(place).click()
    until_row(person, hand[:3])
    person.the(".row .laid").nth(1).click()
    until_row(person, [hand[0], hand[2]])
    expect(person.the(".held").nth(1)).to_be_enabled()
    assert drawn(person).hand == [hand[1], hand[3], hand[4]]


def test_cards_are_inserted_and_cover_others(ann: Person) -> None:
    drag(ann, STEP, INSERT + STEP * MAX_ROW + 2)
    until_row(ann, ["teleport", "jump", "step", "uturn", "step"])
    undo(ann)
    until_row(ann, ["teleport", "jump", "uturn", "step"])
    drag(ann, JUMP, COVER + JUMP * MAX_ROW + 0)
    until_row(ann, ["jump", "jump", "uturn", "step"])
    undo(ann)
    before = drawn(ann)
    lift(ann, card(ann, STEP))
    expect(ann.the(".gap").first).to_be_visible()
    drop_on(ann, ann.the(".table .board").first)  # let go elsewhere it returns to the hand
    expect(ann.the(".flying, .gap, .over")).to_have_count(0)
    assert drawn(ann) == before


def test_cycles_are_laid_over_one_card_and_over_two_and_taken_away(ann: Person) -> None:
    drag(ann, X3, CYCLE_ONE + (X3 - X2) * MAX_ROW + 0)
    expect(ann.page.get_by_label("Cycle x3 over 1 to 1")).to_be_visible()
    drag(ann, X2, CYCLE_TWO + 1)
    expect(ann.page.get_by_label("Cycle x2 over 2 to 3")).to_be_visible()
    assert times(ann) == [3, 2, 1, 2]
    undo(ann)
    assert times(ann) == [1, 1, 1, 2]
    ann.page.get_by_label("Cycle x2 over 4 to 4").click()
    expect(ann.the("button.cycle")).to_have_count(0)
    undo(ann)
    assert times(ann) == [1, 1, 1, 2]


def actions_of(kind: int) -> set[int]:
    """All places in a row where a card could ever go."""
    if kind >= X2:
        one = {CYCLE_ONE + (kind - X2) * MAX_ROW + place for place in range(MAX_ROW)}
        return one | {CYCLE_TWO + (kind - X2) * PAIRS + place for place in range(PAIRS)}
    places = range(kind * MAX_ROW, (kind + 1) * MAX_ROW)
    return {INSERT + place for place in places} | {COVER + place for place in places}


OFFERED = "() => [...document.querySelectorAll('[data-action]')].map((one) => one.dataset.action)"


def test_only_places_that_the_rules_allow_are_offered(ann: Person) -> None:
    table = ann.page.url.rsplit("/", 1)[1]
    legal = set(ann.get(f"tables/{table}/board")["choices"].values())
    for kind in (STEP, JUMP, X2, X3):
        lift(ann, card(ann, kind))
        offered = {int(action) for action in ann.page.evaluate(OFFERED)}
        assert offered
        assert offered == legal & actions_of(kind)
        ann.page.mouse.up()


def test_a_card_too_many_says_why_with_the_rule(visit: Visit) -> None:
    person = visit()
    person.play(seed=6)
    to_first_turn(person)
    hand = drawn(person).hand
    for index in range(3):
        person.the(".held").nth(index).click()
    until_row(person, hand[:3])
    person.the(".held").nth(4).click()
    why = person.page.get_by_role("alert")
    expect(why).to_contain_text("lay at most 3 cards")
    expect(why.get_by_role("link", name="AR-19")).to_have_attribute(
        "href", re.compile(r"^/rules/algoracing\?.+#AR-19$")
    )
    lift(person, person.the(".held").nth(4))
    assert person.the("[data-action]").count() == 0
    person.page.mouse.up()


class Finger:
    """A finger on the screen, as the browser feels it."""

    def __init__(self, person: Person) -> None:
        self.session = person.context.new_cdp_session(person.page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        places: Any = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})


def test_a_finger_drags_a_card(visit: Visit) -> None:
    person = visit(**PHONE)
    person.play(seed=6)
    to_first_turn(person)
    hand = drawn(person).hand
    x, y = middle(person.the(".held").nth(2))
    finger = Finger(person)
    finger.touch("touchStart", (x, y))
    for far in (10, 25, 40):
        finger.touch("touchMove", (x, y - far))
    gap = person.the(".gap")
    expect(gap).to_be_visible()
    finger.touch("touchMove", middle(gap))
    finger.touch("touchEnd")
    until_row(person, [hand[2]])
    assert person.page.evaluate("scrollY") == 0


# --- hill blocks ---------------------------------------------------------------------------------


def lay_blocks(person: Person) -> None:
    person.go("/new/algoracing")
    person.page.get_by_label("Me against bots").check()
    person.button("Lay the hill blocks yourself").click()
    block(person, "1,2").wait_for()


def block(person: Person, place: str) -> Locator:
    """A hill block, by where it lies."""
    return person.page.get_by_role("button", name=f"on {place}", exact=False)


def drag_block(person: Person, place: str, right: int, down: int) -> None:
    """Drag a block by so many squares."""
    person.the("figcaption").scroll_into_view_if_needed()
    x, y = middle(block(person, place).locator("rect"))
    paper = person.the("figure svg").bounding_box()
    assert paper
    square = paper["width"] * 100 / 732
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x + right * square, y + down * square, steps=5)
    person.page.mouse.up()


def test_hill_blocks_are_dragged(visit: Visit) -> None:
    person = visit()
    lay_blocks(person)
    drag_block(person, "1,2", 1, 1)
    expect(block(person, "2,3")).to_be_visible()
    alert = person.the("figure").get_by_role("alert")
    expect(alert).to_be_empty()

    drag_block(person, "2,3", -5, -5)
    expect(alert).to_contain_text("covers the corner 0,0")
    expect(alert.get_by_role("link", name="AR-A1")).to_be_visible()
    expect(block(person, "2,3")).to_be_visible()

    block(person, "2,3").focus()
    person.page.keyboard.press("ArrowLeft")
    expect(block(person, "1,3")).to_be_visible()
    expect(alert).to_be_empty()
    person.button("Play now").click()
    person.the(".table").wait_for()
    table = person.page.url.rsplit("/", 1)[1]
    assert "mesa 1,3" in person.get(f"tables/{table}")["table"]["settings"]["field"]


def test_what_an_option_allows_is_possible(visit: Visit) -> None:
    person = visit()
    person.go("/new/algoracing")
    person.page.get_by_text("Options of the rules").click()
    person.select("Blocks on the corners").select_option("allow")
    person.button("Lay the hill blocks yourself").click()
    drag_block(person, "1,2", -5, -5)
    expect(block(person, "0,0")).to_be_visible()
