"""Set-up in play: traffic, places on column 0, who begins, the die."""

from collections import Counter

import pytest

from algorally.core.errors import IllegalChoice, NotYourTurn, SettingError
from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.speedalgo.names import (
    COLOURS,
    FACES,
    LANES,
    START,
    TIME_UP,
    TRAFFIC,
    TRAFFIC_AT,
    UNPLACED,
    EventKind,
    Phase,
)
from algorally.games.speedalgo.setup import may_place_traffic
from algorally.games.speedalgo.terrain import column_of, lane_of, read_square

pytestmark = pytest.mark.modes


def start(seats: int = 2, seed: int = 1, **settings: object) -> Position:
    return find_game("speedalgo").start(seats=seats, seed=seed, **settings)


def place(position: Position, *squares: str) -> None:
    for square in squares:
        position.play(position.acting()[0], TRAFFIC_AT + read_square(square))


def through_traffic(position: Position) -> list[int]:
    """Place all traffic on the first squares allowed; who placed each car."""
    turns = []
    while position.state.phase == Phase.TRAFFIC:
        turns.append(position.acting()[0])
        position.play(turns[-1], position.legal(turns[-1])[0])
    return turns


def through_setup(position: Position) -> Position:
    while position.state.phase < Phase.PROGRAM:
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


@pytest.mark.parametrize("seats", [1, 5, 0, -1])
def test_sa_2_two_to_four_players(seats: int) -> None:
    with pytest.raises(SettingError, match=r"SA-2: .*2 to 4"):
        start(seats=seats)


def test_sa_5_colours_go_to_seats_in_order_and_are_all_different() -> None:
    position = start(seats=2, colours="green red")
    assert [COLOURS[colour] for colour in position.field.colours][:2] == ["green", "red"]
    for wrong in ("blue blue", "blue", "blue pink", "red yellow green"):
        with pytest.raises(SettingError, match="SA-5: 2 different colours"):
            start(seats=2, colours=wrong)


def test_sa_3_and_sa_5_all_cars_wait_beside_the_track() -> None:
    race = start().state
    assert set(race.places) == {UNPLACED}
    assert len(race.places) == TRAFFIC + len(COLOURS) == 16


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_sa_6_and_sa_7_traffic_is_placed_in_turns_and_shared_equally(seats: int, each: int) -> None:
    position = start(seats=seats)
    turns = through_traffic(position)
    assert turns == list(range(seats)) * each
    assert all(square >= 0 for square in position.state.places[:TRAFFIC])
    assert position.state.phase == Phase.PLACES


def test_sa_7_only_the_player_whose_turn_it_is_places_a_car() -> None:
    position = start()
    place(position, "C5")
    assert position.state.places[0] == read_square("C5")
    assert position.acting() == [1]
    with pytest.raises(NotYourTurn, match="blue"):
        position.play(0, TRAFFIC_AT + read_square("C6"))
    with pytest.raises(IllegalChoice, match="SA-7: a traffic car is to be placed"):
        position.play(1, START)


def test_sa_8_no_square_holds_two_traffic_cars() -> None:
    position = start()
    place(position, "C5")
    assert TRAFFIC_AT + read_square("C5") not in position.legal(1)
    with pytest.raises(IllegalChoice, match="SA-8: a car stands on C5 already"):
        place(position, "C5")


def test_sa_b3_traffic_stands_on_column_1_to_the_last() -> None:
    position = start(columns=12)
    squares = [action - TRAFFIC_AT for action in position.legal(0)]
    assert squares == list(range(LANES, 12 * LANES))
    for wrong in ("C0", "A12", "E39"):
        with pytest.raises(IllegalChoice, match="SA-B3: traffic stands on columns 1 to 11"):
            place(position, wrong)
    with pytest.raises(IllegalChoice, match="SA-B3: the track has no square"):
        position.play_text(0, "traffic A40")


