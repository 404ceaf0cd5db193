"""Set-up in play: samples, corners, facings, the deal."""

from collections import Counter

import pytest

from algorally.core.errors import IllegalChoice, NotYourTurn, SettingError
from algorally.core.game import find_game
from algorally.core.grid import EAST, NORTH, NOWHERE, SOUTH, WEST
from algorally.core.position import Position
from algorally.games.algoracing.names import (
    COLOURS,
    CORNER,
    FACE,
    LAY_SAMPLE,
    OUT,
    TELEPORT,
    TOKENS,
    UNPLACED,
    Phase,
)

pytestmark = pytest.mark.modes


def start(seats: int = 2, seed: int = 1, **settings: object) -> Position:
    return find_game("algoracing").start(seats=seats, seed=seed, **settings)


def through_corners(position: Position) -> Position:
    while position.state.phase == Phase.CORNERS:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


def through_setup(position: Position) -> Position:
    while position.state.phase < Phase.BUILD:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


@pytest.mark.parametrize("seats", [1, 5, 0, -1])
def test_ar_1_two_to_four_players(seats: int) -> None:
    with pytest.raises(SettingError, match=r"AR-1: .*2 to 4"):
        start(seats=seats)


@pytest.mark.parametrize(("level", "each"), [("basic", 3), ("complete", 5)])
def test_ar_9_and_ar_70_as_many_samples_of_each_type_lie_on_marks(level: str, each: int) -> None:
    position = start(level=level)
    race, field = position.state, position.field
    used = [token for token in range(TOKENS) if race.places[token] != OUT]
    marks = {int(square) for square in field.mark_squares[: field.marks]}
    assert Counter(int(race.types[token]) for token in used) == dict.fromkeys(range(4), each)
    assert {int(race.places[token]) for token in used} <= marks


def test_ar_10_no_mark_holds_two_samples_and_some_stay_empty() -> None:
    position = start(level="complete")
    places = [int(place) for place in position.state.places]
    assert len(set(places)) == TOKENS < position.field.marks


def test_ar_11_colours_go_to_seats_in_order_and_are_all_different() -> None:
    position = start(seats=2, colours="blue green")
    assert [COLOURS[rover.colour] for rover in position.state.rovers][:2] == ["blue", "green"]
    for wrong in ("blue blue", "blue", "blue pink", "red yellow green"):
        with pytest.raises(SettingError, match="AR-11: 2 different colours"):
            start(seats=2, colours=wrong)


def test_ar_13_and_ar_a52_the_last_player_chooses_a_corner_first() -> None:
    position = start(seats=3)
    assert position.acting() == [2]
    position.play(2, CORNER + 1)
    assert position.acting() == [1]
    with pytest.raises(IllegalChoice, match="AR-13"):
        position.play(1, CORNER + 1)
    with pytest.raises(NotYourTurn, match="green"):
        position.play(0, CORNER)
    position.play(1, CORNER)
    position.play(0, CORNER + 3)
    assert position.state.phase == Phase.FACINGS
    assert position.acting() == [2]


def test_ar_14_rovers_start_on_their_own_bases() -> None:
    position = through_corners(start(seats=4))
    race = position.state
    for rover in race.rovers:
        assert rover.square == race.bases[rover.colour] != NOWHERE


def test_ar_16_and_ar_a50_unused_bases_go_to_the_free_corners_at_random() -> None:
    seen = set()
    for seed in range(12):
        position = through_corners(start(seats=2, seed=seed))
        race = position.state
        assert sorted(race.bases) == sorted(position.field.corners)
        assert race.rovers[2].square == race.rovers[3].square == NOWHERE
        seen.add(int(race.bases[race.rovers[2].colour]))
    assert len(seen) == 2


def test_ar_a6_idle_rovers_stand_on_unused_bases_if_wanted() -> None:
    race = through_corners(start(seats=3, neutral_rovers="on")).state
    assert race.rovers[3].square == race.bases[race.rovers[3].colour]


def test_ar_15_and_ar_a5_no_rover_starts_facing_border_or_wall() -> None:
    position = start(seats=2)
    position.play(1, CORNER)
    position.play(0, CORNER + 2)
    assert position.legal(1) == [FACE + EAST, FACE + SOUTH]
    with pytest.raises(IllegalChoice, match="AR-15"):
        position.play(1, FACE + NORTH)
    position.play(1, FACE + EAST)
    assert position.state.rovers[1].heading == EAST
    assert position.legal(0) == [FACE + NORTH, FACE + WEST]


def test_ar_a5_with_the_option_only_stone_walls_are_forbidden() -> None:
    position = start(seats=2, start_facing="no_wall")
    position.play(1, CORNER)
    position.play(0, CORNER + 2)
    assert position.legal(1) == [FACE + NORTH, FACE + EAST, FACE + SOUTH, FACE + WEST]
    square = int(position.state.rovers[1].square)
    position.field.walls[square] |= 1 << EAST
    assert FACE + EAST not in position.legal(1)


def test_ar_17_the_basic_deck_has_no_cycles_or_teleports() -> None:
    basic, complete = start(level="basic"), start(level="complete")
    assert (int(basic.state.draw.count), int(complete.state.draw.count)) == (42, 52)
    assert all(card < TELEPORT for card in basic.state.draw.cards[:42])


def test_ar_18_each_player_is_dealt_five_cards_before_the_first_turn() -> None:
    position = through_setup(start(seats=4))
    assert [int(rover.held) for rover in position.state.rovers] == [5] * 4
    assert position.acting() == [0]
    assert position.state.draw.count == 42 - 20


def test_ar_a9_flexible_turn_cards_are_one_kind_that_turns_any_way() -> None:
    position = through_setup(start(turn_cards="flexible"))
    race = position.state
    seat = position.acting()[0]
    race.rovers[seat].hand[:] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 5]
    for card in ("left", "right", "uturn"):
        trial = position.clone()
        trial.play_text(seat, f"{card}; run")
        assert trial.state.discards.cards[0] == 9
    with pytest.raises(IllegalChoice, match="AR-19"):
        position.play_text(seat, "step")


def test_ar_a4_players_may_lay_the_samples_themselves_in_turn() -> None:
    position = start(seats=3, sample_placement="players")
    assert position.acting() == [0]
    position.play(0, LAY_SAMPLE + 4)
    with pytest.raises(IllegalChoice, match="AR-A4"):
        position.play(1, LAY_SAMPLE + 4)
    turns = [0]
    while position.state.phase == Phase.PLACE_SAMPLES:
        turns.append(position.acting()[0])
        position.play(turns[-1], position.legal(turns[-1])[0])
    assert turns == [0, 1, 2] * 4
    assert UNPLACED not in position.state.places
    assert position.acting() == [2]


def test_ar_a26_the_highest_scores_are_sixteen_and_twenty_four() -> None:
    from algorally.games.algoracing.rules.ending import points

    for level, each, most in (("basic", 3, 16), ("complete", 5, 24)):
        race = start(level=level).state
        race.rovers[0].delivered[:] = each
        assert points(race, 0) == most
