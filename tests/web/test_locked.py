"""Whose the table and the seats are: handing over as host, links, pauses, who leaves."""

from playwright.sync_api import expect

from tests.server.guests import Guest
from tests.web.conftest import Visit
from tests.web.people import Person
from tests.web.test_friends import invite, join


def at_a_table(visit: Visit) -> tuple[Person, Person, str]:
    """Ann and Bob in the middle of a game, and its name."""
    ann, bob = visit(), visit()
    link = invite(ann)
    join(bob, link)
    expect(ann.the("li").filter(has_text="Bob")).to_be_visible()
    ann.button("Start").click()
    for person in (ann, bob):
        expect(person.the(".table")).to_be_visible()
    return ann, bob, link.rsplit("/", 1)[1]


def test_the_host_hands_over_in_the_lobby(visit: Visit) -> None:
    ann, bob = visit(), visit()
    join(bob, invite(ann))
    expect(bob.page.get_by_role("button", name="Make host")).to_have_count(0)
    ann.button("Make host: Bob").click()
    expect(bob.button("Start")).to_be_enabled()
    expect(ann.page.get_by_text("You sit. Wait for the host to begin.")).to_be_visible()
    expect(ann.the("li").filter(has_text="Bob")).to_contain_text("Host")


def test_who_opens_my_seat_by_its_link_can_be_locked_out(visit: Visit) -> None:
    _, bob, table = at_a_table(visit)
    token = bob.ask("POST", f"tables/{table}/seats/1/link")["token"]
    with Guest(bob.url) as spy:
        line = spy.join(table, token=token)
        notice = bob.page.get_by_role("status").filter(has_text="opened your seat by its link")
        expect(notice).to_be_visible()
        bob.button("Not me: lock them out").click()
        assert line.hear("refused")["code"] == "seat_lost"
        expect(notice).to_have_count(0)


def test_who_opens_my_seat_while_i_am_not_there_is_told_of_when_i_come_back(visit: Visit) -> None:
    _, bob, table = at_a_table(visit)
    token = bob.ask("POST", f"tables/{table}/seats/1/link")["token"]
    bob.page.goto("about:blank")
    with Guest(bob.url) as spy:
        spy.join(table, token=token)
        bob.go(f"/table/{table}")
        expect(bob.page.get_by_text("opened your seat by its link")).to_be_visible()


def test_a_link_that_was_used_does_not_keep_out_whoever_has_the_seat(visit: Visit) -> None:
    _, bob, table = at_a_table(visit)
    token = bob.ask("POST", f"tables/{table}/seats/1/link")["token"]
    bob.ask("POST", f"tables/{table}/seats/1/link?renew=true")
    bob.page.goto("about:blank")
    bob.go(f"/table/{table}#seat={token}")
    expect(bob.the(".table")).to_be_visible()
    cleo = visit()
    cleo.go(f"/table/{table}#seat={token}")
    expect(cleo.page.get_by_text("this link is no longer good")).to_be_visible()


def test_who_leaves_is_replaced_by_a_bot_and_the_log_says_so(visit: Visit) -> None:
    ann, bob, table = at_a_table(visit)
    bob.ask("DELETE", f"guest/tables/{table}")
    expect(ann.page.get_by_text("Bob leaves; Bolt, a bot, plays on")).to_be_visible()


def test_the_host_says_how_often_players_may_pause(visit: Visit) -> None:
    ann = visit()
    ann.go()
    ann.page.get_by_role("link", name="Play with friends").first.click()
    expect(ann.page.get_by_label("Pauses for each player")).to_have_count(0)
    ann.page.get_by_label("Time to think").select_option("60")
    ann.page.get_by_label("Pauses for each player").select_option("1")
    ann.button("Make the table").click()
    expect(ann.page.get_by_text("pauses each: 1")).to_be_visible()
