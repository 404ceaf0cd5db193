"""The games by the rules of OpenSpiel.

`python -m tests.envs.test_openspiel` writes the stored playthroughs anew.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import algorally.envs.openspiel  # noqa: F401 - registers the games
from algorally.core.game import find_game, games
from tests.contract.test_observations import look

STORED = Path(__file__).parent / "playthroughs"
SETTINGS = {
    "algoracing": "turn_cap=1,level=complete",
    "speedalgo": "round_cap=1,variant=beginners",
    "roborally": "turn_cap=1,players=3",
}
EMPTY = "◯"  # how an empty plane is drawn
every_game = pytest.mark.parametrize("name", games())


def load(name: str, settings: str = "") -> pyspiel.Game:
    """A game as users load it."""
    return pyspiel.load_game(f"python_algorally_{name}({settings})")


def condensed(line: str) -> str:
    """A line of a playthrough; of what is seen, which is long, only a digest."""
    what, _, seen = line.partition(" = ")
    if not what.startswith("Observation") or len(seen) < 200:
        return line
    return f"{what} = {hashlib.sha256(seen.encode()).hexdigest()[:16]}"


def playthrough(name: str) -> str:
    """A game at random, as OpenSpiel tells it."""
    game = f"python_algorally_{name}({SETTINGS[name]})"
    lines = generate_playthrough.playthrough(game, None, seed=1).splitlines()
    kept = [condensed(line) for line in lines if not line.startswith(EMPTY)]
    return "\n".join(kept) + "\n"


@every_game
def test_a_playthrough_is_as_it_was(name: str) -> None:
    assert playthrough(name) == (STORED / f"{name}.txt").read_text(encoding="utf-8")


@every_game
def test_openspiel_finds_no_fault(name: str) -> None:
    for players in (2, 4):
        game = load(name, f"{SETTINGS[name].partition(',')[0]},players={players}")
        assert game.num_players() == players
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@every_game
def test_a_game_is_that_of_its_deal(name: str) -> None:
    game, dice = load(name, f"{SETTINGS[name]},deals=7"), np.random.default_rng(2)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(seed, 1 / 7) for seed in range(7)]
    state.apply_action(5)
    settings = dict(pair.split("=") for pair in SETTINGS[name].split(","))
    seats = int(settings.pop("players", 2))
    position = find_game(name).start(seats, 5, **settings)
    observer = game.make_py_observer()
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == position.acting()[0]
        assert state.legal_actions() == position.legal(seat)
        for player in range(seats):
            observer.set_from(state, player)
            planes, numbers = look(position.view(player), player)
            assert np.array_equal(observer.tensor, np.concatenate([planes.ravel(), numbers]))
        action = int(dice.choice(state.legal_actions()))
        assert state.action_to_string(seat, action) == position.say(action)
        state.apply_action(action)
        position.play(seat, action)
    assert position.over
    winners = position.standing().winners
    best = {seat for seat, worth in enumerate(state.returns()) if worth > 0}
    assert best == (set(winners) if len(winners) < seats else set())
    assert sum(state.returns()) == pytest.approx(0)


@every_game
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = load(name).new_initial_state()
    state.apply_action(1)
    clone, before = state.clone(), str(state)
    for _ in range(20):
        clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    for action in clone.history()[1:]:
        state.apply_action(action)
    assert str(state) == str(clone)


def test_what_cannot_be_is_said_in_a_sentence() -> None:
    for settings, words in (("deals=0", "at least one deal, not 0"), ("level=hard", "not 'hard'")):
        with pytest.raises(Exception, match=words):
            load("algoracing", settings)


def test_python_ends_quietly_after_it() -> None:
    code = (
        "import pyspiel, algorally.envs.openspiel; pyspiel.load_game('python_algorally_algoracing')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


if __name__ == "__main__":
    STORED.mkdir(exist_ok=True)
    for game_name in games():
        path = STORED / f"{game_name}.txt"
        path.write_text(playthrough(game_name), encoding="utf-8")
