"""Racing by keys, by typed commands, by dragging and on a phone."""

import random
import re

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.moves import step, until_asked, until_next
from tests.web.people import LIKES, Person
from tests.web.racing import (
    GAME,
    QUICKLY,
    check_track,
    choose,
    lay,
    race,
    to_program,
    track,
    until_holder,
)
from tests.web.test_keyboard import press, tab_to, type_command
from tests.web.test_sizes import PHONE, assert_all_in_sight, assert_not_wide

READABLE = 40  # pixels


def test_a_round_by_keys_alone(visit: Visit) -> None:
    ann = visit()
    table = ann.play(game=GAME, seed=2)
    before = step(ann)
    ann.the(".target").first.wait_for()
    tab_to(ann, "Traffic A1")
    press(ann, "ArrowRight", "ArrowDown", "Enter")
    until_next(ann, before)
    assert until_asked(ann)
    assert track(ann).cars["1"] == "B2"
    to_program(ann)
    press(ann, "8", "1", "6", "Backspace", "0", "7", "2")
    until_holder(ann, ["REP", "AB", "SAS", "P", "ABD"])
    before = step(ann)
    press(ann, "Enter")
    until_next(ann, before)
    expect(ann.page.get_by_role("log")).to_contain_text("Ann: AB")
    while until_asked(ann) and not ann.the(".build").count():
        before = step(ann)
        press(ann, "1")  # the nearest car
        until_next(ann, before)
    check_track(ann, table)


def test_typed_commands_drive_on_a_track_of_text(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    table = ann.play(game=GAME, seed=9)
    text = ann.page.get_by_role("region", name="Text board")
    until_asked(ann)
    before = step(ann)
    type_command(ann, "traffic C5")
    until_next(ann, before)
    until_asked(ann)
    assert track(ann).cars["1"] == "C5"
    while ann.the(".target").count() and "Start" not in said(ann):
        choose(ann, random.Random(1))
        until_asked(ann)
    before = step(ann)
    type_command(ann, "start C")
    until_next(ann, before)
    until_asked(ann)
    assert track(ann).cars["R"] == "C0"
    type_command(ann, "fly away")
    expect(text).to_contain_text("“fly away” is none of the choices")
    type_command(ann, "REP AB - ATG - SA P - ABD")
    until_holder(ann, ["REP", "AB", "ATG", "SA", "P", "ABD"])
    expect(text).to_contain_text("Program of Ann: REP AB - ATG - SA P - ABD")
    type_command(ann, "undo; undo")
    until_holder(ann, ["REP", "AB", "ATG", "SA"])
    before = step(ann)
    type_command(ann, "P - ABD; ready")
    until_next(ann, before)
    expect(text).not_to_contain_text("none of the choices")
    if until_asked(ann) and ann.the(".aiming > button").count():
        square = str(ann.the(".aiming > button").first.get_attribute("data-aim"))
        before = step(ann)
        type_command(ann, f"target {square}")
        until_next(ann, before)
    until_asked(ann)
    check_track(ann, table)


def said(person: Person) -> str:
    return str(person.the(".target").first.get_attribute("aria-label"))


def test_a_card_that_does_not_fit_is_refused_with_its_rule(visit: Visit) -> None:
    ann = visit(locale="fr")
    race(ann)
    to_program(ann)
    lay(ann, "REP")
    ann.the('.held[data-explain$=".SA"]').click()
    alert = ann.page.get_by_role("alert").filter(has_text="REP doit être complétée")
    expect(alert).to_contain_text("SA-38")
    until_holder(ann, ["REP"])
    expect(ann.the(".run")).to_be_disabled()
    lay(ann, "AB")
    expect(alert).to_have_count(0)
    expect(ann.the(".run")).to_be_enabled()


def test_cards_are_dragged_onto_the_holder(visit: Visit) -> None:
    ann = visit()
    race(ann, settings={**QUICKLY, "max_body": 2})
    to_program(ann)
    drag(ann, "REP", '[data-block="0"]')
    until_holder(ann, ["REP"])
    drag(ann, "AB", '[data-block="0"]')
    until_holder(ann, ["REP", "AB"])
    drag(ann, "ABD", '[data-sign="-"]')  # begins a block, though REP had room
    until_holder(ann, ["REP", "AB", "ABD"])
    expect(ann.the('[data-block="1"] [data-laid="ABD"]')).to_be_visible()
    drag(ann, "P", ".log")  # falls beside it
    assert track(ann).holder == ["REP", "AB", "ABD"]


def drag(person: Person, code: str, place: str) -> None:
    """Drag a card from the hand to something."""
    card = person.the(f'.held[data-explain$=".{code}"]').bounding_box()
    there = person.the(place).bounding_box()
    assert card
    assert there
    mouse = person.page.mouse
    mouse.move(card["x"] + 20, card["y"] + 30)
    mouse.down()
    mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    mouse.up()


def test_everything_explains_itself(visit: Visit) -> None:
    ann = visit()
    race(ann, seed=3)
    to_program(ann)
    bubble = ann.page.get_by_role("tooltip")
    for thing, rule in (
        ('.held[data-explain$=".SAS"]', "SA-44"),
        ('rect[data-square="C23"]', "SA-45"),
        (".badge", "SA-25"),
    ):
        ann.the(thing).first.hover()
        expect(bubble).to_contain_text(rule)
    assert not re.search(r"speedalgo\.", bubble.inner_text())


# --- a phone -------------------------------------------------------------------------------------


OWN_IN_SIGHT = """() => {
  const { left, right } = document.querySelector('.car[data-car="12"]').getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
}"""


def tap_ready(person: Person) -> None:
    """Be ready, or skip the round: an empty program is asked about."""
    is_empty = not track(person).holder
    person.the(".run").tap()
    if is_empty:
        person.page.get_by_text("Skip this round?").wait_for()
        person.the(".run").press("Enter")  # which is no double tap


def test_a_round_on_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE)
    table = race(ann, seed=3, seats=4)
    until_asked(ann)
    square = ann.the(".squares rect").first.bounding_box()
    assert square
    assert square["width"] >= READABLE
    assert square["height"] >= READABLE
    before = step(ann)
    ann.the(".target").first.tap()
    until_next(ann, before)
    to_program(ann)
    assert_not_wide(ann, "programming")
    assert_all_in_sight(ann, ".track", ".holder", ".run", ".hand")
    for code in ("REP", "AB", "SAS", "P", "ABD"):
        ann.the(f'.held[data-explain$=".{code}"]').tap()
    until_holder(ann, ["REP", "AB", "SAS", "P", "ABD"])
    assert_not_wide(ann, "a program")
    assert_all_in_sight(ann, ".track", ".holder", ".run")
    for _ in range(3):
        before = step(ann)
        if ann.the(".build").count():
            tap_ready(ann)
        else:
            ann.the(".target").first.tap()
        until_next(ann, before)
        assert until_asked(ann)
        assert_not_wide(ann, "the next choice")
        ann.page.wait_for_function(OWN_IN_SIGHT)  # the track is scrolled softly
    check_track(ann, table)


