"""Addresses: every one shows something sensible, and secrets do not stay in them."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Visit
from tests.web.drawings import check_drawing
from tests.web.moves import ASKED, play_on, until_asked

REFUSED = r"status of 4\d\d"


def test_an_address_that_does_not_exist_leads_to_the_games(visit: Visit) -> None:
    ann = visit(forgiven=REFUSED)
    ann.go("/nowhere")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    ann.page.get_by_role("link", name="All games").click()
    expect(ann.button("Play now").first).to_be_visible()


@pytest.mark.parametrize("page", ["table", "replay", "sheets"])
@pytest.mark.parametrize("name", ["abcdefghijkm", "x"])
def test_a_table_that_does_not_exist_says_so(visit: Visit, page: str, name: str) -> None:
    ann = visit(forgiven=REFUSED, locale="de")
    answer = ann.page.goto(f"/{page}/{name}")
    assert answer
    assert answer.status == 404
    expect(ann.page.get_by_role("heading")).to_have_text("Hier ist nichts")
    expect(ann.the("main")).to_contain_text("Diesen Tisch gibt es nicht. Prüf den Link.")
    expect(ann.page).to_have_title("Hier ist nichts · Algorally")
    ann.page.get_by_role("link", name="Alle Spiele").click()
    expect(ann.button("Jetzt spielen").first).to_be_visible()


@pytest.mark.parametrize("path", ["/table", "/sheets", "/new", "/table/abcdefghijkm/more"])
def test_half_an_address_and_one_too_long_lead_to_the_games(visit: Visit, path: str) -> None:
    ann = visit(forgiven=REFUSED)
    ann.go(path)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")


def test_a_game_without_mark_sheets_says_so(visit: Visit) -> None:
    ann = visit()
    table = ann.make()
    ann.go(f"/sheets/{table}")
    expect(ann.the("main")).to_contain_text("This game is played without mark sheets.")
    expect(ann.button("Print")).to_have_count(0)


def test_a_game_that_goes_on_has_no_replay_yet(visit: Visit) -> None:
    ann = visit()
    table = ann.play()
    ann.go(f"/replay/{table}")
    expect(ann.page.get_by_role("alert")).to_contain_text("after the game")


def test_a_page_of_an_older_server_loads_itself_anew(visit: Visit) -> None:
    ann = visit(forgiven=REFUSED)
    missing = ["once"]

    def answer(route: Route) -> None:
        if missing:
            missing.pop()
            route.fulfill(status=404)
        else:
            route.continue_()

    ann.context.route("**/assets/Learn-*.js", answer)
    ann.go()
    ann.page.get_by_role("link", name="How to play").first.click()
    expect(ann.the("h1")).to_have_text("How to play")


def test_a_page_that_stays_incomplete_says_so(visit: Visit) -> None:
    ann = visit(forgiven=REFUSED)
    ann.context.route("**/assets/Learn-*.js", lambda route: route.fulfill(status=404))
    ann.go("/learn/algoracing")
    expect(ann.page.get_by_text("The server does not answer.")).to_be_visible()


def test_back_and_forward_lead_through_the_pages(visit: Visit) -> None:
    ann = visit()
    ann.go()
    ann.page.get_by_role("link", name="How to play").first.click()
    expect(ann.the("h1")).to_have_text("How to play")
    ann.page.go_back()
    ann.button("Play now").first.click()
    ann.the(ASKED).wait_for()
    ann.page.go_back()
    expect(ann.button("Play now").first).to_be_visible()
    ann.page.go_forward()
    assert until_asked(ann)


def test_the_secret_link_of_a_seat_takes_it_to_another_device(visit: Visit) -> None:
    ann, other = visit(), visit()
    table = ann.play(seed=6)
    assert until_asked(ann)
    link = ann.get(f"tables/{table}")["link"]
    other.go(link["path"])
    assert until_asked(other)
    assert other.page.url == f"{other.url}/table/{table}"
    assert other.get(f"tables/{table}")["seats"] == [0]
    check_drawing(other, table)


def test_a_replay_is_kept_as_a_file_and_opened_again(visit: Visit, tmp_path: Path) -> None:
    ann = visit()
    table = ann.play(settings={"turn_cap": 1})
    play_on(ann, random.Random(1))
    ann.go(f"/replay/{table}")
    with ann.page.expect_download() as kept:
        ann.page.get_by_role("link", name="Replay file").click()
    file = tmp_path / "game.txt"
    kept.value.save_as(file)
    moments = ann.page.get_by_label("Place in the game").get_attribute("max")

    bob = visit()
    bob.go("/replay")
    bob.page.get_by_label("Open a replay file").set_input_files(file)
    expect(bob.page.get_by_label("Place in the game")).to_have_attribute("max", moments or "")
