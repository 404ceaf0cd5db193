"""What the loops of environments show is what the rules say."""

import numpy as np
import pytest

from algorally.core.game import find_game, games
from algorally.envs.arena import Arena
from tests.contract.test_observations import look
from tests.envs.playing import draw

ROWS = 3


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("outside", [[1], None])
def test_each_seat_is_shown_its_own_view_and_its_own_choices(
    name: str, outside: list[int] | None
) -> None:
    arena, dice = Arena(find_game(name), ROWS, 3, outside), np.random.default_rng(1)
    for row in range(ROWS):
        arena.set_dice(row, row)
    arena.begin()
    movers = set()
    for _ in range(150):
        for row in range(ROWS):
            position, seat = arena.position(row), int(arena.table.movers[row])
            planes, numbers = look(position.view(seat), seat)
            assert np.array_equal(arena.table.planes[row], planes)
            assert np.array_equal(arena.table.numbers[row], numbers)
            assert np.flatnonzero(arena.masks[row]).tolist() == position.legal(seat)
            assert bool(arena.table.over[row]) == position.over
            movers.add(seat)
        arena.play(draw(arena.masks, dice), arena.table.over)
    assert movers == ({1} if outside else {0, 1, 2})


@pytest.mark.parametrize("name", games())
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same_to_it(name: str) -> None:
    arena, dice = Arena(find_game(name), 2, 3, None), np.random.default_rng(1)
    for row in (0, 1):
        arena.set_dice(row, 4)
    arena.begin()
    other_worlds = 0
    for _ in range(100):
        position = arena.position(0).clone()
        for seat in range(3):
            arena.work.states[1] = position.guess(seat, int(dice.integers(2**32))).states[0]
            other_worlds += arena.work.states[0].tobytes() != arena.work.states[1].tobytes()
            arena.show_to(seat)
            for shown in (arena.table.planes, arena.table.numbers, arena.masks):
                assert np.array_equal(shown[0], shown[1])
        arena.work.states[1] = arena.work.states[0]
        arena.show_to(arena.table.movers)
        actions = draw(arena.masks, dice)
        actions[1] = actions[0]
        arena.play(actions, arena.table.over)
    assert other_worlds > 100
