"""Playing through the page: choices by clicking, at random."""

import random

from playwright.sync_api import Locator, expect

from tests.web.people import Person

ASKED = ".task.mine"  # the page waits for a choice
OVER = ".outcome"
COMMAND = '.held:enabled:not([data-explain*=".x"])'  # a card that is no cycle
MOST_MOVES = 400
ROW_IS = """cards => cards.join() === [...document.querySelectorAll(".row .laid")]
  .map((card) => card.dataset.explain.split(".").at(-1)).join()"""


def step(person: Person) -> str:
    """The number of the step that the page is at."""
    return person.the(".table").get_attribute("data-step") or ""


def until_asked(person: Person) -> bool:
    """Wait until the page asks for a choice, or the game is over; whether it asks."""
    while True:
        person.the(f"{ASKED}, {OVER}").first.wait_for()
        if person.the(ASKED).count():
            return True
        if person.the(OVER).count():  # else it was asked a moment ago, and something came up
            return False


def until_next(person: Person, before: str) -> None:
    """Wait until a choice has come through."""
    expect(person.the(f'.table:not([data-step="{before}"])')).to_be_visible()


def until_row(person: Person, cards: list[str]) -> None:
    """Wait until the row is made of these cards."""
    person.page.wait_for_function(ROW_IS, arg=cards)


def any_of(some: Locator, dice: random.Random) -> Locator:
    """One of several things on the page, which may still be drawing them."""
    some.first.wait_for()
    return some.nth(dice.randrange(some.count()))


def choose(person: Person, dice: random.Random) -> None:
    """Make one choice: on the board, or a whole program."""
    before = step(person)
    targets = person.the(".target")
    if targets.count():
        any_of(targets, dice).click()
    elif dice.random() < 0.2:
        pass_turn(person, dice)
    else:
        program(person, dice)
    until_next(person, before)


def cards(person: Person) -> Locator:
    """The cards of the hand that can be laid."""
    return person.the(".held:enabled")


def laid(person: Person) -> int:
    """How many choices the program has that is being written."""
    return int(person.the(".panel").get_attribute("data-laid") or 0)


def lay(person: Person, card: Locator, dice: random.Random) -> bool:
    """Lay a card anywhere; whether there was a place for it."""
    before = laid(person)
    card.click()
    panel = person.the(f'.panel:not([data-laid="{before}"])')
    offers = person.the(".panel [data-action]")
    panel.or_(offers.first).or_(person.the(".refusal")).first.wait_for()
    if laid(person) == before and offers.count():
        any_of(offers, dice).click()
        panel.wait_for()
    return laid(person) > before


def program(person: Person, dice: random.Random) -> None:
    """Lay up to three cards and run them; where nothing can be laid or run, pass."""
    for _ in range(dice.randint(1, 3)):
        if not lay(person, any_of(cards(person), dice), dice):
            break
    run = person.button("Run")
    if run.is_enabled():
        run.click()
    else:
        pass_turn(person, dice)


def pass_turn(person: Person, dice: random.Random) -> None:
    """Pass, and replace some cards."""
    person.button("Pass").click()
    for _ in range(dice.randint(0, 2)):
        any_of(cards(person), dice).click()
    person.button("Pass and replace").click()


def play_on(person: Person, dice: random.Random, choices: int = MOST_MOVES) -> None:
    """Play so many choices, or to the end."""
    for _ in range(choices):
        if not until_asked(person):
            return
        choose(person, dice)
