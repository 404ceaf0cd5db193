"""Ratings, win rates and their intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.tournaments.playing import Outcome
from algorally.tournaments.ratings import Rating, places, rate
from algorally.tournaments.statistics import Rate, Statistics, rate_of
from tests.tournaments.games import outcome, short


def statistics(outcomes: list[Outcome], bots: str = "ab", seats: int = 2) -> Statistics:
    return Statistics(short(bots, seats), outcomes, len(outcomes), 0, 1.0, 1)


# --- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # Wilson, in the tables of textbooks
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (150, 200, 0.6857, 0.8050),
        (2.5, 10, 0.0809, 0.5578),
    ],
)
def test_intervals_of_known_rates(wins: float, games: int, low: float, high: float) -> None:
    assert rate_of(wins, games) == pytest.approx((wins / games, low, high), abs=1e-4)


def test_before_the_first_game_nothing_is_known() -> None:
    assert rate_of(0, 0) == (0.5, 0.0, 1.0)


@given(games=st.integers(1, 10_000), part=st.floats(0, 1))
def test_an_interval_holds_its_rate_and_is_the_same_from_the_other_side(
    games: int, part: float
) -> None:
    found, other = rate_of(part * games, games), rate_of(games - part * games, games)
    assert -1e-12 <= found.low <= found.share + 1e-12
    assert found.share - 1e-12 <= found.high <= 1
    assert (1 - other.share, 1 - other.high, 1 - other.low) == pytest.approx(tuple(found))


# --- bots and pairs ------------------------------------------------------------------------------


def test_a_shared_win_counts_in_equal_parts() -> None:
    found = statistics([outcome("ab", [0]), outcome("ba", [0, 1]), outcome("ab", [1])])
    assert {row.bot: row.wins for row in found.rows()} == {"a": 1.5, "b": 1.5}
    (pair,) = found.pairs()
    assert (pair.one, pair.other, pair.games, pair.rate) == ("a", "b", 3, rate_of(1.5, 3))


def test_a_bot_on_several_seats_wins_with_any_of_them() -> None:
    games = [outcome("abbb", [2]), outcome("babb", [1]), outcome("bbab", [0, 2])]
    found = statistics(games, seats=4)
    rows = {row.bot: row for row in found.rows()}
    assert (rows["a"].games, rows["a"].wins, rows["a"].by_chance) == (3, 1.5, 0.25)
    assert (rows["b"].games, rows["b"].wins, rows["b"].by_chance) == (3, 1.5, 0.75)
    assert rows["a"].rate == rate_of(1.5, 3)


def test_a_pair_counts_the_games_of_both_and_what_either_of_them_won() -> None:
    games = [outcome("abc", [0]), outcome("abc", [1]), outcome("abc", [0]), outcome("abc", [2])]
    found = {(pair.one, pair.other): pair for pair in statistics(games, "abc", 3).pairs()}
    assert list(found) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert {pair.games for pair in found.values()} == {4}
    assert found["a", "b"].rate == rate_of(2, 3)
    assert found["b", "c"].rate == rate_of(1, 2)


def test_bots_that_never_met_or_won_nothing_are_no_surprise() -> None:
    found = statistics([outcome("ab", []), outcome("ab", [])], "abc", 2)
    (pair,) = found.pairs()
    assert pair.rate == Rate(0.5, 0.0, 1.0)
    assert {row.bot: row.games for row in found.rows()} == {"a": 2, "b": 2, "c": 0}
    assert statistics([]).in_parts()["complete"]


def test_what_went_wrong_is_told_by_bot() -> None:
    games = [outcome("ab", [0], loser=1), outcome("ba", [1], loser=0), outcome("ab", [0])]
    games[0].seats[0].problems = {"too slow": 3}
    games[2].seats[0].problems = {"too slow": 4, "rude": 9}
    found = statistics(games)
    assert found.problems() == [("a", "rude", 9), ("a", "too slow", 7), ("b", "it failed", 2)]
    assert {row.bot: row.failed for row in found.rows()} == {"a": 0, "b": 2}


def test_what_each_seat_won() -> None:
    games = [outcome("abc", [0]), outcome("bca", [0]), outcome("cab", [1, 2])]
    assert statistics(games, "abc", 3).by_seat() == pytest.approx([2 / 3, 1 / 6, 1 / 6])


# --- ratings -------------------------------------------------------------------------------------


def test_places_go_by_the_win_and_then_by_points() -> None:
    assert places(outcome("abcd", [2], [5, 7, 1, 5])) == [2, 1, 0, 2]
    assert places(outcome("abc", [0, 2], [3, 9, 4])) == [0, 1, 0]
    assert places(outcome("abc", [0, 1], [3, 2, 9], loser=2)) == [0, 0, 1]


def test_who_wins_more_is_rated_higher_and_more_games_are_more_certain() -> None:
    first = rate([outcome("ab", [0])] * 3 + [outcome("ab", [1])], "ab")
    assert first["a"].mean > 25 > first["b"].mean
    longer = rate([outcome("ab", [0])] * 30 + [outcome("ab", [1])] * 10, "ab")
    assert longer["a"].deviation < first["a"].deviation < 25 / 3
    assert [row.bot for row in statistics([outcome("ab", [1])]).rows()] == ["b", "a"]


def test_the_first_ratings_are_those_of_the_model() -> None:
    assert rate([], "ab") == {"a": Rating(25, 25 / 3), "b": Rating(25, 25 / 3)}
    found = rate(
        [outcome("ab", [0])], "ab"
    )  # worked out by hand: 25 ± sigma² / (2 c), c² = 2 (...)
    spread = 2 * (25 / 3) ** 2 + 2 * (25 / 6) ** 2
    assert found["a"].mean == pytest.approx(25 + (25 / 3) ** 2 / spread**0.5 / 2)
    assert found["b"].mean == pytest.approx(25 - (25 / 3) ** 2 / spread**0.5 / 2)


def test_a_tie_between_equals_moves_nobody() -> None:
    found = rate([outcome("ab", [0, 1], [3, 4])], "ab")
    assert found["a"].mean == found["b"].mean == pytest.approx(25)


def test_a_bot_on_several_seats_is_rated_by_the_mean_of_them() -> None:
    found = rate([outcome("abb", [0], [9, 5, 1])], "ab")
    apart = rate([outcome("abc", [0], [9, 5, 1])], "abc")
    assert found["a"] == apart["a"]
    assert found["b"].mean == pytest.approx((apart["b"].mean + apart["c"].mean) / 2)
