"""What the server refuses is told on the page, and is no error of the page: the console is silent.

Every person here has a page that must not complain.
"""

from playwright.sync_api import Route, expect

from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.moves import step, until_asked
from tests.web.people import LIKES
from tests.web.racing import race
from tests.web.test_keyboard import type_command

FIRST_LETTER = "one => getComputedStyle(one, '::first-letter').textTransform"


def test_a_car_on_a_wrong_square(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    race(ann, seed=3, settings={})
    until_asked(ann)
    before = step(ann)
    type_command(ann, "traffic C0")
    refusal = ann.the(".words .refusal")
    expect(refusal.get_by_role("link").first).to_contain_text("SA-")
    assert refusal.evaluate(FIRST_LETTER) == "uppercase"
    assert step(ann) == before


def test_a_seat_that_was_taken_a_moment_ago(visit: Visit, friend: Guest) -> None:
    ann = visit()
    table = friend.make(name="Bob", seats=3)

    def be_slow(route: Route) -> None:
        with Guest(ann.url) as quick:
            quick.post(f"tables/{table}/seats", name="Cleo", seat=1)
        route.continue_()

    ann.context.route("**/seats", be_slow)
    ann.go(f"/table/{table}")
    ann.button("Sit here").first.click()
    expect(ann.page.get_by_role("alert")).to_contain_text("somebody sits there")
    expect(ann.the("main")).to_contain_text("Cleo")  # which comes by itself
    expect(ann.page.get_by_role("alert")).to_contain_text("somebody sits there")


def test_a_table_that_does_not_exist(visit: Visit) -> None:
    ann = visit()
    ann.go()
    ann.button("Play now").first.wait_for()
    ann.page.evaluate("""() => {
      const link = document.body.appendChild(document.createElement("a"));
      link.href = "/table/abcdefghijkm";
      link.click();
    }""")
    expect(ann.the("main")).to_contain_text("There is no such table. Check the link.")
