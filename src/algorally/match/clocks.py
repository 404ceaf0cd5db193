"""How much time each seat has left, derived from the times of the entries."""

import sys
from collections.abc import Collection

from algorally.match.entries import Clock

WATCHING = 10_000  # milliseconds in which people still watch how the last turn went


class Clocks:
    """A clock for each seat: so long for every turn, and a reserve for the whole game."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self.turn_time = clock.turn * 1000
        self.reserve = [clock.reserve * 1000] * seats
        self.used = [0] * seats  # in the turn that is going on
        self.turn = [0] * seats
        self.running: dict[int, int] = {}  # since when, for those who are thinking
        self.stopped: dict[int, int] = {}  # since when, for those who have chosen
        self.hurried: dict[int, int] = {}  # until when, for those whom the game's timer hurries
        self.timer = (0, 0)  # the step it was turned over in, and its seconds
        self.began = 0  # when the turn did

    def update(self, at: int, thinking: Collection[int], turn: int) -> None:
        """From this moment on these seats are thinking."""
        for seat in list(self.running):
            self.used[seat] += at - self.running.pop(seat)
        for seat, earlier in enumerate(self.turn):
            if earlier != turn:
                self._next_turn(seat, turn)
                self.began = at
        self.running = dict.fromkeys(thinking, at)

    def hurry(self, at: int, step: int, thinking: Collection[int], seconds: int) -> None:
        """The game's own timer runs for these seats; it is turned over once for each of them.

        Bots have done their part at once; whoever still looks at the last turn is not hurried.
        """
        if not seconds or self.timer != (step, seconds):
            self.hurried = {}
        self.timer = (step, seconds)
        if seconds:
            until = max(at, self.began + WATCHING) + seconds * 1000
            self.hurried = {seat: self.hurried.get(seat, until) for seat in thinking}

    def stop(self, seat: int, at: int) -> None:
        """A seat has chosen, and waits for the others."""
        self.used[seat] += at - self.running.pop(seat, at)
        self.stopped[seat] = at

    def take_back(self, seat: int) -> None:
        """A seat chooses again: it has been thinking all the while, or waiting would be time."""
        self.running[seat] = self.stopped[seat]

    def _next_turn(self, seat: int, turn: int) -> None:
        self.reserve[seat] -= min(self.reserve[seat], max(0, self.used[seat] - self.turn_time))
        self.used[seat] = 0
        self.turn[seat] = turn

    def shift(self, pause: int) -> None:
        """A pause costs nobody any time."""
        self.running = {seat: since + pause for seat, since in self.running.items()}
        self.stopped = {seat: since + pause for seat, since in self.stopped.items()}
        self.hurried = {seat: until + pause for seat, until in self.hurried.items()}
        self.began += pause

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is up, or would be if it chose again; None if it never is."""
        since = self.running.get(seat, self.stopped.get(seat))
        hurried = self.hurried.get(seat)
        if not self.turn_time or since is None:
            return hurried
        left = self.turn_time + self.reserve[seat] - self.used[seat]
        return min(since + max(0, left), hurried or sys.maxsize)
