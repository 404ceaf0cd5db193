"""The greedy bot on a factory floor."""

import pytest

from algorally.bots.greedy import Greedy
from algorally.bots.levels import take_turn
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.roborally.names import NO, YES, Question


def asked_to_stay_down() -> Position:
    """A robot was powered down for a turn, and says whether it stays so."""
    position = find_game("roborally").start(seats=2, seed=1, option_cards="no")
    for robot in position.state.robots:
        robot.announced = 1
    while position.state.question != Question.STAY_DOWN:
        seat = position.acting()[0]
        take_turn(position, seat, Greedy())
    return position


@pytest.mark.parametrize(("damage", "answer"), [(0, NO), (2, NO), (9, YES)])
def test_it_stays_powered_down_only_where_damage_costs_more_than_a_turn(
    damage: int, answer: int
) -> None:
    position = asked_to_stay_down()
    seat = position.acting()[0]
    position.state.robots[seat].damage = damage
    for number in range(5):
        assert Greedy(number).plan(position.view(seat), seat) == [answer]
