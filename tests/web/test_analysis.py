"""A finished game looked at afterwards: who was ahead, and what would have been better."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.guests import Guest, finish
from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.people import LIKES, Person
from tests.web.test_accessible import AXE, find_serious
from tests.web.test_languages import LANGUAGES, assert_translated
from tests.web.test_replay import look, until_at

# Deals in which so much is given away that the shortest look finds it.
GAMES: dict[str, dict[str, Any]] = {
    "algoracing": {"seed": 9, "settings": {"turn_cap": 3}},
    "speedalgo": {"seed": 5, "settings": {"track": "sprint", "round_cap": 2}},
    "roborally": {"seed": 5, "settings": {"turn_cap": 2, "timer": 0}},
}
PLAYERS = ("Ann", "Bolt")
WORDS = {"en": "Analysis", "nl": "Analyse", "de": "Analyse", "fr": "Analyse", "nb": "Analyse"}


@pytest.fixture(scope="module")
def finished(served: Server) -> dict[str, str]:
    """Finished games, in which somebody did not think; by the name of the game."""
    tables = {}
    with Guest(served.url) as guest:
        for name, wishes in GAMES.items():
            tables[name] = guest.make(game=name, name="Ann", bots="greedy", start=True, **wishes)
            finish(guest.join(tables[name]))
    return tables


def analyse(person: Person, table: str, moment: str = "#0", word: str = "Analysis") -> None:
    """Open a replay and its analysis."""
    person.go(f"/replay/{table}{moment}")
    open_analysis(person, word)


def open_analysis(person: Person, word: str = "Analysis") -> None:
    person.the(".replay").wait_for()
    person.page.get_by_role("button", name=word, exact=True).click()
    person.the(".curve").wait_for()


def place(person: Person) -> int:
    return int(person.the(".replay").get_attribute("data-at") or 0)


def whose(decision: dict[str, Any]) -> str:
    """A decision in words; how long the analysis could think says whose was the first bad one."""
    return f"{PLAYERS[decision['seat']]} in turn {decision['turn']}"


def curve(person: Person) -> Locator:
    return person.page.get_by_role("slider", name="Who was ahead")


@pytest.mark.parametrize("game", GAMES)
def test_the_curve_leads_through_the_game(
    game: str, finished: dict[str, str], visit: Visit
) -> None:
    ann = visit()
    last = look(ann, finished[game])
    open_analysis(ann)
    told = ann.get(f"tables/{finished[game]}/analysis")
    slider, end = curve(ann), len(told["curve"]) - 1
    expect(slider).to_have_attribute("aria-valuemax", str(end))
    slider.focus()
    ann.page.keyboard.press("End")
    until_at(ann, last)
    expect(slider).to_have_attribute("aria-valuenow", str(end))
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(rf"After turn {told['curve'][-1]['turn']}: Ann \d+%")
    )
    ann.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuenow", str(end - 1))
    before_last = place(ann)
    assert 0 < before_last < last
    ann.page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    box = slider.bounding_box()
    assert box
    slider.click(position={"x": box["width"] - 24, "y": 60})
    until_at(ann, last)
    expect(ann.the(".curve .line")).to_have_count(2)
    letters = ann.the(".replay li .dot").all_inner_texts()[:2]
    assert sorted(ann.the(".curve .letter").all_text_contents()) == sorted(letters)


@pytest.mark.parametrize("game", GAMES)
def test_a_better_program_is_played_out_beside_the_real_one(
    game: str, finished: dict[str, str], visit: Visit
) -> None:
    ann = visit()
    analyse(ann, finished[game])
    told = ann.get(f"tables/{finished[game]}/analysis")
    better = [one for one in told["decisions"] if one["better"]]
    expect(ann.the(".analysis ol li")).to_have_count(len(better))
    show = ann.the("[data-show]").first
    show.click()
    instead = ann.the(".instead")
    expect(instead).to_contain_text(f"This was not played: {whose(better[0])}")
    slider = ann.page.get_by_label("Place in the game")
    variation = int(slider.get_attribute("max") or 0)
    until_at(ann, variation)  # it plays by itself
    expect(ann.page).to_have_url(re.compile(rf"/replay/{finished[game]}"))
    ann.page.keyboard.press("Home")
    until_at(ann, 0)
    ann.button("Once more").click()
    until_at(ann, variation)
    ann.button("Back to the game").click()
    expect(instead).to_have_count(0)
    expect(show).to_be_focused()
    real = place(ann)
    steps = len(ann.get(f"tables/{finished[game]}/history")["steps"])
    assert int(slider.get_attribute("max") or 0) >= steps
    show.click()
    instead.wait_for()
    ann.page.keyboard.press("Escape")
    until_at(ann, real)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_played_is_the_turn_of_the_decision_and_no_more(
    game: str, finished: dict[str, str], visit: Visit
) -> None:
    ann = visit()
    analyse(ann, finished[game])
    told = ann.get(f"tables/{finished[game]}/analysis")
    one = next(one for one in told["decisions"] if one["better"])
    instead, seek = ann.the(".instead"), ann.page.get_by_label("Place in the game")
    whole = int(seek.get_attribute("max") or 0)
    ann.the("[data-show]").first.click()
    instead.wait_for()
    variation = seek.get_attribute("max")
    ann.button("What was played").click()
    expect(instead).to_contain_text(f"This was played: {whose(one)}")
    length = int(seek.get_attribute("max") or 0)
    choices = next(point["choices"] for point in told["curve"] if point["choices"] > one["first"])
    assert choices - one["first"] <= length < whole
    until_at(ann, length)  # it plays by itself, and stops there
    expect(ann.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    ann.page.keyboard.press("Home")
    ann.button("Once more").click()
    until_at(ann, length)
    ann.button("What is better").click()
    expect(instead).to_contain_text("This was not played")
    expect(seek).to_have_attribute("max", variation or "")
    ann.button("Back to the game").click()
    expect(instead).to_have_count(0)


def test_the_result_leads_to_the_analysis(finished: dict[str, str], visit: Visit) -> None:
    ann = visit()
    ann.sit_at(finished["speedalgo"])
    ann.page.get_by_role("link", name="Analysis").click()
    ann.the(".curve").wait_for()
    ann.page.wait_for_url(f"**/replay/{finished['speedalgo']}")


def test_decisions_of_one_turn_are_told_apart(finished: dict[str, str], visit: Visit) -> None:
    ann = visit()
    for table in finished.values():
        analyse(ann, table)
        ann.page.get_by_label("All decisions").check()
        names = ann.the(".analysis ol .head button:first-child").all_inner_texts()
        assert len(set(names)) == len(names)


def test_the_list_has_room_beside_the_curve(finished: dict[str, str], visit: Visit) -> None:
    ann = visit(viewport={"width": 1280, "height": 720})
    analyse(ann, finished["speedalgo"])
    ann.page.get_by_label("All decisions").check()
    rows = ann.the(".analysis ol li")
    expect(rows.nth(0)).to_be_in_viewport(ratio=1)
    expect(rows.nth(1)).to_be_in_viewport(ratio=0.5)


def test_a_decision_leads_to_its_moment(finished: dict[str, str], visit: Visit) -> None:
    ann = visit()
    analyse(ann, finished["algoracing"])
    decisions = ann.get(f"tables/{finished['algoracing']}/analysis")["decisions"]
    items = ann.the(".analysis ol li")
    ann.page.get_by_label("All decisions").check()
    expect(items).to_have_count(len(decisions))
    items.nth(2).get_by_role("button", name=re.compile("^Turn")).click()
    expect(items.nth(2)).to_have_attribute("aria-current", "step")
    deciding = ann.the(".analysis .turns button")
    if deciding.count():
        there = place(ann)
        deciding.last.click()
        expect(ann.the(f'.replay:not([data-at="{there}"])')).to_be_visible()


def test_closed_it_makes_room_for_the_log(finished: dict[str, str], visit: Visit) -> None:
    ann = visit()
    analyse(ann, finished["algoracing"])
    expect(ann.the(".log")).to_have_count(0)
    button = ann.page.get_by_role("button", name="Analysis", exact=True)
    expect(button).to_have_attribute("aria-pressed", "true")
    ann.the("[data-show]").first.click()
    ann.the(".instead").wait_for()
    button.click()
    expect(ann.the(".analysis, .instead")).to_have_count(0)
    expect(ann.the(".log")).to_be_visible()


def test_a_replay_file_is_analysed_too(
    finished: dict[str, str], visit: Visit, tmp_path: Path
) -> None:
    ann = visit()
    file = tmp_path / "race.txt"
    answer = ann.context.request.get(f"/api/tables/{finished['speedalgo']}/replay")
    file.write_text(answer.text(), encoding="utf-8")
    ann.go("/replay")
    ann.page.get_by_label("Open a replay file").set_input_files(file)
    open_analysis(ann)
    ann.the("[data-show]").first.click()
    expect(ann.the(".instead")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_all_languages(finished: dict[str, str], visit: Visit, language: str) -> None:
    ann = visit(locale=language)
    for table in finished.values():
        analyse(ann, table, word=WORDS[language])
        ann.the("[data-show]").first.click()
        ann.the(".instead").wait_for()
        ann.the(".analysis input[type=checkbox]").check()
        assert_translated(ann)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_serious_is_found(game: str, finished: dict[str, str], visit: Visit) -> None:
    assert AXE.exists()
    ann = visit(likes={**LIKES, "text": True}, reduced_motion="reduce")
    analyse(ann, finished[game])
    ann.the("[data-show]").first.click()
    ann.the(".instead").wait_for()
    for scheme in ("light", "dark"):
        ann.page.emulate_media(color_scheme=scheme)
        assert find_serious(ann) == [], scheme


@pytest.mark.parametrize("size", [(1280, 640), (390, 844)], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_it_fits(game: str, size: tuple[int, int], finished: dict[str, str], visit: Visit) -> None:
    width, height = size
    ann = visit(viewport={"width": width, "height": height})
    analyse(ann, finished[game])
    ann.the("[data-show]").first.click()
    ann.the(".instead").wait_for()
    page = ann.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert page[0] <= width
    assert page[1] <= height or width < 500
    shown = ann.the(".analysis .rest").bounding_box()
    assert shown
    assert shown["height"] > 60
