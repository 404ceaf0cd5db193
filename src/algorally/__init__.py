"""Play, program and study three board games in which you race by writing a program.

>>> import algorally
>>> race = algorally.start("algoracing", seats=2, seed=7)
>>> while not race.over:
...     seat = race.acting()[0]
...     events = race.play(seat, race.legal(seat)[0])
>>> len(race.standing().winners) > 0
True
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from algorally.core.game import Game, Position

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