def test_sa_9_the_last_cars_are_kept_for_the_lanes_that_have_none() -> None:
    position = start()
    place(position, "A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "B5")
    assert {lane_of(action - TRAFFIC_AT) for action in position.legal(1)} == {2, 3, 4}
    with pytest.raises(IllegalChoice, match="SA-9: the last cars are needed"):
        place(position, "A5")
    place(position, "D9", "C9")
    assert {lane_of(action - TRAFFIC_AT) for action in position.legal(1)} == {4}
    place(position, "E1")
    assert position.state.phase == Phase.PLACES


def test_sa_7_the_squares_offered_are_those_that_the_rule_allows() -> None:
    position = start(columns=12)
    race, field = position.state, position.field
    while race.phase == Phase.TRAFFIC:
        seat = position.acting()[0]
        squares = range(14 * LANES)
        allowed = [square for square in squares if may_place_traffic(race, field, square)]
        assert position.legal(seat) == [TRAFFIC_AT + square for square in allowed]
        assert position.legal(1 - seat) == []
        position.play(seat, TRAFFIC_AT + allowed[len(allowed) // 2])


def test_sa_9_a_car_may_go_anywhere_while_enough_are_left() -> None:
    position = start()
    place(position, "A1", "A2", "A3", "A4", "A5", "A6", "A7")
    assert {lane_of(action - TRAFFIC_AT) for action in position.legal(1)} == set(range(LANES))
    place(position, "A8")
    assert {lane_of(action - TRAFFIC_AT) for action in position.legal(0)} == {1, 2, 3, 4}


def test_sa_10_and_sa_b4_bolides_are_put_on_different_places_of_column_0() -> None:
    position = start(seats=3)
    through_traffic(position)
    assert position.acting() == [0]
    assert position.legal(0) == [START + lane for lane in range(LANES)]
    position.play(0, START + 2)
    assert position.state.places[TRAFFIC] == read_square("C0")
    with pytest.raises(IllegalChoice, match="SA-B4: a bolide stands on C0 already"):
        position.play(1, START + 2)
    with pytest.raises(IllegalChoice, match="SA-10: your bolide is to be placed"):
        position.play(1, TRAFFIC_AT + 7)
    with pytest.raises(IllegalChoice, match="SA-10: bolides start on column 0"):
        position.play_text(1, "start C1")
    position.play(1, START + 4)
    position.play_text(2, "start A0")
    assert [int(square) for square in position.state.places[TRAFFIC:]] == [2, 4, 0, UNPLACED]
    assert position.state.phase == Phase.PROGRAM


def test_sa_11_and_sa_b4_the_first_seat_begins() -> None:
    for seed in range(6):
        position = start(seats=3, seed=seed)
        assert list(position.state.order[:3]) == [0, 1, 2]
        assert position.acting() == [0]


def test_sa_b4_or_chance_decides_who_begins_and_the_others_follow_in_their_order() -> None:
    seen = set()
    for seed in range(30):
        position = start(seats=3, seed=seed, first_player="random")
        first = position.acting()[0]
        assert list(position.state.order[:3]) == [(first + place) % 3 for place in range(3)]
        assert through_traffic(position)[:4] == [(first + place) % 3 for place in range(4)]
        assert position.acting() == [first]
        seen.add(first)
    assert seen == {0, 1, 2}


def test_sa_b34_chance_may_place_the_traffic_by_the_same_rules() -> None:
    seen = set()
    for seed in range(40):
        position = start(seed=seed, columns=12, traffic_placement="random")
        squares = [int(square) for square in position.state.places[:TRAFFIC]]
        assert position.state.phase == Phase.PLACES
        assert position.acting() == [0]
        assert len(set(squares)) == TRAFFIC
        assert {lane_of(square) for square in squares} == set(range(LANES))
        assert all(1 <= column_of(square) < 12 for square in squares)
        seen.update(squares)
    assert seen == set(range(LANES, 12 * LANES))


def test_sa_12_all_throw_the_die_before_the_first_programs_are_built() -> None:
    position = start(seats=4)
    assert [int(driver.roll) for driver in position.state.drivers] == [0] * 4
    through_setup(position)
    assert all(1 <= driver.roll <= 4 for driver in position.state.drivers)
    assert position.state.turn == 1
    assert position.acting() == [0, 1, 2, 3]


def test_sa_b35_the_die_has_the_faces_1_2_2_3_3_4() -> None:
    assert FACES == (1, 2, 2, 3, 3, 4)
    position = through_setup(start(seats=4, round_cap=100))
    thrown: Counter[int] = Counter()
    while not position.over:
        thrown.update(int(driver.roll) for driver in position.state.drivers)
        for seat in position.acting():
            position.play_text(seat, "ready")
    assert thrown.total() == 400
    assert 40 <= thrown[1] <= 95
    assert 100 <= thrown[2] <= 165
    assert 100 <= thrown[3] <= 165
    assert 40 <= thrown[4] <= 95


def test_sa_b6_all_see_all_throws() -> None:
    position = through_setup(start(seats=3))
    rolls = [int(driver.roll) for driver in position.state.drivers]
    for seat in (-1, 0, 1, 2):
        assert [int(driver.roll) for driver in position.view(seat).state.drivers] == rolls


def test_sa_15_nothing_else_is_done_while_programs_are_built() -> None:
    position = through_setup(start())
    for action in (START, TRAFFIC_AT + 5):
        with pytest.raises(IllegalChoice, match="SA-15: your program is to be built"):
            position.play(0, action)
    with pytest.raises(IllegalChoice, match="SA-B36: only the clock"):
        position.play(0, TIME_UP)


def test_sa_12_the_die_is_thrown_in_running_order() -> None:
    position = start(seats=3, seed=4, first_player="random", traffic_placement="random")
    order = [int(seat) for seat in position.state.order[:3]]
    position.play(order[0], START)
    position.play(order[1], START + 1)
    events = position.play(order[2], START + 2)
    assert [int(e["seat"]) for e in events if e["kind"] == EventKind.ROLLED] == order
