"""RoboRally's program sheet: laying cards, locked registers, questions, the timer."""

import json
import re

from playwright.sync_api import expect

from algorally.games.roborally.names import NO, WEAPON, Question
from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.moves import OVER, step, until_asked, until_next
from tests.web.people import LIKES, Person
from tests.web.robots import (
    CALMLY,
    answer_plainly,
    arrange,
    be_done,
    hand,
    lay_all,
    lying,
    play_robots,
    sit_together,
    until_lying,
)
from tests.web.test_hot_seat import take_over

ASK = ".ask"
OPTIONS_THAT_KEEP = ("conditional_program", "flywheel")


def type_keys(person: Person, keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


def test_a_program_is_laid_by_tapping_and_by_keys(visit: Visit) -> None:
    ann = visit()
    play_robots(ann)
    ann.the(".held:enabled").first.wait_for()
    cards = hand(ann)
    assert len(cards) == 9
    assert cards == sorted(cards, reverse=True)
    expect(ann.button("Done")).to_be_disabled()
    ann.the(".held").nth(2).click()
    until_lying(ann, cards[2], 0, 0, 0, 0)
    type_keys(ann, "1945")
    until_lying(ann, cards[2], cards[0], cards[8], cards[3], cards[4])
    before = step(ann)
    ann.page.keyboard.press("Enter")
    until_next(ann, before)


def test_cards_are_taken_back_and_change_places(visit: Visit) -> None:
    ann = visit()
    play_robots(ann)
    ann.the(".held:enabled").first.wait_for()
    one, two, three, four, *_ = hand(ann)
    type_keys(ann, "1234")
    until_lying(ann, one, two, three, four, 0)
    ann.the('[data-register="2"] .laid').click()
    until_lying(ann, one, 0, three, four, 0)
    assert two in hand(ann)
    ann.the('[data-register="1"] .laid').drag_to(ann.the('[data-register="3"]'))
    until_lying(ann, three, 0, one, four, 0)
    held = ann.the(f'.held:has([data-priority="{two}"])')
    held.drag_to(ann.the('[data-register="2"]'))
    until_lying(ann, three, two, one, four, 0)
    ann.page.keyboard.press("Backspace")
    until_lying(ann, three, two, one, 0, 0)
    ann.button("Take all cards back").click()
    until_lying(ann, 0, 0, 0, 0, 0)


def test_registers_are_filled_in_any_order(visit: Visit) -> None:
    ann = visit()
    play_robots(ann)
    ann.the(".held:enabled").first.wait_for()
    one, two, three, four, five, *_ = hand(ann)
    held = ann.the(f'.held:has([data-priority="{one}"])')
    held.drag_to(ann.the('[data-register="5"]'))
    until_lying(ann, 0, 0, 0, 0, one)
    type_keys(ann, "23")
    until_lying(ann, two, three, 0, 0, one)
    ann.page.keyboard.press("Backspace")  # what was laid ahead is taken back first
    until_lying(ann, two, three, 0, 0, 0)
    ann.the('[data-register="2"] .laid').drag_to(ann.the('[data-register="4"]'))
    until_lying(ann, two, 0, 0, three, 0)
    type_keys(ann, "45")
    until_lying(ann, two, four, five, three, 0)
    expect(ann.button("Done")).to_be_disabled()
    type_keys(ann, "1")
    until_lying(ann, two, four, five, three, one)
    before = step(ann)
    ann.button("Done").click()
    until_next(ann, before)


def test_a_second_card_lies_beside_the_first(visit: Visit) -> None:
    ann = visit()
    play_robots(ann, seed=10, settings={"start_options": 1, "timer": 0})  # Dual Processor
    expect(ann.the('.options [data-option="dual_processor"]')).to_be_visible()
    move3, _, right, left, *_ = hand(ann)
    type_keys(ann, "1")
    ann.button("Lay a second card here").click()
    type_keys(ann, "3")
    expect(ann.the('[data-register="1"] [data-card]')).to_have_count(2)
    assert lying(ann)[0] == [move3, right]
    type_keys(ann, "4")
    expect(ann.the('[data-register="2"] [data-card]')).to_have_count(1)
    ann.the('[data-register="1"] .laid').click()
    until_lying(ann, 0, left, 0, 0, 0)
    assert {move3, right} <= set(hand(ann))


def test_unused_cards_are_kept_on_options(visit: Visit) -> None:
    ann = visit()
    play_robots(ann, seed=50, settings={"start_options": 2, "timer": 0})
    ann.the(".held:enabled").first.wait_for()
    cards = hand(ann)
    type_keys(ann, "12345")
    expect(ann.the(".task")).to_contain_text("Keep a card on the Conditional Program, or be done.")
    type_keys(ann, "67")
    condition, flywheel = (ann.the(f'[data-option="{name}"]') for name in OPTIONS_THAT_KEEP)
    expect(condition).to_contain_text(str(cards[5]))
    expect(flywheel).to_contain_text(str(cards[6]))
    type_keys(ann, "8")
    expect(ann.the(".refusal")).to_contain_text("all registers are full")


def test_who_is_done_cannot_change_it(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table, bob = sit_together(ann, friend)
    lay_all(ann)
    program = lying(ann)
    ann.button("Done").click()
    expect(ann.the(".happens")).to_contain_text("still programming")
    expect(ann.the(".seats, li").get_by_label("Ready")).to_have_count(1)
    expect(ann.button("Change my mind")).to_have_count(0)
    assert lying(ann) == program
    info = ann.get(f"tables/{table}")["table"]
    assert not info["takes_back"]
    bob.settle()
    answer_plainly(bob)
    assert until_asked(ann)


def test_the_last_sees_the_timer_and_so_do_the_others(visit: Visit, friend: Guest) -> None:
    ann = visit()
    _, bob = sit_together(ann, friend, timer=300)
    ann.the(".held:enabled").first.wait_for()
    expect(ann.page.get_by_role("timer")).to_have_count(0)
    answer_plainly(bob)
    expect(ann.the(".run").get_by_role("timer")).to_have_text(re.compile(r"^[45]:\d\d$"))
    before = step(ann)
    lay_all(ann)
    ann.button("Done").click()
    until_next(ann, before)
    ann.the(".held:enabled").first.wait_for()
    lay_all(ann)
    ann.button("Done").click()
    expect(ann.the(".happens").get_by_role("timer")).to_be_visible()


def test_on_a_phone_flags_and_time_are_told_apart(visit: Visit, friend: Guest) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    _, bob = sit_together(ann, friend, timer=300)
    ann.the(".held:enabled").first.wait_for()
    flags = ann.the(".side .points").first
    expect(flags).to_have_text("0/3", use_inner_text=True)
    answer_plainly(bob)
    timer = ann.the(".side li > [role=timer]")
    expect(timer).to_be_visible()
    left, right = timer.bounding_box(), flags.bounding_box()
    assert left
    assert right
    assert left["x"] + left["width"] + 3 <= right["x"]
    assert timer.evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"


def test_a_locked_register_keeps_its_card(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table = arrange(
        ann,
        friend,
        lambda view: view["robots"][0]["locked"] and view["robots"][0]["square"] >= 0,
        seed=31,
        start_damage=4,
        robot_lasers="double",
    )
    robot = ann.get(f"tables/{table}/board")["view"]["robots"][0]
    locked = [number for number in range(5) if robot["locked"] >> number & 1]
    ann.the(".held:enabled").first.wait_for()
    expect(ann.the(".register.locked")).to_have_count(len(locked))
    expect(ann.page.get_by_role("group", name="Register 5, locked")).to_be_visible()
    kept = {number: robot["registers"][number] * 10 for number in locked}
    assert {number: lying(ann)[number] for number in locked} == {n: [c] for n, c in kept.items()}
    assert ann.the("[data-damage]").first.get_attribute("data-damage") == str(robot["damage"])
    assert ann.the('.register.locked button[class*="laid"]').count() == 0
    lay_all(ann)
    assert [register for register in lying(ann) if len(register) != 1] == []
    assert {number: lying(ann)[number] for number in locked} == {n: [c] for n, c in kept.items()}


def test_a_question_is_answered_once_for_the_whole_game(visit: Visit) -> None:
    ann = visit()
    table = play_robots(ann, settings={**CALMLY, "start_damage": 2, "course": "island_hop"})
    be_done(ann)
    ask = ann.the(ASK)
    expect(ask).to_contain_text("You have 2 damage. Power down next turn?")
    assert ask.get_attribute("data-question") == str(Question.ANNOUNCE.value)
    expect(ask.get_by_label("only this time")).to_be_checked()
    expect(ask.get_by_label("this whole turn")).to_have_count(0)  # it is asked once in it
    ask.get_by_label("always").check()
    before = step(ann)
    ask.get_by_role("button", name="Stay awake").click()
    until_next(ann, before)
    ann.the(".held:enabled").first.wait_for()
    ann.page.reload()  # this device remembers it
    be_done(ann)
    ann.the(".held:enabled").first.wait_for()
    answers = [line for line in ann.the(".log").inner_text().splitlines() if "Ann" in line]
    assert "Ann says no" in answers
    opens = ann.the(".given .opens")
    opens.click()
    expect(ann.the(".given p")).to_contain_text("Answers given in advance")
    words = "power down next turn? Your answer: Stay awake until the end of the game"
    expect(ann.the(".given li")).to_contain_text(words)
    ann.page.keyboard.press("Escape")
    expect(ann.the(".given li")).to_have_count(0)
    expect(opens).to_be_focused()
    opens.click()
    ann.the(".task").click()
    expect(ann.the(".given li")).to_have_count(0)
    opens.click()
    ann.button("Ask me again").click()
    expect(ann.the(".given")).to_have_count(0)
    be_done(ann)
    expect(ask).to_contain_text("Power down next turn?")
    stored = ann.page.evaluate(f"localStorage.getItem('algorally.answers.{table}.0')")
    assert json.loads(stored) == {}


def say_no_in_advance(person: Person, table: str, question: Question) -> None:
    """A question is answered once for the whole game."""
    kept = json.dumps({f"0.{question.value}": {"action": NO, "turn": 0}})
    person.page.evaluate(f"localStorage.setItem('algorally.answers.{table}.0', '{kept}')")
    person.page.reload()


def test_answers_given_in_advance_are_put_away_when_it_goes_on(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table, bob = sit_together(ann, friend)
    say_no_in_advance(ann, table, Question.ANNOUNCE)
    lay_all(ann)
    ann.button("Done").click()
    ann.the(".given .opens").click()
    expect(ann.the(".given li")).to_have_count(1)
    bob.settle()
    answer_plainly(bob)
    expect(ann.the(".given .opens")).to_be_visible()
    expect(ann.the(".given li")).to_have_count(0)


def test_what_cannot_be_answered_by_itself_is_asked(visit: Visit) -> None:
    ann = visit()
    table = play_robots(ann, settings={**CALMLY, "start_damage": 2, "course": "island_hop"})
    kept = json.dumps({f"0.{Question.ANNOUNCE.value}": {"action": WEAPON, "turn": 0}})
    ann.page.evaluate(f"localStorage.setItem('algorally.answers.{table}.0', '{kept}')")
    ann.page.reload()
    be_done(ann)
    expect(ann.the(ASK).get_by_role("button", name="Stay awake")).to_be_enabled()


def test_a_power_down_is_planned_while_programming(visit: Visit) -> None:
    ann = visit()
    play_robots(ann, settings={**CALMLY, "start_damage": 2, "course": "island_hop"})
    ann.the(".held:enabled").first.wait_for()
    down = ann.button("Power down next turn")
    down.click()
    expect(down).to_have_attribute("aria-pressed", "true")
    expect(ann.the(".given")).to_have_count(0)  # it is said by its button
    be_done(ann)
    expect(ann.the(".log")).to_contain_text("Ann will power down")
    expect(ann.the(ASK)).to_have_count(0)


def test_the_power_down_says_why_it_cannot_be_announced(visit: Visit) -> None:
    ann = visit()
    play_robots(ann)
    down = ann.button("Power down next turn")
    expect(down).to_be_disabled()
    for width in (1366, 390):
        ann.page.set_viewport_size({"width": width, "height": 844})
        ann.page.mouse.move(0, 0)
        down.hover(force=True)
        bubble = ann.page.get_by_role("tooltip")
        expect(bubble).to_contain_text("Only a damaged robot may announce a power down")
        expect(bubble).to_be_in_viewport(ratio=1)
        rule = bubble.get_by_role("link", name="RR-18")
        assert rule.evaluate("link => link.getClientRects().length") == 1


def test_how_a_robot_is_can_be_read_whole(visit: Visit, friend: Guest) -> None:
    ann = visit()
    wishes = {"start_damage": 2, "first_player": "first_seat", "course": "island_hop"}
    table, bob = sit_together(ann, friend, **wishes)
    say_no_in_advance(ann, table, Question.STAY_DOWN)
    lay_all(ann)
    ann.button("Power down next turn").click()
    ann.button("Done").click()
    bob.settle()
    answer_plainly(bob)  # who is asked after her, and thinks about it
    expect(ann.the(".given")).to_be_visible()
    word = ann.the(".head .state .word")
    expect(word).to_have_text("will power down")
    expect(word).to_be_in_viewport(ratio=1)
    for width in (1024, 360):  # or there is just its sign
        ann.page.set_viewport_size({"width": width, "height": 768})
        expect(ann.the(".head .state svg")).to_be_in_viewport(ratio=1)


NAMES_CUT = """names => names.filter((name) => name.scrollWidth > name.clientWidth
  && name.offsetTop < name.parentElement.offsetTop + name.parentElement.offsetHeight).length"""


def test_eight_robots_are_seen_at_once(visit: Visit) -> None:
    ann = visit(viewport={"width": 1280, "height": 720})
    play_robots(ann, seats=8)
    ann.button("Hold").click()
    be_done(ann)
    letters = ann.the(".order .letter")
    expect(letters).to_have_count(8)
    for letter in letters.all():
        expect(letter).to_be_in_viewport(ratio=1)
    assert ann.the(".order .who").evaluate_all(NAMES_CUT) == 0
    ann.button("Show all robots").click()
    robots = ann.the(".everybody .robots li")
    expect(robots).to_have_count(8)
    for robot in robots.all():
        expect(robot).to_be_in_viewport(ratio=1)


def test_two_people_at_one_device_hide_their_programs(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    wishes = {**CALMLY, "start_damage": 1, "course": "island_hop"}
    table = ann.make(game="roborally", seats=2, seed=3, settings=wishes)
    sit = {"name": "Bea", "another": True}
    ann.context.request.post(f"/api/tables/{table}/seats", data=sit)
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    hands = []
    for turn in range(2):
        expect(ann.the(".over")).to_be_visible()  # also before the first hand is seen
        assert ann.the(".held, .panel, [data-card]").count() == 0
        assert "Your cards" not in ann.the("main").inner_html()
        take_over(ann)
        hands.append(hand(ann))
        expect(ann.the("li.thinks .name")).to_have_text(["Ann", "Bea"][turn])
        lay_all(ann)
        ann.button("Done").click()
        if not turn:
            expect(ann.the(".over")).to_be_visible()
            expect(ann.the(".task")).to_contain_text("Bea")
            expect(ann.the("li.thinks .name")).to_have_text("Bea")
    assert len(hands) == 2
    assert not set(hands[0]) & set(hands[1])
    ann.the(ASK).wait_for()  # one is asked, and the other may look
    assert lying(ann) == [[-1]] * 5
    assert "Registers of robot" not in ann.the(".words").inner_text()


def test_a_program_is_typed(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    table = play_robots(ann)
    until_asked(ann)
    cards = [card.split(":") for card in ann.get(f"tables/{table}/board")["hand"]]
    field = ann.page.get_by_label("Type what you want to do")
    field.fill(", ".join(f"{priority} {kind}" for kind, priority in cards[:4]))
    field.press("Enter")
    until_lying(ann, *(int(priority) for _, priority in cards[:4]), 0)
    expect(ann.the(".words")).to_contain_text(f"4: {cards[3][1]}")
    field.fill("done")
    field.press("Enter")
    expect(ann.the(".words .refusal")).to_contain_text("from register 5 on cards are missing")
    before = step(ann)
    field.fill(f"{cards[4][1]}, done")
    field.press("Enter")
    until_next(ann, before)


def test_each_of_two_robots_is_programmed(visit: Visit) -> None:
    ann = visit()
    play_robots(ann, settings={"course": "interference", "timer": 0, "option_cards": "no"})
    ann.the(".held:enabled").first.wait_for()
    first = ann.the(".inside").get_attribute("data-robot")
    be_done(ann)
    ann.the(".held:enabled").first.wait_for()
    assert ann.the(".inside").get_attribute("data-robot") != first
    be_done(ann)
    assert until_asked(ann)
    expect(ann.the(".inside")).to_have_attribute("data-robot", first or "")


def test_a_replay_shows_the_programs(visit: Visit) -> None:
    ann = visit()
    play_robots(ann, settings={**CALMLY, "turn_cap": 1})
    lay_all(ann)
    program = lying(ann)
    ann.button("Done").click()
    ann.the(OVER).wait_for()
    ann.page.get_by_role("link", name="Replay").click()
    ann.the(".robots li").first.wait_for()
    ann.page.keyboard.press("End")
    ann.page.keyboard.press("Shift+ArrowLeft")
    own = ann.the(".robots li").filter(has_text="Ann").locator("[data-priority]")
    shown = [[int(card.get_attribute("data-priority") or 0)] for card in own.all()]
    assert shown == program[: len(shown)]
    assert shown


def test_the_text_board_can_be_read_beside_eight_robots(visit: Visit) -> None:
    ann = visit(viewport={"width": 1280, "height": 720}, likes={**LIKES, "text": True})
    play_robots(ann, seats=8)
    words, board = ann.the(".words"), ann.the(".table > .board")
    expect(words.locator("label")).to_be_in_viewport(ratio=1)
    expect(words.locator("pre")).to_be_in_viewport(ratio=0.2)
    expect(board).to_be_in_viewport(ratio=1)
    lower, upper = words.bounding_box(), board.bounding_box()
    assert lower
    assert upper
    assert upper["y"] + upper["height"] <= lower["y"]
    tools = ann.page.get_by_role("button", name="Text board").bounding_box()
    assert tools
    assert tools["y"] + tools["height"] <= upper["y"]
    assert lower["y"] + lower["height"] <= 720
    assert lower["height"] > 250


def test_on_a_phone_the_page_scrolls_to_all_of_the_text_board(visit: Visit) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, likes={**LIKES, "text": True})
    play_robots(ann)
    words = ann.the(".words")
    assert words.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    assert words.evaluate("box => box.scrollWidth <= box.clientWidth + 1")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_is_called_by_the_title_of_its_game(visit: Visit) -> None:
    ann = visit()
    play_robots(ann)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("RoboRally")


def test_the_log_is_one_stop_and_arrows_lead_to_its_rules(visit: Visit) -> None:
    ann = visit()
    play_robots(ann, settings={**CALMLY, "course": "island_hop", "start_damage": 0})
    be_done(ann)
    ann.the(".held:enabled").first.wait_for()
    links = ann.the(".log a")
    expect(links.first).to_be_attached()
    assert set(links.evaluate_all("links => links.map((link) => link.tabIndex)")) == {-1}
    ann.page.get_by_role("log").focus()
    ann.page.keyboard.press("ArrowRight")
    expect(links.last).to_be_focused()
    ann.page.keyboard.press("ArrowLeft")
    expect(links.nth(-2)).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("log")).to_be_focused()
