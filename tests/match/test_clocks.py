"""How much time a seat has, derived from the times of the entries alone."""

import random

import pytest

from algorally.match.entries import (
    Away,
    Back,
    Choose,
    Clock,
    Pause,
    Resume,
    StandIn,
    TimeUp,
    Withdraw,
)
from tests.match import toy
from tests.match.tables import SECOND, Table, begun, make_header, program

pytestmark = pytest.mark.usefixtures("shove")
TURN, RESERVE = 30, 100  # seconds
TIMED = Clock(turn=TURN, reserve=RESERVE)


def racing(clock: Clock = TIMED, bots: tuple[int, ...] = ()) -> Table:
    """Algoracing, one after the other: the last seat chooses a corner first."""
    return begun(make_header(clock=clock), bots)


def shoving(clock: Clock = TIMED, seats: int = 3) -> Table:
    """The toy, all at once."""
    return begun(make_header(toy.NAME, seats=seats, clock=clock))


def left(table: Table, seat: int) -> int | None:
    """How many milliseconds a seat has now."""
    deadline = table.match.deadline(seat)
    return None if deadline is None else deadline - table.match.at


def thinks(table: Table) -> int:
    """The one seat from which a choice is awaited."""
    (seat,) = table.match.thinking()
    return seat


def commit(table: Table, seat: int, after: int = SECOND) -> None:
    """A seat of the toy commits itself to a whole program."""
    table.add(Choose(seat, program(table, seat, random.Random(seat))), after)


def build(table: Table) -> None:
    """Set-up is over, the first turn begins."""
    while table.match.position.standing().turns == 0:
        table.choose_first(0)


def test_without_a_clock_nobody_has_a_deadline() -> None:
    for clock in (Clock(), Clock(turn=0, reserve=100)):
        table = racing(clock)
        assert [table.match.deadline(seat) for seat in (0, 1)] == [None, None]


def test_a_turn_has_its_time_and_the_reserve() -> None:
    table = racing()
    assert left(table, thinks(table)) == (TURN + RESERVE) * SECOND


def test_who_does_not_have_to_choose_has_no_deadline() -> None:
    assert racing().match.deadline(0) is None


def test_before_the_game_no_clock_runs() -> None:
    table = racing()
    assert table.match.applied[-1].stored.at == table.match.clocks.running[1]


def test_all_parts_of_a_turn_together_have_its_time() -> None:
    table = racing()
    build(table)
    seat = thinks(table)
    before = left(table, seat)
    assert before
    table.choose_first(after=7 * SECOND)
    assert thinks(table) == seat
    assert left(table, seat) == before - 7 * SECOND


def test_a_new_turn_has_its_whole_time_again() -> None:
    table = shoving()
    for number in range(4):
        for seat in range(3):
            commit(table, seat, after=5 * SECOND)
        while len(table.match.thinking()) == 1:
            table.choose_first(after=0)
        assert table.match.position.standing().turns == number + 2 or table.match.stage == "over"
        if table.match.stage == "over":
            return
        assert [left(table, seat) for seat in range(3)] == [(TURN + RESERVE) * SECOND] * 3


def test_a_turn_that_takes_longer_uses_the_reserve_for_ever() -> None:
    table = shoving()
    for seat, after in ((0, 40), (1, 0), (2, 10)):
        commit(table, seat, after * SECOND)
    while len(table.match.thinking()) == 1:
        table.choose_first(after=0)
    over = {0: 10, 1: 10, 2: 20}  # seconds that each took longer than a turn
    for seat, longer in over.items():
        assert left(table, seat) == (TURN + RESERVE - longer) * SECOND


def test_a_reserve_never_falls_below_nothing() -> None:
    table = shoving(Clock(turn=TURN, reserve=5))
    for seat, after in ((0, 500), (1, 0), (2, 0)):
        commit(table, seat, after * SECOND)
    while len(table.match.thinking()) == 1:
        table.choose_first(after=0)
    assert [left(table, seat) for seat in range(3)] == [TURN * SECOND] * 3


def test_a_deadline_that_has_passed_is_not_put_off() -> None:
    table = racing()
    seat = thinks(table)
    deadline = table.match.deadline(seat)
    table.add(Away(0), after=1000 * SECOND)
    assert table.match.at > (table.match.deadline(seat) or 0) - 1
    assert deadline is not None
    assert left(table, seat) == 0


def test_when_time_is_up_the_next_one_thinks() -> None:
    table = racing()
    table.add(TimeUp(thinks(table)), after=131 * SECOND)
    assert thinks(table) == 0
    assert left(table, 0) == (TURN + RESERVE) * SECOND


# --- waiting and withdrawing ---------------------------------------------------------------------


