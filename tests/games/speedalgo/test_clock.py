"""SA-B36: what the clock decides before the first round, and how it is told."""

import pytest

from algorally.core.events import seen_by
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.speedalgo.names import READY, START, TRAFFIC_AT, Phase
from algorally.games.speedalgo.terrain import read_square
from tests.playing import decide_as

pytestmark = pytest.mark.modes


def start(**settings: object) -> Position:
    return find_game("speedalgo").start(seats=3, seed=2, **settings)


def test_sa_b36_what_is_taken_is_left_out() -> None:
    position = start()
    position.play(0, TRAFFIC_AT + read_square("A1"))
    decide_as(position, 1, TRAFFIC_AT + read_square("B1"))
    while position.state.phase == Phase.TRAFFIC:
        position.time_up(position.acting()[0])
    position.play(0, START)
    decide_as(position, 1, START + 1)
    decide_as(position, 2, START + 2)


def test_sa_b36_and_sa_9_the_last_cars_go_to_the_lanes_that_have_none() -> None:
    position = start()
    for square in ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "C1"):
        position.play(position.acting()[0], TRAFFIC_AT + read_square(square))
    decide_as(position, 0, TRAFFIC_AT + read_square("B1"))
    decide_as(position, 1, TRAFFIC_AT + read_square("D1"))
    decide_as(position, 2, TRAFFIC_AT + read_square("E1"))


def test_sa_b36_an_empty_program_is_ready() -> None:
    position = start(traffic_placement="random")
    while position.state.phase < Phase.PROGRAM:
        position.time_up(position.acting()[0])
    for seat in (2, 0, 1):
        decide_as(position, seat, READY)
    assert position.state.turn == 2


def test_sa_b36_the_clock_is_told_of() -> None:
    position = start(traffic_placement="random")
    while position.state.phase < Phase.PROGRAM:
        position.time_up(position.acting()[0])
    position.play_text(0, "AB; REP")
    events = position.time_up(0)
    told = [
        [position.game.words.tell(position, event) for event in seen_by(seat, events)]
        for seat in (0, 1)
    ]
    own = ["red's time is up", "red takes the last card back", "red is ready"]
    assert told == [own, [own[0], own[2]]]  # SA-B37: others hear nothing of the cards
