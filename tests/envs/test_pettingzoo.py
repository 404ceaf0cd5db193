"""All seats from outside, by the rules of PettingZoo."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from algorally.core.errors import SettingError, UnreadableChoice
from algorally.core.game import find_game, games
from algorally.envs.pettingzoo import TogetherEnv, TurnEnv, env, parallel_env, raw_env
from tests.envs.playing import SHORT, draw

every_game = pytest.mark.parametrize("name", games())
# It would rather have one array alone, and a legal action when all is over.
lenient = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


@every_game
@lenient
def test_pettingzoo_finds_no_fault_with_turns(name: str) -> None:
    for seats in (2, 4):
        api_test(env(game=name, seats=seats, **SHORT[name]), num_cycles=200)
        api_test(raw_env(game=name, seats=seats, **SHORT[name]), num_cycles=200)


@every_game
@lenient
def test_pettingzoo_finds_no_fault_with_cycles(name: str) -> None:
    parallel_api_test(parallel_env(game=name, seats=3, **SHORT[name]), num_cycles=100)


@every_game
def test_a_seed_tells_all(name: str) -> None:
    seed_test(partial(env, game=name), num_cycles=50)
    parallel_seed_test(partial(parallel_env, game=name), num_cycles=50)


@every_game
def test_games_can_be_broken_off_after_so_many_cycles(name: str) -> None:
    many = partial(parallel_env, game=name, seats=3)
    max_cycles_test(
        SimpleNamespace(
            parallel_env=many, env=lambda max_cycles: parallel_to_aec(many(max_cycles=max_cycles))
        )
    )
    turns = raw_env(game=name, max_cycles=3)
    turns.reset(seed=1)
    for _ in range(6):
        assert not any(turns.truncations.values())
        turns.step(int(turns.last()[0]["action_mask"].argmax()))
    assert all(turns.truncations.values())
    assert not any(turns.terminations.values())


@every_game
def test_pictures_are_drawn(name: str) -> None:
    render_test(
        partial(raw_env, game=name), custom_tests={"svg": lambda drawn: drawn.startswith("<svg")}
    )


def play_turns(turns: TurnEnv, seed: int) -> tuple[list[tuple[int, int]], dict[str, float]]:
    """The choices of a game at random, and what it was worth to whom."""
    dice, choices, worths = np.random.default_rng(seed), [], {}
    turns.reset(seed=seed)
    for agent in turns.agent_iter():
        seen, reward, over, _, info = turns.last()
        assert turns.observation_space(agent).contains(seen)
        assert not info["illegal_action"]
        if over:
            worths[agent] = reward
            turns.step(None)
        else:
            action = int(draw(seen["action_mask"], dice))
            choices.append((turns.seat_of(agent), action))
            turns.step(action)
    return choices, worths


@every_game
def test_turns_are_those_of_the_game(name: str) -> None:
    turns = raw_env(game=name, seats=3, **SHORT[name])
    shared = set()
    for seed in range(5):
        turns.reset(seed=seed)
        position = turns.arena.position().clone()
        choices, worths = play_turns(turns, seed)
        for seat, action in choices:
            assert seat == position.acting()[0]
            position.play(seat, action)
        assert position.over
        assert position.states.tobytes() == turns.arena.work.states.tobytes()
        winners = position.standing().winners
        assert sum(worths.values()) == pytest.approx(0)
        best = {int(agent[-1]) for agent, worth in worths.items() if worth > 0}
        assert best == (set(winners) if len(winners) < 3 else set())
        shared.add(len(winners))
    assert shared


@every_game
def test_others_may_look_without_changing_whose_choice_it_is(name: str) -> None:
    turns, alone = raw_env(game=name, seats=3), raw_env(game=name, seats=3)
    for one in (turns, alone):
        one.reset(seed=3)
    for _ in range(30):
        selected = turns.agent_selection
        for agent in turns.agents:
            seen = turns.observe(agent)
            if agent != selected and not find_game(name).facts.simultaneous:
                assert not seen["action_mask"].any()
        assert data_equivalence(turns.last(), alone.last(), exact=True)
        action = int(alone.last()[0]["action_mask"].argmax())
        turns.step(action)
        alone.step(action)
    assert turns.arena.work.states.tobytes() == alone.arena.work.states.tobytes()


def cycle(together: TogetherEnv, seen: dict[str, Any], dice: np.random.Generator) -> Any:
    """A step of any legal actions."""
    masks = {agent: what["action_mask"] for agent, what in seen.items()}
    return together.step({agent: draw(mask, dice) for agent, mask in masks.items()})


@every_game
def test_who_has_nothing_to_choose_can_only_wait(name: str) -> None:
    together, dice = parallel_env(game=name, seats=3, **SHORT[name]), np.random.default_rng(2)
    seen, _ = together.reset(seed=4)
    waited, at_once = 0, 0
    while together.agents:
        acting = together.arena.position().acting()
        for agent in together.agents:
            waits = np.flatnonzero(seen[agent]["action_mask"]).tolist() == [together.wait]
            assert waits == (together.seat_of(agent) not in acting)
            waited += waits
        at_once += len(acting) > 1
        seen, rewards, over, _, infos = cycle(together, seen, dice)
        assert not any(info["illegal_action"] for info in infos.values())
        assert all(over.values()) or not any(rewards.values())
    assert waited
    assert bool(at_once) == find_game(name).facts.simultaneous


@every_game
def test_illegal_actions_are_replaced_by_the_first_legal_one_and_told(name: str) -> None:
    wrong, right = raw_env(game=name), raw_env(game=name)
    for one in (wrong, right):
        one.reset(seed=1)
    agent = wrong.agent_selection
    wrong.step(find_game(name).time_up)
    right.step(int(right.last()[0]["action_mask"].argmax()))
    assert wrong.arena.work.states.tobytes() == right.arena.work.states.tobytes()
    assert wrong.infos[agent]["illegal_action"]
    together = parallel_env(game=name)
    together.reset(seed=1)
    infos = together.step(dict.fromkeys(together.agents, -1))[4]
    assert all(info["illegal_action"] for info in infos.values())


def test_misuse_is_said_in_a_sentence() -> None:
    together, turns = parallel_env(game="algoracing"), raw_env(game="algoracing")
    with pytest.raises(SettingError, match="call reset first"):
        together.step({})
    turns.reset()
    with pytest.raises(UnreadableChoice, match="an action is a whole number, not 'go'"):
        turns.step("go")
    with pytest.raises(SettingError, match="there is no game 'chess'"):
        env(game="chess")
