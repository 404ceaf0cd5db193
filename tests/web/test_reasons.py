"""Why a command was skipped or a program interrupted: in the log with its rule, on the board."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from algorally.games.algoracing.names import COVER, RUN
from algorally.games.speedalgo.names import AB, ABG, LAY, READY, START
from tests.server.guests import Guest, Line
from tests.server.processes import Server
from tests.web.conftest import Visit
from tests.web.people import LIKES, Person

TURNS = 24  # going straight ahead a rover meets an obstruction long before
HEAR_BUBBLES = """() => {
  window.bubbles = [];
  const note = () => {
    for (const bubble of document.querySelectorAll(".bubble")) bubbles.push(bubble.textContent);
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.fixture
def host(served: Server) -> Iterator[Guest]:
    """Another player without a browser."""
    with Guest(served.url) as guest:
        yield guest


def sit_down(looker: Person, host: Guest, friend: Guest, **wishes: object) -> list[Line]:
    """Two play, and somebody looks on; the lines of the players."""
    table = host.make(seats=2, name="Ann", seed=6, **wishes)
    friend.post(f"tables/{table}/seats", name="Bob")
    host.post(f"tables/{table}/start")
    lines = [host.join(table), friend.join(table)]
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
    visit: Visit, host: Guest, friend: Guest, language: str, skipped: str
) -> None:
    cleo = visit(locale=language, likes=LIKES)
    lines = sit_down(cleo, host, friend)
    for _ in range(TURNS):
        line = thinking(lines)
        first = line.now["legal"][0]  # the cards that lead straight ahead come before all others
        assert line.choose([first, RUN] if first < COVER else [first])["kind"] == "ack"
    told = cleo.the(".log li").filter(has_text=skipped).first
    expect(told).to_have_text(re.compile(rf"{skipped}: .+\sAR-\w+$"))
    why, number = re.findall(r": (.+)\s(AR-\w+)$", told.inner_text())[0]
    assert why in bubbles(cleo)
    table = cleo.page.url
    with cleo.page.expect_popup() as opened:
        told.get_by_role("link", name=number, exact=True).click()
    book = opened.value
    expect(book.locator(f"#{number}.here")).to_be_in_viewport()
    assert re.search(rf"/rules/algoracing\?.+#{number}$", book.url)
    assert cleo.page.url == table


def test_an_interrupted_program_says_why(visit: Visit, host: Guest, friend: Guest) -> None:
    cleo = visit()
    lines = sit_down(cleo, host, friend, game="speedalgo", settings={"traffic_placement": "random"})
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
    expect(told.get_by_role("link")).to_have_attribute(
        "href", re.compile(r"^/rules/speedalgo\?.+#SA-20$")
    )
    empty = log.locator("li", has_text="The program of Bob is empty: nothing is run")
    expect(empty.get_by_role("link", name="SA-B8")).to_be_visible()
    assert bubbles(cleo) == {"a collision"}
