"""How strong bots are, from who came before whom in each game."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from algorally.batch.results import placed
from algorally.tournaments.playing import Outcome


class Rating(NamedTuple):
    """The strength of a bot, and its standard deviation: 25 and 8.3 before the first game."""

    mean: float
    deviation: float


def places(outcome: Outcome) -> list[int]:
    """The place of each seat: winners share the first, the others follow by their points."""
    won = np.array([[seat in outcome.winners for seat in range(len(outcome.seats))]])
    points = np.array([[report.points for report in outcome.seats]])
    found: list[int] = (placed(won, points)[0] - 1).tolist()
    return found


def rate(outcomes: Iterable[Outcome], bots: Sequence[str]) -> dict[str, Rating]:
    """The ratings after games in this order.

    A bot does not get stronger as it plays, so nothing is forgotten (`tau` is 0). One that sits on
    several seats gets the mean of what each of them would get.
    """
    model = PlackettLuce(tau=0.0)
    ratings = {bot: Rating(model.mu, model.sigma) for bot in bots}
    for outcome in outcomes:
        ratings |= _after(model, ratings, outcome)
    return ratings


def _after(model: PlackettLuce, ratings: dict[str, Rating], outcome: Outcome) -> dict[str, Rating]:
    seated = outcome.fixture.bots
    teams = [[model.rating(*ratings[bot])] for bot in seated]
    rated = model.rate(teams, ranks=[float(place) for place in places(outcome)])
    by_bot: dict[str, list[PlackettLuceRating]] = {bot: [] for bot in seated}
    for bot, (rating,) in zip(seated, rated, strict=True):
        by_bot[bot].append(rating)
    return {
        bot: Rating(fmean(one.mu for one in own), fmean(one.sigma for one in own))
        for bot, own in by_bot.items()
    }
