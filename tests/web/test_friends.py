"""Two browsers at one table: by a link, each with a name, a colour and a secret hand."""

import random

from playwright.sync_api import Route, expect

from tests.web.conftest import Visit
from tests.web.drawings import check_drawing, drawn
from tests.web.moves import ASKED, OVER, choose
from tests.web.people import LIKES, Person


def invite(host: Person) -> str:
    """Make a table for friends; the link to it."""
    host.go()
    host.page.get_by_role("link", name="Play with friends").first.click()
    host.page.get_by_label("Your name").fill("Ann")
    host.page.get_by_text("Options of the rules").click()
    host.page.get_by_label("turns each").fill("2")
    host.button("Make the table").click()
    expect(host.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return host.page.get_by_label("Send this link to your friends").input_value()


def join(guest: Person, link: str) -> None:
    """Open the link and take a seat, with a name and a colour."""
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_label("blue").check()
    guest.button("Take a seat").click()
    expect(guest.page.get_by_text("You sit. Wait for the host to begin.")).to_be_visible()


def play_together(people: list[Person], table: str, dice: random.Random) -> None:
    """Play to the end, whoever is asked; what everybody sees is compared with the truth."""
    asked = people[0].the(ASKED).or_(people[0].the(OVER))
    while not people[0].the(OVER).count():
        for person in people:
            if person.the(ASKED).count():
                check_drawing(person, table)
                choose(person, dice)
        asked.or_(people[0].the(".task")).first.wait_for()


def test_friends_meet_by_a_link_and_play(visit: Visit) -> None:
    ann, bob = visit(), visit(likes={**LIKES, "name": ""})
    link = invite(ann)
    table = link.rsplit("/", 1)[1]
    assert link == f"{ann.url}/table/{table}"
    expect(ann.button("Start")).to_be_disabled()
    join(bob, link)
    expect(ann.the("li").filter(has_text="Bob")).to_be_visible()
    ann.button("Start").click()
    for person in (ann, bob):
        expect(person.the(".table")).to_be_visible()
    play_together([ann, bob], table, random.Random(3))
    for person in (ann, bob):
        expect(person.the(OVER)).to_be_visible()
        check_drawing(person, table)
    assert {"B"} <= {rover[0] for rover in drawn(bob).rovers}
    play_again(ann, bob, table)


def play_again(ann: Person, bob: Person, table: str) -> None:
    """One asks for a rematch, the other finds it, and both have their seats again."""
    ann.button("Play again").click()
    ann.button("Start").wait_for()
    bob.page.get_by_role("link", name="To the next game").click()
    expect(bob.page.get_by_text("You sit. Wait for the host to begin.")).to_be_visible()
    ann.button("Start").click()
    for person in (ann, bob):
        expect(person.the(".table")).to_be_visible()
    follow_up = ann.get(f"tables/{table}")["table"]["next"]
    assert [ann.get(f"tables/{follow_up}")["seats"], bob.get(f"tables/{follow_up}")["seats"]] in (
        [[0], [1]],
        [[1], [0]],
    )


def test_what_the_lobby_hears_after_the_start_is_no_complaint(visit: Visit) -> None:
    ann = visit()
    table, games = ann.make(seats=2, bots="random"), ann.get("games")
    held: list[Route] = []
    ann.page.route("**/api/games", lambda route: held.extend([route]))
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    ann.the(".table").wait_for()
    asked = len(held)
    for route in held:
        route.fulfill(json=games)
    expect(ann.page.get_by_role("heading", name="Algoracing")).to_have_count(1)
    assert asked == 2  # by lobby and table, of which the last has heard it


def test_each_sees_the_own_hand_only(visit: Visit) -> None:
    ann, bob = visit(), visit()
    table = ann.make(seats=2, seed=5)
    bob.context.request.post(f"/api/tables/{table}/seats", data={"name": "Bob"})
    ann.context.request.post(f"/api/tables/{table}/start")
    dice = random.Random(4)
    for person in (ann, bob):
        person.sit_at(table)
    while not ann.the(".held:enabled").count():
        for person in (ann, bob):
            if person.the(f"{ASKED}:visible").count() and person.the(".target").count():
                choose(person, dice)
    hands = [drawn(person).hand for person in (ann, bob)]
    assert all(len(hand) == 5 for hand in hands)
    assert hands[0] != hands[1]
    for person, own in ((ann, "Ann"), (bob, "Bob")):
        check_drawing(person, table)
        other = "Bob" if own == "Ann" else "Ann"
        expect(person.page.get_by_role("log")).to_contain_text(f"{own} draws")
        expect(person.page.get_by_role("log")).not_to_contain_text(f"{other} draws")


def test_somebody_without_a_seat_looks_on(visit: Visit) -> None:
    ann, cleo = visit(), visit()
    table = ann.play()
    cleo.sit_at(table)
    for _ in range(2):
        ann.the(ASKED).wait_for()
        choose(ann, random.Random(5))
    ann.the(ASKED).wait_for()
    cleo.page.get_by_text("Ann to move").wait_for()
    check_drawing(cleo, table)
    assert cleo.the(".held, .target").count() == 0


def test_an_open_table_is_found_and_a_seat_can_be_left(visit: Visit) -> None:
    ann, bob = visit(), visit(likes={**LIKES, "name": "Bob"})
    table = ann.make(seats=2, listed=True)
    ann.go(f"/table/{table}")
    bob.go()
    bob.the(f'a[href="/table/{table}"]').click()
    for freeing in (ann, bob):  # the host frees the seat, or whoever sits there leaves it
        bob.button("Take a seat").click()
        expect(bob.page.get_by_text("You sit. Wait for the host to begin.")).to_be_visible()
        freeing.button("Free the seat: Bob").click()
        for person in (ann, bob):
            expect(person.the("li").filter(has_text="Bob")).to_have_count(0)
        expect(bob.button("Take a seat")).to_be_enabled()
