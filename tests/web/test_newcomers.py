"""Somebody who has only the page: what is seen says what it is, and nothing happens by accident."""

import random
import re

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.server.guests import Guest, finish
from tests.web.conftest import Visit
from tests.web.moves import (
    ASKED,
    COMMAND,
    OVER,
    any_of,
    lay,
    play_on,
    step,
    until_asked,
    until_next,
)
from tests.web.people import DESK, LIKES, Person
from tests.web.racing import GAME, QUICKLY, race, to_program, until_holder
from tests.web.racing import lay as lay_card
from tests.web.test_drafts import to_first_turn
from tests.web.test_emotes import greetings, meet
from tests.web.test_home import of_game, section
from tests.web.test_hot_seat import share, take_over, until_somebody
from tests.web.test_keyboard import press, type_command, typing

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PROJECTOR = {"width": 1920, "height": 1080}
SHORT = {**QUICKLY, "track": "sprint", "round_cap": 1}
LANGUAGES = ("en", "nl", "de", "fr", "nb")
AT_ITS_END = "one => one.scrollHeight - one.scrollTop - one.clientHeight < 24"


def box(thing: Locator) -> FloatRect:
    """Where something lies."""
    found = thing.bounding_box()
    assert found
    return found


def meet_each_other(one: FloatRect, other: FloatRect) -> bool:
    """Whether two things lie over one another."""
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


# --- how to play ---------------------------------------------------------------------------------


@pytest.mark.parametrize("device", [{"viewport": DESK}, PHONE], ids=["desk", "phone"])
def test_the_guide_of_a_race_shows_cards_and_the_whole_track(
    visit: Visit, device: dict[str, object]
) -> None:
    ann = visit(**device)
    ann.go("/learn/speedalgo")
    cards = ann.the(".example .card")
    expect(cards).to_have_count(4)
    for card in cards.all():
        assert box(card)["width"] > 40
        assert box(card)["height"] > 50
        expect(card.locator("svg").first).to_be_visible()
    track, around = box(ann.the(".track")), box(ann.the("section").first)
    assert track["x"] + track["width"] <= around["x"] + around["width"]
    assert track["height"] / track["width"] > 0.5  # nothing is cut off above and below
    expect(ann.the(".track g[transform] ellipse").first).to_be_visible()


def test_help_leads_back_to_the_game(visit: Visit) -> None:
    ann = visit()
    table = race(ann)
    with ann.page.expect_popup() as opened:
        ann.page.get_by_role("link", name="How to play").click()
    guide = opened.value
    back = guide.get_by_role("link", name="Back to your game")
    expect(back).to_have_attribute("href", f"/table/{table}")
    expect(guide.get_by_role("link", name="Play now")).to_have_count(0)
    with guide.expect_event("close"):
        back.click()


def test_a_rule_is_read_beside_the_game_and_leads_back_to_it(visit: Visit) -> None:
    ann = visit(**PHONE)
    table = ann.play(game="roborally", seed=3, seats=2, settings={"timer": 0})
    ann.the("[data-pieces]").first.tap()
    with ann.page.expect_popup() as opened:
        ann.page.get_by_role("tooltip").get_by_role("link").first.tap()
    book = opened.value
    expect(book.locator(".here")).to_be_in_viewport()
    back = book.get_by_role("link", name="Back to your game")
    expect(back).to_be_in_viewport(ratio=1)  # however long the rules are
    expect(back).to_have_attribute("href", f"/table/{table}")
    assert ann.page.url.endswith(f"/table/{table}")
    with book.expect_event("close"):
        back.click()


def test_rules_and_help_lead_to_one_another_and_back(visit: Visit) -> None:
    ann = visit()
    ann.go("/rules/roborally?table=some")
    ann.page.get_by_role("link", name="How to play").click()
    ann.page.get_by_role("link", name="Rules").click()
    expect(ann.page.get_by_role("link", name="Back to your game")).to_have_attribute(
        "href", "/table/some"
    )


# --- a race --------------------------------------------------------------------------------------


def test_an_empty_program_is_asked_about(visit: Visit) -> None:
    ann = visit()
    table = race(ann, seed=3)
    to_program(ann)
    before, ready, place = step(ann), ann.the(".run"), box(ann.the(".run"))
    press(ann, "Enter")
    expect(ready).to_have_accessible_name(re.compile("^Skip this round?"))
    assert box(ready) == place
    expect(ann.the(".notices")).to_contain_text("Your program is empty")
    lay_card(ann, "AB")
    expect(ready).to_have_accessible_name(re.compile("^Ready"))
    ann.button("Undo").click()
    until_holder(ann, [])
    ready.dblclick()
    expect(ready).to_have_accessible_name(re.compile("^Skip this round?"))
    assert ann.get(f"tables/{table}")["table"]["seats"][0]["committed"] is False
    assert step(ann) == before
    ready.click()
    until_next(ann, before)


