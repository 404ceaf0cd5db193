"""A finished game is looked at again: wherever one goes, everything shows the same moment."""

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.guests import Guest, finish
from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.people import LIKES, Person
from tests.web.racing import GAME as RACE

GAMES: dict[str, dict[str, Any]] = {
    "basic": {"seats": 2, "settings": {"turn_cap": 3}},
    "complete": {"seats": 4, "settings": {"level": "complete", "turn_cap": 2}},
    RACE: {"game": RACE, "seats": 4, "settings": {"track": "sprint", "round_cap": 2}},
}
LIT = ".row .card.lit, [data-program] .lit"
DESK = {"width": 1280, "height": 640}


@pytest.fixture(scope="module")
def finished(served: Server) -> dict[str, str]:
    """Finished games, by name."""
    tables = {}
    with Guest(served.url) as guest:
        for name, wishes in GAMES.items():
            tables[name] = guest.make(name="Ann", bots="greedy", start=True, seed=5, **wishes)
            finish(guest.join(tables[name]))
    return tables


def look(person: Person, table: str, moment: str = "#0") -> int:
    """Open a replay; how many moments it has."""
    person.go(f"/replay/{table}{moment}")
    person.the(".replay").wait_for()
    return int(person.page.get_by_label("Place in the game").get_attribute("max") or 0)


def until_at(person: Person, moment: int) -> None:
    expect(person.the(f'.replay[data-at="{moment}"]')).to_be_visible()


def log(person: Person) -> list[str]:
    return person.the(".log li").all_inner_texts()


def points(person: Person) -> list[int]:
    return [int(text) for text in person.the(".replay .points b").all_inner_texts()]


def step_through(person: Person, moments: int) -> list[list[str]]:
    """The log at every moment, one after the other."""
    logs = [log(person)]
    for moment in range(1, moments + 1):
        person.page.keyboard.press("ArrowRight")
        until_at(person, moment)
        logs.append(log(person))
    return logs


@pytest.mark.parametrize("game", GAMES)
def test_the_log_is_of_the_moment_that_is_shown(
    game: str, finished: dict[str, str], visit: Visit
) -> None:
    ann = visit()
    last = look(ann, finished[game])
    logs = step_through(ann, last)
    assert logs[0] == []
    assert all(after[: len(before)] == before for before, after in pairwise(logs))
    assert "Winner" in logs[-1][-1]
    keys = ann.page.keyboard

    def check(moment: int) -> None:
        until_at(ann, moment)
        assert log(ann) == logs[moment]

    keys.press("Home")
    check(0)
    keys.press("End")
    check(last)
    keys.press("ArrowLeft")
    check(last - 1)
    seek = ann.page.get_by_label("Place in the game")
    for moment in random.Random(game).sample(range(last + 1), 5):
        seek.fill(str(moment))
        check(moment)
    ann.page.evaluate("document.activeElement.blur()")
    turns = [at for at in range(1, last + 1) if is_turn(logs[at - 1], logs[at], game)]
    keys.press("Home")
    for moment in turns[:3]:
        keys.press("ArrowDown")
        check(moment)
    keys.press("Shift+ArrowRight")
    check(turns[3])
    keys.press("ArrowUp")
    check(turns[2])
    ann.button("Previous turn").click()
    check(turns[1])
    ann.button("Next turn").click()
    check(turns[2])


def is_turn(before: list[str], after: list[str], game: str) -> bool:
    """Whether a turn, a round or the run of a program begins, or the game ends."""
    begins = r"^(Round|The program of .* runs)|Winner" if game == RACE else r"^Turn of|Winner"
    return any(re.search(begins, line) for line in after[len(before) :])


