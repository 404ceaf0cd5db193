"""The schedule is fair: neither deal nor seat favours a bot."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.errors import SettingError
from algorally.tournaments.schedule import (
    bot_seed,
    check_lineups,
    fixtures,
    make_lineups,
    rotations,
)
from tests.tournaments.games import short

LETTERS = "abcde"
BOTS = st.integers(2, len(LETTERS)).map(lambda many: list(LETTERS[:many]))
LINEUPS = st.lists(st.sampled_from(LETTERS), min_size=2, max_size=8).filter(
    lambda lineup: len(set(lineup)) > 1
)


def sitting(games: list[tuple[str, ...]]) -> dict[str, set[int]]:
    """How often each bot sits on each seat."""
    times = {bot: Counter[int]() for game in games for bot in game}
    for game in games:
        for seat, bot in enumerate(game):
            times[bot][seat] += 1
    seats = range(len(games[0]))
    return {bot: {own[seat] for seat in seats} for bot, own in times.items()}


@given(bots=BOTS, seats=st.integers(2, 8), games=st.integers(1, 30), seed=st.integers(0, 99))
def test_in_each_deal_each_bot_sits_on_each_seat_equally_often(
    bots: list[str], seats: int, games: int, seed: int
) -> None:
    setup = short(bots, seats, seed=seed)
    dealt: dict[tuple[int, int], list[tuple[str, ...]]] = defaultdict(list)
    for game in fixtures(setup, games):
        dealt[game.lineup, game.deal].append(game.bots)
    for (lineup, _), same in dealt.items():
        assert all(len(times) == 1 for times in sitting(same).values())
        assert all(sorted(game) == sorted(setup.lineups[lineup]) for game in same)


@given(lineup=LINEUPS, games=st.integers(1, 30))
def test_a_line_up_keeps_its_order_while_it_moves_around_the_table(
    lineup: list[str], games: int
) -> None:
    setup = short("ab", lineups=[lineup], seats=len(lineup), in_order=True)
    found = [game.bots for game in fixtures(setup, games)]
    assert {game + game for game in found} == {
        game + game for game in rotations(lineup) if "".join(game) in "".join(lineup * 2)
    }
    assert all(len(times) == 1 for times in sitting(found).values())


@given(bots=BOTS, seats=st.integers(2, 8), games=st.integers(1, 30))
def test_every_line_up_plays_at_least_so_many_games_in_whole_rounds(
    bots: list[str], seats: int, games: int
) -> None:
    found = fixtures(short(bots, seats), games)
    assert len(set(found)) == len(found)
    played = Counter(game.lineup for game in found)
    assert set(played) == set(range(len(make_lineups(bots, seats))))
    assert all(games <= many < games + seats for many in played.values())


@given(bots=BOTS, seats=st.integers(2, 8), games=st.integers(1, 20), more=st.integers(0, 20))
def test_more_games_begin_with_the_same_ones(
    bots: list[str], seats: int, games: int, more: int
) -> None:
    setup = short(bots, seats)
    assert set(fixtures(setup, games)) <= set(fixtures(setup, games + more))


@given(bots=BOTS, seats=st.integers(2, 8))
def test_over_all_line_ups_every_bot_has_as_many_seats(bots: list[str], seats: int) -> None:
    lineups = make_lineups(bots, seats)
    assert {len(lineup) for lineup in lineups} == {seats}
    assert len(set(Counter(bot for lineup in lineups for bot in lineup).values())) == 1


def test_who_meets_whom() -> None:
    assert make_lineups("abc", 2) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert make_lineups("abc", 3) == [["a", "b", "c"]]
    assert make_lineups("ab", 4) == [["a", "b", "a", "b"]]
    assert make_lineups("abc", 4) == [["a", "b", "c", last] for last in "abc"]


def test_the_order_around_a_table_of_many_is_not_always_the_same() -> None:
    found = fixtures(short("abcd", 4), 40)
    assert len({min(rotations(game.bots)) for game in found}) > 1


def test_all_line_ups_play_the_same_deals_one_after_the_other() -> None:
    found = fixtures(short("abc"), 4)
    assert [game.deal for game in found] == [0] * 6 + [1] * 6
    assert [game.lineup for game in found] == [0, 0, 1, 1, 2, 2] * 2


def test_bots_draw_other_lots_on_each_seat_and_in_each_deal() -> None:
    setups = short("ab"), short("ab", seed=6)
    drawn = {
        bot_seed(setup, deal, seat) for setup in setups for deal in range(9) for seat in range(8)
    }
    assert len(drawn) == 2 * 9 * 8
    assert all(0 <= number < 2**56 for number in drawn)


@pytest.mark.parametrize(
    ("bots", "words"), [("a", "two bots or more"), ("", "two bots or more"), ("aba", "a is named")]
)
def test_too_few_bots_and_those_named_twice_are_refused(bots: str, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        make_lineups(list(bots), 2)


@pytest.mark.parametrize(
    ("lineups", "bots", "words"),
    [
        (["ab", "abb"], "", "all line-ups are of 2 bots, not of 3"),
        (["aa"], "", "two different bots meet in a line-up, not a alone"),
        (["abb", "bab"], "", "a line-up is given twice"),
        (["ab"], "ac", "the line-ups are of a, b, but --bots names a, c"),
        (["ab"], "abc", "the line-ups are of a, b, but --bots names a, b, c"),
    ],
)
def test_line_ups_that_make_no_sense_are_refused(lineups: list[str], bots: str, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        check_lineups([list(lineup) for lineup in lineups], list(bots))


def test_line_ups_of_the_named_bots_are_fine() -> None:
    check_lineups([list("abb"), list("aab")], list("ba"))
    check_lineups([list("abcd"), list("acbd")], [])
