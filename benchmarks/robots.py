"""What the state of a robot is worth: fits the weights of RoboRally's judgement to who won.

Use: python benchmarks/robots.py [GAMES [SEATS]]
"""

import sys

import numpy as np
import numpy.typing as npt

from algorally.bots.levels import take_turn
from algorally.bots.thinker import Skill, Thinker
from algorally.core.game import find_game
from algorally.core.planning import chart_of
from algorally.core.position import Position
from algorally.games.roborally.judgement import (
    DAMAGE,
    HASTE,
    LIFE,
    LOCK,
    OPTION_VALUE,
    REGISTER,
    REST,
    WORN,
    time_left,
    way_back,
)

GAMES, SEATS = 2500, 4
STEPS = 12  # of Newton's method, which is done long before
FIRST_TURN = 2  # in the first all robots are as good as each other
WEIGHTS = {
    "the root of the registers left": -HASTE,
    "a damage token": -DAMAGE,
    "each beyond": -LOCK,
    "powered down": -REST,
    "a life": LIFE,
    "an option": OPTION_VALUE,
}

Numbers = npt.NDArray[np.float64]


def traits(position: Position, who: int) -> list[float]:
    """What is known of a robot, in the order of the weights."""
    robot, field, chart = position.state.robots[who], position.field, chart_of(position)
    touched, damage = int(robot.touched), int(robot.damage)
    if robot.square >= 0:
        time = time_left(field, chart, touched, int(robot.square) * 4 + int(robot.heading))
    else:
        time = way_back(field, chart, touched, int(robot.archive)) + REGISTER
    return [
        (time / REGISTER) ** 0.5,
        min(damage, WORN),
        max(0, damage - WORN),
        int(robot.powered_down),
        int(robot.lives),
        int(robot.options).bit_count(),
    ]


def moments(deal: int, seats: int) -> list[tuple[list[list[float]], list[float]]]:
    """The robots at the beginning of each turn of a game, and what each of them won in the end."""
    position = find_game("roborally").start(seats, deal)
    bots = [Thinker(Skill(), deal * seats + seat) for seat in range(seats)]
    seen, turn = [], FIRST_TURN - 1
    while acting := position.acting():
        if position.standing().turns > turn and all(
            robot.lives for robot in position.state.robots[:seats]
        ):
            turn = position.standing().turns
            seen.append([traits(position, who) for who in range(seats)])
        take_turn(position, acting[0], bots[acting[0]])
    winners = position.standing().winners
    won = [(seat in winners) / len(winners) for seat in range(seats)]
    return [(robots, won) for robots in seen]


def chances(weights: Numbers, robots: Numbers) -> Numbers:
    """How likely each robot is to win: it weighs as much as the exponential of its worth."""
    worth = robots @ weights
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    shares: Numbers = weight / weight.sum(axis=1, keepdims=True)
    return shares


def fit(robots: Numbers, won: Numbers) -> Numbers:
    """The weights under which what happened was the likeliest."""
    weights = np.zeros(robots.shape[2])
    for _ in range(STEPS):
        likely = chances(weights, robots)
        slope = np.einsum("ms,mst->t", won - likely, robots)
        mean = np.einsum("ms,mst->mt", likely, robots)
        bend = np.einsum("ms,mst,msu->tu", likely, robots, robots) - mean.T @ mean
        weights += np.linalg.solve(bend, slope)
    return weights


def surprise(weights: Numbers, robots: Numbers, won: Numbers) -> float:
    """By how much what happened was unlikely: the mean logarithm."""
    return float(-(won * np.log(chances(weights, robots) + 1e-12)).sum(axis=1).mean())


def main() -> None:
    """Play, fit, and show both beside each other: thousandths of the logarithm of the odds."""
    games, seats = (*map(int, sys.argv[1:]), *(GAMES, SEATS)[len(sys.argv) - 1 :])
    seen = [moment for deal in range(games) for moment in moments(deal, seats)]
    robots, won = (np.array(part, np.float64) for part in zip(*seen, strict=True))
    fitted, known = fit(robots, won), np.array(list(WEIGHTS.values())) / 1000
    for name, before, now in zip(WEIGHTS, known * 1000, fitted * 1000, strict=True):
        print(f"{name}: {now:.0f}, in use {before:.0f}")
    print(
        f"surprise {surprise(fitted, robots, won):.4f}, with what is in use"
        f" {surprise(known, robots, won):.4f}, knowing nothing {np.log(seats):.4f};"
        f" {len(seen)} turns of {games} games"
    )


if __name__ == "__main__":
    main()
