"""Tournaments to test with: short ones, and games that were never played."""

from collections.abc import Sequence
from typing import Any

from algorally.core.game import find_game
from algorally.tournaments.playing import Outcome, Report
from algorally.tournaments.schedule import Fixture, Setup, make_lineups


def short(bots: Sequence[str], seats: int = 2, **other: Any) -> Setup:
    """A tournament whose games are over after two turns each."""
    usual = {
        "game": "algoracing",
        "rules": find_game("algoracing").rules_version,
        "seats": seats,
        "settings": {"turn_cap": "2"},
        "seed": 5,
        "lineups": make_lineups(bots, seats),
        "in_order": False,
        "seconds": None,
        "in_process": True,
    }
    return Setup(**{**usual, **other})


def outcome(
    bots: str, winners: Sequence[int], points: Sequence[int] = (), loser: int | None = None
) -> Outcome:
    """What came of a game between bots of one letter each."""
    reports = [Report(points=each) for each in points or [0] * len(bots)]
    failure = "" if loser is None else "it failed"
    return Outcome(Fixture(0, 0, tuple(bots)), list(winners), 10, reports, loser, failure)
