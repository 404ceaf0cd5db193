"""How fast it is: one table, everything measured in the same run on one core.

Use: make bench
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
from registers import registers_a_second
from rich.console import Console
from rich.table import Table

from algorally.batch.batch import start_batch
from algorally.bots.rivals import PLANNERS
from algorally.core.game import Game, find_game, games
from algorally.core.position import Position
from algorally.games.roborally.boards import find_course
from algorally.games.roborally.names import REGISTERS
from algorally.games.speedalgo.programs import every_program

SECONDS = 3.0
ROWS = 1000
OTHER_ENGINE = ("connect_four", "backgammon", "chess")
FLOORS = ("exchange 4,0", "cross 16,0", "chop_shop 4,12", "vault 16,12")  # one to four of them


def simulate(game: str, settings: list[str], mode: str, seats: int = 4) -> dict[str, float]:
    """Random play through the command line, in a process of its own."""
    command = [sys.executable, "-m", "algorally", "simulate", game, "--seats", str(seats), "--json"]
    command += ["--threads", "1", "--seconds", str(SECONDS), *settings]
    environment = {**os.environ, "ALGORALLY_MODE": mode}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    facts: dict[str, float] = json.loads(done.stdout)
    return facts


def positions(game: Game, settings: dict[str, Any]) -> Iterator[tuple[Position, int, int]]:
    """Positions of random games with a legal choice each."""
    dice = random.Random(1)
    for seed in range(1000):
        position = game.start(seats=4, seed=seed, **settings)
        while not position.over:
            seat = position.acting()[0]
            action = dice.choice(position.legal(seat))
            yield position, seat, action
            position.play(seat, action)
    raise AssertionError("more choices wanted than a thousand games have")


def door_microseconds(game: Game, settings: dict[str, Any]) -> float:
    """One choice through the checked door: legality, the play itself, its events."""
    spent = 0
    choices = positions(game, settings)
    for _ in range(20_000):
        position, seat, action = next(choices)
        trial = position.clone()
        begun = time.perf_counter_ns()
        trial.play(seat, action)
        spent += time.perf_counter_ns() - begun
    return spent / 20_000 / 1000


def lockstep_choices(game: Game, settings: dict[str, Any]) -> float:
    """Choices a second of a policy of one's own in Python, on a thousand positions."""
    dice, choices = random.Random(1), 0
    races = [game.start(seats=4, seed=seed, **settings) for seed in range(ROWS)]
    begun = time.perf_counter()
    while time.perf_counter() < begun + SECONDS:
        for race in races:
            for seat in race.acting()[:1]:
                race.play(seat, dice.choice(race.legal(seat)))
                choices += 1
    return choices / (time.perf_counter() - begun)


def batch_choices(game: Game, settings: dict[str, Any]) -> float:
    """Choices a second of a policy of one's own in NumPy, on a batch of a thousand rows."""
    dice, choices, seed = np.random.default_rng(1), 0, ROWS
    batch = start_batch(game, ROWS, 4, **settings)
    batch.play(batch.masks().argmax(axis=1))  # the first time it is compiled
    begun = time.perf_counter()
    while time.perf_counter() < begun + SECONDS:
        masks = batch.masks()
        lots = masks * dice.random(masks.shape, np.float32)
        batch.play(np.where(over := batch.over, -1, lots.argmax(axis=1)))
        choices += int((~over).sum())
        batch.reset(over, seed)
        seed += int(over.sum())
    return choices / (time.perf_counter() - begun)


def microseconds(call: Callable[[], object]) -> float:
    """The best of five means."""
    return min(timeit.repeat(call, number=20_000, repeat=5)) / 20_000 * 1e6


def start_seconds(cache: str) -> float:
    """From the command to the first prompt of a game in the terminal."""
    environment = {**os.environ, "ALGORALLY_CACHE": cache}
    command = [sys.executable, "-m", "algorally", "play", games()[0], "--seed", "1"]
    begun = time.perf_counter()
    quit_at_once = b"quit\n"
    subprocess.run(command, input=quit_at_once, capture_output=True, env=environment, check=True)
    return time.perf_counter() - begun


def other_engine(name: str) -> float:
    """Choices a second of random play in OpenSpiel, through its Python bindings."""
    dice = random.Random(1)
    game = pyspiel.load_game(name)
    choices, end = 0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                choices += 1
    return choices / SECONDS


