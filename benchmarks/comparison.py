"""Algorally beside OpenSpiel, PettingZoo and Pgx, in one run on one core, with ratios.

Different games are not the same work: BENCHMARKS.md says what can be compared and what cannot.
Use: python benchmarks/comparison.py [batches] [pettingzoo] [openspiel] [threads]
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax  # it reads the environment when it is loaded
import jax.numpy as jnp
import open_spiel.python.games.tic_tac_toe  # noqa: F401 - makes the game known
import pgx
from environments import Stopwatch, state_speed, turn_speed, vector_speed
from pettingzoo.classic import connect_four_v3, tictactoe_v3
from pgx.experimental import auto_reset
from rich.console import Console
from rich.table import Table

import algorally
from algorally.core.game import games
from algorally.envs.pettingzoo import raw_env

BATCHES = (1, 32, 1024, 8192)
GAMES, TIMES = 100_000, 2
SECONDS = 3.0

ready: Callable[[Any], Any] = jax.block_until_ready


def pgx_speed(name: str, rows: int) -> float:
    """Games of Pgx side by side: steps with observations, masks and new games."""
    env = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(jax.vmap(lambda key, mask: jax.random.categorical(key, jnp.log(mask))))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, rows))

    def advance(state: Any, actions: Any, keys: Any) -> Any:
        return ready(step(state, actions, keys))

    watch = Stopwatch()
    while watch.spent < SECONDS:
        key, own = jax.random.split(key)
        keys = jax.random.split(own, rows)
        actions = ready(choose(keys, state.legal_action_mask))
        if not watch.choices:
            advance(state, actions, keys)  # compiles
        state = watch.time(advance, state, actions, keys, choices=rows)
    return watch.rate()


def games_a_second(name: str, threads: int) -> float:
    """How many random games are played in a second of the clock on the wall, at the best."""
    return max(
        GAMES / algorally.simulate(name, GAMES, threads=threads, count_events=False).seconds
        for _ in range(TIMES)
    )


# --- tables --------------------------------------------------------------------------------------


def beside(speeds: Sequence[float], first: Sequence[float]) -> list[str]:
    """Speeds, and how many times those of the first row they are."""
    pairs = zip(speeds, first, strict=True)
    return [f"{speed:,.0f} ({speed / other:.2f})" for speed, other in pairs]


def batches() -> Table:
    """Games side by side: every step for all of them, with masks and observations."""
    own = {"Algoracing basic": ("algoracing", {"level": "basic"}), "RoboRally": ("roborally", {})}
    measured = {
        f"Algorally, {title}": [vector_speed(name, rows, "random", **more) for rows in BATCHES]
        for title, (name, more) in own.items()
    }
    for name in ("connect_four", "backgammon"):
        measured[f"Pgx, {name}"] = [pgx_speed(name, rows) for rows in BATCHES]
    columns = (f"{rows:,} games" for rows in BATCHES)
    table = Table("choices/s, and their ratio to the first row", *columns)
    first = next(iter(measured.values()))
    for what, speeds in measured.items():
        table.add_row(what, *beside(speeds, first))
    return table


def one_by_one(title: str, measures: Mapping[str, Callable[[], float]]) -> Table:
    """One game after the other."""
    measured = {what: measure() for what, measure in measures.items()}
    first = next(iter(measured.values()))
    table = Table(title, "choices/s (ratio)")
    for what, speed in measured.items():
        table.add_row(what, *beside([speed], [first]))
    return table


def pettingzoo() -> Table:
    """Through PettingZoo: `last` and `step` of raw environments."""
    made: dict[str, Callable[[], Any]] = {
        **{f"Algorally, {name}": partial(raw_env, game=name) for name in games()},
        "PettingZoo, connect_four_v3": connect_four_v3.raw_env,
        "PettingZoo, tictactoe_v3": tictactoe_v3.raw_env,
    }
    measures = {what: lambda make=make: turn_speed(make()) for what, make in made.items()}
    return one_by_one("raw_env of PettingZoo", measures)


def openspiel() -> Table:
    """Through the Python bindings of OpenSpiel: legal actions, and applying one."""
    names = {f"Algorally, {name}": f"python_algorally_{name}" for name in games()}
    names |= {f"OpenSpiel, {name} (C++)": name for name in ("connect_four", "backgammon")}
    names["OpenSpiel, tic_tac_toe (Python)"] = "python_tic_tac_toe"
    measures = {what: partial(state_speed, name) for what, name in names.items()}
    return one_by_one("OpenSpiel through Python", measures)


def threads() -> Table:
    """Whole random games, on one thread and on two."""
    table = Table(f"simulate, {GAMES:,} games", "games/s, 1 thread", "2 threads (ratio)")
    for name in games():
        algorally.simulate(name, 100, threads=2, count_events=False)  # compiles
        one, two = games_a_second(name, 1), games_a_second(name, 2)
        table.add_row(name, f"{one:,.0f}", *beside([two], [one]))
    return table


TABLES = {table.__name__: table for table in (batches, pettingzoo, openspiel, threads)}


def main(wanted: Sequence[str]) -> None:
    """Print the tables."""
    console = Console(width=120)
    for name in wanted or TABLES:
        with console.status(name):
            table = TABLES[name]()
        console.print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
