"""What a person sees while others play: motion at the wished pace, explanations, who is there."""

import random
import re

import pytest
from playwright.sync_api import expect

from algorally.games.algoracing.names import CARDS, MAX_ROW
from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.drawings import check_drawing, drawn
from tests.web.moves import cards, lay, play_on, step, until_asked, until_next, until_row
from tests.web.people import LIKES, Person
from tests.web.test_drafts import to_first_turn

SLOW = {**LIKES, "speed": 1}


def run_three(person: Person) -> None:
    """Write a program of three cards and run it."""
    for _ in range(3):
        lay(person, cards(person).first, random.Random(1))
    before = step(person)
    person.button("Run").click()
    until_next(person, before)


def log_lines(person: Person) -> int:
    return person.the(".log li").count()


def test_a_ghost_shows_where_the_program_leads(visit: Visit) -> None:
    ann = visit()
    table = ann.play(seed=6)
    to_first_turn(ann)
    assert ann.the(".ghost").count() == 0
    lay(ann, ann.the('.held[data-explain$=".jump"]').first, random.Random(1))
    expect(ann.the(".ghost")).to_be_visible()
    expect(ann.the("polyline.path")).to_have_attribute("points", re.compile(r"\d+,\d+ \d+,\d+"))
    (goal,) = drawn(ann).ghosts
    ann.button("Run").click()
    expect(ann.the(".ghost")).to_have_count(0)
    until_asked(ann)
    check_drawing(ann, table)
    assert ("R", goal) in {rover[:2] for rover in drawn(ann).rovers}


