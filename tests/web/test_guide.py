"""The guide of the first game follows what the player does, and comes to an end."""

import random

import pytest
from playwright.sync_api import Locator, expect

from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.moves import COMMAND, lay, pass_turn, step, until_asked, until_next
from tests.web.people import LIKES, Person
from tests.web.racing import drive_on, race, to_program
from tests.web.racing import lay as lay_code
from tests.web.robots import CALMLY, play_robots, sit_together
from tests.web.test_drafts import to_first_turn

NEW = {**LIKES, "guided": []}
WHOLE = 2  # turns until a whole one has passed: a step may come up in the middle of one


def guide_of(person: Person) -> Locator:
    return person.page.get_by_role("complementary", name="Guide")


def run(person: Person) -> None:
    before = step(person)
    person.the(".run").click()
    until_next(person, before)


def skip_turns(person: Person, most: int) -> None:
    """Pass so many turns, or fewer if the guide goes on before."""
    guide = guide_of(person)
    shown = guide.all_inner_texts()
    for _ in range(most):
        assert until_asked(person)
        if guide.all_inner_texts() != shown:
            return
        before = step(person)
        pass_turn(person, random.Random(1))
        until_next(person, before)


def assert_gone_for_good(person: Person, game: str) -> None:
    expect(guide_of(person)).to_have_count(0)
    person.play(game=game, seed=6, settings={})
    if game == "algoracing":
        to_first_turn(person)
    else:
        to_program(person)
    expect(guide_of(person)).to_have_count(0)


def test_the_steps_of_a_first_turn(visit: Visit) -> None:
    ann, dice = visit(likes=NEW), random.Random(1)
    ann.play(seed=6)
    to_first_turn(ann)
    guide = guide_of(ann)
    expect(guide).to_contain_text("1 / 5")
    guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("2 / 5")
    lay(ann, ann.the(COMMAND).first, dice)
    expect(guide).to_contain_text("3 / 5")
    lay(ann, ann.the(COMMAND).first, dice)
    expect(guide).to_contain_text("4 / 5")
    run(ann)
    expect(guide).to_contain_text("5 / 5")
    skip_turns(ann, WHOLE)
    assert_gone_for_good(ann, "algoracing")


def test_what_was_done_before_its_step_is_skipped(visit: Visit) -> None:
    ann, dice = visit(likes=NEW), random.Random(1)
    ann.play(seed=8, settings={"level": "complete"})
    to_first_turn(ann)
    guide = guide_of(ann)
    expect(guide).to_contain_text("1 / 6")
    lay(ann, ann.the(COMMAND).first, dice)
    expect(guide).to_contain_text("3 / 6")  # the cards were its second step
    ann.button("Undo").click()
    skip_turns(ann, 1)  # neither the ghost nor the run is needed any more
    expect(guide).to_contain_text("5 / 6")
    assert until_asked(ann)
    lay(ann, ann.the(COMMAND).first, dice)
    expect(guide).to_contain_text("6 / 6")
    expect(guide.get_by_role("button")).to_have_count(1)  # nothing is left to be known, or to come
    guide.get_by_role("button", name="Got it").click()
    assert_gone_for_good(ann, "algoracing")


def test_a_step_that_nobody_does_is_over_after_a_whole_turn(visit: Visit) -> None:
    ann = visit(likes=NEW)
    ann.play(seed=8, settings={"level": "complete"})
    to_first_turn(ann)
    skip_turns(ann, 1)
    expect(guide_of(ann)).to_contain_text("5 / 6")
    skip_turns(ann, WHOLE)
    expect(guide_of(ann)).to_contain_text("6 / 6")
    skip_turns(ann, WHOLE)
    expect(guide_of(ann)).to_have_count(0)


def test_the_steps_of_a_first_race(visit: Visit) -> None:
    ann = visit(likes=NEW)
    race(ann, seed=3)
    to_program(ann)
    guide = guide_of(ann)
    for number, code in enumerate(("AB", "ABD", "ABG"), 1):
        expect(guide).to_contain_text(f"{number} / 5")
        lay_code(ann, code)
    expect(guide).to_contain_text("4 / 5")
    run(ann)
    expect(guide).to_contain_text("5 / 5")
    drive_on(ann, random.Random(1), choices=10)  # at least two rounds, each with some targets
    assert_gone_for_good(ann, "speedalgo")


def test_choosing_a_car_is_the_last_step_of_the_guide(visit: Visit) -> None:
    ann = visit(likes=NEW)
    race(ann, seed=3)
    to_program(ann)
    lay_code(ann, "AT")
    run(ann)
    assert until_asked(ann)
    expect(ann.the(".task")).to_contain_text("Choose")
    expect(guide_of(ann)).to_contain_text("5 / 5")
    ann.the(".target").first.click()
    expect(guide_of(ann)).to_have_count(0)


@pytest.mark.parametrize(
    ("timer", "company", "told"), [(0, True, 0), (300, True, 1), (300, False, 0)]
)
def test_only_where_somebody_has_to_hurry_the_guide_says_so(
    visit: Visit, friend: Guest, timer: int, company: bool, told: int
) -> None:
    """Nobody hurries one who plays with bots."""
    ann = visit(likes=NEW)
    if company:
        sit_together(ann, friend, timer=timer)
    else:
        play_robots(ann, settings={**CALMLY, "timer": timer})
    guide = guide_of(ann)
    for _ in range(3):
        guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("4 / 6")
    expect(guide).to_contain_text("Press Done.")
    expect(guide.get_by_text("has to hurry")).to_have_count(told)
