"""How fast learners play: choices a second of one core, masks and observations included.

What counts is the processor's time, so other work on the machine does not; the choices of the
policy itself, which are drawn in NumPy, are not counted. Use: python benchmarks/environments.py
"""

import random
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

import algorally.envs.openspiel  # noqa: F401 - registers the games
from algorally.core.game import find_game, games
from algorally.envs.gymnasium import environment_id
from algorally.envs.pettingzoo import raw_env

SECONDS = 3.0
ROWS = 1024
LEVELS: dict[str, tuple[dict[str, Any], ...]] = {
    "algoracing": ({"level": "basic"}, {"level": "complete"})
}
OTHERS = ("tic_tac_toe", "connect_four")


class Stopwatch:
    """Adds up the processor's time of some calls."""

    def __init__(self) -> None:
        self.spent, self.choices = 0.0, 0

    def time(self, call: Callable[..., Any], *arguments: Any, choices: int = 1) -> Any:
        """Call something that makes so many choices."""
        begun = time.process_time()
        result = call(*arguments)
        self.spent += time.process_time() - begun
        self.choices += choices
        return result

    def rate(self) -> float:
        """Choices a second."""
        return self.choices / self.spent


def vector_speed(name: str, rows: int, opponent: str, **settings: Any) -> float:
    """The native vector environment of Gymnasium; only the learner's own choices count."""
    env: Any = gymnasium.make_vec(
        environment_id(find_game(name)), num_envs=rows, opponent=opponent, **settings
    )
    dice, watch = np.random.default_rng(1), Stopwatch()
    _, info = env.reset(seed=1)  # compiles
    while watch.spent < SECONDS:
        masks = info["action_mask"]
        actions = (masks * dice.random(masks.shape, np.float32)).argmax(axis=1)
        *_, info = watch.time(env.step, actions, choices=rows)
    return watch.rate()


def play_turns(env: Any, dice: np.random.Generator, watch: Stopwatch) -> None:
    """Play a game of PettingZoo at random: seeing and stepping are what counts."""
    watch.time(env.reset, int(dice.integers(2**32)), choices=0)
    for _ in env.agent_iter():
        seen, _, over, _, _ = watch.time(env.last, choices=0)
        action = None if over else int(dice.choice(seen["action_mask"].nonzero()[0]))
        watch.time(env.step, action)


def turn_speed(env: Any) -> float:
    """An environment of PettingZoo: seeing and stepping."""
    watch, dice = Stopwatch(), np.random.default_rng(1)
    play_turns(env, dice, Stopwatch())  # compiles
    while watch.spent < SECONDS:
        play_turns(env, dice, watch)
    return watch.rate()


def state_speed(name: str) -> float:
    """A game of OpenSpiel through Python: legal actions and applying one."""
    game, dice, watch = pyspiel.load_game(name), random.Random(1), Stopwatch()
    while watch.spent < SECONDS:
        state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(dice.choice(state.chance_outcomes())[0])
        while not state.is_terminal():
            legal = watch.time(state.legal_actions, choices=0)
            watch.time(state.apply_action, dice.choice(legal))
    return watch.rate()


def said(speed: float) -> str:
    """A speed in words."""
    return f"{speed:,.0f} choices/s"


def measure_game(name: str, table: Table) -> None:
    """The rows of one game."""
    title = find_game(name).title
    for settings in LEVELS.get(name, ({},)):
        level = " ".join([title, *settings.values()])
        for rows, opponent in ((ROWS, "random"), (32, "random"), (1, "random"), (ROWS, "novice")):
            what = f"Gymnasium, {level}, {rows} games, against {opponent}"
            table.add_row(what, said(vector_speed(name, rows, opponent, **settings)))
        speed = turn_speed(raw_env(game=name, **settings))
        table.add_row(f"PettingZoo, {level}, raw_env", said(speed))
    table.add_row(f"OpenSpiel, {title}", said(state_speed(f"python_algorally_{name}")))


def main() -> None:
    """Print the table."""
    console = Console(width=100)
    table = Table("what", "measured", title="Algorally's environments, 2 seats, one core")
    with console.status("measuring"):
        for name in games():
            measure_game(name, table)
        for name in OTHERS:
            table.add_row(f"OpenSpiel's own {name}, in C++", said(state_speed(name)))
    console.print(table)


if __name__ == "__main__":
    main()
