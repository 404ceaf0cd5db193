"""axe-core finds nothing serious on any page, in light and in dark."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.moves import COMMAND, OVER, cards, lay, play_on, until_asked
from tests.web.people import LIKES, Person
from tests.web.places import MODULES, need
from tests.web.racing import drive_on, race, to_program, until_holder
from tests.web.racing import lay as lay_card
from tests.web.robots import CALMLY, be_done, lay_next, play_robots
from tests.web.test_drafts import to_first_turn

AXE = MODULES / "axe-core" / "axe.min.js"
SERIOUS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(" | ")}`);
}"""


def at_home(person: Person) -> None:
    person.go()
    person.the("article .rover").first.wait_for()


def at_a_new_table(person: Person) -> None:
    person.go("/new/algoracing")
    person.page.get_by_text("Options of the rules").click()
    person.button("Lay the hill blocks yourself").click()
    person.the("figure").wait_for()


def in_the_lobby(person: Person) -> None:
    person.go(f"/table/{person.make(seats=3)}")
    person.page.get_by_role("img", name="QR code of the link").wait_for()


def in_set_up(person: Person) -> None:
    person.play(clock=300)
    assert until_asked(person)


def with_a_card_picked(person: Person) -> None:
    person.play(seed=8, settings={"level": "complete"})
    to_first_turn(person)
    lay(person, person.the(COMMAND).first, random.Random(1))
    person.the(COMMAND).first.click()
    person.the(".gap").first.wait_for()


def while_passing(person: Person) -> None:
    person.play(seed=8)
    to_first_turn(person)
    person.button("Pass").click()
    cards(person).first.click()


def at_the_result(person: Person) -> None:
    person.play(settings={"turn_cap": 1})
    play_on(person, random.Random(1))


def at_a_replay(person: Person) -> None:
    at_the_result(person)
    person.page.get_by_role("link", name="Replay").click()
    person.the(".replay").wait_for()


def in_the_rules(person: Person) -> None:
    person.go("/rules/algoracing#AR-25")
    person.page.get_by_label("Search").fill("AR-2")  # some are enough, and they are many
    person.the("dt").first.wait_for()


def placing_traffic(person: Person) -> None:
    person.play(game="speedalgo", clock=300, seed=3)
    assert until_asked(person)


def building_a_program(person: Person) -> None:
    race(person, seed=3, seats=4, settings={"max_body": 2, "traffic_placement": "random"})
    to_program(person)
    person.page.evaluate("document.activeElement.blur()")  # who types commands means no cards
    for key in ("8", "1", "0"):
        person.page.keyboard.press(key)
    until_holder(person, ["REP", "AB", "SAS"])


def choosing_a_car(person: Person) -> None:
    race(person, seed=3)
    to_program(person)
    lay_card(person, "ATD")
    person.the(".run").click()
    person.the(".aiming").wait_for()


def at_the_end_of_a_race(person: Person) -> None:
    race(person, settings={"traffic_placement": "random", "round_cap": 1, "track": "sprint"})
    drive_on(person, random.Random(1))


def at_the_replay_of_a_race(person: Person) -> None:
    at_the_end_of_a_race(person)
    person.page.get_by_role("link", name="Replay").click()
    person.the(".replay").wait_for()


def programming_a_robot(person: Person) -> None:
    wishes = {"timer": 300, "start_options": 3, "start_damage": 2}
    play_robots(person, seats=8, settings=wishes)
    person.the(".held:enabled, .ask").first.wait_for()
    while person.the(".ask").count():
        person.the(".answers button").last.click()
        person.the(".held:enabled, .ask").first.wait_for()
    lay_next(person)


def asked_about_a_robot(person: Person) -> None:
    play_robots(person, settings={**CALMLY, "start_damage": 2, "course": "island_hop"})
    be_done(person)
    person.the(".ask").wait_for()


