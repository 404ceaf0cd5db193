"""People without accounts: finding one's games again, on this device and on another."""

from collections.abc import Callable
from typing import Any

from tests.server.guests import Guest, finish

Arrive = Callable[[], Guest]


def own(guest: Guest, which: str) -> list[str]:
    return [one["table"]["id"] for one in guest.get("guest/tables")[which]]


def move(guest: Guest, to: Guest) -> None:
    """Use a code of a guest on another device."""
    to.post("guest", code=guest.post("guest/move")["code"])


def short(guest: Guest, **wishes: Any) -> str:
    """A game with a bot that is over after one turn each."""
    settings = {"turn_cap": 1}
    return guest.make(name="Ann", bots="random", start=True, settings=settings, **wishes)


def test_nobody_has_games_before_the_first(cleo: Guest) -> None:
    assert cleo.get("guest/tables") == {"running": [], "finished": []}
    assert not cleo.http.cookies  # looking makes nobody a guest


def test_my_games_are_those_that_go_on_and_those_that_are_over(ann: Guest, bob: Guest) -> None:
    over = short(ann)
    finish(ann.join(over))
    waiting = ann.make(name="Ann")
    running = ann.make(name="Ann", bots="random", start=True)
    bobs = bob.make(name="Bob")
    assert set(own(ann, "running")) == {waiting, running}
    assert own(ann, "finished") == [over]
    assert own(bob, "running") == [bobs]
    (finished,) = ann.get("guest/tables")["finished"]
    assert finished["seats"] == [0]
    assert finished["table"]["result"]["winners"]


def test_my_turn_is_marked_and_comes_first(ann: Guest, bob: Guest) -> None:
    mine = ann.make(name="Ann", bots="random", start=True, set_up="house")
    newer = ann.make(name="Ann")
    bob.post(f"tables/{newer}/seats", name="Bob")
    ann.post(f"tables/{newer}/start")  # Bob chooses his corner first
    tables = ann.get("guest/tables")["running"]
    assert [(one["table"]["id"], one["your_turn"]) for one in tables] == [
        (mine, True),
        (newer, False),
    ]
    assert [one["your_turn"] for one in bob.get("guest/tables")["running"]] == [True]


def test_a_seat_that_was_left_is_none_of_my_games(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann")
    bob.post(f"tables/{table}/seats", name="Bob")
    assert own(bob, "running") == [table]
    bob.delete(f"tables/{table}/seats/1")
    assert own(bob, "running") == []


def test_a_game_that_goes_on_is_left_and_one_that_is_over_taken_off(ann: Guest, bob: Guest) -> None:
    over = short(ann)
    finish(ann.join(over))
    running = ann.make(name="Ann", bots="random", start=True)
    shared = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{shared}/seats", name="Bob")
    bob.post(f"tables/{shared}/seats", name="Bea", another=True)
    assert bob.delete(f"guest/tables/{shared}") == {"running": [], "finished": []}
    assert [seat["taken"] for seat in ann.get(f"tables/{shared}")["table"]["seats"]] == [
        "person",
        "free",
        "free",
    ]
    for table in (over, running, shared):
        ann.delete(f"guest/tables/{table}")
    assert ann.get("guest/tables") == {"running": [], "finished": []}
    assert ann.get(f"tables/{running}")["table"]["seats"][0]["taken"] == "bot"
    assert ann.get(f"tables/{shared}")["table"]["stage"] == "closed"  # nobody was left there
    assert ann.get(f"tables/{over}")["table"]["seats"][0]["name"] == "Ann"
    assert ann.get(f"tables/{over}/history")["names"][0] == "Ann"


def test_only_who_sits_there_can_leave(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann")
    for _ in range(2):  # a stranger, and then somebody who is known
        status, problem = bob.refused("DELETE", f"guest/tables/{table}")
        assert (status, problem["code"]) == (403, "not_allowed")
        bob.get("guest")
    assert bob.refused("DELETE", "guest/tables/nonsense")[0] == 404
    ann.delete(f"guest/tables/{table}")
    assert ann.refused("DELETE", f"guest/tables/{table}")[1]["code"] == "closed"
    assert own(ann, "running") == []


def test_a_personal_link_moves_the_guest_with_all_seats(ann: Guest, arrive: Arrive) -> None:
    tables = {ann.make(name="Ann"), ann.make(name="Ann", bots="random", start=True)}
    phone = arrive()
    move(ann, phone)
    assert set(own(phone, "running")) == tables
    for table in tables:
        assert phone.get(f"tables/{table}")["seats"] == [0]
        assert phone.get(f"tables/{table}")["host"]
        assert phone.join(table).viewer == 0
    ann.http.cookies.clear()  # lost, and found again by the link
    assert own(ann, "running") == []
    move(phone, ann)
    assert set(own(ann, "running")) == tables


def test_a_device_that_is_another_guest_now_keeps_nothing_of_the_one_before(
    ann: Guest, bob: Guest
) -> None:
    table = bob.make(name="Bob")
    link = bob.token
    move(ann, bob)
    assert bob.get(f"tables/{table}")["seats"] == []
    bob.post("guest", token=link)
    assert bob.get(f"tables/{table}")["seats"] == [0]


def test_a_token_that_is_no_guests_moves_nobody(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann")
    seat = ann.get(f"tables/{table}")["link"]["token"]
    token = ann.token
    middle = len(token) // 2
    forged = token[:middle] + ("B" if token[middle] == "A" else "A") + token[middle + 1 :]
    for wrong in (seat, forged, "", "nonsense"):
        assert bob.refused("POST", "guest", token=wrong) == (
            403,
            {
                "code": "wrong_token",
                "words": "this token was not made by this server",
                "rules": [],
            },
        )
    assert not bob.http.cookies
