"""Choosing again is possible while there is time: nobody waits for the others to gain some."""

import random

import pytest

from algorally.core.errors import TableError
from algorally.match.entries import Choose, Clock, Withdraw
from algorally.server.frames import table_info
from algorally.server.live.clock import clock
from algorally.server.messages.frames import TakeBack
from algorally.server.socket import entry_of
from tests.match import toy
from tests.match.tables import (
    CREATED,
    SPEEDALGO,
    Table,
    begun,
    make_header,
    make_toy_findable,
    program,
)

TAKE_BACK = TakeBack(id="again")


@pytest.fixture(autouse=True)
def shove(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game can be found by its name."""
    make_toy_findable(monkeypatch)


def committed(timed: Clock) -> Table:
    """A seat has committed itself, long ago: the times of these tables begin in 1970."""
    table = begun(make_header(toy.NAME, seats=3, clock=timed))
    table.add(Choose(0, program(table, 0, random.Random(1))))
    return table


def test_what_was_chosen_in_time_can_be_withdrawn_in_time() -> None:
    seconds_since = (clock() - CREATED) // 1000
    match = committed(Clock(turn=seconds_since + 600)).match
    assert entry_of(match, 0, TAKE_BACK, clock()) == Withdraw(0)


def test_without_a_clock_it_can_be_withdrawn_at_any_time() -> None:
    assert entry_of(committed(Clock()).match, 0, TAKE_BACK, clock()) == Withdraw(0)


def test_when_the_time_is_up_what_was_chosen_stands() -> None:
    match = committed(Clock(turn=30, reserve=30)).match
    with pytest.raises(TableError, match="stands") as caught:
        entry_of(match, 0, TAKE_BACK, clock())
    assert caught.value.code == "too_late"


def test_a_table_says_whether_what_is_done_can_be_changed() -> None:
    assert table_info(begun(make_header(SPEEDALGO, seats=2)).match).takes_back
    assert not table_info(begun(make_header("roborally", seats=2)).match).takes_back
