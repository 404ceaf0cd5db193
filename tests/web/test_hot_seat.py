"""Several people at one device: it is handed over between secret hands."""

import random

from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.drawings import drawn
from tests.web.moves import ASKED, OVER, choose
from tests.web.people import LIKES, Person

BUILDING = ".held:enabled"


def share(person: Person, turns: int = 2) -> str:
    """Make a table for two at this device, and begin; its name."""
    person.go("/new/algoracing")
    person.page.get_by_label("Several people at this device").check()
    person.page.get_by_text("Options of the rules").click()
    person.page.get_by_label("turns each").fill(str(turns))
    person.button("Make the table").click()
    person.button("Start").click()
    person.the(".table").wait_for()
    return person.page.url.rsplit("/", 1)[1]


def until_somebody(person: Person) -> str:
    """Wait until somebody is asked; who has to take over the device, "" if nobody."""
    person.the(f"{ASKED}, {OVER}, .over").first.wait_for()
    handed = person.page.get_by_role("button", name="I am")
    return handed.inner_text().removeprefix("I am ") if handed.count() else ""


def test_while_nothing_is_secret_the_device_stays_where_it_is(visit: Visit) -> None:
    ann = visit()
    share(ann)
    asked = []
    while not ann.the(".over").count():
        ann.the(ASKED).wait_for()
        if ann.the(BUILDING).count():
            break
        asked.append(ann.the(ASKED).inner_text().split(" · ")[0])
        choose(ann, random.Random(3))
        ann.the(f"{ASKED}, .over").first.wait_for()
    assert asked == ["Player 2", "Ann", "Player 2", "Ann"]


def take_over(person: Person) -> None:
    person.page.get_by_role("button", name="I am").click()
    person.the(ASKED).wait_for()


def test_the_device_is_handed_over_between_hands(visit: Visit) -> None:
    ann = visit(likes={**LIKES, "text": True})
    share(ann)
    dice, handed, hands = random.Random(1), [], []
    while not ann.the(OVER).count():
        if name := until_somebody(ann):
            handed.append(name)
            assert_no_hand(ann)
            take_over(ann)
        elif ann.the(ASKED).count():
            if ann.the(BUILDING).count():
                hands.append(drawn(ann).hand)
            choose(ann, dice)
    assert {"Ann", "Player 2"} == set(handed)
    assert len(hands) == 4
    assert all(len(hand) == 5 for hand in hands)


def assert_no_hand(person: Person) -> None:
    """Between two people nothing of a hand is on the page, not even hidden."""
    assert person.the(".held, .panel, [data-explain*=card]").count() == 0
    everything = person.the("main").inner_html()
    assert "draws" not in everything
    assert "Your hand" not in everything
    assert "Your cards" not in everything


def test_each_plays_with_the_own_hand(visit: Visit) -> None:
    ann, dice = visit(), random.Random(2)
    table = share(ann)
    seen: dict[int, list[str]] = {}
    while len(seen) < 2:
        if name := until_somebody(ann):
            take_over(ann)
        if ann.the(BUILDING).count():
            board = ann.get(f"tables/{table}/board?seat={len(seen)}")
            seen[board["viewer"]] = drawn(ann).hand
            assert sorted(seen[board["viewer"]]) == sorted(cards_of(board)), name
        choose(ann, dice)


def cards_of(board: dict[str, list[str]]) -> list[str]:
    return [card.replace(" ", "_") for card in board["hand"]]


def test_whoever_waits_for_the_other_at_the_same_device_is_not_away(visit: Visit) -> None:
    ann = visit()
    table = ann.make(seats=2, seed=5, grace=0)
    sit = {"name": "Bea", "another": True}
    ann.context.request.post(f"/api/tables/{table}/seats", data=sit)
    ann.context.request.post(f"/api/tables/{table}/start")
    ann.sit_at(table)
    if until_somebody(ann):
        take_over(ann)
    ann.page.wait_for_timeout(4_500)  # longer than a reload of the page may take
    expect(ann.page.get_by_label("Away")).to_have_count(0)
    assert ann.get(f"tables/{table}")["table"]["seats"][0]["stand_in"] == ""