def measure_game(name: str, table: Table) -> None:
    """The rows of one game."""
    game = find_game(name)
    levels = next((setting.values for setting in game.settings if setting.name == "level"), [""])
    for level in levels:
        settings: dict[str, Any] = {"level": str(level)} if level else {}
        flags = [f"--{key}={value}" for key, value in settings.items()]
        fast, slow = (simulate(name, flags, mode) for mode in ("compiled", "interpreted"))
        title = f"{game.title} {level}".strip()
        for mode, facts in (("compiled", fast), ("interpreted", slow)):
            table.add_row(
                f"{title}, 4 seats, random, {mode}",
                f"{facts['turns_per_s']:,.0f} turns/s",
                f"{facts['choices_per_s']:,.0f} choices/s",
            )
        door = door_microseconds(game, settings)
        table.add_row(f"{title}, one choice through the checked door", f"{door:.1f} µs", "")
        own = lockstep_choices(game, settings), batch_choices(game, settings)
        for what, speed in zip(("positions in lockstep", "a batch"), own, strict=True):
            row = f"{title}, one's own policy, {ROWS} games, {what}"
            table.add_row(row, "", f"{speed:,.0f} choices/s")
        position = game.start(seats=4, **settings)
        rows, spare = position.states, game.state.rows()
        copy = microseconds(lambda: game.doors.copy_row(rows, 0, spare, 0))  # noqa: B023
        table.add_row(f"{title}, a clone of a state", f"{copy:.2f} µs", f"{rows.nbytes} bytes")


def measure_planners(name: str, table: Table) -> None:
    """How many games bots play that do not look ahead, in the compiled loop."""
    for level in PLANNERS:
        facts = simulate(name, ["--bot", level], "compiled")
        table.add_row(
            f"{find_game(name).title}, 4 seats, {level}",
            f"{facts['games_per_s']:,.0f} games/s",
            f"{facts['choices_per_s']:,.0f} choices/s",
        )


def measure_programs(table: Table) -> None:
    """How long it takes to list every program of a hand of SpeedAlgo."""
    position = find_game("speedalgo").start(seats=2)
    count = len(every_program(position, 0))
    best = min(timeit.repeat(lambda: every_program(position, 0), number=1, repeat=10))
    table.add_row(f"SpeedAlgo, all {count:,} programs of a hand", f"{best * 1000:.1f} ms", "")


def course_of(boards: int) -> str:
    """A course of one's own: the same dock and flags, and so many boards."""
    return "; ".join([*FLOORS[:boards], "dock_b@1 0,0", "flags 11,1 13,7"])


def measure_registers(table: Table) -> None:
    """How many register phases RoboRally plays, without and with option cards, and how that grows.

    A turn has five; all robots that are on the board take part in each. Programs are laid whole,
    or by single choices as in any random game.
    """
    usual = "risky_exchange"
    kinds = [(4, usual, "no"), (4, usual, "yes")]
    kinds += [(seats, usual, "no") for seats in range(2, 9) if seats != 4]
    kinds += [(8, course_of(boards), "no") for boards in range(1, len(FLOORS) + 1)]
    for seats, course, options in kinds:
        settings = {"course": course, "option_cards": options}
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
        single = simulate("roborally", flags, "compiled", seats)["turns_per_s"] * REGISTERS
        whole = registers_a_second(seats, settings, SECONDS)
        what = "with option cards" if options == "yes" else "without option cards"
        own = "" if course == usual else ", own course"
        row = f"RoboRally{own}, {seats} seats, {len(find_course(course).boards)} board(s), {what}"
        table.add_row(row, f"{whole:,.0f} registers/s", f"{single:,.0f} card by card")


def main() -> None:
    """Print the table."""
    console = Console(width=112)
    table = Table("what", "measured", "", title="Algorally, one core", width=110)
    with tempfile.TemporaryDirectory() as cache, console.status("measuring"):
        first, second = start_seconds(cache), start_seconds(cache)
        for name in games():
            measure_game(name, table)
            measure_planners(name, table)
        measure_programs(table)
        measure_registers(table)
        for name in OTHER_ENGINE:
            table.add_row(f"OpenSpiel {name}, random", "", f"{other_engine(name):,.0f} choices/s")
        table.add_row("first start to the first prompt (compiling)", f"{first:.1f} s", "")
        table.add_row("later starts to the first prompt", f"{second:.1f} s", "")
    console.print(table)


if __name__ == "__main__":
    main()
