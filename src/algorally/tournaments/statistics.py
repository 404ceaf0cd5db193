"""What came of a tournament."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from algorally.core.compile import MODE
from algorally.tournaments.playing import Outcome
from algorally.tournaments.ratings import Rating, rate
from algorally.tournaments.schedule import Setup

CERTAINTY = 1.959963984540054  # standard deviations around the mean that hold 95 %


class Rate(NamedTuple):
    """A part of all games, and within what it lies with 95 % confidence."""

    share: float
    low: float
    high: float


def rate_of(wins: float, games: float) -> Rate:
    """The interval of Wilson; before the first game nothing is known."""
    if not games:
        return Rate(0.5, 0.0, 1.0)
    share, square = wins / games, CERTAINTY**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    spread *= CERTAINTY / (1 + square / games)
    return Rate(share, max(0.0, middle - spread), min(1.0, middle + spread))


def wins_of(outcome: Outcome, bot: str) -> float:
    """The bot's part of a win, which those who share it have in equal parts."""
    own = sum(outcome.fixture.bots[seat] == bot for seat in outcome.winners)
    return own / max(1, len(outcome.winners))


class Row(NamedTuple):
    """How a bot did."""

    bot: str
    rating: Rating
    games: int
    wins: float
    rate: Rate
    by_chance: float  # its share of the seats: what it would win among equals
    plans: int
    seconds: float  # for a plan, on average,
    longest: float  # and at most
    failed: int  # games that ended because it failed


class Pair(NamedTuple):
    """How two bots did in the games in which both took part."""

    one: str
    other: str
    games: int
    rate: Rate  # of the games that either won, those that the first one did


class Problem(NamedTuple):
    """What a bot did wrong, and how often."""

    bot: str
    what: str
    times: int


@dataclass
class Statistics:
    """What came of the games that were played, in the order of the schedule."""

    setup: Setup
    outcomes: Sequence[Outcome]
    planned: int
    kept: int  # of the games, those that were played in an earlier run
    seconds: float
    processes: int

    def rows(self) -> list[Row]:
        """The bots, the strongest first."""
        ratings = rate(self.outcomes, self.setup.bots)
        rows = [self._row(bot, rating) for bot, rating in ratings.items()]
        return sorted(rows, key=lambda row: -row.rating.mean)

    def _row(self, bot: str, rating: Rating) -> Row:
        own = [outcome for outcome in self.outcomes if bot in outcome.fixture.bots]
        wins = sum(wins_of(outcome, bot) for outcome in own)
        seats = sum(outcome.fixture.bots.count(bot) for outcome in own)
        reports = [
            report
            for outcome in own
            for name, report in zip(outcome.fixture.bots, outcome.seats, strict=True)
            if name == bot
        ]
        plans = sum(report.plans for report in reports)
        return Row(
            bot,
            rating,
            len(own),
            wins,
            rate_of(wins, len(own)),
            seats / max(1, len(own) * self.setup.seats),
            plans,
            sum(report.seconds for report in reports) / max(1, plans),
            max((report.longest for report in reports), default=0.0),
            sum(_failing(outcome) == bot for outcome in own),
        )

    def pairs(self) -> list[Pair]:
        """Every two bots that met, in the order in which they were named."""
        every = (self._pair(*two) for two in combinations(self.setup.bots, 2))
        return [pair for pair in every if pair.games]

    def _pair(self, one: str, other: str) -> Pair:
        met = [outcome for outcome in self.outcomes if {one, other} <= set(outcome.fixture.bots)]
        wins, losses = (sum(wins_of(outcome, bot) for outcome in met) for bot in (one, other))
        return Pair(one, other, len(met), rate_of(wins, wins + losses))

    def problems(self) -> list[Problem]:
        """What bots did wrong, bot by bot, the most frequent first."""
        found: Counter[tuple[str, str]] = Counter()
        for what, many in _problems(self.outcomes):
            found[what] += many
        order = {bot: place for place, bot in enumerate(self.setup.bots)}
        problems = [Problem(bot, what, many) for (bot, what), many in found.items()]
        return sorted(problems, key=lambda one: (order[one.bot], -one.times, one.what))

    def by_seat(self) -> list[float]:
        """What part of all games each seat won."""
        won = [0.0] * self.setup.seats
        for outcome in self.outcomes:
            for seat in outcome.winners:
                won[seat] += 1 / len(outcome.winners)
        return [wins / max(1, len(self.outcomes)) for wins in won]

    def in_parts(self) -> dict[str, Any]:
        """For programs."""
        turns = sum(outcome.turns for outcome in self.outcomes)
        return {
            "game": self.setup.game,
            "seats": self.setup.seats,
            "settings": self.setup.settings,
            "seed": self.setup.seed,
            "bots": self.setup.bots,
            "lineups": self.setup.lineups,
            "games": len(self.outcomes),
            "planned": self.planned,
            "kept": self.kept,
            "complete": len(self.outcomes) == self.planned,
            "mean_length": turns / max(1, len(self.outcomes)),
            "seat_win_rate": self.by_seat(),
            "ratings": [_row_in_parts(row) for row in self.rows()],
            "pairs": [_pair_in_parts(pair) for pair in self.pairs()],
            "errors": [_problem_in_parts(problem) for problem in self.problems()],
            "plan_seconds": self.setup.seconds,
            "seconds": self.seconds,
            "processes": self.processes,
            "mode": MODE,
        }


def _failing(outcome: Outcome) -> str | None:
    return None if outcome.loser is None else outcome.fixture.bots[outcome.loser]


def _problems(outcomes: Iterable[Outcome]) -> Iterable[tuple[tuple[str, str], int]]:
    for outcome in outcomes:
        if failing := _failing(outcome):
            yield (failing, outcome.failure), 1
        for bot, report in zip(outcome.fixture.bots, outcome.seats, strict=True):
            for what, many in report.problems.items():
                yield (bot, what), many


def _row_in_parts(row: Row) -> dict[str, Any]:
    return {
        "bot": row.bot,
        "rating": row.rating.mean,
        "uncertainty": row.rating.deviation,
        "games": row.games,
        "wins": row.wins,
        "win_rate": row.rate.share,
        "low": row.rate.low,
        "high": row.rate.high,
        "by_chance": row.by_chance,
        "failed": row.failed,
        "plans": row.plans,
        "plan_ms": row.seconds * 1000,
        "longest_ms": row.longest * 1000,
    }


def _pair_in_parts(pair: Pair) -> dict[str, Any]:
    return {
        "one": pair.one,
        "other": pair.other,
        "games": pair.games,
        "win_rate": pair.rate.share,
        "low": pair.rate.low,
        "high": pair.rate.high,
    }


def _problem_in_parts(problem: Problem) -> dict[str, Any]:
    return {"bot": problem.bot, "what": problem.what, "count": problem.times}
