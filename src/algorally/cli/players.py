"""Who plays when nobody sits at the keyboard."""

from abc import ABC, abstractmethod

import numpy as np

from algorally.bots.greedy import Greedy
from algorally.bots.levels import take_turn, warm_up
from algorally.core.dice import Dice
from algorally.core.door import (
    CHOICES,
    GAMES,
    MAX_SEATS,
    SEATS_FROM,
    TALLIES,
    TURNS,
    Tally,
)
from algorally.core.events import Log
from algorally.core.game import Game, Position
from algorally.core.records import Rows


class Player(ABC):
    """Plays whole games on one thread and adds up what comes of them."""

    largest_part = 1  # games that are played before anybody looks at the clock

    def __init__(self, game: Game, fields: Rows, seats: int) -> None:
        self.game, self.fields, self.seats = game, fields, seats

    def prepare(self) -> None:
        """Have everything compiled."""
        self.play(0, 0, np.zeros(TALLIES))

    @abstractmethod
    def play(self, first_seed: int, games: int, tally: Tally) -> None:
        """Play games with neighbouring seeds."""


class RandomPlayer(Player):
    """Any legal choice, all alike; compiled from end to end."""

    largest_part = 50

    def __init__(self, game: Game, fields: Rows, seats: int) -> None:
        super().__init__(game, fields, seats)
        self.states, self.empty = game.state.rows(), game.state.rows()
        self.logs, self.dices = Log.rows(), Dice.rows()
        self.mask = np.zeros(game.actions, np.uint8)

    def play(self, first_seed: int, games: int, tally: Tally) -> None:
        """Play games with neighbouring seeds."""
        self.game.doors.random_games(
            self.states,
            self.empty,
            self.fields,
            self.logs,
            self.mask,
            self.dices,
            tally,
            self.seats,
            first_seed,
            games,
        )


class GreedyPlayer(Player):
    """The stock bot on every seat."""

    def prepare(self) -> None:
        """Have everything compiled."""
        warm_up(self.game)

    def begin(self, number: int) -> Position:
        """A new game."""
        position = Position(self.game, self.fields)
        self.game.doors.begin(position.states, 0, self.fields, number)
        return position

    def play(self, first_seed: int, games: int, tally: Tally) -> None:
        """Play games with neighbouring seeds."""
        for number in range(first_seed, first_seed + games):
            position, bot = self.begin(number), Greedy(number)
            while acting := position.acting():
                tally[CHOICES] += len(take_turn(position, acting[0], bot))
            self.add(position, tally)

    def add(self, position: Position, tally: Tally) -> None:
        """Add the result of a finished game; a shared win counts in parts."""
        standing = position.standing()
        tally[GAMES] += 1
        tally[TURNS] += standing.turns
        for seat, points in enumerate(standing.points):
            tally[SEATS_FROM + seat] += points
        for seat in standing.winners:
            tally[SEATS_FROM + MAX_SEATS + seat] += 1 / len(standing.winners)


PLAYERS: dict[str, type[Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
