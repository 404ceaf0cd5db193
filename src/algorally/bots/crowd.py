"""Bots that play many games among themselves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from algorally.batch.compiled import loops_of
from algorally.batch.crowd import Player
from algorally.batch.loops import Sheet
from algorally.batch.planners import seed_of_bot
from algorally.bots.levels import Bot, Maker, ask, carry_out, dismiss, tell_all, warm_up
from algorally.bots.outside import blamed
from algorally.bots.program import Programs, problems_of
from algorally.bots.rivals import seat_rivals, skill_of
from algorally.core.compile import MODE
from algorally.core.dice import Dice
from algorally.core.game import Game
from algorally.core.position import Position, Standing
from algorally.core.records import Rows


class Problem(NamedTuple):
    """Something that a program did wrong."""

    bot: str
    problem: str


class Planners(Player):
    """Bots that loops know, one on every seat; compiled from end to end."""

    largest_part = 1 if MODE == "interpreted" else 10

    def __init__(
        self,
        game: Game,
        fields: Rows,
        names: Sequence[str],
        *,
        count_events: bool = False,
        keep_states: bool = False,
    ) -> None:
        super().__init__(game, fields, count_events=count_events, keep_states=keep_states)
        self.work = self.work._replace(dices=Dice.rows(self.seats))
        self._names = list(names)
        skills = np.array([skill_of(game, name) for name in names], np.int64)
        self._rivals = seat_rivals(game, fields, skills)

    @property
    def names(self) -> list[str]:
        """Which bot plays on each seat."""
        return self._names

    def play(self, first_seed: int, sheet: Sheet) -> None:
        """Play games with neighbouring seeds until the sheet is full."""
        empty = self.game.state.rows()
        loops_of(self.game).planned_games(self.work, empty, first_seed, sheet, self._rivals)


class Company(Player):
    """A bot of its own on every seat, made anew for each game."""

    def __init__(
        self,
        game: Game,
        fields: Rows,
        makers: Mapping[str, Maker],
        names: Sequence[str],
        *,
        count_events: bool = False,
        keep_states: bool = False,
    ) -> None:
        super().__init__(game, fields, count_events=count_events, keep_states=keep_states)
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

    def play(self, first_seed: int, sheet: Sheet) -> None:
        """Play games with neighbouring seeds until the sheet is full."""
        for place in range(len(sheet.lengths)):
            told, standing = self.play_game(first_seed + place)
            sheet.choices[place] = len(told)
            sheet.lengths[place] = standing.turns
            sheet.winners[place] = sum(1 << seat for seat in standing.winners)
            sheet.points[place] = standing.points
            if self.count_events:
                kinds = np.concatenate([events["kind"] for events in told])
                sheet.events[place] = np.bincount(kinds, minlength=len(self.game.events))
            if self.keep_states:
                sheet.states[place] = self.work.states[0]

    def play_game(self, number: int) -> tuple[list[Rows], Standing]:
        """Play a game from its seed; what each choice caused, and how it ended."""
        self.work.states[:] = self.game.state.rows()
        position = Position(self.game, self.fields, self.work.states)
        self.game.doors.begin(position.states, 0, self.fields, number)
        bots = [self._make(seat, seed_of_bot(number, seat)) for seat in range(len(self.makers))]
        try:
            told = self._play_on(position, bots)
        except BaseException:
            dismiss(bots)
            raise
        standing = position.standing()
        self._see_off(bots, standing)
        return told, standing

    def close(self) -> None:
        """End the programs that wait for another game."""
        for maker in self.makers:
            if isinstance(maker, Programs):
                maker.close()

    def _play_on(self, position: Position, bots: list[Bot]) -> list[Rows]:
        """Play to the end; what each choice caused."""
        told: list[Rows] = []
        while acting := position.acting():
            caused = self._take_turn(position, acting[0], bots[acting[0]])
            tell_all(bots, caused)
            told += caused
        return told

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
