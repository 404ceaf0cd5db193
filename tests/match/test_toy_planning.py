"""A game need not tell bots anything: then they go by the points."""

from dataclasses import replace

import pytest

from algorally.bots.rivals import KNOWN
from algorally.core.position import LogFull, Position
from tests.companies import in_a_loop, one_by_one
from tests.match.toy import GAME, READY

pytestmark = pytest.mark.modes


def shove(seed: int, seats: int = 2) -> Position:
    position = GAME.start(seats, seed)
    position.playout(until_turn=2, seed=seed)
    return position


def test_the_toy_tells_bots_nothing() -> None:
    assert GAME.planning is None


def test_a_state_is_judged_by_the_lead() -> None:
    position = shove(1, seats=3)
    points = position.standing().points
    for seat in range(3):
        rivals = [score for other, score in enumerate(points) if other != seat]
        assert position.judge(seat) == points[seat] - max(rivals)


def test_an_end_is_judged_by_who_won() -> None:
    position = shove(2, seats=4)
    winners = position.playout().winners
    worth = [position.judge(seat) for seat in range(4)]
    assert [seat for seat in range(4) if worth[seat] == max(worth)] == winners
    assert max(worth) == -min(worth) > 1000


def test_every_way_to_lay_a_program_is_tried() -> None:
    position = shove(3)
    hand = [card for card, count in enumerate(position.state.pieces[0].hand) for _ in range(count)]
    plans = position.plans(0, best=1000)
    assert {plan.actions[0] for plan in plans} == set(hand)
    assert all(READY in plan.actions for plan in plans)


def play_first(position: Position, count: int) -> None:
    for _ in range(count):
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])


def test_an_event_that_does_not_fit_the_log_is_an_error_and_never_lost() -> None:
    play_first(GAME.start(2, 1), 20)
    cramped = replace(GAME, most_events=1).start(2, 1)
    with pytest.raises(LogFull, match="raise most_events of the game"):
        play_first(cramped, 20)


def test_bots_play_it_in_a_loop_as_when_they_are_asked() -> None:
    told = GAME, GAME.lay_out(4, {}), KNOWN, 3, 2
    assert in_a_loop(*told) == one_by_one(*told)
