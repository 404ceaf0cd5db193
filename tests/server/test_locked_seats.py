"""Who may look and act: the secrets of seats, the one host, and pauses."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from algorally.server import keeper
from tests.server.guests import Guest, Line
from tests.server.inside import Inside
from tests.server.parties import eventually

SHORT = 0.1  # seconds, of what else takes minutes


def token_of(guest: Guest, table: str, seat: int) -> str:
    return str(guest.post(f"tables/{table}/seats/{seat}/link")["token"])


def hosts(guest: Guest, table: str) -> list[int]:
    seats = guest.get(f"tables/{table}")["table"]["seats"]
    return [number for number, seat in enumerate(seats) if seat["host"]]


def wait_for_away(line: Line, seat: int) -> None:
    while line.hear("table")["table"]["seats"][seat]["away_since"] is None:
        pass


@pytest.fixture
def of_three(ann: Guest, bob: Guest) -> str:
    """A running game of Ann, who is the host, Bob and a bot."""
    table = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.put(f"tables/{table}/seats/2/bot")
    ann.post(f"tables/{table}/start")
    return table


# --- the secrets of seats ------------------------------------------------------------------------


def test_the_link_of_a_free_seat_is_worth_nothing_once_somebody_sits_there(
    ann: Guest, bob: Guest
) -> None:
    """The host would read the hand, and withdraw for the victim."""
    table = ann.make(name="Ann")
    kept = token_of(ann, table, 1)
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.post(f"tables/{table}/start")
    assert ann.refused("POST", f"tables/{table}/claim", token=kept)[1]["code"] == "old_link"
    line = ann.line(table)
    assert line.hello(token=kept)["code"] == "old_link"
    with Guest(ann.url, Authorization=f"Bearer {kept}") as spy:
        assert spy.refused("GET", f"tables/{table}/board")[1]["code"] == "old_link"


def test_a_link_can_be_used_once_and_the_next_is_the_owners(
    ann: Guest, bob: Guest, cleo: Guest
) -> None:
    table = ann.make(name="Ann")
    invitation = token_of(ann, table, 1)
    mine = bob.post(f"tables/{table}/claim", token=invitation, name="Bob")["link"]["token"]
    assert mine != invitation
    assert cleo.refused("POST", f"tables/{table}/claim", token=invitation)[1]["code"] == "old_link"
    assert cleo.post(f"tables/{table}/claim", token=mine)["seats"] == [1]
    assert bob.get(f"tables/{table}")["seats"] == []


def test_who_opened_a_seat_by_its_link_is_out_when_somebody_claims_it(
    ann: Guest, bob: Guest, cleo: Guest, of_three: str
) -> None:
    token = token_of(bob, of_three, 1)
    by_link = Guest(ann.url).join(of_three, token=token)
    cleo.post(f"tables/{of_three}/claim", token=token)
    assert by_link.hear("refused")["code"] == "seat_lost"
    assert by_link.closed() == 4000


def test_the_owner_is_told_when_the_seat_is_opened_on_another_device(
    ann: Guest, bob: Guest, of_three: str
) -> None:
    line, other = bob.join(of_three), ann.join(of_three)
    spy = Guest(bob.url)
    spy.join(of_three, token=token_of(bob, of_three, 1))
    assert line.hear("opened") == {"kind": "opened", "by_link": True}
    bob.join(of_three)
    assert line.hear("opened") == {"kind": "opened", "by_link": False}
    other.settle()
    assert "opened" not in [frame["kind"] for frame in other.heard]
    spy.close()


@pytest.mark.parametrize("stays", [True, False])
def test_an_owner_who_was_not_there_is_told_on_coming_back(
    ann: Guest, bob: Guest, of_three: str, stays: bool
) -> None:
    """A page that reloads, or a network that is lost, is the best moment for a spy."""
    with Guest(ann.url) as spy:
        opened = spy.join(of_three, token=token_of(bob, of_three, 1))
        if not stays:
            opened.close()
        back, other = bob.join(of_three), ann.join(of_three)
        assert back.hear("opened") == {"kind": "opened", "by_link": True}
        bob.post(f"tables/{of_three}/seats/1/link?renew=true")  # and the spy is locked out
        again = bob.join(of_three)
        for line in (other, again):
            line.settle()
            assert not any(frame.get("by_link") for frame in line.heard)


def test_a_claim_shows_nobody_a_second_hand(ann: Guest, bob: Guest, of_three: str) -> None:
    token = token_of(bob, of_three, 1)
    status, problem = ann.refused("POST", f"tables/{of_three}/claim", token=token)
    assert (status, problem["code"]) == (409, "hand_seen")
    assert ann.get(f"tables/{of_three}")["seats"] == [0]
    assert bob.get(f"tables/{of_three}")["seats"] == [1]


def test_a_seat_that_is_left_is_played_by_a_bot_and_shown_to_nobody_new(
    ann: Guest, bob: Guest, cleo: Guest, of_three: str
) -> None:
    freed = ann.delete(f"tables/{of_three}/seats/1")["table"]["seats"][1]
    assert freed["taken"] == "bot"
    for kept in ({}, {"seat": 1}):
        code = cleo.refused("POST", f"tables/{of_three}/seats", name="Cleo", **kept)[1]["code"]
        assert code in ("full", "hand_secret")
    status, problem = cleo.refused("POST", f"tables/{of_three}/seats", name="Cleo", seat=1)
    assert (status, problem["code"]) == (409, "hand_secret")
    assert ann.refused("POST", f"tables/{of_three}/seats/1/link")[0] == 403
    assert bob.post(f"tables/{of_three}/seats", name="Bob", seat=1)["seats"] == [1]


def test_who_leaves_a_game_by_the_list_is_replaced_by_a_bot(bob: Guest, of_three: str) -> None:
    bob.delete(f"guest/tables/{of_three}")
    assert bob.get(f"tables/{of_three}")["table"]["seats"][1]["taken"] == "bot"


# --- the host ------------------------------------------------------------------------------------


def test_there_is_one_host_also_while_that_one_is_away(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{table}/seats", name="Bob")
    watching, line = bob.join(table), ann.join(table)
    line.close()
    wait_for_away(watching, 0)
    assert not bob.get(f"tables/{table}")["host"]
    assert bob.refused("DELETE", f"tables/{table}/seats/0")[0] == 403
    assert bob.refused("PUT", f"tables/{table}/seats/2/bot")[0] == 403
    assert hosts(bob, table) == [0]


def test_a_maker_without_a_seat_makes_no_guest_a_host(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    bob.post(f"tables/{table}/seats", name="Bob")
    assert not bob.get(f"tables/{table}")["host"]
    assert bob.refused("PUT", f"tables/{table}/seats/1/bot")[0] == 403
    assert ann.get(f"tables/{table}")["host"]


def test_the_host_hands_over_and_is_the_host_no_more(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{table}/seats", name="Bob")
    assert bob.refused("PUT", f"tables/{table}/host", seat=1)[0] == 403
    assert cleo.refused("PUT", f"tables/{table}/host", seat=1)[0] == 403
    assert ann.refused("PUT", f"tables/{table}/host", seat=2)[1]["code"] == "nobody_there"
    assert not ann.put(f"tables/{table}/host", seat=1)["host"]
    assert hosts(cleo, table) == [1]
    assert ann.refused("PUT", f"tables/{table}/seats/2/bot")[0] == 403
    assert bob.put(f"tables/{table}/seats/2/bot")["host"]


def test_who_hands_over_keeps_no_link_of_a_free_seat(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{table}/seats", name="Bob")
    kept, bobs = token_of(ann, table, 2), token_of(bob, table, 1)
    ann.put(f"tables/{table}/host", seat=1)
    refused = cleo.refused("POST", f"tables/{table}/claim", token=kept, name="Cleo")
    assert refused[1]["code"] == "old_link"
    assert token_of(bob, table, 1) == bobs
    assert cleo.post(f"tables/{table}/claim", token=token_of(bob, table, 2), name="Cleo")


def test_a_host_who_comes_back_by_link_is_the_one_host(ann: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    assert cleo.post(f"tables/{table}/claim", token=token_of(ann, table, 0))["host"]
    assert not ann.get(f"tables/{table}")["host"]


def test_the_secret_of_the_hosts_seat_is_not_the_hosts_right(ann: Guest, of_three: str) -> None:
    with Guest(ann.url, Authorization=f"Bearer {token_of(ann, of_three, 0)}") as device:
        assert not device.get(f"tables/{of_three}")["host"]
        assert device.refused("DELETE", f"tables/{of_three}/seats/1")[0] == 403


def test_a_host_who_leaves_for_good_hosts_no_more(ann: Guest, bob: Guest, of_three: str) -> None:
    lobby = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{lobby}/seats", name="Bob")
    for table in (lobby, of_three):
        ann.delete(f"guest/tables/{table}")
        assert not ann.get(f"tables/{table}")["host"]
        assert hosts(bob, table) == [1]
        assert ann.refused("DELETE", f"tables/{table}/seats/1")[0] == 403
    assert bob.put(f"tables/{lobby}/seats/0/bot")["host"]


def test_what_was_done_by_a_secret_that_it_made_worthless_is_answered(
    ann: Guest, bob: Guest, of_three: str
) -> None:
    with Guest(ann.url, Authorization=f"Bearer {token_of(bob, of_three, 1)}") as device:
        left = device.delete(f"tables/{of_three}/seats/1")
        assert (left["seats"], left["table"]["seats"][1]["taken"]) == ([], "bot")
        assert device.refused("GET", f"tables/{of_three}")[1]["code"] == "old_link"


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    """A server that looks for another host after a moment."""
    monkeypatch.setattr(keeper, "HOST_GRACE", SHORT)
    monkeypatch.setattr(keeper, "HEARTBEAT", SHORT)
    monkeypatch.setattr(keeper, "UNSTABLE", SHORT)
    with Inside(tmp_path) as running:
        yield running


def test_after_a_long_time_without_a_host_the_longest_seated_is_it(hasty: Inside) -> None:
    with Guest(hasty.url) as ann, Guest(hasty.url) as bob, Guest(hasty.url) as cleo:
        table = ann.make(name="Ann", seats=4)
        lines = []
        for guest, seat in ((cleo, 3), (bob, 1)):
            guest.post(f"tables/{table}/seats", name="Guest", seat=seat)
            lines.append(guest.join(table))
        line = ann.join(table)
        line.close()
        eventually(lambda: hosts(bob, table) == [3])
        ann.join(table)
        assert not ann.get(f"tables/{table}")["host"]


def test_a_host_who_looks_on_hosts(hasty: Inside) -> None:
    with Guest(hasty.url) as ann, Guest(hasty.url) as bob:
        table = ann.make()
        line = ann.join(table)  # first, or on a busy machine Bob would have been without a host
        bob.post(f"tables/{table}/seats", name="Bob")
        bob.join(table)
        for _ in range(8):  # far longer than the grace
            time.sleep(SHORT)
            line.settle()
            assert ann.get(f"tables/{table}")["host"]
        line.close()
        eventually(lambda: hosts(bob, table) == [0])


# --- pauses --------------------------------------------------------------------------------------


def programming(ann: Guest, bob: Guest, **wishes: object) -> tuple[str, Line]:
    table = ann.make(game="roborally", name="Ann", set_up="house", **wishes)
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.post(f"tables/{table}/start")
    return table, bob.join(table)


def test_nobody_thinks_on_while_clocks_stand(ann: Guest, bob: Guest) -> None:
    table, line = programming(ann, bob, clock=60)
    actions = line.now["legal"][:1]
    assert bob.post(f"tables/{table}/preview", actions=actions)
    assert line.answer("draft", id="d1", on=line.now["step"], actions=actions)["kind"] == "ack"
    ann.post(f"tables/{table}/pause")
    line.settle()
    answers = [
        bob.refused("POST", f"tables/{table}/preview", actions=actions)[1],
        line.answer("draft", id="d2", on=line.now["step"], actions=actions),
        line.answer("choose", id="c1", on=line.now["step"], actions=actions),
    ]
    assert [answer["code"] for answer in answers] == ["paused"] * 3
    bob.post(f"tables/{table}/resume")
    assert bob.post(f"tables/{table}/preview", actions=actions)


def test_without_a_clock_a_pause_keeps_nobody_from_thinking(ann: Guest, bob: Guest) -> None:
    table, line = programming(ann, bob, settings={"timer": 0})
    actions = line.now["legal"][:1]
    ann.post(f"tables/{table}/pause")
    line.settle()
    assert bob.post(f"tables/{table}/preview", actions=actions)
    assert line.answer("draft", id="d1", on=line.now["step"], actions=actions)["kind"] == "ack"


def test_the_host_says_how_often_each_player_may_pause(ann: Guest, bob: Guest) -> None:
    table, _ = programming(ann, bob, pauses=1)
    assert ann.get(f"tables/{table}")["table"]["pauses"] == 1
    ann.post(f"tables/{table}/pause")
    bob.post(f"tables/{table}/resume")
    assert ann.refused("POST", f"tables/{table}/pause")[1]["code"] == "no_pause_left"
    paused = bob.post(f"tables/{table}/pause")["table"]["seats"]
    assert [seat["pauses"] for seat in paused] == [1, 1]