def test_waiting_for_the_others_costs_nothing() -> None:
    table = shoving()
    commit(table, 0, after=2 * SECOND)
    commit(table, 1, after=50 * SECOND)
    commit(table, 2, after=0)
    while len(table.match.thinking()) == 1:
        table.choose_first(after=0)
    assert left(table, 0) == (TURN + RESERVE) * SECOND


@pytest.mark.parametrize("waited", [0, 1, 60])
def test_who_withdraws_has_the_same_deadline_as_if_nothing_had_been_chosen(waited: int) -> None:
    table = shoving()
    deadline = table.match.deadline(0)
    commit(table, 0, after=5 * SECOND)
    assert table.match.deadline(0) == deadline
    table.add(Withdraw(0), after=waited * SECOND)
    assert table.match.deadline(0) == deadline


def test_withdrawing_again_and_again_gives_no_time() -> None:
    table = shoving()
    deadline = table.match.deadline(0)
    for _ in range(10):
        commit(table, 0, after=SECOND)
        commit(table, 1, after=SECOND)
        table.add(Withdraw(0), after=SECOND)
        table.add(Withdraw(1), after=SECOND)
    assert table.match.deadline(0) == deadline


def test_a_choice_in_the_middle_of_the_run_has_what_is_left_of_the_turn() -> None:
    table = shoving(seats=2)
    while not pushes(table):
        table = begun(make_header(toy.NAME, seed=table.match.header.seed + 1, clock=TIMED))
    commit_push(table, 0, after=10 * SECOND)
    commit(table, 1, after=15 * SECOND)
    assert thinks(table) == 0
    assert left(table, 0) == (TURN + RESERVE - 10) * SECOND


def pushes(table: Table) -> bool:
    """Whether seat 0 has a push in its hand."""
    return toy.PUSH in table.match.position.legal(0)


def commit_push(table: Table, seat: int, after: int) -> None:
    trial = table.match.position.clone()
    actions = [toy.PUSH]
    trial.play(seat, toy.PUSH)
    while len(actions) <= toy.LAID:
        actions.append(trial.legal(seat)[0])
        trial.play(seat, actions[-1])
    table.add(Choose(seat, tuple(actions)), after)


# --- pauses --------------------------------------------------------------------------------------


def test_during_a_pause_nobody_has_a_deadline() -> None:
    table = shoving()
    table.add(Pause(), after=4 * SECOND)
    assert [table.match.deadline(seat) for seat in range(3)] == [None] * 3


def test_a_pause_costs_nobody_any_time() -> None:
    table = shoving()
    commit(table, 0, after=5 * SECOND)
    deadlines = [table.match.deadline(seat) for seat in range(3)]
    table.add(Pause(), after=2 * SECOND)
    table.add(Away(1), after=30 * SECOND)
    table.add(Back(1), after=30 * SECOND)
    table.add(Resume(), after=40 * SECOND)
    later = [table.match.deadline(seat) for seat in range(3)]
    assert later == [deadline + 100 * SECOND for deadline in deadlines if deadline]


def test_who_withdraws_after_a_pause_neither_gains_nor_loses_time() -> None:
    table = shoving()
    deadline = table.match.deadline(0)
    commit(table, 0, after=5 * SECOND)
    table.add(Pause(), after=5 * SECOND)
    table.add(Resume(), after=60 * SECOND)
    table.add(Withdraw(0), after=5 * SECOND)
    assert deadline
    assert table.match.deadline(0) == deadline + 60 * SECOND


# --- bots ----------------------------------------------------------------------------------------


def test_a_bot_has_no_deadline() -> None:
    table = racing(bots=(1,))
    assert thinks(table) == 1
    assert table.match.deadline(1) is None


def test_a_stand_in_has_no_deadline_and_who_comes_back_has_the_old_one() -> None:
    table = racing()
    seat = thinks(table)
    deadline = table.match.deadline(seat)
    table.add(Away(seat), after=SECOND)
    assert table.match.deadline(seat) == deadline
    table.add(StandIn(seat, "greedy"), after=SECOND)
    assert table.match.deadline(seat) is None
    table.add(Back(seat), after=SECOND)
    assert table.match.deadline(seat) == deadline


def test_the_clock_stands_while_everybody_is_away_and_pauses_are_not_counted_twice() -> None:
    table = racing(bots=(1,))
    build(table)
    deadline = table.match.deadline(0)
    assert deadline
    table.add(Away(0), after=SECOND)
    assert table.match.deadline(0) is None
    table.add(Pause(), after=10 * SECOND)
    table.add(Back(0), after=10 * SECOND)
    assert table.match.deadline(0) is None
    table.add(Resume(), after=10 * SECOND)
    assert table.match.deadline(0) == deadline + 30 * SECOND