@pytest.mark.parametrize("game", GAMES)
def test_played_and_held_it_shows_the_moment_it_came_to(
    game: str, finished: dict[str, str], visit: Visit
) -> None:
    ann = visit(likes={**LIKES, "speed": 8})
    last = look(ann, finished[game], "#20")
    ann.page.keyboard.press("Space")
    expect(ann.the('.replay:not([data-at="20"])')).to_be_visible()
    ann.page.keyboard.press("Space")
    expect(ann.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    moment = int(ann.the(".replay").get_attribute("data-at") or 0)
    played = log(ann)
    assert 20 < moment <= last
    ann.page.keyboard.press("Home")
    until_at(ann, 0)
    ann.page.get_by_label("Place in the game").fill(str(moment))
    assert log(ann) == played


def test_while_it_plays_nothing_is_said_before_it_is_seen(
    finished: dict[str, str], visit: Visit
) -> None:
    ann = visit(likes={**LIKES, "speed": 0.001})  # the first event stays
    last = look(ann, finished["basic"])
    said, logs = ann.the(".said"), [log(ann)]
    for moment in range(1, last):  # until more than one thing happens
        ann.page.keyboard.press("ArrowRight")
        until_at(ann, moment)
        logs.append(log(ann))
        if len(logs[-1]) > len(logs[-2]) + 1 and said.inner_text() == logs[-1][-1]:
            break
    ann.page.keyboard.press("ArrowLeft")
    until_at(ann, moment - 1)
    ann.page.keyboard.press("Space")
    expect(ann.page.get_by_role("button", name="Hold", exact=True)).to_be_visible()
    told = log(ann)[-1]
    assert told != logs[-1][-1]
    expect(said).to_have_text(told)
    until_at(ann, moment - 1)
    ann.page.keyboard.press("Space")
    until_at(ann, moment)
    expect(said).to_have_text(logs[-1][-1])


@pytest.mark.parametrize("game", GAMES)
def test_points_winner_and_hands_are_shown(
    game: str, finished: dict[str, str], visit: Visit
) -> None:
    ann = visit()
    look(ann, finished[game])
    assert set(points(ann)) == {0}
    expect(ann.the(".winner")).to_have_count(0)
    ann.page.keyboard.press("End")
    history = ann.get(f"tables/{finished[game]}/history")
    names, result = history["names"], history["result"]
    winners = [names[seat] for seat in result["winners"]]
    ending = "A draw" if len(winners) > 1 else "Winner"
    expect(ann.the(".said")).to_have_text(f"{ending}: {', '.join(winners)}")
    expect(ann.the(".winner .name")).to_have_text(winners)
    if game != RACE:
        assert points(ann) == result["points"]
        hands = ann.the("[data-hand]")
        expect(hands).to_have_count(len(names))
        assert ann.the("[data-hand] [data-card]").count() > len(names)


@pytest.mark.parametrize("game", GAMES)
def test_the_card_that_runs_is_lit(game: str, finished: dict[str, str], visit: Visit) -> None:
    ann = visit()
    last = look(ann, finished[game])
    lit = 0
    for moment in range(1, last + 1):
        ann.page.keyboard.press("ArrowRight")
        until_at(ann, moment)
        count = ann.the(LIT).count()
        assert count <= 1
        lit += count
        if lit > 1 and not count:
            break
    assert lit > 1


def test_a_link_leads_to_a_moment(finished: dict[str, str], visit: Visit) -> None:
    ann, bob = visit(), visit()
    table = finished["basic"]
    look(ann, table)
    length = ann.page.evaluate("history.length")
    for moment in range(1, 9):
        ann.page.keyboard.press("ArrowRight")
        until_at(ann, moment)
    ann.page.wait_for_url(f"**/replay/{table}#8")
    assert ann.page.evaluate("history.length") == length
    link = ann.page.get_by_label("Link to this moment").input_value()
    assert link == ann.page.url
    bob.page.goto(link)
    until_at(bob, 8)
    assert log(bob) == log(ann)
    bob.page.evaluate("location.hash = '3'")
    until_at(bob, 3)


@pytest.mark.parametrize("moment", ["#99999", "#nonsense", "#-4"])
def test_a_moment_that_does_not_exist_is_no_problem(
    moment: str, finished: dict[str, str], visit: Visit
) -> None:
    ann = visit()
    look(ann, finished["basic"], "")
    opening = int(ann.the(".replay").get_attribute("data-at") or 0)
    assert opening > 0
    ann.go()
    last = look(ann, finished["basic"], moment)
    until_at(ann, last if moment == "#99999" else opening)


def test_keys_do_what_the_focused_control_does(finished: dict[str, str], visit: Visit) -> None:
    ann = visit(likes={**LIKES, "speed": 2})
    look(ann, finished["basic"], "#5")
    until_at(ann, 5)
    speed = ann.select("Speed")
    speed.focus()
    ann.page.keyboard.press("ArrowDown")
    expect(speed).to_have_value("4")
    until_at(ann, 5)
    ann.button("Forward").focus()
    ann.page.keyboard.press("Space")
    until_at(ann, 6)
    expect(ann.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    ann.page.get_by_label("Place in the game").focus()
    ann.page.keyboard.press("ArrowRight")
    until_at(ann, 7)
    ann.page.keyboard.press("Space")  # means nothing to a slider
    expect(ann.the('.replay:not([data-at="7"])')).to_be_visible()
    ann.page.keyboard.press("Space")
    expect(ann.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_file_is_looked_at_in_the_same_way(
    finished: dict[str, str], visit: Visit, tmp_path: Path
) -> None:
    ann, bob = visit(), visit()
    table = finished[RACE]
    last = look(ann, table)
    ann.page.keyboard.press("End")
    until_at(ann, last)
    file = tmp_path / "race.txt"
    file.write_text(ann.context.request.get(f"/api/tables/{table}/replay").text(), encoding="utf-8")
    bob.go("/replay")
    bob.page.get_by_label("Open a replay file").set_input_files(file)
    bob.the(".replay").wait_for()
    bob.page.evaluate("document.activeElement.blur()")
    bob.page.keyboard.press("End")
    until_at(bob, last)
    assert log(bob) == log(ann)
    assert bob.page.url.endswith("/replay")


def test_on_a_phone_the_link_can_be_read(finished: dict[str, str], visit: Visit) -> None:
    ann = visit(viewport={"width": 360, "height": 740})
    look(ann, finished["basic"])
    label = ann.the(".links label")
    expect(label).to_contain_text("Link to this moment")
    assert label.evaluate("label => label.scrollWidth <= label.clientWidth")


MISFITS = """async () => {
  const slider = document.querySelector(".replay input[type=range]"), misfits = [];
  for (let moment = 0; moment <= slider.max; moment++) {
    slider.value = moment;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    if (document.documentElement.scrollHeight > innerHeight) misfits.push([moment, "page"]);
    for (const part of document.querySelectorAll(":is(.replay .board, .side > *, .side ul)"))
      if (part.getBoundingClientRect().bottom > innerHeight) misfits.push([moment, part.className]);
  }
  return misfits;
}"""  # what reaches below the screen, at every moment


@pytest.mark.parametrize("game", GAMES)
def test_all_of_it_fits_a_small_screen(game: str, finished: dict[str, str], visit: Visit) -> None:
    ann = visit(viewport=DESK)
    last = look(ann, finished[game])
    assert ann.page.evaluate(MISFITS) == []
    until_at(ann, last)
