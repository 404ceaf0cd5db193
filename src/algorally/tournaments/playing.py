"""One game of a tournament, played by bots of which any may fail."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from algorally.bots.levels import Maker, ask, carry_out, warm_up
from algorally.bots.outside import blamed, find_bot, isolated
from algorally.bots.program import Limits
from algorally.core.errors import AlgorallyError
from algorally.core.events import seen_by
from algorally.core.position import Position, Standing
from algorally.core.records import Rows
from algorally.tournaments.schedule import Fixture, Setup, bot_seed

UNUSABLE = "began a plan with no legal action"


class Report(msgspec.Struct):
    """How a bot did on its seat."""

    points: int = 0
    plans: int = 0
    seconds: float = 0.0  # that it thought, all in all,
    longest: float = 0.0  # and at most
    problems: dict[str, int] = {}  # what it did wrong, and how often


class Outcome(msgspec.Struct):
    """What came of a game."""

    fixture: Fixture
    winners: list[int]  # seats
    turns: int
    seats: list[Report]
    loser: int | None = None  # the seat whose bot failed, which ended the game,
    failure: str = ""  # and how


class Failed(Exception):
    """A bot cannot play on."""

    def __init__(self, seat: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seat = seat


class Player:
    """A bot on its seat."""

    def __init__(self, seat: int, name: str, watch: Callable[[int], object]) -> None:
        self.seat, self.name, self.watch = seat, name, watch
        self.bot: Any = None
        self.report, self.problems = Report(), Counter[str]()

    @contextlib.contextmanager
    def at_fault(self) -> Iterator[None]:
        """Whatever goes wrong within is the bot's fault, and ends the game."""
        self.watch(self.seat)
        try:
            with blamed(self.name):
                yield
        except AlgorallyError as error:
            raise Failed(self.seat, str(error)) from error

    def sit_down(self, maker: Maker, number: int) -> None:
        """Make the bot, from its seed."""
        with self.at_fault():
            self.bot = maker(number)

    def take_turn(self, position: Position, seconds: float | None) -> list[Rows]:
        """Play a turn, or a part of one; what that causes."""
        with self.at_fault():
            plan = self._think(position.view(self.seat), seconds)
            played = carry_out(position, self.seat, plan)
            self.problems[UNUSABLE] += plan[:1] != [played[0][0]]
        return [events for _, events in played]

    def _think(self, view: Position, seconds: float | None) -> list[int]:
        begun = time.perf_counter()
        plan = ask(self.bot.plan, view, self.seat, seconds)
        took = time.perf_counter() - begun
        self.report.plans += 1
        self.report.seconds += took
        self.report.longest = max(self.report.longest, took)
        return plan

    def hear(self, told: Sequence[Rows]) -> None:
        """Tell a bot that listens what happened, as its seat may see it."""
        if hasattr(self.bot, "told"):
            with self.at_fault():
                for events in told:
                    self.bot.told(seen_by(self.seat, events))

    def leave(self, standing: Standing | None) -> None:
        """Tell the bot how its game ended, if it has, and let it put its things away."""
        for act in (partial(self._tell_end, standing), self._count_problems, self._close):
            try:
                with self.at_fault():
                    act()
            except Failed as failure:
                self.problems[f"after the game: {failure}"] += 1
        self.report.problems = {what: many for what, many in self.problems.items() if many}

    def _tell_end(self, standing: Standing | None) -> None:
        if standing and hasattr(self.bot, "ended"):
            self.bot.ended(standing)

    def _count_problems(self) -> None:
        found = getattr(self.bot, "problems", None)
        for what, many in found.items() if isinstance(found, Mapping) else ():
            self.problems[str(what)] += int(many)

    def _close(self) -> None:
        getattr(self.bot, "close", lambda: None)()


def makers(setup: Setup) -> dict[str, Maker]:
    """Who makes each bot; a program may take no less time than it is told that it may."""
    usual = Limits()
    limits = usual._replace(seconds=max(usual.seconds, setup.seconds or 0.0))
    find = find_bot if setup.in_process else isolated
    return {name: find(name, limits) for name in setup.bots}


class Table:
    """Plays the games of a tournament, one after the other."""

    def __init__(self, setup: Setup, watch: Callable[[int], object] = lambda seat: None) -> None:
        self.setup, self.game = setup, setup.found_game()
        self.watch = watch  # is told whose bot is about to do something
        self.fields = self.game.make_field(setup.seats, setup.settings)
        self.makers = makers(setup)

    def prepare(self) -> None:
        """Have everything compiled."""
        warm_up(self.game)

    def play(self, fixture: Fixture) -> Outcome:
        """Play a game to its end, or until a bot fails."""
        position = Position(self.game, self.fields)
        self.game.doors.begin(position.states, 0, self.fields, self.setup.seed + fixture.deal)
        players = [Player(seat, name, self.watch) for seat, name in enumerate(fixture.bots)]
        failed: Failed | None = None
        standing: Standing | None = None
        try:
            self._play(position, players, fixture.deal)
            standing = position.standing()
        except Failed as failure:
            failed = failure
        finally:
            for player in players:
                player.leave(standing)
        return _outcome(fixture, position, players, failed)

    def _play(self, position: Position, players: list[Player], deal: int) -> None:
        for player in players:
            number = bot_seed(self.setup, deal, player.seat)
            player.sit_down(self.makers[player.name], number)
        while acting := position.acting():
            told = players[acting[0]].take_turn(position, self.setup.seconds)
            for player in players:
                player.hear(told)


def _outcome(
    fixture: Fixture, position: Position, players: list[Player], failed: Failed | None
) -> Outcome:
    """What came of a game."""
    standing, reports = position.standing(), [player.report for player in players]
    for report, points in zip(reports, standing.points, strict=True):
        report.points = points
    if not failed:
        return Outcome(fixture, standing.winners, standing.turns, reports)
    return failed_outcome(fixture, standing.turns, reports, failed)


def failed_outcome(fixture: Fixture, turns: int, reports: list[Report], failed: Failed) -> Outcome:
    """A game that a bot ended by failing: all others share the win."""
    winners = [seat for seat in range(len(fixture.bots)) if seat != failed.seat]
    return Outcome(fixture, winners, turns, reports, failed.seat, str(failed))
