"""SpeedAlgo through the page: whole races, its variants, replay, rematch and mark sheets."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.moves import OVER, until_asked
from tests.web.people import Person
from tests.web.racing import QUICKLY, check_track, choose, drive_on, lay, race, to_program, track

SHORT = {"track": "sprint", "round_cap": 2, **QUICKLY}


def new_race(person: Person) -> str:
    """Make a table on its page: a sprint against a bot, by the base rules; its name."""
    person.go("/new/speedalgo")
    person.page.get_by_label("Me against bots").check()
    person.select("Bots").select_option("solid")  # it crosses the line soon
    expect(person.page.get_by_label("Base game")).to_be_checked()
    person.button("Sprint").click()
    person.button("Play now").click()
    person.the(".table").wait_for()
    return person.page.url.rsplit("/", 1)[1]


def test_what_other_cards_are_laid_on_is_explained(visit: Visit) -> None:
    ann = visit()
    race(ann, set_up="house")
    to_program(ann)
    lay(ann, "SAS")
    expect(ann.the(".block .asks")).to_have_text("Car in front?")
    expect(ann.the(".notices")).to_contain_text("SAS: ")
    lay(ann, "AB")
    expect(ann.the(".notices")).to_have_text("")


def test_a_race_is_driven_to_its_end(visit: Visit) -> None:
    ann, dice = visit(), random.Random(1)
    table = new_race(ann)
    while until_asked(ann):
        check_track(ann, table)
        choose(ann, dice)
    check_track(ann, table)
    result = ann.get(f"tables/{table}")["table"]["result"]
    shown = [int(column) for column in ann.the(f"{OVER} li b").all_inner_texts()]
    (winner,) = result["winners"]
    assert shown[0] == result["points"][winner]
    assert sorted(shown) == sorted(result["points"])
    expect(ann.the(f"{OVER} h2")).to_contain_text("You win" if winner == 0 else "Winner")
    expect(ann.page.get_by_role("log")).to_contain_text("Winner")


VARIANTS: dict[str, dict[str, Any]] = {
    "experts": {"variant": "expert", "nest_rep_cond": "yes", "allow_empty_branch": "yes"},
    "flip": {"variant": "flip"},
    "beginners": {"variant": "beginners"},
    "written": {"targets_chosen": "written", "at_count": "up_to"},
    "open": {"programming": "open_live"},
    "in turns": {"programming": "open_sequential"},
}


@pytest.mark.parametrize("settings", VARIANTS.values(), ids=VARIANTS)
def test_a_race_with_other_rules_is_driven_to_its_end(
    visit: Visit, settings: dict[str, Any]
) -> None:
    ann, dice = visit(), random.Random(2)
    table = race(ann, seed=4, settings={**SHORT, **settings})
    while until_asked(ann):
        check_track(ann, table)
        choose(ann, dice)
    check_track(ann, table)
    steps = ann.get(f"tables/{table}/history")["steps"]
    assert sum(step["said"] == "ready" for step in steps) == 4  # two rounds of two


def test_only_the_allowed_side_of_the_card_is_in_the_hand(visit: Visit) -> None:
    ann = visit()
    race(ann, settings={**QUICKLY, "variant": "beginners"})
    to_program(ann)
    assert track(ann).hand == ["AB", "ABD", "ABG", "AT", "ATD", "ATG", "P", "REP"]
    race(ann, settings={**QUICKLY, "variant": "flip"})
    to_program(ann)
    assert track(ann).hand[-2:] == ["SA", "SAS"]
    for key in ("9", "1"):
        ann.page.keyboard.press(key)
    before = ann.the(".table").get_attribute("data-step")
    ann.page.keyboard.press("Enter")
    expect(ann.the(f'.table:not([data-step="{before}"])')).to_be_visible()
    to_program(ann)
    assert track(ann).hand[-1] == "SAS"
    assert "SA" not in track(ann).hand


def test_the_ghost_shows_the_way_and_where_it_crashes(visit: Visit) -> None:
    ann = visit()
    table = race(ann, seed=5)
    to_program(ann)
    for key in "81":
        ann.page.keyboard.press(key)
    expect(ann.the(".ghost")).to_have_count(1)
    board = ann.get(f"tables/{table}/board")
    start, roll = board["view"]["places"][12], board["view"]["drivers"][0]["roll"]
    ahead = [start + 5 * far for far in range(1, roll + 1)]
    taken = [square for square in ahead if square in board["view"]["places"]]
    column = (taken[0] if taken else ahead[-1] + 5) // 5 - 1
    assert track(ann).ghosts["R"] == f"{track(ann).cars['R'][0]}{column}"
    expect(ann.the(".star.still")).to_have_count(1 if taken else 0)


def test_a_finished_race_is_looked_at_again_with_its_programs(visit: Visit) -> None:
    ann = visit()
    race(ann, seed=6, settings=SHORT)
    drive_on(ann, random.Random(6))
    ann.page.get_by_role("link", name="Replay").click()
    seek = ann.page.get_by_label("Place in the game")
    seek.wait_for()
    expect(ann.the(".log")).to_contain_text("Round 1")  # in which there are no programs yet
    expect(ann.the("[data-program]")).to_have_count(2)
    expect(ann.the("[data-program] [data-laid]")).to_have_count(0)
    ann.the("h1").press("ArrowDown")
    expect(ann.the("[data-program] [data-laid]").first).to_be_visible()
    ann.button("To the end").click()
    moments = seek.get_attribute("max")
    expect(ann.the(".replay")).to_contain_text(f"{moments} / {moments}")
    ann.page.get_by_role("link", name="Mark sheets").click()
    expect(ann.the("figure img")).to_have_count(2)


def test_a_rematch_begins_with_one_click(visit: Visit) -> None:
    ann = visit()
    table = race(ann, settings={**SHORT, "round_cap": 1})
    drive_on(ann, random.Random(2))
    ann.button("Play again").click()
    ann.page.wait_for_url(re.compile(f"/table/(?!{table})"))
    assert until_asked(ann)


def pages(pdf: bytes) -> int:
    """How many pages a printed document has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_mark_sheets_are_shown_and_printed_one_on_each_page(visit: Visit) -> None:
    ann = visit(locale="fr")
    table = race(ann, seats=3, seed=7, settings=SHORT)
    drive_on(ann, random.Random(7))
    ann.the(OVER).get_by_role("link", name="Feuilles de marques").click()
    expect(ann.the("figure img")).to_have_count(3)
    expect(ann.the("h1")).to_have_text("Feuilles de marques")
    ann.the("figure summary").first.click()
    steps = ann.get(f"tables/{table}/history")["steps"]
    laid = [step["said"] for step in steps if step["seat"] == 0 and step["said"].isupper()]
    expect(ann.the("pre").first).to_contain_text(laid[0])
    ann.page.emulate_media(media="print")
    for hidden in ("header", ".print", "h1", "figcaption"):
        expect(ann.the(hidden).first).to_be_hidden()
    assert pages(ann.page.pdf(prefer_css_page_size=True)) == 3


def test_only_games_with_mark_sheets_offer_them(visit: Visit) -> None:
    ann = visit()
    race(ann)
    until_asked(ann)
    expect(ann.page.get_by_role("link", name="Mark sheets")).to_have_count(1)
    ann.play()
    until_asked(ann)
    expect(ann.page.get_by_role("link", name="Mark sheets")).to_have_count(0)
