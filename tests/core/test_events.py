"""The log, and who may see what of it."""

import pytest

from algorally.core.deck import HIDDEN
from algorally.core.events import (
    EVERYONE,
    LAID_OPEN,
    MAX_EVENTS,
    MOST_SEATS,
    MUTE,
    NO_SEAT,
    Event,
    Log,
    SeenEvent,
    as_rows,
    clear,
    log_for,
    may_see,
    mute_log,
    seen_by,
    write,
)
from algorally.core.records import Rows

pytestmark = pytest.mark.modes


def log_with(*audiences: int) -> Rows:
    """A log with one event a given audience."""
    rows = Log.rows()
    for number, audience in enumerate(audiences):
        write(Log.record(rows), 3, 1, number, -5, 300, 17, audience)
    return rows


def events_of(rows: Rows) -> Rows:
    events: Rows = rows["events"][0][: rows["count"][0]]
    return events


def test_events_stand_in_the_log_as_they_were_written() -> None:
    rows = log_with(EVERYONE, 0b10)
    assert rows["count"][0] == 2
    assert rows["lost"][0] == 0
    assert events_of(rows).tolist() == [
        (3, 1, 0, -5, 300, 17, EVERYONE),
        (3, 1, 1, -5, 300, 17, 0b10),
    ]


def test_a_full_log_counts_what_it_leaves_out() -> None:
    rows = log_with(*[EVERYONE] * (MAX_EVENTS + 3))
    assert rows["count"][0] == MAX_EVENTS
    assert rows["lost"][0] == 3
    assert events_of(rows)["a"].tolist() == list(range(MAX_EVENTS))


def test_a_cleared_log_has_room_again() -> None:
    rows = log_with(EVERYONE, EVERYONE)
    clear(Log.record(rows))
    assert rows["count"][0] == 0


def test_nothing_is_ever_written_to_a_mute_log() -> None:
    rows = mute_log(Log)
    before = rows.tobytes()
    for _ in range(3):
        clear(Log.record(rows))
        write(Log.record(rows), 3, 1, 2, 3, 4, 5, EVERYONE)
    assert rows.tobytes() == before
    assert rows["lost"][0] == MUTE


@pytest.mark.parametrize(
    ("audience", "viewer", "secret"),
    [
        (EVERYONE, 0, 17),
        (EVERYONE, 7, 17),
        (EVERYONE, NO_SEAT, 17),
        (0b010, 1, 17),
        (0b010, 0, HIDDEN),
        (0b010, 2, HIDDEN),
        (0b010, NO_SEAT, HIDDEN),
        (0b101, 2, 17),
        (0b101, 1, HIDDEN),
        (0b101, NO_SEAT, HIDDEN),
        (0, 0, HIDDEN),
        (0, NO_SEAT, HIDDEN),
    ],
)
def test_only_the_audience_sees_a_secret(audience: int, viewer: int, secret: int) -> None:
    (seen,) = seen_by(viewer, events_of(log_with(audience)))
    assert seen == SeenEvent(3, 1, 0, -5, 300, secret)


def test_what_is_seen_are_plain_numbers_of_python() -> None:
    (seen,) = seen_by(0, events_of(log_with(EVERYONE)))
    assert {type(number) for number in seen} == {int}


def test_an_event_has_all_that_a_happening_has_and_its_audience() -> None:
    assert Event.dtype.names == (*SeenEvent._fields, "audience")


def test_a_game_that_is_over_is_laid_open_with_its_secrets() -> None:
    rows = log_with(0b010, 0)
    open_events = [SeenEvent(3, 1, 0, -5, 300, 17), SeenEvent(3, 1, 1, -5, 300, 17)]
    assert seen_by(LAID_OPEN, events_of(rows)) == open_events


def test_a_game_has_as_much_room_as_it_says() -> None:
    small = log_for(2)
    rows = small.rows()
    for _ in range(5):
        write(small.record(rows), 3, 1, 2, 3, 4, 5, EVERYONE)
    assert (rows["count"][0], rows["lost"][0]) == (2, 3)
    clear(small.record(rows))
    assert rows["count"][0] == 0


def test_all_seats_together_are_not_everybody() -> None:
    (all_seats, everyone) = events_of(log_with((1 << MOST_SEATS) - 1, EVERYONE))
    for seat in range(MOST_SEATS):
        assert may_see(seat, all_seats["audience"])
        assert may_see(seat, everyone["audience"])
    assert not may_see(NO_SEAT, all_seats["audience"])
    assert may_see(NO_SEAT, everyone["audience"])


def test_what_a_viewer_was_told_can_be_told_again_and_is_no_more() -> None:
    for told in (seen_by(1, events_of(log_with(0b010, 0b100, EVERYONE))), []):
        again = as_rows(told)
        assert seen_by(1, again) == seen_by(NO_SEAT, again) == told
