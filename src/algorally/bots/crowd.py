"""Bots that play many games among themselves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from algorally.batch.compiled import loops_of
from algorally.batch.crowd import Player
from algorally.batch.loops import Tally
from algorally.bots.levels import Bot, Maker, ask, carry_out, dismiss, tell_all, warm_up
from algorally.bots.outside import blamed
from algorally.bots.program import Programs, problems_of
from algorally.core.events import MOST_SEATS
from algorally.core.game import Game
from algorally.core.position import Position, Standing
from algorally.core.records import Rows


class Problem(NamedTuple):
    """Something that a program did wrong."""

    bot: str
    problem: str


class Company(Player):
    """A bot of its own on every seat, made anew for each game."""

    def __init__(
        self, game: Game, fields: Rows, makers: Mapping[str, Maker], names: Sequence[str]
    ) -> None:
        super().__init__(game, fields)
        self.makers, self._names = [makers[name] for name in names], list(names)
        self.unusable: Counter[str] = Counter()  # plans that began with what is not legal
        self.problems: Counter[Problem] = Counter()  # what programs did wrong

    @property
    def names(self) -> list[str]:
        """Which bot plays on each seat."""
        return self._names

    def prepare(self) -> None:
        """Have everything compiled."""
        warm_up(self.game)

    def play(self, first_seed: int, games: int, tally: Tally) -> None:
        """Play games with neighbouring seeds."""
        for number in range(first_seed, first_seed + games):
            choices = self.play_game(number)
            loops_of(self.game).add_result(self.work, 0, choices, tally)

    def play_game(self, number: int) -> int:
        """Play a game from its seed; the number of choices."""
        self.work.states[:] = self.game.state.rows()
        position = Position(self.game, self.fields, self.work.states)
        self.game.doors.begin(position.states, 0, self.fields, number)
        bots = [self._make(seat, number * MOST_SEATS + seat) for seat in range(len(self.makers))]
        try:
            choices = self._play_on(position, bots)
        except BaseException:
            dismiss(bots)
            raise
        self._see_off(bots, position.standing())
        return choices

    def close(self) -> None:
        """End the programs that wait for another game."""
        for maker in self.makers:
            if isinstance(maker, Programs):
                maker.close()

    def _play_on(self, position: Position, bots: list[Bot]) -> int:
        """Play to the end; the number of choices."""
        choices = 0
        while acting := position.acting():
            told = self._take_turn(position, acting[0], bots[acting[0]])
            tell_all(bots, told)
            choices += len(told)
        return choices

    def _see_off(self, bots: list[Bot], standing: Standing) -> None:
        """Tell bots how their game ended, and note what went wrong."""
        for name, bot in zip(self._names, bots, strict=True):
            with blamed(name):
                dismiss([bot], standing)
            for problem, count in problems_of(bot).items():
                self.problems[Problem(name, problem)] += count

    def _make(self, seat: int, number: int) -> Bot:
        with blamed(self._names[seat]):
            return self.makers[seat](number)

    def _take_turn(self, position: Position, seat: int, bot: Bot) -> list[Rows]:
        """Let a bot play its turn; what that causes."""
        with blamed(self._names[seat]):
            plan = ask(bot.plan, position.view(seat), seat, None)
        played = carry_out(position, seat, plan)
        self.unusable[self._names[seat]] += plan[:1] != [played[0][0]]
        return [events for _, events in played]
