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

from algorally.core.version import VERSION

if TYPE_CHECKING:
    from algorally.batch.batch import Batch
    from algorally.batch.results import Results
    from algorally.bots.simulate import simulate
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
__version__ = VERSION


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


def __getattr__(name: str) -> Any:
    """What takes long to import, and all errors, imported when asked for."""
    modules = {
        "Position": "core.position",
        "Batch": "batch.batch",
        "Results": "batch.results",
        "simulate": "bots.simulate",
        "errors": "core.errors",
    }
    if name not in modules:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f"{__name__}.{modules[name]}")
    return getattr(module, name, module)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
