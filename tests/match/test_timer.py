"""The timer of RoboRally at a table (RR-17, RR-S6, RR-C8); what is done is done (RR-16)."""

import random
from typing import Any

from algorally.core.errors import GameError
from algorally.games.roborally.names import REGISTERS
from algorally.match.clocks import WATCHING
from algorally.match.entries import Begin, Choose, Pause, Resume, Sit, TimeUp, Withdraw
from tests.match.tables import ROBORALLY, SECOND, Table, begun, make_header
from tests.server.worlds import program_of


def programmed(table: Table, seat: int, after: int = SECOND) -> None:
    """A seat is done with its program."""
    table.add(Choose(seat, program_of(table.match, seat, random.Random(1))), after)


def a_table(seats: int = 3, **settings: Any) -> Table:
    return begun(make_header(ROBORALLY, seats, option_cards="no", **settings))


def deadlines(table: Table) -> list[int | None]:
    return [table.match.deadline(seat) for seat in range(table.match.header.seats)]


def test_the_last_one_has_thirty_seconds_and_nobody_else_is_hurried() -> None:
    table = a_table()
    assert deadlines(table) == [None, None, None]
    programmed(table, 0, after=WATCHING)
    assert deadlines(table) == [None, None, None]
    programmed(table, 2)
    assert deadlines(table) == [None, table.match.at + 30 * SECOND, None]


def test_whoever_still_watches_the_last_turn_is_not_hurried() -> None:
    table = a_table(2)
    began = table.match.at
    programmed(table, 0)
    assert table.match.deadline(1) == began + WATCHING + 30 * SECOND


def test_a_pause_stops_the_timer() -> None:
    table = a_table(2)
    programmed(table, 0, after=WATCHING)
    until = table.match.deadline(1)
    assert until
    table.add(Pause())
    table.add(Resume(), after=60 * SECOND)
    assert table.match.deadline(1) == until + 60 * SECOND


def test_when_it_has_run_out_the_clock_fills_the_registers() -> None:
    table = a_table(2)
    programmed(table, 0, after=WATCHING)
    table.add(TimeUp(1), after=30 * SECOND)
    race = table.match.position.state
    assert race.turn == 2 or race.register == REGISTERS - 1


def test_it_can_be_longer_or_left_out_and_a_course_may_hurry_all() -> None:
    assert deadlines(a_table(2, programming_time=60))[1] is not None
    table = a_table(2, timer=0)
    programmed(table, 0, after=WATCHING)
    assert deadlines(table) == [None, None]


def test_what_is_done_is_not_taken_back() -> None:
    table = a_table()
    programmed(table, 0)
    error = table.refused(Withdraw(0))
    assert isinstance(error, GameError)
    assert "RR-16" in error.rules


def test_bots_hurry_nobody() -> None:
    header = make_header(ROBORALLY, 3, option_cards="no")
    table = begun(header, bots=(1, 2))
    for seat in (1, 2):
        programmed(table, seat, after=WATCHING)
    assert deadlines(table) == [None, None, None]


def test_who_shares_a_device_with_the_others_hurries_nobody() -> None:
    table = Table(make_header(ROBORALLY, 2, option_cards="no"))
    for seat, name in enumerate(("Ann", "Ben")):
        table.add(Sit(seat, "the same guest", name))
    table.add(Begin())
    programmed(table, 0, after=WATCHING)
    assert deadlines(table) == [None, None]
