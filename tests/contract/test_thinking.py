"""Bots of all levels, in every game: what they go by, and what they choose."""

import numpy as np
import pytest

from algorally.bots.advice import advise, chances
from algorally.bots.levels import LEVELS
from algorally.bots.thinker import SKILLS, Skill, Thinker, think
from algorally.core.dice import Dice
from algorally.core.game import Game
from algorally.core.planning import Depth, Planning, thinkers
from algorally.core.position import Position
from algorally.core.search import NOTHING
from tests.playing import contents

# Little enough to be quick, and no clock: the same in every run.
TURNS = 5
TRIALS = 24
HASTY = {
    name: skill._replace(
        plans=4 if skill.trials else 1, trials=min(skill.trials, TRIALS), seconds=None
    )
    for name, skill in SKILLS.items()
}


def begun(game: Game, turn: int = TURNS, seed: int = 4) -> Position:
    position = game.start(seed=seed)
    position.playout(until_turn=turn, seed=1)
    return position


def test_there_are_five_levels_in_every_game() -> None:
    assert list(LEVELS) == ["novice", "casual", "solid", "expert", "master"]


@pytest.mark.parametrize("level", HASTY)
def test_a_bot_plays_legally_and_the_same_from_the_same_seed(game: Game, level: str) -> None:
    position = begun(game)
    before = contents(position)
    for seat in position.acting():
        view = position.view(seat)
        plan = Thinker(HASTY[level], 5).plan(view, seat)
        assert plan[0] in position.legal(seat)
        assert Thinker(HASTY[level], 5).plan(view, seat) == plan
    assert contents(position) == before


@pytest.mark.parametrize("level", HASTY)
def test_nobody_cheats(game: Game, level: str) -> None:
    """Two worlds that a seat cannot tell apart, and the same lots: the same choice."""
    position = begun(game)
    for seat in position.acting():
        other = position.guess(seat, 77)
        assert contents(other) != contents(position)
        assert contents(other.view(seat)) == contents(position.view(seat))
        one = think(position, seat, HASTY[level], None, 9)
        assert think(other, seat, HASTY[level], None, 9) == one


def test_chances_are_shares_of_one(game: Game) -> None:
    position = begun(game)
    assert sum(chances(position)) == pytest.approx(1)
    position.playout(seed=3)
    winners = position.standing().winners
    assert chances(position) == [(seat in winners) / len(winners) for seat in range(2)]


def test_what_is_asked_about_is_judged_beside_the_best(game: Game) -> None:
    position = begun(game)
    seat = position.acting()[0]
    poor = [position.legal(seat)[-1]]
    advice = advise(position, seat, best=2, seconds=None, trials=TRIALS, also=[poor])
    assert 2 <= len(advice) <= 3
    assert poor in [one.actions for one in advice]
    assert all(0 <= one.chance <= 1 for one in advice)
    assert len({tuple(one.actions) for one in advice}) == len(advice)


def test_plans_that_are_dropped_come_last(game: Game) -> None:
    position = begun(game)
    seat = position.acting()[0]
    skill = Skill(plans=4, trials=4 * TRIALS)
    found = answers(position, seat, 4, 3)
    ranked = think(position, seat, skill, None, 3)
    assert sorted(one.actions for one in ranked) == sorted(found)
    assert ranked[0].chance > ranked[1].chance


def answers(position: Position, seat: int, best: int, number: int) -> list[list[int]]:
    """The best plans for a world that is foreseen."""
    assert position.game.planning
    habits = position.game.planning.habits
    depth = Depth(habits.horizons[0], 0, habits.samples)
    room = thinkers.room(position.game, best)
    return [plan.actions for plan in room.answers(position.view(seat), seat, depth, number)]


def test_plans_for_several_worlds_are_compared_once(game: Game) -> None:
    position = begun(game)
    seat = position.acting()[0]
    skill = Skill(plans=4, worlds=3, varies=True, trials=TRIALS)
    plans = [tuple(one.actions) for one in think(position, seat, skill, None, 3)]
    assert len(plans) == len(set(plans))
    for world in range(3):
        assert tuple(answers(position, seat, 1, 3 + world)[0]) in plans


@pytest.mark.parametrize(("better", "worse"), [("solid", "novice"), ("expert", "novice")])
def test_who_thinks_more_wins(game: Game, better: str, worse: str) -> None:
    """From fixed seeds, so never by chance; docs/bots.md tells by how much they win."""
    won = sum(winner_is(game, seed, better, worse) for seed in range(6))
    assert won >= 5


def winner_is(game: Game, seed: int, better: str, worse: str) -> bool:
    """Whether the better one wins, on the first or on the second seat."""
    position, place = game.start(seed=seed), seed % 2
    skills = [HASTY[worse], HASTY[worse]]
    skills[place] = HASTY[better]
    bots = [Thinker(skill, seed) for skill in skills]
    while acting := position.acting():
        seat = acting[0]
        for action in bots[seat].plan(position.view(seat), seat):
            if not position.allows(seat, action):
                break
            position.play(seat, action)
    return position.standing().winners == [place]


@pytest.mark.modes
def test_a_game_may_say_no_more_than_how_it_is_judged(game: Game) -> None:
    """Then everything is tried and thought about, and a guess is as good as any other."""
    position, nothing = game.start(seed=1), np.zeros(0, np.int16)
    state, field = position.state, position.field
    before = contents(position)
    found, dice = thinkers.room(game, 1)._found, Dice.record(Dice.rows())
    usual = Planning(game.rules.points)
    assert not usual.propose(state, field, 0, nothing, found, dice)
    assert usual.habit(state, field, 0, nothing) == NOTHING
    usual.imagine(state, state, field, 0, nothing, found, dice)
    assert contents(position) == before
