"""The greedy bot: tries every program of its hand, sees no more than its view, beats chance."""

import random
from itertools import permutations

import numpy as np
import pytest

from algorally.bots.greedy import Greedy
from algorally.bots.levels import take_turn
from algorally.core.game import find_game, games
from algorally.core.position import Position
from algorally.games.algoracing.judgement import CHART_SHAPE, FAR, draw_chart, redundant
from algorally.games.algoracing.names import PASS, RUN

GAME = find_game("algoracing")


def first_turn(level: str = "basic", seed: int = 0) -> Position:
    position = GAME.start(seats=2, seed=seed, level=level)
    while not position.state.turn:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


def random_turn(position: Position, dice: random.Random) -> None:
    seat = position.acting()[0]
    position.play(seat, dice.choice(position.legal(seat)))


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("seed", range(3))
def test_greedy_bots_play_whole_games_by_the_rules(name: str, seed: int) -> None:
    game = find_game(name)
    position = game.start(seats=game.seats[-1], seed=seed)
    bots = [Greedy(seat) for seat in range(position.seats)]
    while not position.over:
        seat = position.acting()[0]
        assert take_turn(position, seat, bots[seat])


@pytest.mark.parametrize("level", ["basic", "complete"])
def test_a_greedy_bot_beats_a_random_player_nearly_always(level: str) -> None:
    won = 0
    for seed in range(20):
        position, bot, dice = GAME.start(seed=seed, level=level), Greedy(seed), random.Random(seed)
        while not position.over:
            if position.acting() == [seed % 2]:
                take_turn(position, seed % 2, bot)
            else:
                random_turn(position, dice)
        won += position.standing().winners == [seed % 2]
    assert won >= 19


def test_the_same_view_gives_the_same_plan_whatever_lies_behind_it() -> None:
    position = first_turn("complete")
    other = position.view(0).guess(0, 99)
    assert other.states.tobytes() != position.states.tobytes()
    assert Greedy(1).plan(position.view(0), 0) == Greedy(1).plan(other.view(0), 0)


def programs(position: Position) -> set[tuple[int, ...]]:
    """Every row that can be laid and run now, by the bot's own order of trying."""
    found: set[tuple[int, ...]] = set()
    frontier: list[tuple[Position, int]] = [(position, -1)]
    while frontier:
        here, last = frontier.pop()
        for action in here.legal(0):
            if action < RUN and not redundant(here.state, here.field, 0, last, action):
                there = here.clone()
                there.play(0, action)
                row = tuple(int(card) for card in there.state.row[: int(there.state.length)])
                found.add(row)
                frontier.append((there, action))
    return found


@pytest.mark.parametrize("level", ["basic", "complete"])
def test_leaving_out_redundant_orders_leaves_out_no_program(level: str) -> None:
    position = first_turn(level)
    position.state.rovers[0].hand[:] = [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    hand = range(5)
    expected = {row for length in (1, 2, 3) for row in permutations(hand, length)}
    assert len(expected) == 85
    assert programs(position) == expected


@pytest.mark.modes
def test_a_plan_ends_with_running_or_passing() -> None:
    position = first_turn()
    assert Greedy(0).plan(position.view(0), 0)[-1] in (RUN, PASS)


@pytest.mark.modes
def test_the_guide_knows_how_far_it_is() -> None:
    field = GAME.make_field(2, {"field": "canyon"})
    chart = np.full(CHART_SHAPE, -1, np.int16)
    draw_chart(field[0], chart)
    square = 5 * 6  # the south-west corner
    assert chart[square * 4, square] == 0
    assert chart[square * 4, square - 6] == 1  # facing north: one step
    assert chart[square * 4 + 2, square - 6] == 2  # facing south: turn round first
    assert chart[square * 4, 0] <= 3
    assert chart[:144, :36].max() < FAR
