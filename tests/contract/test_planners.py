"""Bots that loops know play the same games there as when they are asked one by one."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.batch import planners
from algorally.batch.planners import Rivals, seed_of_bot
from algorally.bots.rivals import KNOWN, PLANNERS, seat_rivals
from algorally.core.arguments import check_seed
from algorally.core.compile import MODE, bind, compiled
from algorally.core.dice import Dice
from algorally.core.events import MOST_SEATS
from algorally.core.game import Game
from algorally.core.search import LOWEST, NOTHING
from tests.companies import in_a_loop, one_by_one
from tests.contract.conftest import some
from tests.envs.playing import SHORT
from tests.playing import many_settings, possible_seats

pytestmark = pytest.mark.modes

INTERPRETED = MODE == "interpreted"
LAST = 2**63 - 2  # the last seed of a game; that of a bot is made of it
LINEUPS = [("novice", "random")] if INTERPRETED else [*((level,) * 2 for level in PLANNERS), KNOWN]
FEW = some(12)


def test_every_bot_has_a_seed_of_its_own() -> None:
    drawn = [seed_of_bot(number, seat) for number in (0, 1, LAST) for seat in range(MOST_SEATS)]
    assert drawn[:16] == list(range(16))
    assert len({check_seed(one) for one in drawn}) == len(drawn)


@pytest.mark.parametrize("names", LINEUPS, ids=" ".join)
@pytest.mark.parametrize("seed", [5, LAST])
def test_a_bot_plays_as_it_does_when_it_is_asked(
    game: Game, names: tuple[str, ...], seed: int
) -> None:
    fields = game.lay_out(len(names), SHORT[game.name])
    told = game, fields, names, seed, 1 if INTERPRETED else 2
    assert in_a_loop(*told) == one_by_one(*told)


@pytest.mark.skipif(INTERPRETED, reason="whole games of searches take compiled ones")
@FEW
@given(data=st.data())
def test_so_it_does_with_any_settings_on_any_seat(game: Game, data: st.DataObject) -> None:
    settings = data.draw(st.sampled_from(many_settings(game.name)))
    seats = data.draw(st.sampled_from(possible_seats(game, settings)))
    names = data.draw(st.lists(st.sampled_from(KNOWN), min_size=seats, max_size=seats))
    told = game, game.lay_out(seats, settings), names, data.draw(st.integers(0, LAST)), 1
    assert in_a_loop(*told) == one_by_one(*told)


@compiled
def find_nothing(state: Any, seat: int, rivals: Rivals, dice: Dice) -> None:
    rivals.found.values[0] = LOWEST


@compiled
def find_what_nobody_may_choose(state: Any, seat: int, rivals: Rivals, dice: Dice) -> None:
    rivals.found.values[0] = 0
    rivals.found.plans[0, 0] = rivals.idle


@pytest.mark.parametrize("think_of_plan", [find_nothing, find_what_nobody_may_choose])
def test_who_has_no_plan_plays_the_first_legal_action(game: Game, think_of_plan: Any) -> None:
    name = f"{game.name}_{think_of_plan.__name__}"  # by which it is found in the cache
    decide = bind(planners.decide_turn, name, think_of_plan=think_of_plan, legal=game.rules.legal)
    position = game.start(seed=3)
    seat = position.acting()[0]
    rivals = seat_rivals(game, position.fields, np.zeros(2, np.int64))
    rivals.found.plans[0, 0] = position.legal(seat)[-1]  # of a turn before
    mask = np.zeros(game.actions, np.uint8)
    decide(position.state, position.field, seat, rivals, mask, Dice.record(Dice.rows()))
    assert rivals.found.plans[0, :2].tolist() == [position.legal(seat)[0], NOTHING]