def test_a_card_that_will_be_skipped_says_so(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    far = ann.the('.held[data-explain$=".all_the_way"]')
    slots, warned = ann.the(".row .slot"), ann.the(".row .slot:has(.warns)")
    for number in (1, 2):  # the first leads to where the second cannot go on
        lay(ann, far.and_(cards(ann)).first, random.Random(1))
        expect(slots).to_have_count(number)
    expect(slots.last.get_by_role("img", name="Will be skipped: ")).to_be_visible()
    before = warned.count()  # the first, too, where the rover begins at the edge
    ann.button("Undo").click()
    expect(slots).to_have_count(1)
    expect(warned).to_have_count(before - 1)


def test_hold_step_and_skip(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table = ann.make(seats=2, seed=6)
    friend.post(f"tables/{table}/seats", name="Bob")
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    bob = friend.join(table)
    while not ann.the(".held:enabled").count():
        bob.settle()
        if bob.is_thinking:
            bob.choose(bob.now["legal"][:1])
        elif ann.the(".target").count():
            before = step(ann)
            ann.the(".target").first.click()
            until_next(ann, before)
        ann.page.wait_for_timeout(50)
    ann.select("Speed").select_option("1")
    run_three(ann)
    ann.button("Hold").click()
    lines = log_lines(ann)
    ann.page.wait_for_timeout(900)  # nothing moves
    assert log_lines(ann) == lines
    for _ in range(4):
        ann.button("One step").click()
    assert log_lines(ann) > lines
    assert ann.the(".card.lit").count() <= 1
    ann.button("Skip the animation").click()
    expect(ann.page.get_by_text("Bob to move")).to_be_visible()
    check_drawing(ann, table)
    ann.button("Go on").click()
    expect(ann.button("Hold")).to_be_visible()


@pytest.mark.parametrize("key", ["s", "Space"])
def test_a_key_skips_to_the_present(key: str, visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    ann.button("Hold").click()  # so nothing moves by itself
    run_three(ann)
    expect(ann.button("Skip the animation")).to_be_enabled()
    ann.page.get_by_label("Speed").focus()
    ann.page.keyboard.press(key)  # means something else there
    ann.page.keyboard.press("Escape")
    expect(ann.button("Skip the animation")).to_be_enabled()
    ann.page.evaluate("document.activeElement.blur()")
    while ann.the(".task:not(.mine)").count():  # the bot may take its turn only then
        ann.page.keyboard.press(key)
    expect(ann.button("Skip the animation")).to_be_disabled()


def test_only_a_program_that_runs_is_said_to_run(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6, set_up="house")
    assert until_asked(ann)
    ann.button("Hold").click()  # so nothing moves by itself
    before = step(ann)
    ann.button("Pass").click()
    ann.button("Pass and replace").click()
    until_next(ann, before)
    expect(ann.the(".task")).to_have_text("Ann to move")


def test_what_one_has_written_is_not_written_again(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    ann.select("Speed").select_option("1")
    run_three(ann)
    assert ann.the(".row .slot").count() == 3
    expect(ann.the(".task")).to_have_text("Your program is running …")
    expect(ann.the("li.thinks")).to_contain_text("Ann")
    expect(ann.the("li.thinks")).to_contain_text("Bolt")
    expect(ann.the(".task")).to_have_text("Bolt to move")


def test_the_card_that_is_carried_out_is_lit(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    ann.select("Speed").select_option("1")
    run_three(ann)
    expect(ann.the(".row .card.lit")).to_be_visible()


def test_a_pointer_that_rests_asks_for_no_explanation(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    until_asked(ann)
    before = step(ann)
    ann.the(".target").first.click()
    until_next(ann, before)
    ann.page.wait_for_timeout(1_000)  # longer than a pointer has to rest
    expect(ann.page.get_by_role("tooltip")).to_have_count(0)


def test_the_speed_is_chosen_and_remembered(visit: Visit) -> None:
    ann = visit(likes=SLOW)
    ann.play()
    speed = ann.select("Speed")
    expect(speed).to_have_value("1")
    for chosen in ("4", "0.5"):
        speed.select_option(chosen)
        ann.page.reload()
        expect(speed).to_have_value(chosen)
    ann.go("/settings")
    expect(speed.locator("option:checked")).to_contain_text("½")


def test_cards_and_squares_explain_themselves(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    bubble = ann.page.get_by_role("tooltip")
    ann.the('.held[data-explain$=".jump"]').first.hover()
    expect(bubble).to_contain_text("Jump: one square forward")
    expect(bubble.get_by_role("link")).to_have_attribute("href", re.compile(f"{RULE.pattern}29$"))
    ann.the('.squares rect[data-explain*="hill"]').first.hover()
    expect(bubble).to_contain_text("A hill, one storey high")
    ann.page.mouse.move(1300, 20)
    expect(bubble).to_have_count(0)

    ann.the(".held").first.focus()
    ann.page.keyboard.press("Tab")
    expect(bubble).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_an_explanation_that_was_clicked_stays_and_leads_to_its_rule(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    ann.the('.squares rect[data-explain*="hill"]').first.click()
    with ann.page.expect_popup() as opened:
        ann.page.get_by_role("tooltip").get_by_role("link", name="AR-30").click()
    expect(opened.value.locator("#AR-30")).to_be_in_viewport()
    expect(ann.the(".table")).to_be_visible()


def test_a_refusal_is_told_with_its_rule(visit: Visit) -> None:
    ann = visit()
    table = ann.play(seed=6)
    to_first_turn(ann)
    hand = drawn(ann).hand
    lay(ann, cards(ann).first, random.Random(1))
    with Guest(ann.url) as double:  # the same person at another device, with a program of nonsense
        for cookie in ann.context.cookies():
            double.http.cookies.set(cookie["name"], cookie["value"])
        line = double.join(table)
        first = line.now["legal"][0]  # a card at the beginning of the row
        nonsense = [first] * 6
        line.answer("draft", id="nonsense", on=line.now["step"], actions=nonsense)
        refusal = ann.the(".side .refusal")
        expect(refusal).to_be_visible()
        expect(refusal.get_by_role("link").first).to_have_attribute("href", RULE)
    card = CARDS[first // MAX_ROW]
    until_row(ann, [card] * min(3, hand.count(card)))
    expect(refusal).to_be_visible()


RULE = re.compile(r"^/rules/algoracing\?.+#AR-")


def test_a_game_is_paused_and_goes_on(visit: Visit) -> None:
    ann, cleo = visit(), visit()
    table = ann.play(seed=6, clock=60)
    assert until_asked(ann)
    cleo.sit_at(table)
    tools = ann.the(".controls > *:visible").last
    place = tools.bounding_box()
    ann.button("Pause").click()
    for person in (ann, cleo):
        expect(person.the(".task")).to_contain_text("Ann has paused the game")
        assert person.page.get_by_role("timer").count() == 0
    assert ann.the(".target").count() == 0
    expect(cleo.button("Go on")).to_have_count(0)  # who watches cannot do it
    expect(ann.button("Pause")).to_be_hidden()
    assert tools.bounding_box() == place
    ann.button("Go on").first.click()
    expect(ann.the(".target").first).to_be_visible()
    play_on(ann, random.Random(1), 1)


def test_who_is_away_is_seen_and_a_bot_stands_in(visit: Visit) -> None:
    ann, bob = visit(), visit()
    table = ann.make(seats=2, seed=5, grace=1)
    bob.context.request.post(f"/api/tables/{table}/seats", data={"name": "Bob"})
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    bob.sit_at(table)
    seat = ann.page.get_by_role("listitem").filter(has_text="Bob")
    assert seat.get_by_role("img").count() == 0
    bob.go("/settings")
    expect(seat.get_by_role("img", name="Away")).to_be_visible()
    expect(seat.get_by_role("img", name="A bot plays until they are back")).to_be_visible()
    bob.sit_at(table)
    expect(seat.get_by_role("img")).to_have_count(0)


def seconds(clock: str) -> int:
    minutes, rest = clock.split(":")
    return 60 * int(minutes) + int(rest)


def test_the_clock_counts_down(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6, clock=600)
    assert until_asked(ann)
    clock = ann.page.get_by_role("timer")
    before = clock.inner_text()
    assert 500 < seconds(before) <= 660  # a page that hears late thinks that it has longer
    expect(clock).not_to_have_text(before)
    assert 500 < seconds(clock.inner_text()) < seconds(before)
    expect(clock).to_have_attribute("aria-label", re.compile(r"^Seconds left: 5\d\d"))


def test_the_clock_decides_when_the_time_is_up(visit: Visit) -> None:
    ann = visit()
    table = ann.play(seed=6, clock=10)
    to_first_turn(ann)
    hand = drawn(ann).hand
    ann.the(".held").first.click()
    until_row(ann, hand[:1])
    expect(ann.page.get_by_role("log")).to_contain_text("The time of Ann is up")
    assert until_asked(ann)
    check_drawing(ann, table)


def test_a_first_game_is_guided(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "guided": []})
    ann.play()
    guide = ann.page.get_by_role("complementary", name="Guide")
    until_asked(ann)
    assert guide.count() == 0  # first the game is set up
    to_first_turn(ann)
    expect(guide).to_contain_text("1 / 5")
    lay(ann, cards(ann).first, random.Random(1))  # whoever does it need not be told
    expect(guide).to_contain_text("3 / 5")
    for name in ("Next", "Next", "Got it"):
        guide.get_by_role("button", name=name).click()
    expect(guide).to_have_count(0)
    ann.page.reload()
    assert until_asked(ann)
    assert guide.count() == 0
