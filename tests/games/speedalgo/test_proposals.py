"""Variations that bots compare with a program: the same with one card under a condition."""

import pytest

from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.speedalgo.names import AB, ABD, AT, READY, REP, SA, SAS, P, Phase
from algorally.games.speedalgo.proposals import lay, vary

SPEEDALGO = find_game("speedalgo")


def programming(seed: int) -> Position:
    """A race in which the first seat has to program."""
    position = SPEEDALGO.start(2, seed)
    while position.state.phase != Phase.PROGRAM:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


def test_each_card_comes_under_a_condition_with_each_other_card() -> None:
    varied = list(vary([*lay(AB, AT, P), READY, 77]))
    assert [*lay(SA, AB, AT, P), READY] in varied
    assert [*lay(SAS, ABD, AB, AT, P), READY] in varied
    assert [*lay(AB, AT, SAS, P, ABD), READY] in varied
    assert len(varied) == 2 * (1 + 2 * 2)  # AB and P: alone, and before or behind ABD and ABG
    assert len(varied) == len({tuple(plan) for plan in varied})


def test_what_is_repeated_or_has_a_condition_stays_as_it_is() -> None:
    assert not list(vary([*lay(REP, AB), READY]))
    assert not list(vary([*lay(SA, P, AB), READY]))
    assert not list(vary([]))


@pytest.mark.parametrize("seed", range(5))
def test_variations_can_be_laid(seed: int) -> None:
    position = programming(seed)
    seat = position.acting()[0]
    varied = [plan for best in position.plans(seat, 5) for plan in vary(best.actions)]
    assert varied
    for plan in varied:
        trial = position.clone()
        for action in plan:
            assert trial.allows(seat, action), (plan, action)
            trial.play(seat, action)
