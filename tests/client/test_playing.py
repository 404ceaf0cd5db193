"""Any bot plays to the end, however badly it plans."""

import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from algorally.bots.greedy import Greedy
from algorally.bots.levels import playable
from algorally.client import Seat, ServerRefused, play
from algorally.client.playing import seconds_left, take_turn
from algorally.core.events import SeenEvent, as_rows
from algorally.core.position import Position
from tests.client.fake_table import FakeTable
from tests.playing import play_to_the_end


def first_legal(view: Position, seat: int) -> Sequence[int]:
    return view.legal(seat)[:1]


def test_a_bot_plays_to_the_end(seat: Seat, table: FakeTable) -> None:
    result = play(seat, Greedy().plan)
    assert table.position.over
    assert seat.over
    assert result == table.info().result


def test_connections_break_and_the_game_is_played_all_the_same(
    seat: Seat, table: FakeTable
) -> None:
    table.faults += ["lost", "skipped", "forgotten", "repeated", "unsure", "early", ""] * 20
    assert play(seat, Greedy().plan) == table.info().result
    assert len(table.greetings) > 5


def test_a_plan_is_played_as_far_as_it_is_legal(seat: Seat, table: FakeTable) -> None:
    bot = Greedy()
    while len(actions := playable(table.position, 0, bot.plan(seat.view, 0))) == 1:
        take_turn(seat, actions)
        seat.wait()
    table.commits.clear()
    table.stored.clear()
    take_turn(seat, [*actions, table.position.game.time_up, 0])
    assert [len(commit.actions) - len(actions) for commit in table.commits] == [2, 1, 0]
    assert [commit.id for commit in table.commits][-1:] == list(table.stored)


@pytest.mark.parametrize("plan", [[], [10**6], [-1, 3]])
def test_a_plan_that_is_no_good_does_not_stop_the_game(
    seat: Seat, table: FakeTable, plan: list[int]
) -> None:
    legal = seat.legal
    take_turn(seat, plan)
    assert table.commits[-1].actions == legal[:1]
    assert len(table.stored) == 1


def test_a_bot_may_do_with_its_view_as_it_likes(seat: Seat, table: FakeTable) -> None:
    def careless(view: Position, seat: int) -> Sequence[int]:
        action = view.legal(seat)[:1]
        play_to_the_end(view.guess(seat, 0), 0)
        view.states[0] = view.game.state.rows()[0]
        return action

    assert play(seat, careless) == table.info().result


class Attentive:
    """A bot that keeps a view of its own by what it is told."""

    def __init__(self, view: Position) -> None:
        self.known = view
        self.seconds: list[float | None] = []

    def plan(self, view: Position, seat: int, seconds: float | None = None) -> list[int]:
        assert self.known.states.tobytes() == view.states.tobytes()
        self.seconds.append(seconds)
        return view.legal(seat)[:1]

    def told(self, events: list[SeenEvent]) -> None:
        self.known.follow(as_rows(events))


def test_a_bot_is_told_what_happens_and_how_long_it_may_think(seat: Seat, table: FakeTable) -> None:
    bot = Attentive(seat.view.clone())
    assert play(seat, bot) == table.info().result
    assert set(bot.seconds) == {0.0}  # the deadline of that table was long ago


def test_time_is_counted_to_a_second_before_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1000.0)
    for deadline, seconds in ((None, None), (1_005_000, 4.0), (1_000_500, 0.0), (0, 0.0)):
        seat = cast("Seat", SimpleNamespace(deadline=deadline))
        assert seconds_left(seat) == seconds


@pytest.mark.parametrize("late", [False, True])
def test_a_choice_that_came_too_late_is_planned_anew(
    seat: Seat, table: FakeTable, late: bool
) -> None:
    views: list[bytes] = []

    def slow(view: Position, seat: int) -> Sequence[int]:
        views.append(view.states.tobytes())
        if len(views) == 1:  # the clock is quicker; its news comes before the refusal, or after
            news = table.play(table.position.legal(0)[:1])
            if late:
                threading.Timer(0.2, table.broadcast, [news]).start()
            else:
                table.broadcast(news)
        return first_legal(view, seat)

    assert play(seat, slow) == table.info().result
    assert views[0] != views[1]
    assert len(table.commits) == len(table.stored) + 1


def test_what_has_nothing_to_do_with_the_plan_is_raised(seat: Seat, table: FakeTable) -> None:
    table.faults.append("no_seat")
    with pytest.raises(ServerRefused) as refused:
        play(seat, first_legal)
    assert refused.value.code == "no_seat"
    assert len(table.commits) == 1


def test_a_game_in_which_nothing_is_allowed_is_given_up(seat: Seat, table: FakeTable) -> None:
    table.faults += ["illegal_choice"] * 10
    with pytest.raises(ServerRefused):
        play(seat, first_legal)
