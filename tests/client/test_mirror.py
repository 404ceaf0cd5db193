"""What a viewer knows follows from a welcome and the frames after it."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from algorally.client.errors import NoServer
from algorally.client.mirror import Mirror
from algorally.core.errors import TableError, UnknownGame
from algorally.core.game import find_game, games
from algorally.core.records import same_bytes
from algorally.server.messages.frames import Bare, Snapshot, TableFrame, Welcome
from tests.client.fake_table import FakeTable
from tests.playing import play_to_the_end


def next_frames(table: FakeTable) -> list[TableFrame]:
    """What happens when seat 0 takes its first legal action."""
    return table.play(table.position.legal(0)[:1])


def knows(mirror: Mirror, table: FakeTable) -> bool:
    """Whether nothing is missing."""
    view = table.position.view(0)
    return (
        same_bytes(mirror.view.states, view.states)
        and mirror.last == len(table.entries)
        and mirror.now == table.now()
    )


def test_frames_keep_it_up_to_date(table: FakeTable) -> None:
    mirror = Mirror(table.welcome())
    for _ in range(20):
        assert all(mirror.take(frame) for frame in next_frames(table))
        assert knows(mirror, table)


def test_a_frame_that_comes_again_is_ignored(table: FakeTable) -> None:
    mirror = Mirror(table.welcome())
    seen = [frame for _ in range(5) for frame in next_frames(table)]
    for frame in [*seen, *seen, *reversed(seen)]:
        assert mirror.take(frame)
    assert knows(mirror, table)


def test_a_gap_is_noticed_and_nothing_taken_until_it_is_filled(table: FakeTable) -> None:
    mirror = Mirror(table.welcome())
    last = mirror.last
    _, later = [next_frames(table), next_frames(table)]
    assert not mirror.take(later[0])
    assert mirror.last == last
    assert mirror.welcome(table.welcome(last))
    assert knows(mirror, table)


def test_missed_frames_that_are_known_already_are_ignored(table: FakeTable) -> None:
    mirror = Mirror(table.welcome())
    next_frames(table)
    next_frames(table)
    assert mirror.welcome(table.welcome(0))
    assert knows(mirror, table)


def test_if_too_little_was_sent_a_snapshot_is_asked_for(table: FakeTable) -> None:
    mirror = Mirror(table.welcome())
    next_frames(table)
    next_frames(table)
    assert not mirror.welcome(table.welcome(len(table.entries) - 1))
    assert mirror.last is None
    assert not mirror.take(next_frames(table)[0])
    assert mirror.welcome(table.welcome())
    assert knows(mirror, table)


def test_what_is_not_for_this_seat_only_counts(table: FakeTable) -> None:
    mirror = Mirror(table.welcome())
    table.entries.append(Bare(len(table.entries) + 1))
    assert mirror.take(table.entries[-1])
    assert knows(mirror, table)


def test_when_the_game_begins_the_field_is_looked_at_anew(table: FakeTable) -> None:
    table.stage = "open"
    mirror = Mirror(table.welcome())
    table.stage = "running"
    table.position = FakeTable(seed=8, colours="green blue").position
    assert not mirror.take(table.live(table.tell()))
    assert mirror.last is None
    assert mirror.welcome(table.welcome())
    assert same_bytes(mirror.view.fields, table.position.fields)
    assert knows(mirror, table)


def test_a_beginning_that_was_missed_is_noticed(table: FakeTable) -> None:
    table.stage = "open"
    mirror = Mirror(table.welcome())
    last = mirror.last
    table.stage = "running"
    table.tell()
    assert not mirror.welcome(table.welcome(last))
    assert mirror.last is None


def without_snapshot(frame: Welcome) -> Welcome:
    return replace(frame, snapshot=None)


def of_other_rules(frame: Welcome) -> Welcome:
    return replace(frame, table=replace(frame.table, rules_version=99))


def of_another_game(frame: Welcome) -> Welcome:
    return replace(frame, table=replace(frame.table, game="chess"))


def of_another_layout(frame: Welcome) -> Welcome:
    assert frame.snapshot
    return replace(frame, snapshot=Snapshot(field=frame.snapshot.field, view=b"moon"))


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (without_snapshot, NoServer, "must send one"),
        (of_other_rules, TableError, "version 99 of the rules of algoracing"),
        (of_another_game, UnknownGame, "there is no game 'chess'"),
        (of_another_layout, NoServer, "a Race has .* bytes, and the server sent 4"),
    ],
)
def test_a_welcome_that_cannot_be_understood_is_refused(
    table: FakeTable, change: Callable[[Welcome], Welcome], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Mirror(change(table.welcome()))


def test_a_seat_can_be_lost(table: FakeTable) -> None:
    mirror = Mirror(table.welcome())
    with pytest.raises(TableError, match="seat 0 is no longer yours"):
        mirror.welcome(replace(table.welcome(), viewer=-1))


@pytest.mark.parametrize("name", games())
def test_every_view_shows_how_a_game_has_ended(name: str) -> None:
    game = find_game(name)
    for seats in game.seats:
        position = game.start(seats, seats)
        play_to_the_end(position, seats)
        for viewer in range(-1, seats):
            assert position.view(viewer).standing() == position.standing()
