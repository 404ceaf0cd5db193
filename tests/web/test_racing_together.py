"""Programs that are built at the same time, in secret: two browsers, one device, a lost server."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.moves import ASKED, OVER, step, until_asked, until_next
from tests.web.people import LIKES, Person
from tests.web.places import need_browser
from tests.web.racing import (
    QUICKLY,
    be_ready,
    check_track,
    choose,
    drive_on,
    friends,
    is_building,
    lay,
    place_bolides,
    race,
    sit_both,
    to_program,
    track,
    until_holder,
)
from tests.web.test_killed import LOST, NO_ANSWER


def test_programs_are_secret_until_all_are_ready(visit: Visit) -> None:
    ann, bob, cleo = visit(), visit(likes={**LIKES, "text": True}), visit()
    table = sit_both(ann, bob)
    cleo.sit_at(table)
    for code in ("REP", "AB", "ABD"):
        lay(ann, code)
    ann.the(".run").click()
    expect(ann.page.get_by_text("Waiting for the others")).to_be_visible()
    expect(bob.page.get_by_label("Ready", exact=True)).to_be_visible()
    assert track(bob).programs == {}
    assert track(cleo).programs == {0: [], 1: []}
    assert "REP AB" not in bob.text()

    ann.button("Change my mind").click()
    until_holder(ann, ["REP", "AB", "ABD"])
    expect(bob.page.get_by_label("Ready", exact=True)).to_have_count(0)
    lay(ann, "P")
    ann.the(".run").click()
    lay(bob, "ABG")
    bob.the(".run").click()
    for person in (ann, bob, cleo):
        expect(person.page.get_by_role("log")).to_contain_text("The program of Ann runs")
        expect(person.page.get_by_role("log")).to_contain_text("The program of Bob runs")
        person.the(ASKED).or_(person.page.get_by_text("to move")).first.wait_for()
    check_track(ann, table)
    check_track(cleo, table)
    assert cleo.the(".held, .target").count() == 0


def test_an_answer_about_a_round_that_is_over_is_no_refusal(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "speed": 1})
    with friends(ann, ("Ann", "Bob", "Cleo")) as (bob, cleo):
        place_bolides(ann, [bob, cleo])
        lay(ann, "ATD")
        ann.the(".run").click()
        ann.button("Change my mind").wait_for()
        held: list[Route] = []
        ann.page.route("**/preview", lambda route: hold(held, route))
        with ann.page.expect_request("**/preview"):  # where the program of Ann would lead now
            be_ready([bob])
        before = step(ann)
        be_ready([cleo])
        until_next(ann, before)  # the programs run, and that takes a while
        with ann.page.expect_response("**/preview") as answer:
            held[0].continue_()
        assert int(answer.value.headers["algorally-refused"]) >= 400
        answer.value.finished()
        ann.read("fits")  # the page has had time to show something
        assert ann.page.get_by_role("alert").inner_text() == ""


def hold(held: list[Route], route: Route) -> None:
    held.append(route)


def test_programs_in_the_open_are_seen_as_they_grow(visit: Visit) -> None:
    ann, bob = visit(), visit()
    sit_both(ann, bob, programming="open_live")
    ann.the('.held[data-explain$=".REP"]').click()
    expect(bob.the('[data-program="0"] [data-laid="REP"]')).to_be_visible()
    ann.the('.held[data-explain$=".AB"]').click()
    expect(bob.the('[data-program="0"] [data-laid="AB"]')).to_be_visible()
    ann.button("Undo").click()
    expect(bob.the('[data-program="0"] [data-laid="AB"]')).to_have_count(0)
    ann.page.evaluate("""() => {
      for (const code of ["ABD", "P"]) {
        document.querySelector(`.held[data-explain$=".${code}"]`).click();
      }
    }""")
    bob.the('.held[data-explain$=".ABG"]').click()
    until_holder(ann, ["REP", "ABD", "P"])
    until_holder(bob, ["ABG"])


def test_a_reload_keeps_the_program_and_what_was_chosen(visit: Visit) -> None:
    ann, bob = visit(), visit()
    sit_both(ann, bob)
    for code in ("SAS", "P", "AB", "ABG"):
        lay(ann, code)
    expect(ann.the(".ghost")).to_have_count(1)
    before = track(ann)
    assert before.holder == ["SAS", "P", "AB", "ABG"]
    ann.page.reload()
    until_holder(ann, before.holder)
    expect(ann.the(".ghost")).to_have_count(1)
    assert track(ann) == before
    ann.the(".run").click()
    expect(ann.page.get_by_text("Waiting for the others")).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_text("Waiting for the others")).to_be_visible()
    until_holder(ann, before.holder)
    ann.button("Change my mind").click()
    expect(ann.the(".run")).to_be_enabled()
    assert track(ann).holder == before.holder


def test_blocks_are_taken_away_and_the_rest_stays(visit: Visit) -> None:
    ann = visit()
    race(ann, settings={**QUICKLY, "max_body": 2})
    to_program(ann)
    for key in ("8", "1", "-", "3", "7"):  # REP AB - ABG - P
        ann.page.keyboard.press(key)
    until_holder(ann, ["REP", "AB", "ABG", "P"])
    ann.button("Take block 2 away").click()
    until_holder(ann, ["REP", "AB", "P"])
    expect(ann.the('[data-block="1"] [data-laid="P"]')).to_be_visible()
    ann.button("Clear").click()
    until_holder(ann, [])


def share(person: Person) -> str:
    """A race of two people at this device, of two rounds; its name."""
    person.go("/new/speedalgo")
    person.page.get_by_label("Several people at this device").check()
    person.page.get_by_label("Beginners").check()
    person.button("Sprint").click()
    person.page.get_by_text("Options of the rules").click()
    person.page.get_by_label("Rounds at most").fill("2")
    person.button("Make the table").click()
    person.button("Start").click()
    person.the(".table").wait_for()
    return person.page.url.rsplit("/", 1)[1]


def test_the_device_is_handed_over_between_secret_programs(visit: Visit) -> None:
    ann, dice, handed = visit(likes={**LIKES, "text": True}), random.Random(1), 0
    share(ann)
    while not ann.the(OVER).count():
        ann.the(f"{ASKED}, {OVER}, .over").first.wait_for()
        if ann.the(".over").count():
            handed += 1
            assert ann.the(".held, .panel, .ghost").count() == 0
            assert "Your cards" not in ann.the("main").inner_html()
            ann.page.get_by_role("button", name="I am").click()
            ann.the(ASKED).wait_for()
        elif ann.the(ASKED).count():
            take_turn(ann, dice)
    assert handed == 2  # once a round; who programs last goes on with the next round


def take_turn(person: Person, dice: random.Random) -> None:
    if not is_building(person):
        choose(person, dice)
        return
    card = person.the(".held:enabled:not(.not)")
    card.nth(dice.randrange(3)).click()
    person.the('.panel:not([data-laid="0"])').wait_for()
    before = step(person)
    person.the(".run").click()
    # The device is to be handed over, or all have chosen and the programs run.
    person.the(f'.over, .table:not([data-step="{before}"])').first.wait_for()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may be killed."""
    need_browser()
    with Server(tmp_path / "data", "--requests", "0", "--no-limits") as running:
        yield running


def test_a_server_is_killed_and_nothing_is_lost(welcome: Visit, mortal: Server) -> None:
    ann = welcome(mortal.url, forgiven=NO_ANSWER)
    table = race(ann, seed=7, settings={**QUICKLY, "track": "sprint", "round_cap": 2})
    to_program(ann)
    for code in ("ABG", "REP", "AB"):
        lay(ann, code)
    expect(ann.the(".run")).to_be_enabled()
    mortal.kill()
    expect(ann.page.get_by_text(LOST)).to_be_visible()
    until_holder(ann, ["ABG", "REP", "AB"])
    ann.the(".run").click()  # while nobody hears it
    mortal.restart()
    expect(ann.page.get_by_text(LOST)).to_be_hidden()
    expect(ann.page.get_by_role("log")).to_contain_text("The program of Ann runs")
    assert until_asked(ann)
    check_track(ann, table)
    drive_on(ann, random.Random(2))
    check_track(ann, table)
    steps = ann.get(f"tables/{table}/history")["steps"]
    assert [step["said"] for step in steps if step["seat"] == 0][1:5] == [
        "ABG",
        "REP",
        "AB",
        "ready",
    ]