def test_no_page_of_the_game_is_wider_than_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE, locale="de", likes={**LIKES, "text": True, "guided": []})
    pages = {"/new/speedalgo": "form", "/learn/speedalgo": "h2", "/rules/speedalgo": "dt"}
    for path, content in pages.items():
        ann.go(path)
        ann.the(content).first.wait_for()
        assert_not_wide(ann, path)
    table = race(ann, seats=4, settings={**QUICKLY, "round_cap": 1, "track": "night"})
    while until_asked(ann):
        assert_not_wide(ann, "a choice")
        choose(ann, random.Random(2))
    assert_not_wide(ann, "result")
    for path, content in ((f"/replay/{table}", ".replay"), (f"/sheets/{table}", "figure")):
        ann.go(path)
        ann.the(content).first.wait_for()
        assert_not_wide(ann, path)


def test_a_first_race_is_guided(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "guided": []})
    race(ann, seed=3)
    to_program(ann)
    guide = ann.page.get_by_role("complementary", name="Guide")
    expect(guide).to_contain_text("1 / 5")
    lay(ann, "AB")
    expect(guide).to_contain_text("2 / 5")
    lay(ann, "ABD")
    expect(guide).to_contain_text("3 / 5")
    assert_all_in_sight(ann, ".guide button")
    guide.get_by_role("button", name="I know this").click()
    expect(guide).to_have_count(0)
    ann.page.reload()
    until_holder(ann, ["AB", "ABD"])
    expect(guide).to_have_count(0)


def test_when_the_time_is_up_the_program_runs_as_it_lies(visit: Visit) -> None:
    ann = visit()
    table = race(ann, seed=3, clock=10)
    to_program(ann)
    lay(ann, "ABG")
    lay(ann, "REP")  # a block half done is taken off
    log = ann.page.get_by_role("log")
    expect(log).to_contain_text("The time of Ann is up")
    expect(log).to_contain_text("The program of Ann runs")
    expect(log).to_contain_text("Ann: ABG")
    assert until_asked(ann)
    check_track(ann, table)
