"""The greedy driver: plans through the traffic, uses the die, and beats chance."""

import random
from collections import Counter

from algorally.bots.greedy import Greedy
from algorally.bots.levels import take_turn
from algorally.core.game import find_game
from algorally.core.position import Position

GAME = find_game("speedalgo")


def race(seed: int, chance: int) -> Position:
    """A race of a greedy driver against one who chooses at random."""
    position, bot, dice = GAME.start(seed=seed), Greedy(seed), random.Random(seed)
    while acting := position.acting():
        if acting[0] == chance:
            position.play(chance, dice.choice(position.legal(chance)))
        else:
            take_turn(position, acting[0], bot)
    return position


def test_a_greedy_driver_beats_a_random_one_nearly_always() -> None:
    won = sum(race(seed, seed % 2).standing().winners != [seed % 2] for seed in range(20))
    assert won >= 19


def test_greedy_races_last_as_long_as_a_class_has_time() -> None:
    rounds: Counter[int] = Counter()
    for seed in range(12):
        position = GAME.start(4, seed)
        bots = [Greedy(seat) for seat in range(4)]
        while acting := position.acting():
            take_turn(position, acting[0], bots[acting[0]])
        rounds[position.standing().turns] += 1
    assert 4 <= sum(count * number for count, number in rounds.items()) / 12 <= 7, rounds
