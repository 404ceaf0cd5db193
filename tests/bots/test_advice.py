"""Advice: of what a seat may see alone, and with programs of others beside the best ones."""

import math

import pytest

from algorally.bots.advice import advise, chances, outlook
from algorally.bots.thinker import habits_of
from algorally.core import lookahead
from algorally.core.game import find_game, games
from algorally.core.lookahead import Contestants
from algorally.core.planning import HUNCH, Contest, Prospect, chart_of
from algorally.core.position import Position
from algorally.core.transcript import read_transcript
from algorally.games.speedalgo.names import Phase
from tests.bots.saved import SAVED


def in_the_middle(name: str) -> tuple[Position, int]:
    """A position of a saved game in which a program is to be written."""
    transcript = read_transcript(SAVED[name][0].read_text(encoding="utf-8"))
    middle = 2
    for position, seat, _ in transcript.replay():
        if position.standing().turns == middle and len(position.legal(seat)) > middle:
            return position, seat
    raise AssertionError(name)


@pytest.mark.parametrize("name", games())
def test_chances_are_those_that_bots_look_ahead_by(name: str) -> None:
    game = find_game(name)
    chance, scale = game.bind(lookahead.chance), habits_of(game).scale
    transcript = read_transcript(SAVED[name][0].read_text(encoding="utf-8"))
    seen = {position.standing().turns: position.clone() for position, _, _ in transcript.replay()}
    won = game.start(2, seed=1)
    won.playout(seed=1)
    for position in (*seen.values(), won):
        state, field, chart = position.states[0], position.fields[0], chart_of(position)
        foreseen = [chance(state, field, seat, chart, scale) for seat in range(position.seats)]
        assert chances(position) == pytest.approx(foreseen)
    assert won.over
    assert len(seen) > 3


def results_of(hunches: list[float], won: list[float], guesses: int) -> list[Prospect]:
    """What is told of plans 0, 1, 2 ... that win so often on each of some guesses."""

    def compare(entered: Contestants) -> None:
        entered.sums[:] += won

    contest = Contest([[number] for number in range(len(won))], hunches, compare)
    contest.hold(len(won) * guesses, math.inf)
    return contest.results()


def test_the_best_has_the_chance_that_it_came_to_and_none_has_more() -> None:
    """A hunch counts for the order: the better plan won less often so far."""
    better, worse = results_of([0.5, 0.1], [0.4, 0.6], guesses=2)
    assert (better.actions, worse.actions) == ([0], [1])
    assert better.chance == pytest.approx(0.4)
    beside = 0.1 * 0.4 / (0.1 * 0.4 + 0.9 * 0.6)  # a ninth of the odds of the best
    assert worse.chance == pytest.approx((2 * 0.6 + HUNCH * beside) / (2 + HUNCH))
    lucky = results_of([0.5, 0.4], [0.4, 0.9], guesses=3)
    assert [one.actions for one in lucky] == [[0], [1]]
    assert lucky[0].chance == lucky[1].chance == pytest.approx(0.4)


def test_what_wins_on_the_spot_wins_for_certain() -> None:
    sure, other = results_of([1 / 3, 1e-20], [1.0, 0.2], guesses=20)
    assert sure.chance == 1
    assert other.chance < 0.2


@pytest.mark.parametrize("name", games())
def test_who_is_ahead_is_foretold_as_advice_is(name: str) -> None:
    position, seat = in_the_middle(name)
    foretold = outlook(position, seed=3)
    assert sum(foretold) == pytest.approx(1)
    assert outlook(position, seed=3) == foretold
    best = advise(position, seat, best=1, seconds=None, seed=4)[0]
    assert foretold[seat] == pytest.approx(best.chance, abs=0.25)
    position.playout(seed=1)
    assert outlook(position) == chances(position)


@pytest.mark.parametrize("name", games())
def test_programs_are_judged_beside_the_best(name: str) -> None:
    position, seat = in_the_middle(name)
    _, second, third = advise(position, seat, best=3, seconds=None, seed=4)
    others = [third.actions, second.actions]
    given = advise(position, seat, best=1, seconds=None, seed=4, also=others)
    assert len(given) in (2, 3)  # the best may be among those that are asked about
    assert all(other in [one.actions for one in given] for other in others)
    assert [one.chance for one in given] == sorted((one.chance for one in given), reverse=True)
    asked = next(one for one in given if one.actions == third.actions)
    assert asked.chance == pytest.approx(third.chance, abs=0.1)


@pytest.mark.parametrize("name", games())
def test_a_program_that_stops_halfway_is_gone_on_with_as_well_as_can_be(name: str) -> None:
    position, seat = in_the_middle(name)
    best = advise(position, seat, best=1, seconds=None, seed=4)[0]
    halves = advise(position, seat, best=1, seconds=None, seed=4, also=[best.actions[:1]])
    half = next(one for one in halves if one.actions == best.actions[:1])
    assert half.chance == pytest.approx(best.chance, abs=0.1)


def test_doing_nothing_is_worth_less_than_the_best() -> None:
    game = find_game("speedalgo")
    position, seat = in_the_middle(game.name)
    *_, worst = advise(position, seat, best=1, seconds=None, also=[[game.time_up]])
    assert worst.actions == [game.time_up]
    assert worst.chance < advise(position, seat, seconds=None)[0].chance


@pytest.mark.parametrize("name", games())
def test_what_the_seat_cannot_see_does_not_matter(name: str) -> None:
    position, seat = in_the_middle(name)
    advice = advise(position, seat, seconds=None, seed=9)
    for number in range(3):
        other = position.guess(seat, number)
        assert other.states.tobytes() != position.states.tobytes()
        assert advise(other, seat, seconds=None, seed=9) == advice


def test_the_only_choice_that_is_worth_a_look_has_a_chance_too() -> None:
    """Of the cars that can be moved bots think only of the one that is most in the way."""
    transcript = read_transcript(SAVED["speedalgo"][0].read_text(encoding="utf-8"))
    asked = (
        (position, seat)
        for position, seat, _ in transcript.replay()
        if position.state.phase == Phase.TARGET and len(position.legal(seat)) > 1
    )
    [only] = advise(*next(asked), seconds=None)
    assert 0 < only.chance < 1


@pytest.mark.parametrize("name", games())
def test_the_chances_of_all_seats_are_together_one(name: str) -> None:
    position, _ = in_the_middle(name)
    found = chances(position)
    assert len(found) == position.seats
    assert sum(found) == pytest.approx(1)