def looking_on_at_robots(person: Person) -> None:
    play_robots(person, seats=4, settings={"course": "flag_fry", "timer": 0})
    table = person.page.url.rsplit("/", 1)[1]
    person.context.clear_cookies()
    person.sit_at(table)
    person.the(".robots li").first.wait_for()


def at_mark_sheets(person: Person) -> None:
    at_the_end_of_a_race(person)
    person.the(OVER).get_by_role("link", name="Mark sheets").click()
    person.the("figure").first.wait_for()
    person.the("figure summary").first.click()


def choosing_a_track(person: Person) -> None:
    person.go("/new/speedalgo")
    person.page.get_by_text("Options of the rules").click()


def learning_to_race(person: Person) -> None:
    person.go("/learn/speedalgo")
    person.the("h2").first.wait_for()


def choosing_a_course(person: Person) -> None:
    person.go("/new/roborally")
    person.the(".course").nth(1).click()
    person.page.get_by_text("Lay out your own course").click()
    person.button("Begin with an example").click()
    person.the(".drawn").wait_for()


def learning_about_robots(person: Person) -> None:
    person.go("/learn/roborally")
    person.the("h2").first.wait_for()


def on_a_floor_of_four_boards(person: Person) -> None:
    person.play(game="roborally", seats=8, settings={"course": "marathon_madness"})
    person.the(".map").wait_for()


def choosing_where_to_start(person: Person) -> None:
    person.play(game="roborally", seats=4, seed=3, settings={"course": "capture_the_flag"})
    person.the(".target").first.wait_for()


def learning(person: Person) -> None:
    person.go("/learn/algoracing")
    person.the("h2").first.wait_for()


def in_the_settings(person: Person) -> None:
    person.go("/settings")
    person.the(".settings").wait_for()


def nowhere(person: Person) -> None:
    person.go("/learn/nothing")
    person.the("h1").wait_for()


PLACES: list[Callable[[Person], None]] = [
    at_home,
    at_a_new_table,
    in_the_lobby,
    in_set_up,
    with_a_card_picked,
    while_passing,
    at_the_result,
    at_a_replay,
    in_the_rules,
    learning,
    placing_traffic,
    building_a_program,
    choosing_a_car,
    at_the_end_of_a_race,
    at_the_replay_of_a_race,
    programming_a_robot,
    asked_about_a_robot,
    looking_on_at_robots,
    at_mark_sheets,
    choosing_a_track,
    learning_to_race,
    choosing_a_course,
    learning_about_robots,
    on_a_floor_of_four_boards,
    choosing_where_to_start,
    in_the_settings,
    nowhere,
]


def find_serious(person: Person) -> list[str]:
    """What axe finds on the page."""
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = person.page.evaluate(SERIOUS)
    return found


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_nothing_serious_is_found(visit: Visit, place: Callable[[Person], None]) -> None:
    need(AXE.exists(), "axe-core is not installed (make web)")
    ann = visit(likes={**LIKES, "text": True, "guided": []}, reduced_motion="reduce")
    place(ann)
    for scheme in ("light", "dark"):
        ann.page.emulate_media(color_scheme=scheme)
        assert find_serious(ann) == [], scheme


def test_a_new_page_is_told_by_its_title_and_heading(visit: Visit) -> None:
    ann = visit()
    ann.go()
    for link, title in (("How to play", "How to play"), ("Rules", "Rules")):
        ann.page.get_by_role("link", name=link, exact=True).first.click()
        expect(ann.page).to_have_title(f"{title} · Algorally")
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(title)


def test_what_happens_is_told_in_a_live_region(visit: Visit) -> None:
    ann = visit()
    ann.play(settings={"turn_cap": 1})
    log = ann.page.get_by_role("log")
    expect(log).to_have_attribute("aria-live", "polite")
    play_on(ann, random.Random(1))
    expect(log).to_contain_text("The last turn is over")
    expect(ann.page.get_by_role("status").first).to_have_attribute("aria-live", "polite")
