"""Bots say why they chose their programs."""

import re

import pytest
from playwright.sync_api import expect

from algorally.core.game import find_game, games
from tests.web.conftest import Visit
from tests.web.moves import until_asked
from tests.web.people import Person
from tests.web.places import CLIENT
from tests.web.test_accessible import AXE, SERIOUS
from tests.web.test_hints import PHONE, begin, follow_by_keys

WHY = re.compile("^Why did .* choose that?")
RUNS_TOGETHER = """card => {
  const facts = card.querySelector(".more"), points = card.querySelector(".points");
  return facts.scrollWidth > facts.clientWidth
    || facts.getBoundingClientRect().right > points.getBoundingClientRect().left;
}"""  # whether what is told of a player is cut, or lies over the points


@pytest.mark.parametrize("name", games())
def test_the_pages_have_words_for_every_aim(name: str) -> None:
    """English says which there are: the client's own check finds what other languages lack."""
    words = (CLIENT / f"src/games/{name}/lang/en.ts").read_text(encoding="utf-8")
    said = dict(re.findall(rf'^  "{name}\.reason\.(\w+)": "(.*)",$', words, re.MULTILINE))
    aims = find_game(name).aims
    assert aims
    assert said == aims.sentences


def before_now(person: Person) -> list[str]:
    """What the log says of the turns that are over."""
    lines = person.page.get_by_role("log").get_by_role("listitem")
    kinds = lines.evaluate_all("lines => lines.map((line) => line.className.includes('turn'))")
    begins = [place for place, is_heading in enumerate(kinds) if is_heading]
    return lines.all_inner_texts()[: max(begins, default=0)]


@pytest.mark.parametrize("game", games())
def test_novices_explain_themselves_before_the_next_turn(visit: Visit, game: str) -> None:
    ann = visit()
    begin(ann, game, bots="novice", seats=2)
    expect(ann.page.get_by_role("button", name=WHY)).to_have_count(0)
    while not any(" says: I looked at " in line for line in before_now(ann)):
        follow_by_keys(ann)
        assert until_asked(ann)
    *_, said = before_now(ann)
    assert re.search(r" says: I looked at \d+ programs, drawn by lot", said)
    ann.page.reload()
    expect(ann.page.get_by_role("log")).to_contain_text(said)
    ann.page.get_by_role("button", name=WHY).click()
    expect(ann.page.get_by_role("status").filter(has_text=said)).to_be_visible()
    ann.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert ann.page.evaluate(SERIOUS) == []


def test_other_bots_explain_themselves_when_they_are_asked(visit: Visit) -> None:
    ann = visit()
    begin(ann, "algoracing", bots="solid", seats=2)
    follow_by_keys(ann)
    assert until_asked(ann)
    assert not any(" says: " in line for line in before_now(ann))
    ann.page.get_by_role("button", name=WHY).click()
    asked = ann.page.get_by_role("status").filter(has_text=" says: I looked at all my programs")
    expect(asked).to_be_visible()


def test_an_explanation_goes_when_somebody_turns_to_anything_else(visit: Visit) -> None:
    ann = visit()
    begin(ann, "algoracing", bots="solid", seats=3)
    follow_by_keys(ann)
    assert until_asked(ann)
    says = ann.the(".reason")
    why = ann.page.get_by_role("button", name=WHY)
    why.first.click()
    expect(says).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(says).to_have_count(0)
    why.first.click()
    told = says.inner_text()
    why.last.click()  # also where the first explanation reaches over it
    expect(says).to_be_visible()
    assert says.inner_text().split(" says: ")[0] != told.split(" says: ")[0]
    ann.page.get_by_role("log").click()
    expect(says).to_have_count(0)


def test_facts_and_points_of_four_robots_are_told_apart_on_a_phone(visit: Visit) -> None:
    ann = visit(**PHONE)
    no_questions = {"timer": 0, "option_cards": "no", "power_down": "no"}
    begin(ann, "roborally", bots="casual", seats=4, settings=no_questions)
    follow_by_keys(ann)
    assert until_asked(ann)
    expect(ann.page.get_by_role("button", name=WHY)).to_have_count(3)
    cards = ann.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(cards).to_have_count(4)
    assert not any(card.evaluate(RUNS_TOGETHER) for card in cards.all())
