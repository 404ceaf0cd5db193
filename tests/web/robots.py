"""RoboRally through the page: programs by tapping, and friends who do at once what is said."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from algorally.games.roborally.names import ADD, DONE, NO, REGISTERS, Phase
from tests.server.guests import Guest, Line
from tests.web.moves import step, until_next
from tests.web.people import Person

GAME = "roborally"
CALMLY = {"timer": 0, "option_cards": "no"}  # nobody is hurried, or asked about options
MOST_CHOICES = 100
LYING = """() => [...document.querySelectorAll(".sheet .register")].map((register) =>
  [...register.querySelectorAll("[data-card]")].map(({ dataset }) =>
    Number(dataset.priority ?? -1)))"""


def play_robots(person: Person, **wishes: Any) -> str:
    """Make a game with bots, begin, and open it; its name."""
    return person.play(**{"game": GAME, "seed": 3, "settings": CALMLY, **wishes})


def sit_together(person: Person, friend: Guest, **settings: Any) -> tuple[str, Line]:
    """A game with a friend, who has no browser; its name, and the friend's line."""
    table = person.make(game=GAME, seats=2, seed=3, settings={**CALMLY, **settings})
    friend.post(f"tables/{table}/seats", name="Bob")
    person.context.request.post(f"/api/tables/{table}/start")
    person.sit_at(table)
    return table, friend.join(table)


def lying(person: Person) -> list[list[int]]:
    """The priorities of the cards in the own registers; -1 for one that lies face down."""
    registers: list[list[int]] = person.page.evaluate(LYING)
    return registers


def hand(person: Person) -> list[int]:
    """The priorities of the cards that are still held."""
    shown = person.the(".held:not(.gone) [data-priority]")
    return [int(card.get_attribute("data-priority") or 0) for card in shown.all()]


def until_lying(person: Person, *registers: int) -> None:
    """Wait until these cards lie in the registers, 0 where there is none."""
    wanted = [[card] if card else [] for card in registers]
    person.page.wait_for_function(f"wanted => String(({LYING})()) === String(wanted)", arg=wanted)


def lay_next(person: Person) -> None:
    """Lay the first card of the hand; done when the server has said what it does."""
    before = person.the(".held.gone").count()
    person.the(".held:not(.gone)").first.click()
    expect(person.the(".held.gone")).to_have_count(before + 1)
    expect(person.the(f'.panel[data-laid="{before + 1}"]')).to_be_visible()


def lay_all(person: Person) -> None:
    """Fill all registers with the first cards of the hand."""
    person.the(".held:enabled").first.wait_for()
    while not person.the(".run").is_enabled():
        lay_next(person)


def be_done(person: Person) -> None:
    """Fill all registers, and say so."""
    before = step(person)
    lay_all(person)
    person.button("Done").click()
    until_next(person, before)


def answer_plainly(line: Line) -> None:
    """The first program that is possible, or no."""
    legal = line.now["legal"]
    if legal and legal[0] < ADD:
        cards = [action for action in legal if action < ADD]
        assert line.choose([*cards[:REGISTERS], DONE])["kind"] == "ack"
    else:
        assert line.choose([NO if NO in legal else legal[0]])["kind"] == "ack"


def arrange(
    person: Person, friend: Guest, wanted: Callable[[Any], bool], seed: int, **settings: Any
) -> str:
    """Play with a friend until something is so, then let the person sit down; the table."""
    double = Guest(person.url)
    wishes = {"settings": {**CALMLY, **settings}, "seed": seed, "grace": None}
    table = double.make(game=GAME, seats=2, name="Ann", **wishes)
    friend.post(f"tables/{table}/seats", name="Bob")
    double.post(f"tables/{table}/start")
    lines = [double.join(table), friend.join(table)]
    for _ in range(MOST_CHOICES):
        for line in lines:
            line.settle()
        view = double.get(f"tables/{table}/board")["view"]
        if view["phase"] == Phase.PROGRAM and lines[0].is_thinking and wanted(view):
            break
        play_plainly(next(line for line in lines if line.is_thinking), view)
    else:
        message = "what is wanted never came about; take another seed"
        raise AssertionError(message)
    person.become(double)
    double.close()
    person.sit_at(table)
    return table


def play_plainly(line: Line, view: Any) -> None:
    """The first cards in the open registers, or no."""
    legal = line.now["legal"]
    if view["phase"] != Phase.PROGRAM:
        answer_plainly(line)
        return
    robot = view["robots"][line.viewer]
    open_registers = REGISTERS - int(robot["locked"]).bit_count()
    cards = [action for action in legal if action < ADD]
    assert line.choose([*cards[:open_registers], DONE])["kind"] == "ack"
