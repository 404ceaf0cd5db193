"""One seat against bots, by the rules of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import algorally.envs  # noqa: F401 - registers the environments
from algorally.core.errors import AlgorallyError, SettingError, UnreadableChoice
from algorally.core.game import find_game, games
from algorally.envs.gymnasium import SeatEnv, SeatVectorEnv, environment_id
from tests.envs.playing import SHORT, draw

ROWS = 4
every_game = pytest.mark.parametrize("name", games())


def make(name: str, **settings: Any) -> SeatEnv:
    """An environment as users make it, and without its wrappers."""
    made = gymnasium.make(environment_id(find_game(name)), **settings).unwrapped
    assert isinstance(made, SeatEnv)
    return made


def make_many(name: str, **settings: Any) -> SeatVectorEnv:
    """Several environments as users make them."""
    made = gymnasium.make_vec(environment_id(find_game(name)), num_envs=ROWS, **settings)
    assert isinstance(made, SeatVectorEnv)
    return made


def test_the_ids_carry_the_version_of_the_rules() -> None:
    names = {"algorally/Algoracing-v1", "algorally/SpeedAlgo-v1", "algorally/RoboRally-v1"}
    assert {name for name in gymnasium.registry if name.startswith("algorally/")} == names


@every_game
def test_gymnasium_finds_no_fault(name: str) -> None:
    env = make(name)
    assert env.spec
    assert not env.spec.nondeterministic  # so the check compares two runs
    check_env(env)


@every_game
@pytest.mark.parametrize("mode", AutoresetMode)
def test_many_games_side_by_side_are_the_games_one_by_one(name: str, mode: AutoresetMode) -> None:
    settings = {"seats": 3, "seat": 1, "opponent": ["random", "novice"], **SHORT[name]}
    many = make_many(name, autoreset_mode=mode, **settings)
    single = [lambda: make(name, **settings)] * ROWS
    one_by_one = SyncVectorEnv(single, autoreset_mode=mode)
    assert many.metadata["autoreset_mode"] == mode
    assert many.observation_space == one_by_one.observation_space
    assert many.action_space == one_by_one.action_space
    dice, ends = np.random.default_rng(5), 0
    ours, theirs = many.reset(seed=7), one_by_one.reset(seed=7)
    for _ in range(60):
        assert data_equivalence(ours, theirs, exact=True)
        assert many.observation_space.contains(ours[0])
        actions = draw(many.action_masks(), dice)
        done = many.step(actions)
        assert data_equivalence(done, one_by_one.step(actions), exact=True)
        ours = theirs = (done[0], done[4])
        if done[2].any():
            ends += 1
            if mode == AutoresetMode.DISABLED:
                with pytest.raises(SettingError, match=f"row {done[2].argmax()} is over"):
                    many.step(actions)
                where = done[2].copy()
                ours = many.reset(options={"reset_mask": where})
                theirs = one_by_one.reset(options={"reset_mask": where})
    assert ends > 1


@every_game
def test_a_seed_tells_all_and_without_one_games_go_on_by_chance(name: str) -> None:
    def play(env: SeatEnv, seed: int | None) -> list[Any]:
        """What comes of two games that begin with a seed."""
        dice, steps = np.random.default_rng(1), []
        for first in (seed, None):
            steps.append(env.reset(seed=first))
            over = False
            while not over:
                step = env.step(int(draw(env.action_masks(), dice)))
                steps.append((step[0], step[4]))
                over = step[2]
        return steps

    env = make(name, **SHORT[name])
    first, again, other = play(env, 3), play(env, 3), play(env, 4)
    assert data_equivalence(first, again, exact=True)
    assert not data_equivalence(first, other, exact=True)
    one, another = (play(make(name, **SHORT[name]), None) for _ in range(2))
    assert not data_equivalence(one, another, exact=True)


@every_game
def test_an_illegal_action_is_replaced_by_the_first_legal_one_and_told(name: str) -> None:
    wrong, right = make(name), make(name)
    for action in (-1, 10**9, int(wrong.arena.game.time_up)):
        wrong.reset(seed=2)
        _, info = right.reset(seed=2)
        *seen, info_wrong = wrong.step(action)
        *same, info_right = right.step(int(info["action_mask"].argmax()))
        assert data_equivalence(seen, same, exact=True)
        assert info_wrong["illegal_action"]
        assert not info_right["illegal_action"]


@every_game
def test_the_end_is_worth_what_the_winners_say(name: str) -> None:
    env, dice, worths = make(name), np.random.default_rng(1), set()
    for seed in range(8):
        env.reset(seed=seed)
        reward, over = 0.0, False
        while not over:
            assert reward == 0
            _, reward, over, broken_off, _ = env.step(int(draw(env.action_masks(), dice)))
            assert not broken_off
        assert not env.action_masks().any()
        winners = env.arena.position().standing().winners
        assert reward == (0 if len(winners) != 1 else 1 if winners == [0] else -1)
        worths.add(reward)
    assert len(worths) > 1


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"opponent": "master"}, "opponents are random, novice, casual, solid; there is no 'mas"),
        ({"opponent": ["solid", "solid"]}, "1 opponents are needed, or one for all, not 2"),
        ({"seat": 2}, "seats are 0 to 1; there is no 2"),
        ({"seats": 9}, "is for 2 to 4 players, not 9"),
        ({"colour": "red"}, "there is no option 'colour'"),
        ({"render_mode": "hologram"}, "render_mode is one of human, ansi, svg, rgb_array, not 'h"),
        ({"autoreset_mode": "never"}, "autoreset_mode is one of NextStep"),
    ]
    for settings, words in wrong:
        with pytest.raises(AlgorallyError, match=words):
            SeatVectorEnv("algoracing", 2, **settings)
    with pytest.raises(SettingError, match="at least one game is needed, not 0"):
        SeatVectorEnv("algoracing", 0)


def test_misuse_is_said_in_a_sentence() -> None:
    many, one = SeatVectorEnv("algoracing", 2), SeatEnv("algoracing")
    with pytest.raises(SettingError, match="call reset first"):
        one.step(0)
    with pytest.raises(SettingError, match="call reset first"):
        many.step([0, 0])
    with pytest.raises(SettingError, match="a seed is a whole number"):
        many.reset(seed=2**63)
    with pytest.raises(SettingError, match="2 games need as many seeds, not 3"):
        many.reset(seed=[1, 2, 3])
    with pytest.raises(SettingError, match="reset_mask is True or False for each of 2 games"):
        many.reset(options={"reset_mask": [0, 1]})
    many.reset()
    one.reset()
    for wrong in ([0], [0.5, 1.0], "ab"):
        with pytest.raises(UnreadableChoice, match="a whole number for each of the 2 games"):
            many.step(wrong)
    with pytest.raises(UnreadableChoice, match="an action is a whole number, not 'go'"):
        one.step("go")


@every_game
def test_a_seat_is_drawn_as_it_sees_the_board(name: str) -> None:
    many = make_many(name, seat=1, render_mode="svg")
    many.reset(seed=1)
    views = [many.arena.position(row).view(1).svg() for row in range(ROWS)]
    assert list(many.render()) == views
    one = make(name, seat=1, render_mode="ansi")
    one.reset(seed=1)
    assert one.render() == many.arena.position(0).view(1).text()