def test_who_types_that_an_empty_program_is_ready_means_it(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    race(ann, seed=3)
    to_program(ann)
    before = step(ann)
    type_command(ann, "ready")
    until_next(ann, before)


def test_programs_are_pictures_of_cards_and_the_log_has_their_names(visit: Visit) -> None:
    ann = visit()
    race(ann, seed=3)
    to_program(ann)
    lay_card(ann, "ATG")
    lay_card(ann, "AB")
    ann.the(".run").click()
    ann.the(".aiming").wait_for()
    for card in ann.the(".programs .card").all():
        expect(card.locator("> svg")).to_be_visible()
        assert box(card)["width"] > 20
    log = ann.page.get_by_role("log")
    expect(log).to_contain_text("The program of Ann runs: ATG Traffic left \N{EN DASH} AB Ahead")
    expect(log).to_contain_text("Ann: ATG Traffic left")


def test_a_car_that_cannot_be_chosen_says_why(visit: Visit) -> None:
    ann = visit()
    race(ann, seed=3)
    to_program(ann)
    lay_card(ann, "ATG")
    ann.the(".run").click()
    expect(ann.the(".aiming p")).to_have_text("ATG: Which car drives one square ahead to the left?")
    bolide = ann.the('[data-car="12"]').get_attribute("data-at")
    ann.the(f'rect[data-square="{bolide}"]').click()
    expect(ann.the(".notices .refusal")).to_be_visible()
    expect(ann.the(".bubble")).to_have_count(0)
    expect(ann.the(ASKED)).to_contain_text("Choose a car")


@pytest.mark.parametrize("device", [{"viewport": DESK}, PHONE], ids=["desk", "phone"])
def test_the_running_order_is_no_standing(visit: Visit, device: dict[str, object]) -> None:
    ann = visit(**device)
    race(ann, seed=3)
    to_program(ann)
    orders = ann.the(".badge .shown")
    expect(orders).to_have_count(2)
    for order in orders.all():
        expect(order.locator("svg")).to_be_in_viewport(ratio=1)
        if device != PHONE:
            expect(order).to_have_text(re.compile(r"runs as no\. ?[12]"))


DRAWN = """cards => cards.map((card) => {
  const places = (parts) =>
    [...card.querySelectorAll(parts)].map((one) => one.getBoundingClientRect());
  const [code] = places(".code");
  const [name] = places(".name");
  const free = ({ top, bottom }) => Math.min(top - code.bottom, name.top - bottom);
  return Math.min(...places(":scope > svg *").map(free));
})"""


def test_a_drawing_keeps_away_from_code_and_name_of_its_card(visit: Visit) -> None:
    ann = visit(locale="nl")
    race(ann, seed=3)
    to_program(ann)
    assert min(ann.the(".held .card").evaluate_all(DRAWN)) > 1


def test_who_is_out_of_sight_is_one_tap_away(visit: Visit) -> None:
    ann = visit(**PHONE)
    race(ann, seed=3)
    to_program(ann)
    expect(ann.the(".beyond")).to_have_count(0)
    ann.the(".track").evaluate("track => track.scrollTo(600, 0)")
    signs = ann.the(".beyond")
    expect(signs).to_have_count(2)
    expect(signs.first).to_have_accessible_name(re.compile("red bolide: .* out of sight"))
    signs.first.tap()
    expect(signs).to_have_count(0)
    expect(ann.the('[data-car="12"]')).to_be_in_viewport(ratio=0.9)


# --- the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["algoracing", GAME])
def test_the_text_board_has_room_and_moves_nothing(visit: Visit, game: str) -> None:
    ann = visit(viewport=PROJECTOR)
    ann.play(game=game, seed=6, set_up="house")
    until_asked(ann)
    play_on_a_little(ann, game)
    log = ann.page.get_by_role("log")
    text = ann.page.get_by_role("button", name="Text board")
    before = box(ann.the(".table > .board"))
    for _ in range(2):
        text.click()
        expect(typing(ann)).to_be_focused()
        expect(typing(ann)).to_be_in_viewport(ratio=1)
        assert ann.page.evaluate("[scrollX, scrollY]") == [0, 0]
        assert box(ann.the(".table > .board")) == before
        words = box(ann.the(".words"))
        assert words["width"] > 600
        assert words["x"] + words["width"] <= PROJECTOR["width"]
        assert words["y"] + words["height"] <= PROJECTOR["height"]
        ann.page.wait_for_function(f"() => ({AT_ITS_END})(document.querySelector('.log'))")
        text.click()
        expect(typing(ann)).to_have_count(0)
        ann.page.wait_for_function(f"() => ({AT_ITS_END})(document.querySelector('.log'))")
    assert log.evaluate("one => one.scrollHeight > one.clientHeight")  # it could be elsewhere


def play_on_a_little(person: Person, game: str) -> None:
    """Until the log has more lines than are seen."""
    if game == GAME:
        for _ in range(3):
            to_program(person)
            lay_card(person, "AB")
            before = step(person)
            person.the(".run").click()
            until_next(person, before)
            until_asked(person)
    else:
        play_on(person, random.Random(3), 6)
        until_asked(person)


def test_what_is_typed_is_answered_where_it_was_typed_and_never_half_done(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    race(ann, seed=3)
    to_program(ann)
    answer = ann.page.get_by_role("region", name="Text board").get_by_role("alert")
    type_command(ann, "AB ABD")
    expect(answer).to_contain_text("put - between blocks")
    assert answer.evaluate("one => getComputedStyle(one, '::first-letter').textTransform") == (
        "uppercase"
    )
    expect(ann.the(".notices")).to_have_text("")
    below = box(answer)["y"] - box(typing(ann))["y"] - box(typing(ann))["height"]
    assert 0 <= below < 20
    type_command(ann, "help")
    expect(ann.the(".words [role=status]")).to_contain_text("with - between its blocks")
    type_command(ann, "AB - ABD")
    until_holder(ann, ["AB", "ABD"])
    type_command(ann, "SA, AB")
    expect(answer).to_contain_text("Nothing of it was laid.")
    expect(answer).to_contain_text("SA-B7")
    until_holder(ann, ["AB", "ABD"])
    expect(typing(ann)).to_have_value("SA, AB")


def test_a_refusal_is_short_about_rules_and_covers_no_players(visit: Visit) -> None:
    ann = visit(locale="nl")
    ann.play(seed=6, seats=3)
    to_first_turn(ann)
    for _ in range(3):
        lay(ann, ann.the(COMMAND).first, random.Random(1))
    ann.the(".held:enabled").first.click()
    refusal = ann.the(".notices .refusal")
    expect(refusal).to_contain_text("(Engels)")
    sizes = refusal.locator("span, a").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert max(sizes[1:]) < sizes[0]
    for player in ann.the(".side > ul > li").all():
        assert not meet_each_other(box(refusal), box(player))


def test_a_game_is_left_from_its_table(visit: Visit) -> None:
    ann = visit()
    table = ann.play(set_up="house")
    ann.button("Leave the game").click()
    asked = ann.page.get_by_role("dialog")
    expect(asked).to_contain_text("It stops here")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_be_hidden()
    ann.button("Leave the game").click()
    asked.get_by_role("button", name="Leave the game").click()
    of_game(ann, "SpeedAlgo").wait_for()
    assert ann.get(f"tables/{table}")["seats"] == []


def test_who_leaves_others_is_told_of_the_free_seat(visit: Visit) -> None:
    ann, bob = visit(), visit()
    meet(ann, bob)
    ann.button("Leave the game").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("Your seat becomes free")


def test_greetings_lie_at_their_button(visit: Visit) -> None:
    ann, bob = visit(), visit()
    meet(ann, bob)
    greetings(ann).click()
    menu, button = box(ann.the(".emotes ul")), box(greetings(ann))
    assert 0 <= menu["y"] - button["y"] - button["height"] < 12
    assert abs(menu["x"] - button["x"]) < 12


def test_the_device_is_handed_over_with_a_button_of_usual_size(visit: Visit) -> None:
    ann = visit()
    share(ann)
    dice = random.Random(3)
    while not ann.the(".box.over").count():
        ann.the(f"{ASKED}, .box.over").first.wait_for()
        if ann.the(".target").count():
            before = step(ann)
            any_of(ann.the(".target"), dice).click()
            until_next(ann, before)
        elif ann.the(".held:enabled").count():
            before = step(ann)
            ann.button("Pass").click()
            ann.button("Pass and replace").click()
            until_next(ann, before)
    assert until_somebody(ann)
    assert box(ann.page.get_by_role("button", name="I am"))["height"] < 60


def test_who_passes_is_asked_for_cards_to_replace(visit: Visit) -> None:
    ann = visit()
    ann.play(seed=6)
    to_first_turn(ann)
    ann.button("Pass").click()
    expect(ann.the(ASKED)).to_contain_text("Pass: choose which cards you replace.")
    ann.button("Cancel").click()
    expect(ann.the(ASKED)).not_to_contain_text("replace")


@pytest.mark.parametrize("other", ["Bolt", "Bea"])
def test_nobody_reads_of_the_own_absence(visit: Visit, other: str) -> None:
    """Nor of that of the others at the same device."""
    ann = visit()
    table = ann.make(seats=2, set_up="house", **({"bots": "random"} if other == "Bolt" else {}))
    if other == "Bea":
        sit = {"name": other, "another": True}
        ann.context.request.post(f"/api/tables/{table}/seats", data=sit)
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    ann.go("/settings")
    while ann.get(f"tables/{table}")["table"]["seats"][0]["away_since"] is None:
        ann.page.wait_for_timeout(50)
    ann.sit_at(table)
    until_somebody(ann)
    if ann.the(".over").count():
        take_over(ann)
    expect(ann.the(".log li").first).to_have_text(f"The game begins: Ann, {other}")
    expect(ann.the(".log")).not_to_contain_text("is away")
    expect(ann.the(".log")).not_to_contain_text("is back")


def test_a_phone_shows_no_keys_and_no_tool_stands_alone(visit: Visit) -> None:
    ann = visit(**PHONE)
    race(ann, seed=3)
    to_program(ann)
    for key in ann.the(".held .key").all():
        expect(key).to_be_hidden()
    rows: dict[int, int] = {}
    for tool in ann.the(".controls > *:visible").all():
        top = round(box(tool)["y"])
        rows[top] = rows.get(top, 0) + 1
    assert min(rows.values()) > 1


def test_the_end_of_a_game_has_nothing_to_hold_or_skip(visit: Visit) -> None:
    ann = visit()
    race(ann, seed=3, settings=SHORT)
    to_program(ann)
    expect(ann.button("Hold")).to_be_visible()
    lay_card(ann, "AB")
    ann.the(".run").click()
    ann.the(OVER).wait_for()
    for name in ("Hold", "One step", "Skip the animation"):
        expect(ann.button(name)).to_have_count(0)


# --- before and after ----------------------------------------------------------------------------


def test_my_games_can_be_told_apart(visit: Visit) -> None:
    ann = visit()
    with Guest(ann.url) as double:
        for _ in range(5):
            double.make(name="Ann", bots="random", start=True, set_up="house")
        ann.become(double)
    ann.go()
    mine = section(ann, "My games")
    line = mine.get_by_role("link").first
    expect(line).to_contain_text("Round 1 · this minute")
    expect(line.get_by_title("Your colour: red")).to_have_text("R")
    mine.get_by_role("button", name="Show all (5)").click()
    expect(mine.get_by_role("link")).to_have_count(5)
    expect(ann.button("Play now").first).to_be_in_viewport(ratio=1)
    mine.get_by_role("button", name="Leave the game: Algoracing").first.click()
    expect(mine.get_by_role("alert")).to_contain_text("It stops here")
    mine.get_by_role("button", name="Show fewer").click()
    expect(mine.get_by_role("link")).to_have_count(3)


def test_a_result_lies_over_no_name_on_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE, locale="de")
    with Guest(ann.url) as double:
        wishes = {"bots": "random", "start": True, "set_up": "house"}
        finish(double.join(double.make(name="Ann", settings={"turn_cap": 1}, **wishes)))
        double.make(name="Ann", **wishes)
        ann.become(double)
    ann.go()
    expect(section(ann, "Beendete Spiele").get_by_role("link")).to_have_count(1)
    for line in ann.the(".tables a").all():
        expect(line.locator("b")).to_be_visible()
        parts = [box(part) for part in line.locator("b, .variant, .who, .when, .state svg").all()]
        wrong = [
            (one, other)
            for place, one in enumerate(parts)
            for other in parts[place + 1 :]
            if meet_each_other(one, other)
        ]
        assert not wrong


def test_a_lobby_says_who_does_what(visit: Visit) -> None:
    ann, bob = visit(), visit(likes={**LIKES, "name": "Bob"})
    table = ann.make(seats=3, clock=60)
    for person in (ann, bob):
        person.go(f"/table/{table}")
    expect(ann.the(".agreed")).to_have_text(
        "Basic rules · Canyon · Time to think: 60 seconds a turn"
    )
    expect(ann.button("Start")).not_to_have_class(re.compile("primary"))
    ann.button("Player at this device").first.click()
    expect(ann.the("li .host")).to_have_text("Host")  # only once
    bob.button("Take a seat").click()
    expect(bob.page.get_by_text("You sit. Wait for the host to begin.")).to_be_visible()
    for person in (ann, bob):
        expect(person.page.get_by_role("img", name="QR code of the link")).to_have_count(0)
    expect(ann.button("Start")).to_have_class(re.compile("primary"))
    expect(ann.button("Change name and colour")).not_to_have_class(re.compile("primary"))


def test_a_name_has_a_limit_and_a_blank_one_is_a_guest_in_ones_language(visit: Visit) -> None:
    ann, bob = visit(), visit(locale="nl")
    bob.go(f"/table/{ann.make(seats=2)}")
    expect(bob.page.get_by_text("hoogstens 24 letters")).to_be_visible()
    bob.page.get_by_label("Jouw naam").fill("   ")
    bob.button("Neem een plaats").click()
    expect(bob.the("li").filter(has_text="Gast")).to_have_count(1)


@pytest.mark.parametrize("device", [{"viewport": DESK}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["algoracing", GAME])
def test_nothing_that_can_be_chosen_for_a_table_is_cut_off(
    visit: Visit, game: str, device: dict[str, object]
) -> None:
    ann = visit(**device)
    ann.go(f"/new/{game}")
    ann.the("details").last.locator("summary").click()
    for language in LANGUAGES:
        ann.page.get_by_role("banner").get_by_role("combobox").select_option(language)
        expect(ann.the("html")).to_have_attribute("lang", language)
        assert ann.read("selects") == []


def test_on_a_phone_all_that_can_be_marked_is_of_one_size(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.go("/new/roborally")
    marks = ann.the("input[type=radio]:visible, input[type=checkbox]:visible")
    ann.page.get_by_label("Family").wait_for()
    assert len({round(box(mark)["width"], 1) for mark in marks.all()}) == 1


BETWEEN_COLOURS = """labels => labels.slice(1).flatMap((label, place) => {
  const before = document.createRange();
  before.selectNodeContents(labels[place]);
  const [name, bar] = [before.getBoundingClientRect(), label.getBoundingClientRect()];
  return bar.top < name.bottom ? [bar.left - name.right] : [];
})"""


def test_on_a_phone_a_colour_keeps_away_from_the_name_of_another(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.go(f"/table/{ann.make(game='roborally', seats=2)}")
    ann.the(".colour").first.wait_for()
    between = ann.the(".colour").evaluate_all(BETWEEN_COLOURS)
    assert between
    assert min(between) > 16


def test_on_a_phone_a_table_is_made_after_all_is_chosen(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.go("/new/speedalgo")
    ann.button("Make the table").wait_for()
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    field, make = box(ann.the("section.field")), box(ann.button("Make the table"))
    assert make["y"] >= field["y"] + field["height"]


def test_a_replay_begins_when_the_game_is_set_up(visit: Visit) -> None:
    ann = visit()
    with Guest(ann.url) as guest:
        table = guest.make(game=GAME, name="Ann", bots="random", start=True, settings=SHORT)
        finish(guest.join(table))
    ann.go(f"/replay/{table}")
    expect(ann.the('[data-car="12"]')).to_be_visible()
    expect(ann.the(".log")).to_contain_text("Ann starts on")
    expect(ann.page.get_by_text("Keys: ")).to_be_visible()
    expect(ann.page).to_have_url(re.compile(f"/replay/{table}$"))
    ann.button("To the start").click()
    expect(ann.the('[data-car="12"]')).to_have_count(0)
    expect(ann.page).to_have_url(re.compile("#0$"))
    ann.page.get_by_role("link", name="All games").click()
    of_game(ann, "SpeedAlgo").wait_for()


def test_a_replay_says_who_is_ready(visit: Visit) -> None:
    ann = visit()
    table = race(ann, seed=3, settings=SHORT)
    to_program(ann)
    for _ in range(2):
        ann.the(".run").click()  # and nothing is laid
    ann.the(OVER).wait_for()
    ann.go(f"/replay/{table}")
    log, program = ann.the(".log"), ann.the('[data-program="0"]')
    expect(program).to_contain_text("is building")
    while "Ann is ready" not in log.inner_text():
        ann.button("Forward").click()
    expect(program).to_contain_text("Ready")
