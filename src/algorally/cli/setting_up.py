"""What the command line says about a new game, checked."""

from dataclasses import dataclass

from algorally.core.errors import SettingError
from algorally.core.game import Game, find_game, games
from algorally.core.transcript import Transcript

LARGEST_SEED = 2**62


@dataclass(frozen=True)
class Wish:
    """The game that somebody asks for, as it was typed."""

    game: str | None
    seats: int | None
    seed: int | None
    pairs: list[str] | None  # of the form NAME=VALUE

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed at all."""
        return not self.pairs and all(value is None for value in vars(self).values())

    def settings(self) -> dict[str, str]:
        """All settings by name; none may be given twice."""
        chosen: dict[str, str] = {}
        for pair in self.pairs or []:
            name, sign, value = (part.strip() for part in pair.partition("="))
            if not (name and sign and value):
                raise SettingError(f"write --set NAME=VALUE, not {pair!r}")
            if chosen.setdefault(name, value) != value:
                raise SettingError(f"{name} is given twice: {chosen[name]} and {value}")
        return chosen

    def setup(self, **more: str) -> Transcript:
        """The game as a transcript without choices, checked."""
        game = named_game(self.game)
        if self.seed is not None and not 0 <= self.seed <= LARGEST_SEED:
            raise SettingError(f"--seed is a number from 0 to {LARGEST_SEED}, not {self.seed}")
        seats = game.seats[0] if self.seats is None else self.seats
        settings = self.settings() | more
        game.make_field(seats, settings)
        return Transcript(game, seats, self.seed or 0, dict(settings))


def named_game(name: str | None) -> Game:
    """The game of that name; without a name the first one there is."""
    return find_game(games()[0] if name is None else name.lower())
