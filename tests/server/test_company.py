"""Who is waited for, who looks on, and what is said at a table."""

import time
from typing import Any

import pytest

from algorally.bots.levels import STAND_IN
from algorally.server.socket import EMOTE_PAUSE
from tests.server.guests import PATIENCE, Guest, Line, new_id


def two(ann: Guest, bob: Guest, **wishes: Any) -> str:
    """A running game of two people, set up by the house."""
    table = ann.make(name="Ann", set_up="house", **wishes)
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.post(f"tables/{table}/start")
    return table


def hear_seat(line: Line, number: int, **facts: Any) -> dict[str, Any]:
    """Hear until a seat is as it is to be; the seat."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        frame = line.hear("table")
        seat: dict[str, Any] = frame["table"]["seats"][number]
        if all(seat[name] == value for name, value in facts.items()):
            return seat
    raise AssertionError(f"seat {number} never became {facts}")


def seat_of(guest: Guest, table: str, number: int) -> dict[str, Any]:
    seat: dict[str, Any] = guest.get(f"tables/{table}")["table"]["seats"][number]
    return seat


# --- waiting -------------------------------------------------------------------------------------


def test_a_game_waits_for_ever_where_nobody_else_is_kept_waiting(ann: Guest, bob: Guest) -> None:
    """The table of two shows when a stand-in would have come to the table with bots."""
    alone = ann.make(name="Ann", bots="greedy", start=True, set_up="house", grace=0)
    together = two(bob, ann, grace=0)
    watching = bob.join(together)
    bobs = watching.now["legal"]
    assert watching.choose([bobs[0]])["kind"] == "ack"
    lines = [ann.join(alone), ann.join(together)]
    step = lines[0].now["step"]
    for line in lines:
        line.close()
    while watching.is_thinking:
        assert watching.choose(watching.now["legal"][-1:])["kind"] == "ack"
    hear_seat(watching, 1, stand_in=STAND_IN)
    left = seat_of(ann, alone, 0)
    assert left["away_since"] is not None
    assert left["stand_in"] == ""
    again = ann.join(alone)
    assert (again.now["step"], again.is_thinking) == (step, True)


def test_a_seat_waits_unless_the_host_has_chosen_otherwise(ann: Guest, bob: Guest) -> None:
    patient, hasty = two(ann, bob), two(ann, bob, grace=0)
    assert ann.get(f"tables/{patient}")["table"]["grace"] is None
    lines = {table: bob.join(table) for table in (patient, hasty)}
    for table in lines:
        ann.join(table).close()
    # Bob is there, and Ann's turn is the first.
    hear_seat(lines[hasty], 0, stand_in=STAND_IN)
    assert seat_of(bob, patient, 0)["stand_in"] == ""


# --- set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["algoracing", "speedalgo"])
def test_the_house_sets_up_so_that_the_first_choice_is_the_first_program(
    ann: Guest, game: str
) -> None:
    wishes = {"game": game, "seats": 3, "name": "Ann", "bots": "greedy", "start": True}
    own = ann.join(ann.make(**wishes, set_up="players"))
    assert own.welcome["table"]["result"]["turns"] == 0
    line = ann.join(ann.make(**wishes, set_up="house"))
    assert line.welcome["table"]["set_up"] == "house"
    assert line.welcome["table"]["result"]["turns"] == 1
    assert line.is_thinking


def test_a_rematch_is_set_up_and_watched_as_the_game_before(ann: Guest) -> None:
    table = ann.make(
        name="Ann",
        bots="random",
        start=True,
        set_up="house",
        watched=False,
        emotes=False,
        hints=False,
        settings={"turn_cap": 1},
    )
    line = ann.join(table)
    while line.now["thinking"]:
        if line.is_thinking:
            assert line.choose(line.now["legal"][-1:])["kind"] == "ack"
        else:
            line.hear()
    info = ann.post(f"tables/{table}/rematch")["table"]
    assert (info["set_up"], info["watched"]) == ("house", False)
    assert (info["emotes"], info["hints"]) == (False, False)


# --- looking on ----------------------------------------------------------------------------------


def test_games_that_are_listed_and_allow_it_are_found_to_be_watched(
    ann: Guest, bob: Guest, cleo: Guest
) -> None:
    shown = two(ann, bob, listed=True)
    hidden = two(ann, bob, listed=True, watched=False)
    unlisted = two(ann, bob)
    found = {table["id"] for table in cleo.get("tables?stage=running")["tables"]}
    assert shown in found
    assert not found & {hidden, unlisted}
    assert cleo.join(shown).viewer == -1
    status, problem = cleo.refused("GET", "tables?stage=over")
    assert (status, problem["code"]) == (400, "malformed")


LOOKS = ["board", "board?seat=-1", "board.svg", "sheets"]


@pytest.mark.parametrize("path", LOOKS)
def test_who_has_no_seat_sees_nothing_of_a_game_that_is_not_to_be_watched(
    ann: Guest, bob: Guest, cleo: Guest, path: str
) -> None:
    table = two(ann, bob, watched=False)
    assert cleo.refused("GET", f"tables/{table}/{path}")[1]["code"] == "not_watched"
    assert bob.ask("GET", f"tables/{table}/{path}").is_success


def test_how_a_game_stands_that_is_not_to_be_watched_is_for_its_players(
    ann: Guest, bob: Guest, cleo: Guest
) -> None:
    table = two(ann, bob, watched=False)
    assert bob.get(f"tables/{table}")["table"]["result"]["turns"] == 1
    hidden = {"turns": 0, "winners": [], "points": []}
    assert cleo.get(f"tables/{table}")["table"]["result"] == hidden


def test_who_looked_on_before_the_game_is_shown_out_when_it_begins(
    ann: Guest, bob: Guest, cleo: Guest
) -> None:
    table = ann.make(name="Ann", watched=False)
    looking = cleo.join(table)
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.post(f"tables/{table}/start")
    assert looking.hear("refused")["code"] == "not_watched"
    assert looking.closed() == 4000
    assert not [frame for frame in looking.heard if frame["kind"] == "step"]
    assert cleo.line(table).hello()["code"] == "not_watched"
    assert ann.join(table, seat=-1).viewer == -1  # who plays may look from outside


# --- emotes --------------------------------------------------------------------------------------


def test_an_emote_is_heard_by_all(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = two(ann, bob)
    speaker, others = ann.join(table), [bob.join(table), cleo.join(table)]
    assert speaker.answer("emote", id=new_id(), emote="well_done")["kind"] == "ack"
    for line in others:
        heard = line.hear("emoted")
        assert (heard["seat"], heard["emote"]) == (0, "well_done")
    assert bob.join(table, last=speaker.v - 1).welcome["missed"][-1]["emote"] == "well_done"


def test_nothing_is_said_that_is_not_on_the_list(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = two(ann, bob)
    line = ann.join(table)
    assert line.answer("emote", id=new_id(), emote="you fool")["code"] == "malformed"
    looking = cleo.join(table)
    assert looking.answer("emote", id=new_id(), emote="wow")["code"] == "no_seat"


def test_nobody_talks_without_a_pause(ann: Guest, bob: Guest) -> None:
    line = ann.join(two(ann, bob))
    first = time.monotonic()
    assert line.answer("emote", id=new_id(), emote="wow")["kind"] == "ack"
    second = line.answer("emote", id=new_id(), emote="wow")
    if time.monotonic() - first < EMOTE_PAUSE / 1000:  # on a machine that is not too busy
        assert second["code"] == "too_soon"
    time.sleep(EMOTE_PAUSE / 1000)
    assert line.answer("emote", id=new_id(), emote="wow")["kind"] == "ack"


def test_the_host_switches_emotes_off_and_on(ann: Guest, bob: Guest) -> None:
    table = two(ann, bob)
    line = bob.join(table)
    assert bob.refused("PUT", f"tables/{table}/emotes", allowed=False)[0] == 403
    ann.put(f"tables/{table}/emotes", allowed=False)
    assert line.hear("table")["table"]["emotes"] is False
    assert line.answer("emote", id=new_id(), emote="wow")["code"] == "no_emotes"
    ann.put(f"tables/{table}/emotes", allowed=True)
    assert line.answer("emote", id=new_id(), emote="wow")["kind"] == "ack"
    assert ann.make(name="Ann", emotes=False)
