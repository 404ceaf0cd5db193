"""Play, program and study three board games in which you race by writing a program.

>>> import algorally
>>> race = algorally.start("algoracing", seats=2, seed=7)
>>> while not race.over:
...     seat = race.acting()[0]
...     events = race.play(seat, race.legal(seat)[0])
>>> len(race.standing().winners) > 0
True
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from algorally.batch.batch import Batch
    from algorally.batch.results import Results
    from algorally.core import errors
    from algorally.core.game import Game
    from algorally.core.position import Position

__all__ = [
    "Batch",
    "Position",
    "Results",
    "errors",
    "game",
    "games",
    "simulate",
    "start",
    "start_batch",
]
__version__ = "0.1.0"


def games() -> list[str]:
    """The names of all games."""
    from algorally.core.game import games as names  # noqa: PLC0415 - Numba is slow to import

    return names()


def game(name: str) -> "Game":
    """A game by its name."""
    from algorally.core.game import find_game  # noqa: PLC0415 - likewise

    return find_game(name)


def start(name: str, seats: int = 2, seed: int = 0, **settings: Any) -> "Position":
    """Start a game: `start("algoracing", seats=3, level="complete", seed=7)`."""
    return game(name).start(seats=seats, seed=seed, **settings)


def start_batch(
    name: str, games: int, seats: int = 2, seed: int = 0, *, threads: int = 1, **settings: Any
) -> "Batch":
    """Start many games side by side, from neighbouring seeds: `start_batch("speedalgo", 1000)`."""
    from algorally.batch.batch import start_batch as start_games  # noqa: PLC0415 - likewise

    return start_games(game(name), games, seats, seed, threads=threads, **settings)


def simulate(
    name: str,
    games: int = 1000,
    seats: int | None = None,
    seed: int = 0,
    policy: "str | Sequence[str] | Callable[[Batch], Any]" = "random",
    device: str = "cpu",
    threads: int | None = None,
    field: Any = None,
    watch: "Callable[[int], object] | None" = None,
    *,
    count_events: bool = True,
    keep_states: bool = False,
    cluster: str | None = None,
    **settings: Any,
) -> "Results":
    """Play many games to the end: `simulate("roborally", 100_000, seats=4, field="checkmate")`.

    Seats are the fewest of the game unless given. The policy is the name of a bot ("random",
    "solid", "greedy" ...), a list of names that take the seats in turn, or a function that takes a
    `Batch` and returns an action for each of its rows. All cores play unless `threads` says
    otherwise, or a GPU with `device="gpu"`, or all nodes of a Ray cluster (`cluster="HOST:PORT"`,
    "auto" or "local"); the result is the same. The field is a ready one by its
    name, or a record made by `game(name).lay_out`. `watch` is told how many games are done.
    """
    from algorally.bots.simulate import simulate as play_games  # noqa: PLC0415 - likewise

    return play_games(
        name,
        games,
        seats,
        seed,
        policy,
        device,
        threads,
        field,
        watch,
        count_events=count_events,
        keep_states=keep_states,
        cluster=cluster,
        **settings,
    )


def __getattr__(name: str) -> Any:
    """The classes that these functions make, and all errors, imported when asked for."""
    modules = {
        "Position": "core.position",
        "Batch": "batch.batch",
        "Results": "batch.results",
        "errors": "core.errors",
    }
    if name not in modules:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f"{__name__}.{modules[name]}")
    return getattr(module, name, module)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
