"""Somebody is away: a bot stands in where the host chose so, and both sides are told in words."""

import random
import re

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.moves import OVER, pass_turn, until_asked
from tests.web.people import Person


def told_of(person: Person, words: str) -> None:
    """It is said where everybody sees it, and stays in the log."""
    expect(person.the(".notices")).to_contain_text(words)
    expect(person.page.get_by_role("log")).to_contain_text(words)


def test_a_stand_in_is_announced_and_who_comes_back_is_told_what_it_did(visit: Visit) -> None:
    ann, bob = visit(), visit(likes={"speed": 50, "guided": ["algoracing"], "name": "Bob"})
    table = ann.make(seats=2, seed=5, set_up="house", grace=0)
    bob.context.request.post(f"/api/tables/{table}/seats", data={"name": "Bob"})
    ann.context.request.post(f"/api/tables/{table}/start")
    bob.sit_at(table)
    ann.sit_at(table)
    bob.go("/settings")
    assert until_asked(ann)
    pass_turn(ann, random.Random(1))
    told_of(ann, "A bot plays for Bob, who is away")
    assert until_asked(ann)
    assert ann.the(OVER).count() == 0
    bob.sit_at(table)
    told = bob.page.get_by_role("complementary", name="While you were away")
    expect(told).to_contain_text("Bob runs:")
    of_others = told.get_by_role("listitem").filter(has_text=re.compile("^(?!Bob)"))
    expect(of_others).to_have_count(0)
    told_of(ann, "Bob is back")
    bob.button("All right").click()
    expect(told).to_have_count(0)
    ann.page.reload()
    expect(ann.page.get_by_role("log")).to_contain_text("A bot plays for Bob, who is away")
