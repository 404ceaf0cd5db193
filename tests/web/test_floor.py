"""RoboRally's factory floor: courses, the board at every size, and places chosen on it."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from algorally.games.roborally.names import FACE, LETTERS, PLACE
from tests.server.guests import Guest, finish
from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.moves import step, until_next
from tests.web.people import LIKES, Person

GAME = "roborally"
ROBOT = ".floor .robot"
LAPTOP = {"viewport": {"width": 1280, "height": 640}}
NARROW = 360
PHONE = {"viewport": {"width": NARROW, "height": 740}, "has_touch": True, "is_mobile": True}
SMALLEST = 26  # pixels of a square that can be read
FOUR_BOARDS = "marathon_madness"
MOST_CHOICES = 400
PATIENCE = 100  # tenths of a second
PLUS_FOUR_TIMES = """async floor => {
  for (let times = 0; times < 4; times++) {  // within one frame, so faster than any person
    floor.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
    await new Promise(done => setTimeout(done));
  }
}"""


def play(person: Person, course: str = "risky_exchange", seats: int = 4, **wishes: Any) -> str:
    """Make a table with bots, begin, and wait for the board; its name."""
    settings = {"course": course, "timer": 0, **wishes.pop("settings", {})}
    table = person.play(game=GAME, seats=seats, seed=3, settings=settings, **wishes)
    person.the(".squares rect").first.wait_for()
    return table


def drawn(person: Person, thing: str) -> dict[str, str]:
    """Where robots or flags stand on the board, by letter or number."""
    read = f"things => things.map(({{ dataset }}) => [dataset.{thing}, dataset.at])"
    return dict(person.the(f".floor .{thing}").evaluate_all(read))


def assert_seen(things: Locator, frame: Locator) -> None:
    """All of these things lie within a frame, as soon as it has stopped scrolling."""
    for _ in range(PATIENCE):
        if are_within(things, frame):
            return
        frame.page.wait_for_timeout(100)
    assert are_within(things, frame)


def are_within(things: Locator, frame: Locator) -> bool:
    """Whether there are such things, and all of them lie within a frame."""
    outer = frame.bounding_box()
    boxes = [one.bounding_box() for one in things.all()]
    assert outer
    return bool(boxes) and all(
        box
        and box["x"] >= outer["x"] - 1
        and box["y"] >= outer["y"] - 1
        and box["x"] + box["width"] <= outer["x"] + outer["width"] + 1
        and box["y"] + box["height"] <= outer["y"] + outer["height"] + 1
        for box in boxes
    )


def square_size(person: Person) -> float:
    """How large a square is on the screen."""
    box = person.the(".squares rect").first.bounding_box()
    assert box
    return round(box["width"], 1)


# --- courses -------------------------------------------------------------------------------------


def test_pictures_are_shown_once_the_game_is_prepared(visit: Visit) -> None:
    ann = visit()
    games, share = ann.get("games"), 0.4

    def answer(route: Route) -> None:
        route.fulfill(json=[{**game, "prepared": share} for game in games])

    ann.context.route("**/api/games", answer)
    ann.go("/learn/roborally")
    expect(ann.page.get_by_role("status")).to_contain_text("Being prepared: 40%")
    assert ann.the(".learn").count() == 0
    share = 1
    expect(ann.the(".learn")).to_be_visible()


def test_a_course_is_found_by_what_it_is_like_and_played(visit: Visit) -> None:
    ann = visit()
    ann.go("/new/roborally")
    cards = ann.the(".course")
    expect(cards.first).to_be_visible()
    everything = cards.count()
    ann.select("For how many").select_option("3")
    ann.select("How long").select_option("short")
    ann.select("How hard").select_option("easy")
    expect(cards).to_have_count(1)
    assert everything > 30
    expect(cards).to_contain_text("Boards: 1")
    ann.select("How many boards").select_option("4")
    expect(cards).to_have_count(0)
    ann.select("How many boards").select_option("1")
    cards.click()
    expect(ann.the(".chosen h3")).to_have_text("Dizzy Dash")
    ann.page.get_by_label("Me against bots").check()
    ann.button("Play now").click()
    ann.the(ROBOT).first.wait_for()
    table = ann.page.url.rsplit("/", 1)[1]
    assert ann.get(f"tables/{table}")["table"]["settings"]["course"] == "dizzy_dash"


def test_a_course_tells_its_rules_and_for_whom_it_is(visit: Visit) -> None:
    ann = visit()
    ann.go("/new/roborally")
    ann.button("Ball Lightning").click()
    expect(ann.the(".chosen")).to_contain_text("Everybody has 30 seconds to program.")
    expect(ann.the(".chosen .refusal")).to_have_count(0)
    ann.button("All for One").click()
    expect(ann.the(".chosen .refusal")).to_have_text(re.compile("4 to 8 players; 2 will play"))
    ann.select("How many players").select_option("5")
    expect(ann.the(".chosen .refusal")).to_have_text(re.compile("4, 6 or 8 players; 5 will play"))
    ann.select("How many players").select_option("6")
    expect(ann.the(".chosen .refusal")).to_have_count(0)
    expect(ann.the(".courses img[src*='all_for_one']")).to_have_js_property("complete", value=True)


def test_the_timer_is_told_from_the_time_to_think(visit: Visit) -> None:
    ann = visit()
    ann.go("/new/roborally")
    expect(ann.select("Time to think").locator("option:checked")).to_have_text(
        "As long as you like"
    )
    hurry = "The last one to program has 30 seconds, even where the time to think is unlimited."
    expect(ann.page.get_by_text(hurry)).to_have_count(1)
    expect(ann.page.get_by_label("Rule book").locator("..")).to_contain_text(hurry)
    for company in ("Me against bots", "Several people at this device"):
        ann.page.get_by_label(company).check()
        expect(ann.page.get_by_text(hurry)).to_have_count(0)


def test_a_course_of_ones_own_is_drawn_or_refused_in_words(visit: Visit) -> None:
    ann = visit()
    ann.go("/new/roborally")
    ann.page.get_by_text("Lay out your own course").click()
    own = ann.page.get_by_label("Your course")
    own.fill("exchange 0,0; dock_b 0,12; flags 2,1")
    expect(ann.page.get_by_text("flag 1 at 2,1 stands in a pit")).to_be_visible()
    ann.button("Begin with an example").click()
    expect(ann.page.get_by_alt_text("Picture of your course")).to_be_visible()
    expect(ann.the("details .refusal")).to_have_count(0)
    chosen = own.input_value()
    ann.page.get_by_label("Me against bots").check()
    ann.button("Play now").click()
    ann.the(ROBOT).first.wait_for()
    assert drawn(ann, "flag") == {"1": "7,1", "2": "9,7"}
    table = ann.page.url.rsplit("/", 1)[1]
    assert ann.get(f"tables/{table}")["table"]["settings"]["course"] == chosen


# --- size ----------------------------------------------------------------------------------------


def test_a_laptop_shows_the_whole_board_with_all_that_stands_on_it(visit: Visit) -> None:
    ann = visit(**LAPTOP)
    table = play(ann, seats=8)
    assert_seen(ann.the(".squares rect"), ann.the(".floor"))
    assert square_size(ann) >= SMALLEST
    expect(ann.the(".floor")).to_be_in_viewport(ratio=1)
    expect(ann.the(".map")).to_have_count(0)
    board = ann.get(f"tables/{table}/board")
    wide = board["field"]["width"]
    robots, flags = board["view"]["robots"], board["view"]["flag_squares"]
    squares = {
        LETTERS[place]: robots[who]["square"] for place, who in enumerate(board["view"]["order"])
    }
    assert drawn(ann, "robot") == {
        name: f"{square % wide},{square // wide}" for name, square in squares.items()
    }
    assert drawn(ann, "flag") == {
        str(number + 1): f"{flags[number] % wide},{flags[number] // wide}" for number in range(3)
    }


def test_four_boards_are_zoomed_by_keys_buttons_and_wheel(visit: Visit) -> None:
    ann = visit(**LAPTOP, likes={**LIKES, "motion": "less"})
    play(ann, FOUR_BOARDS, seats=8)
    floor, mine = ann.the(".floor"), ann.the(".floor .robot:has(.turn)")
    expect(ann.the(".map")).to_be_visible()
    assert square_size(ann) >= SMALLEST
    assert_seen(mine, floor)
    ann.page.keyboard.press("0")  # from wherever one is
    expect(ann.the(".map")).to_have_count(0)
    ann.page.keyboard.press("+")
    expect(ann.button("The whole board")).to_be_enabled()
    floor.focus()
    ann.page.keyboard.press("0")
    assert_seen(ann.the(".squares rect"), floor)
    whole = square_size(ann)
    expect(ann.button("The whole board")).to_be_disabled()
    ann.button("Larger").click()
    expect(ann.button("The whole board")).to_be_enabled()
    assert square_size(ann) > whole
    ann.page.keyboard.press("-")
    assert_seen(ann.the(".squares rect"), floor)
    floor.hover()
    for _ in range(4):
        ann.page.mouse.wheel(0, -100)
    expect(ann.the(".map")).to_be_visible()
    assert square_size(ann) > whole


def test_a_phone_follows_the_own_robot_and_explains_what_is_tapped(visit: Visit) -> None:
    ann = visit(**PHONE)
    play(ann)
    assert square_size(ann) >= SMALLEST - 1
    assert_seen(ann.the(".floor .robot:has(.turn)"), ann.the(".floor"))
    assert ann.page.evaluate("document.documentElement.scrollWidth") == NARROW
    ann.the("[data-pieces]").last.tap()
    bubble = ann.page.get_by_role("tooltip")
    expect(bubble).to_contain_text(re.compile("Robot [A-D]: damage 0, lives 3|Flag [1-3]|marker"))
    with ann.page.expect_popup() as opened:
        bubble.get_by_role("link").first.tap()
    expect(opened.value).to_have_url(re.compile(r"/rules/roborally\?.+#RR-"))


def test_the_last_row_can_be_pulled_out_from_under_the_buttons(visit: Visit) -> None:
    ann = visit(**PHONE, likes={**LIKES, "motion": "less"})
    play(ann)
    ann.the(".floor").evaluate("floor => floor.scrollTo({ top: 9999, behavior: 'instant' })")
    square, button = (
        ann.the('[data-square="11,15"]').bounding_box(),
        ann.button("Larger").bounding_box(),
    )
    assert square
    assert button
    assert square["y"] + square["height"] <= button["y"]


def test_a_flag_out_of_sight_is_pointed_at_and_shown(visit: Visit) -> None:
    ann = visit(**LAPTOP, likes={**LIKES, "motion": "less"})
    play(ann, FOUR_BOARDS, seats=8)
    ann.the('[data-beyond="1"]').click()
    expect(ann.the("[data-beyond]")).to_have_count(0)
    assert_seen(ann.the('.floor [data-flag="1"]'), ann.the(".floor"))


def test_the_own_robot_is_found_again_and_shown_when_a_card_is_laid(visit: Visit) -> None:
    ann = visit(**LAPTOP, likes={**LIKES, "motion": "less"})
    play(ann, FOUR_BOARDS, seats=8)
    floor, mine = ann.the(".floor"), ann.the(".floor .robot:has(.turn)")
    back = ann.button("To my robot")
    floor.evaluate(PLUS_FOUR_TIMES)
    assert_seen(mine, floor)
    expect(back).to_have_count(0)
    away = "floor => floor.scrollTo({ left: 0, top: floor.scrollHeight, behavior: 'instant' })"
    floor.evaluate(away)
    back.click()
    expect(back).to_have_count(0)
    assert_seen(mine, floor)
    floor.evaluate(away)
    expect(back).to_be_visible()
    ann.the(".held:enabled").first.click()
    expect(ann.the("[data-ghost]")).to_have_count(1)
    expect(back).to_have_count(0)
    assert_seen(mine, floor)


def test_the_first_page_of_a_laptop_shows_three_living_pictures(visit: Visit) -> None:
    ann = visit(**LAPTOP)
    ann.go()
    articles = ann.the("article")
    expect(articles).to_have_count(3)
    for article in articles.all():
        expect(article.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
        expect(article.locator(".picture:has(img)")).to_be_in_viewport(ratio=1)
    picture = ann.the(".picture:has(.robot)")
    expect(picture).to_have_count(1)
    assert_seen(picture.locator(".paper"), picture)


def test_a_living_picture_begins_again(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "speed": 1_000_000})
    ann.go()
    winner = ann.the(".picture:has(.robot) .laurel")
    expect(winner).to_have_count(1)
    expect(winner).to_have_count(0)


# --- places --------------------------------------------------------------------------------------


def test_a_start_is_chosen_by_keys_row_and_square(visit: Visit) -> None:
    ann = visit(**LAPTOP)
    play(ann, "capture_the_flag")
    targets = ann.the(".target")
    expect(targets).to_have_count(6)
    before = step(ann)
    targets.first.focus()
    ann.page.keyboard.press("Enter")
    until_next(ann, before)
    expect(targets.first).to_have_attribute("aria-label", re.compile(r"Start on \d+,\d+"))
    square = targets.nth(1).get_attribute("aria-label") or ""
    targets.first.focus()
    ann.page.keyboard.press("ArrowDown")
    expect(targets.nth(1)).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.the(f'{ROBOT}[data-at="{square.split()[-1]}"]')).to_be_visible()


def until_it_comes_back(person: Person, friend: Guest, seed: int) -> None:
    """Play with a friend until the first robot comes back, then let the person sit down."""
    double, dice = Guest(person.url), random.Random(seed)
    settings = {"timer": 0, "first_player": "first_seat", "lives": 5, "option_cards": "no"}
    table = double.make(game=GAME, seats=2, name="Ann", seed=seed, settings=settings)
    friend.post(f"tables/{table}/seats", name="Bob")
    double.post(f"tables/{table}/start")
    lines = [double.join(table), friend.join(table)]
    for _ in range(MOST_CHOICES):
        for line in lines:
            line.settle()
        line = next(line for line in lines if line.is_thinking)
        legal = line.now["legal"]
        if line is lines[0] and FACE in legal:
            break
        assert line.choose([dice.choice(legal)])["kind"] == "ack"
    person.become(double)
    double.close()
    person.sit_at(table)


def test_a_robot_that_comes_back_faces_as_its_player_likes(visit: Visit, friend: Guest) -> None:
    ann = visit(**LAPTOP)
    until_it_comes_back(ann, friend, seed=1)
    targets = ann.the(".target")
    expect(targets).to_have_count(4)
    actions = {int(one.get_attribute("data-target") or 0) for one in targets.all()}
    assert actions == set(range(FACE, PLACE))
    assert ann.the(ROBOT).count() == 1
    ann.page.get_by_role("button", name="Face west", exact=True).click()
    expect(ann.the(ROBOT)).to_have_count(2)


# --- the replay ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(served: Server) -> str:
    """A finished race over two boards."""
    with Guest(served.url) as guest:
        settings = {"course": "pilgrimage", "timer": 0, "option_cards": "no", "turn_cap": 3}
        wishes = {"game": GAME, "seats": 4, "seed": 3, "settings": settings}
        table = guest.make(name="Ann", bots="greedy", start=True, **wishes)
        finish(guest.join(table))
    return table


def test_a_replay_goes_on_by_turns_and_by_registers(visit: Visit, finished: str) -> None:
    ann = visit()
    ann.go(f"/replay/{finished}#0")
    ann.the(".replay").wait_for()
    for turn in ("Turn 2", "Turn 3"):
        ann.button("Next turn").click()
        expect(ann.the(".log li.turn").last).to_have_text(turn)
        expect(ann.the(".log li.turn, .log li.part").last).to_have_text(turn)
    ann.page.evaluate("document.activeElement.blur()")
    for register in ("Register 1", "Register 2"):
        ann.page.keyboard.press("Shift+ArrowRight")
        expect(ann.the(".log li.part").last).to_have_text(register)
    ann.page.keyboard.press("ArrowUp")
    expect(ann.the(".log li.turn").last).to_have_text("Turn 3")


def test_a_replay_begins_with_robots_in_sight_and_follows_them(visit: Visit, finished: str) -> None:
    ann = visit(**LAPTOP, likes={**LIKES, "motion": "less"})
    ann.go(f"/replay/{finished}")
    ann.the(".replay .robot").first.wait_for()
    assert ann.the(".floor.scrolls").count() == 1
    until_a_robot_is_seen(ann)
    for _ in range(2):
        ann.the(".floor").evaluate("floor => floor.scrollTo(0, 0)")
        ann.button("Next turn").click()
        until_a_robot_is_seen(ann)


def until_a_robot_is_seen(person: Person) -> None:
    """Wait until a robot lies within the part of the floor that is shown."""
    person.page.wait_for_function("""() => {
      const frame = document.querySelector(".floor").getBoundingClientRect();
      return [...document.querySelectorAll(".floor .robot")].some((robot) => {
        const place = robot.getBoundingClientRect();
        return place.left >= frame.left && place.right <= frame.right
          && place.top >= frame.top && place.bottom <= frame.bottom;
      });
    }""")
