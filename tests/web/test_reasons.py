"""Why a command was skipped or a program interrupted: in the log with its rule, on the board."""

import re

import pytest
from playwright.sync_api import expect

from algorally.games.algoracing.names import INSERT, JUMP, MAX_ROW, PASS, RUN, STEP
from algorally.games.speedalgo.names import AB, ABG, LAY, READY, START
from tests.server.guests import Guest, Line
from tests.web.conftest import Visit
from tests.web.people import LIKES, Person

TURNS = 24  # straight ahead, a rover comes to something in its way long before
HEAR_BUBBLES = """() => {
  window.bubbles = [];
  const note = () => {
    for (const bubble of document.querySelectorAll(".bubble")) bubbles.push(bubble.textContent);
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""


def sit_down(looker: Person, friend: Guest, **wishes: object) -> list[Line]:
    """Two players, of whom the looker sees what they do; their lines."""
    other = Guest(looker.url)
    table = other.make(seats=2, name="Ann", seed=6, **wishes)
    friend.post(f"tables/{table}/seats", name="Bob")
    other.post(f"tables/{table}/start")
    lines = [other.join(table), friend.join(table)]
    looker.sit_at(table)
    looker.page.evaluate(HEAR_BUBBLES)
    return lines


def thinking(lines: list[Line]) -> Line:
    """Whose turn it is."""
    for line in lines:
        line.settle()
    return next(line for line in lines if line.is_thinking)


def bubbles(looker: Person) -> set[str]:
    return set(looker.page.evaluate("window.bubbles"))


@pytest.mark.parametrize(("language", "skipped"), [("en", "is skipped"), ("nl", "overgeslagen")])
def test_a_skipped_command_says_why(
    visit: Visit, friend: Guest, language: str, skipped: str
) -> None:
    cleo = visit(locale=language, likes=LIKES)
    lines = sit_down(cleo, friend)
    ahead = [INSERT + card * MAX_ROW for card in (STEP, JUMP)]
    for _ in range(TURNS):
        line = thinking(lines)
        legal = line.now["legal"]
        card = next((action for action in ahead if action in legal), None)
        chosen = [card, RUN] if card is not None else [PASS] if PASS in legal else legal[:1]
        assert line.choose(chosen)["kind"] == "ack"
    told = cleo.the(".log li", has_text=skipped).first
    expect(told).to_have_text(re.compile(rf"{skipped}: .+\sAR-\w+$"))
    why, number = re.findall(r": (.+)\s(AR-\w+)$", told.inner_text())[0]
    assert why in bubbles(cleo)
    told.get_by_role("link", name=number, exact=True).click()
    expect(cleo.the(f"#{number}.here")).to_be_in_viewport()
    assert cleo.page.url.endswith(f"/rules/algoracing#{number}")


def test_an_interrupted_program_says_why(visit: Visit, friend: Guest) -> None:
    cleo = visit()
    lines = sit_down(cleo, friend, game="speedalgo", settings={"traffic_placement": "random"})
    for lane in range(2):
        assert thinking(lines).choose([START + lane])["kind"] == "ack"
    left = lines[0] if lines[0].now["thinking"] else lines[1]
    assert left.viewer == 0  # began, and took lane A
    for line in lines:
        line.settle()
        program = [LAY + ABG - AB, READY] if line is left else [READY]
        assert line.choose(program)["kind"] == "ack"
    log = cleo.page.get_by_role("log")
    expect(log).to_contain_text("Ann hits the left border")
    told = log.locator("li", has_text="The program of Ann is interrupted, the rest is not run")
    expect(told.get_by_role("link")).to_have_attribute("href", "/rules/speedalgo#SA-20")
    empty = log.locator("li", has_text="The program of Bob is empty: nothing is run")
    expect(empty.get_by_role("link", name="SA-B8")).to_be_visible()
    assert bubbles(cleo) == {"a collision"}
