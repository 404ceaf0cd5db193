"""Hints: programs to try out, laid as a draft and taken back, never chosen by themselves."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from algorally.games.algoracing.names import PASS, REPLACE_CARD
from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.moves import ASKED, laid, step, until_asked, until_next
from tests.web.people import Person
from tests.web.test_accessible import AXE, SERIOUS
from tests.web.test_drafts import to_first_turn

ASK = re.compile("^(Ask for a hint|Hint( H)?)$")
GAMES = ("algoracing", "speedalgo", "roborally")
FINISH = {"algoracing": "Run", "speedalgo": "Ready", "roborally": "Done"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOW = {"viewport": {"width": 1280, "height": 640}}
SIZES = pytest.mark.parametrize("size", [PHONE, LOW], ids=["phone", "low"])
UNCOVERED = """() => {
  const list = document.querySelector(".hints").getBoundingClientRect();
  const panel = document.querySelector(".play").getBoundingClientRect();
  return list.left >= panel.right || panel.left >= list.right
    || list.top >= panel.bottom || panel.top >= list.bottom;
}"""  # whether the list lies over nothing that one plays with

SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def begin(person: Person, game: str, **wishes: object) -> None:
    """A game in which the first program is to be written."""
    person.play(game=game, set_up="house", seed=5, **wishes)
    assert until_asked(person)


def button(person: Person) -> Locator:
    """What one presses to get a hint."""
    return person.page.get_by_role("button", name=ASK)


def rows(person: Person) -> Locator:
    """The programs that were found."""
    return person.page.get_by_role("region", name="Hint").get_by_role("listitem")


def follow_by_keys(person: Person) -> None:
    """Do what the first hint says, without a mouse: ask, lay it, close the list, run it."""
    before = step(person)
    person.page.keyboard.press("h")
    first = rows(person).first.get_by_role("button").first
    expect(first).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    do_it = rows(person).get_by_role("button", name="Do it")
    if do_it.count():
        do_it.click()
    else:
        person.page.keyboard.press("Escape")
        expect(first).to_have_count(0)
        person.page.keyboard.press("Enter")
    until_next(person, before)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_laid_as_a_draft_and_taken_back_at_once(visit: Visit, game: str) -> None:
    ann = visit()
    begin(ann, game)
    before = step(ann)
    button(ann).click()
    first = rows(ann).first.get_by_role("button")
    expect(first).to_be_focused()
    expect(first).to_contain_text("chance to win")
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(ann.button(FINISH[game])).to_be_enabled()
    expect(ann.the(".board :is(.ghost, .question)").first).to_be_attached()
    assert laid(ann) > 1
    assert step(ann) == before  # nothing was chosen
    ann.button("Undo").click()
    expect(ann.the('.panel[data-laid="0"]')).to_be_visible()
    expect(first).to_have_count(0)  # whoever does something else has closed the list
    button(ann).click()
    expect(first).to_have_attribute("aria-pressed", "false")
    first.click()
    expect(ann.button(FINISH[game])).to_be_enabled()
    ann.button(FINISH[game]).click()
    until_next(ann, before)


def test_taking_a_hint_back_brings_back_what_was_laid_before(visit: Visit) -> None:
    ann = visit()
    begin(ann, "roborally")
    ann.page.keyboard.press("1")
    expect(ann.the('.panel[data-laid="1"]')).to_be_visible()
    before = ann.the(".sheet").inner_text()
    button(ann).click()
    for place in (0, 1):  # the second instead of the first
        rows(ann).nth(place).get_by_role("button").click()
        expect(rows(ann).nth(place).get_by_role("button")).to_have_attribute("aria-pressed", "true")
        expect(ann.the('.panel[data-laid="5"]')).to_be_visible()
    ann.page.keyboard.press("Backspace")
    expect(ann.the('.panel[data-laid="1"]')).to_be_visible()
    assert ann.the(".sheet").inner_text() == before


@pytest.mark.parametrize("key", ["h", "?"])
def test_a_hint_is_asked_for_and_laid_by_keys(visit: Visit, key: str) -> None:
    ann = visit()
    begin(ann, "algoracing")
    ann.page.keyboard.press(key)
    expect(rows(ann).first.get_by_role("button")).to_be_focused()
    ann.page.keyboard.press("Tab")
    expect(rows(ann).nth(1).get_by_role("button")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.button("Run")).to_be_enabled()
    ann.page.keyboard.press("Escape")
    expect(rows(ann)).to_have_count(0)
    expect(button(ann)).not_to_be_focused()  # else Enter would ask again instead of running it
    ann.page.keyboard.press("Backspace")
    expect(ann.the('.panel[data-laid="0"]')).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_done_next_is_at_hand_once_the_list_is_closed(visit: Visit, game: str) -> None:
    ann = visit()
    begin(ann, game)
    ann.page.keyboard.press("h")
    first = rows(ann).first.get_by_role("button")
    expect(first).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(button(ann)).to_be_focused()  # nothing was laid
    ann.page.keyboard.press("h")
    expect(first).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    ann.page.keyboard.press("Escape")
    expect(ann.button(FINISH[game])).to_be_focused()


def advise_passing(route: Route) -> None:
    """In place of what was found: pass, and replace a card of the first kind that is held."""
    answer = route.fetch()
    told = answer.json()
    told["hints"] = [{"actions": [REPLACE_CARD, PASS], "said": [], "chance": 0.5}]
    route.fulfill(response=answer, json=told)


def test_cards_to_be_replaced_are_marked_as_if_they_were_picked(visit: Visit) -> None:
    ann = visit()
    ann.page.route(re.compile("/hint"), advise_passing)
    begin(ann, "algoracing")
    while not ann.the('.held[data-explain$=".step"]').count():
        follow_by_keys(ann)
    before, own = step(ann), ann.the(".held:enabled").last
    own.click()
    expect(ann.the('.panel[data-laid="1"]')).to_be_visible()
    button(ann).click()
    rows(ann).first.get_by_role("button").click()
    expect(ann.button("Pass and replace 1")).to_be_visible()
    expect(ann.the('.held[aria-pressed="true"]')).to_have_count(1)
    assert ann.the(".hints .primary").count() == 0  # the button of the panel does it
    ann.button("Cancel").click()
    expect(ann.the('.panel[data-laid="1"]')).to_be_visible()  # what was laid is back
    button(ann).click()
    rows(ann).first.get_by_role("button").click()
    assert step(ann) == before  # nothing was chosen
    ann.button("Pass and replace 1").click()
    until_next(ann, before)


def test_a_hint_for_an_answer_is_seen_and_then_done(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    assert until_asked(ann)
    before = step(ann)
    button(ann).click()
    rows(ann).first.get_by_role("button").first.click()
    expect(rows(ann).first.get_by_role("button", name="Do it")).to_be_visible()
    assert step(ann) == before  # nothing was chosen
    expect(ann.the(".target").first).to_be_visible()  # and all can still be
    ann.button("Do it").click()
    until_next(ann, before)
    to_first_turn(ann)


@SIZES
def test_a_question_in_the_middle_of_a_turn_has_hints_too(
    visit: Visit, size: dict[str, object]
) -> None:
    ann = visit(**size)
    begin(ann, "roborally", settings={"timer": 0, "start_damage": 3, "option_cards": "no"})
    button(ann).click()
    rows(ann).first.get_by_role("button").click()
    expect(ann.button("Done")).to_be_enabled()
    ann.page.keyboard.press("Escape")
    expect(rows(ann)).to_have_count(0)
    ann.button("Done").click()
    ask = ann.page.get_by_role("group", name="Question")
    ask.wait_for()
    before = step(ann)
    ann.page.keyboard.press("h")
    rows(ann).first.wait_for()
    ann.page.wait_for_function(UNCOVERED)
    rows(ann).filter(has_text="Stay awake").get_by_role("button").first.click()
    ann.button("Do it").click()
    until_next(ann, before)


def test_the_host_switches_hints_off(visit: Visit, friend: Guest) -> None:
    ann, bob = visit(), visit()
    table = ann.make(game="roborally", seats=2, settings={"timer": 0})
    friend.post(f"tables/{table}/seats", name="Bob")
    ann.context.request.post(f"/api/tables/{table}/start")
    bob.become(friend)
    for person in (ann, bob):
        person.sit_at(table)
        expect(button(person)).to_be_visible()
    button(bob).click()
    rows(bob).first.wait_for()
    assert bob.button("Switch hints off").count() == 0
    button(ann).click()
    ann.button("Switch hints off").click()
    expect(button(bob)).to_have_count(0)
    button(ann).click()
    expect(ann.page.get_by_role("region", name="Hint")).to_contain_text("You have switched hints")
    ann.button("Switch hints on").click()
    expect(button(bob)).to_be_visible()


def test_a_table_is_made_without_hints(visit: Visit) -> None:
    ann = visit()
    ann.go("/new/algoracing")
    ann.page.get_by_label("Players may ask for hints").uncheck()
    ann.button("Make the table").click()
    expect(ann.the(".agreed")).to_contain_text("no hints")


def test_who_looks_on_is_offered_none(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table = friend.make(name="Bob", bots="random", start=True, set_up="house")
    ann.sit_at(table)
    expect(ann.the(".task")).to_contain_text("You are watching")
    assert button(ann).count() == 0


def advise_at_length(route: Route) -> None:
    """What was found, three times as long."""
    answer = route.fetch()
    told = answer.json()
    for number, hint in enumerate(told["hints"]):
        hint["actions"] = [*hint["actions"][number:], *hint["actions"], *hint["actions"]]
    route.fulfill(response=answer, json=told)


def test_a_list_without_room_is_scrolled_and_covers_no_cards(visit: Visit) -> None:
    ann = visit(viewport={"width": 1280, "height": 720})
    ann.page.route(re.compile("/hint"), advise_at_length)
    begin(ann, "roborally", seats=4, settings={"timer": 0, "option_cards": "no"})
    ann.page.keyboard.press("h")
    rows(ann).first.wait_for()
    ann.page.evaluate(SETTLED)
    assert ann.page.evaluate(UNCOVERED)
    expect(rows(ann).first).to_be_in_viewport()


@pytest.mark.parametrize("game", GAMES)
@SIZES
def test_all_of_it_is_in_sight_and_accessible(
    visit: Visit, game: str, size: dict[str, object]
) -> None:
    ann = visit(color_scheme="dark", **size)
    begin(ann, game)
    expect(button(ann)).to_be_in_viewport(ratio=1)
    button(ann).click()
    rows(ann).first.wait_for()
    for row in rows(ann).all():
        expect(row).to_be_in_viewport(ratio=1)
    expect(ann.the(ASKED)).to_be_visible()
    ann.page.wait_for_function(UNCOVERED)
    ann.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert ann.page.evaluate(SERIOUS) == []
    ann.page.keyboard.press("Escape")
    expect(rows(ann)).to_have_count(0)
    ann.page.wait_for_function("() => scrollY === 0")  # all is again where it was
