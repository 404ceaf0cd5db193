"""Short greetings from a fixed list."""

from playwright.sync_api import Locator, expect

from tests.web.conftest import Visit
from tests.web.people import Person


def meet(ann: Person, bob: Person) -> None:
    """Both sit at a table whose game has begun."""
    table = ann.make(seats=2, seed=5, set_up="house")
    bob.context.request.post(f"/api/tables/{table}/seats", data={"name": "Bob"})
    ann.context.request.post(f"/api/tables/{table}/start")
    for person in (ann, bob):
        person.sit_at(table)


def greetings(person: Person) -> Locator:
    """The button that opens the list."""
    return person.page.get_by_label("Say something")


def said_by_ann(person: Person) -> Locator:
    """What is seen beside the first player's name."""
    seat = person.page.get_by_role("list", name="Players").get_by_role("listitem").first
    return seat.get_by_role("status")


def test_what_one_says_all_see_for_a_while(visit: Visit) -> None:
    ann, bob = visit(), visit()
    meet(ann, bob)
    greetings(ann).click()
    ann.button("Well done!").click()
    for person in (ann, bob):
        expect(said_by_ann(person)).to_have_text("Well done!")
    said, task = said_by_ann(bob).bounding_box(), bob.the(".task").bounding_box()
    assert said
    assert task
    assert said["y"] + said["height"] <= task["y"]  # which stays in sight
    for person in (ann, bob):
        expect(said_by_ann(person)).to_have_count(0)
    expect(ann.button("Well done!")).to_be_hidden()


def test_the_host_switches_greetings_off(visit: Visit) -> None:
    ann, bob = visit(), visit()
    meet(ann, bob)
    expect(greetings(bob)).to_be_visible()
    greetings(bob).click()
    assert bob.button("Switch greetings off").count() == 0
    greetings(ann).click()
    ann.button("Switch greetings off").click()
    expect(greetings(bob)).to_have_count(0)
    greetings(ann).click()
    ann.button("Switch greetings on").click()
    expect(greetings(bob)).to_be_visible()


def test_where_nobody_hears_it_nothing_is_said(visit: Visit) -> None:
    ann = visit()
    ann.play(set_up="house")
    assert greetings(ann).count() == 0
