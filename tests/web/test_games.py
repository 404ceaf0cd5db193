"""Whole games against bots, through the page, from the first click to the rematch."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.drawings import check_drawing
from tests.web.moves import OVER, choose, play_on, until_asked
from tests.web.people import LIKES, Person


def new_table(person: Person, level: str, turns: int) -> str:
    """Make a table on its page: a game of so many turns against a bot; its name."""
    person.go("/new/algoracing")
    person.page.get_by_label("Me against bots").check()
    person.select("Bots").select_option("novice")
    person.page.get_by_text(f"{level} rules", exact=True).click()
    person.page.get_by_text("Options of the rules").click()
    person.page.get_by_label("turns each").fill(str(turns))
    person.button("Play now").click()
    person.the(".table").wait_for()
    return person.page.url.rsplit("/", 1)[1]


@pytest.mark.parametrize(("level", "turns"), [("Basic", 4), ("Complete", 4)])
def test_a_game_is_played_to_its_end(visit: Visit, level: str, turns: int) -> None:
    ann, dice = visit(likes={**LIKES, "speed": 8}), random.Random(level)
    table = new_table(ann, level, turns)
    while until_asked(ann):
        check_drawing(ann, table)
        choose(ann, dice)
    check_drawing(ann, table)
    result = ann.get(f"tables/{table}")["table"]["result"]
    scores = [int(score) for score in ann.the(f"{OVER} li b").all_inner_texts()]
    assert scores == sorted(result["points"], reverse=True)
    shared = len(result["winners"]) > 1
    won = "You win" if result["winners"] == [0] else "A draw" if shared else "Winner"
    expect(ann.the(f"{OVER} h2")).to_contain_text(won)


def test_a_finished_game_can_be_looked_at_again(visit: Visit) -> None:
    ann = visit()
    table = ann.play(settings={"turn_cap": 2})
    play_on(ann, random.Random(1))
    ann.page.get_by_role("link", name="Replay").click()
    seek = ann.page.get_by_label("Place in the game")
    seek.wait_for()
    steps = int(seek.get_attribute("max") or 0)
    assert steps > len(ann.get(f"tables/{table}/history")["steps"])  # runs have several moments
    link = ann.page.get_by_label("Link to this replay").input_value()
    assert link == f"{ann.url}/replay/{table}"
    assert_seeks(ann, steps)

    bob = visit()  # whoever has the link sees the same
    bob.page.goto(link)
    expect(bob.the(".replay")).to_contain_text(f" / {steps}")


def assert_seeks(person: Person, steps: int) -> None:
    """The bar and the buttons lead to where they say; played on, it comes to the end."""
    place = person.the(".replay")
    seek = person.page.get_by_label("Place in the game")
    expect(place).to_contain_text(f" / {steps}")
    seek.fill(str(steps - 1))
    expect(place).to_contain_text(f"{steps - 1} / {steps}")
    person.page.get_by_role("button", name="Back", exact=True).click()
    expect(place).to_contain_text(f"{steps - 2} / {steps}")
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(place).to_contain_text(f"{steps} / {steps}")
    expect(seek).to_have_value(str(steps))
    person.button("To the start").click()
    expect(place).to_contain_text(f"0 / {steps}")


def test_a_rematch_begins_with_one_click(visit: Visit) -> None:
    ann = visit()
    table = ann.play(settings={"turn_cap": 1})
    play_on(ann, random.Random(2))
    ann.button("Play again").click()
    ann.page.wait_for_url(re.compile(f"/table/(?!{table})"))
    assert until_asked(ann)
    assert ann.get(f"tables/{table}")["table"]["next"] in ann.page.url
