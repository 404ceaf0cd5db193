"""What has happened at a table so far, as each viewer may see it."""

import random
from typing import Any, get_args

import msgspec
import pytest

from algorally.client.mirror import read_snapshot
from algorally.core import patches
from algorally.core.game import games
from algorally.match.entries import (
    AnyEntry,
    Away,
    Back,
    Begin,
    Choose,
    Emote,
    Fill,
    Pause,
    Relink,
    Resume,
    Rise,
    StandIn,
    TimeUp,
    Withdraw,
)
from algorally.match.match import Match
from algorally.server import frames
from algorally.server.frames import CHANGES, CatchUp, all_frames, chronicle, snapshot, welcome
from algorally.server.messages.frames import Snapshot, Step, TableFrame
from algorally.server.messages.http import Chronicle
from tests.match.tables import Table, begun, make_header, sat
from tests.server.guests import Guest
from tests.server.processes import Server
from tests.server.worlds import SPECTATOR, program_of, table_in_progress

OTHERWISE_TOLD = {Choose, TimeUp, Withdraw, Emote, Relink}


def end_of(match: Match, told: Chronicle) -> bytes:
    """Where the start and the changes of a chronicle lead."""
    shown = snapshot(match, told.viewer)
    view = read_snapshot(match.game, Snapshot(field=shown.field, view=told.start), told.viewer)
    for frame in told.frames:
        if isinstance(frame, Step):
            patches.apply(view.states, frame.patch)
    return view.states.tobytes()


def plain_frames(told: Chronicle) -> list[dict[str, Any]]:
    """The frames as a client reads them."""
    found: list[dict[str, Any]] = msgspec.to_builtins(told.frames)
    return found


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game", games())
def test_the_start_and_all_events_lead_to_what_the_viewer_sees_now(game: str, seats: int) -> None:
    table = table_in_progress(game, seats, random.Random(f"{game} {seats}"))
    for viewer in (SPECTATOR, *range(seats)):
        told = chronicle(table.match, viewer)
        assert told.start != snapshot(table.match, viewer).view
        assert end_of(table.match, told) == snapshot(table.match, viewer).view


def test_before_the_game_there_is_nothing_but_who_sat_down() -> None:
    told = chronicle(sat(make_header(seats=2), bots=[1]).match, 0)
    assert told.start == b""
    changes = [(frame["what"], frame["seat"], frame["name"]) for frame in plain_frames(told)]
    assert changes == [("sit", 0, "Guest 0"), ("fill", 1, "Bot 1")]


@pytest.mark.parametrize("is_late", [False, True])
def test_a_game_that_begins_meanwhile_is_told_with_its_start_or_not_at_all(
    is_late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sat(make_header(seats=2))

    def begin_meanwhile(match: Match, viewer: int) -> list[TableFrame]:
        told = [] if is_late else all_frames(match, viewer)
        table.add(Begin())
        return told or all_frames(match, viewer)

    monkeypatch.setattr(frames, "all_frames", begin_meanwhile)
    told = chronicle(table.match, 0)
    assert table.match.beginning
    begins = [frame for frame in plain_frames(told) if frame["what"] == "begin"]
    assert len(begins) == is_late
    assert told.start == (table.match.beginning.view(0).states.tobytes() if begins else b"")


def test_it_tells_who_was_away_and_what_a_bot_did_meanwhile() -> None:
    table = begun(make_header(seats=2, sample_placement="random"))
    away, other = table.match.thinking()[0], 1 - table.match.thinking()[0]
    table.add(Away(away))
    table.add(StandIn(away, "greedy"))
    played = [play_for(table, away), play_for(table, other, by_bot=False)]
    table.add(Back(away))
    told = plain_frames(chronicle(table.match, away))[-5:]
    assert [frame.get("what", frame["kind"]) for frame in told] == [
        *("away", "stand_in", "step", "step", "back")
    ]
    steps = {(frame["seat"], frame["cause"]): frame["v"] for frame in told if "cause" in frame}
    assert steps == {(away, "bot"): played[0], (other, "choice"): played[1]}


def play_for(table: Table, seat: int, by_bot: bool = True) -> int:
    """A seat makes a choice; its number."""
    choice = Choose(seat, (table.match.position.legal(seat)[0],), by_bot)
    return table.add(choice).stored.number


def test_a_bot_that_is_ready_before_the_others_is_told_as_a_bot() -> None:
    table = begun(make_header("speedalgo", 2, traffic_placement="random"))
    for _ in range(2):
        table.choose_first()
    table.add(Away(0))
    table.add(StandIn(0, "greedy"))
    table.add(Choose(0, program_of(table.match, 0, random.Random(1)), by_bot=True))
    assert plain_frames(chronicle(table.match, 1))[-1]["cause"] == "bot"


def test_pauses_and_changes_of_seats_are_told() -> None:
    table = begun(make_header(seats=2))
    for entry in (Pause(1), Resume(), Rise(1, "greedy", "Bolt"), Fill(1, "random", "Bolt")):
        table.add(entry)
    told = plain_frames(chronicle(table.match, SPECTATOR))[-4:]
    assert [frame["what"] for frame in told] == ["pause", "resume", "rise", "fill"]
    assert [frame["seat"] for frame in told] == [1, -1, 1, 1]
    assert told[-1]["name"] == "Bolt"


def test_every_entry_is_told_somehow() -> None:
    assert set(CHANGES) == set(get_args(AnyEntry)) - OTHERWISE_TOLD


def test_it_is_asked_for_with_the_right_to_a_seat(served: Server) -> None:
    with Guest(served.url) as ann, Guest(served.url) as stranger:
        table = ann.make(name="Ann", bots="random", start=True)
        assert ann.get(f"tables/{table}/chronicle")["viewer"] == 0
        assert ann.get(f"tables/{table}/chronicle?seat=-1")["viewer"] == SPECTATOR
        assert stranger.get(f"tables/{table}/chronicle")["viewer"] == SPECTATOR
        assert stranger.ask("GET", f"tables/{table}/chronicle?seat=0").status_code == 403


def test_what_happens_while_it_is_found_out_what_was_missed_is_missed_too() -> None:
    table = table_in_progress("algoracing", seats=2, dice=random.Random(4))
    match, dice = table.match, random.Random(5)
    slow = CatchUp(match, 0, 3)
    slow.follow()
    before = len(slow.frames)
    seat = match.thinking()[0]
    table.add(Choose(seat, (dice.choice(match.position.legal(seat)),)))
    told = welcome(match, 0, [0], slow, None, 5)
    assert len(told.missed) == before + 1
    assert told.missed == all_frames(match, 0)[3:]
    assert told.snapshot is None


@pytest.mark.parametrize("last", [None, 0, -1, 10_000])
def test_who_cannot_be_told_what_was_missed_gets_a_snapshot(last: int | None) -> None:
    match = table_in_progress("algoracing", seats=2, dice=random.Random(4)).match
    told = welcome(match, 0, [0], CatchUp(match, 0, last), None, 5)
    assert (told.missed, told.snapshot) == ([], snapshot(match, 0))


def test_who_has_seen_everything_is_told_nothing() -> None:
    match = table_in_progress("algoracing", seats=2, dice=random.Random(4)).match
    told = welcome(match, 0, [0], CatchUp(match, 0, match.number), None, 5)
    assert (told.missed, told.snapshot) == ([], None)
