"""Fields: ready, random and laid by hand; the checker refuses the impossible and says why."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorally.core.errors import ImpossibleField, SettingError
from algorally.core.game import find_game
from algorally.core.grid import EAST, NORTH, SOUTH, WEST
from algorally.core.position import Position
from algorally.games.algoracing.boards import data, random_places, ready_fields
from algorally.games.algoracing.names import LEVELS
from algorally.games.algoracing.state import Field
from algorally.games.algoracing.terrain import (
    Block,
    Placed,
    Terrain,
    check_marks,
    check_reach,
    working_lifts,
)


def start(level: str = "basic", **settings: Any) -> Position:
    return find_game("algoracing").start(seats=2, level=level, **settings)


def side(position: Position, x: int, y: int) -> int:
    return y * int(position.field.width) + x


def test_ar_2_the_deck_has_52_cards_and_there_are_20_samples() -> None:
    deck = data("deck")
    assert sum(deck["cards"].values()) == 52
    assert 4 * deck["samples_of_each_type"]["complete"] == 20


@pytest.mark.parametrize("name", ["deck", "boards", "blocks", "fields"])
def test_invented_data_is_marked_as_invented(name: str) -> None:
    assert data(name)["invented"]


def test_ar_3_and_ar_4_sizes_and_blocks_of_the_two_levels() -> None:
    basic, complete = start().field, start("complete").field
    assert (basic.width, basic.height, complete.width, complete.height) == (6, 6, 9, 9)
    assert sorted({int(storey) for storey in basic.storeys}) == [0, 1]
    assert sorted({int(storey) for storey in complete.storeys}) == [0, 1, 2]
    assert max(basic.blocks) == 2
    assert max(complete.blocks) == 3
    with pytest.raises(ImpossibleField, match="AR-3: the basic level has the blocks mesa, ridge"):
        start(field="mesa 1,1")
    with pytest.raises(ImpossibleField, match="AR-4"):
        start("complete", field="mesa 1,1; ridge 3,3")


@pytest.mark.parametrize("level", LEVELS)
def test_at_least_eight_ready_fields_for_each_level_and_all_of_them_legal(level: str) -> None:
    fields = ready_fields(level)
    assert len(fields) >= 8
    for name in fields:
        start(level, field=name)
    assert len({str(field["blocks"]) for field in fields.values()}) == len(fields)


@pytest.mark.parametrize("level", LEVELS)
def test_boards_look_the_same_from_each_corner(level: str) -> None:
    board = data("boards")[level]
    last = board["size"] - 1

    def turn(text: str) -> str:
        x, y = text.rstrip("NESW").split(",")
        heading = text[-1] if text[-1] in "NESW" else ""
        return f"{last - int(y)},{x}{'NESW'[('NESW'.index(heading) + 1) % 4] if heading else ''}"

    assert {turn(mark) for mark in board["marks"]} == set(board["marks"])
    assert {turn(wall) for wall in board["walls"]} == set(board["walls"])


@given(st.integers(0, 2**31), st.sampled_from(LEVELS))
def test_ar_7_a_random_field_is_legal_and_the_same_for_the_same_number(
    number: int, level: str
) -> None:
    one = start(level, field=f"random-{number}")
    other = start(level, field=f"random-{number}")
    assert one.fields.tobytes() == other.fields.tobytes()


def test_random_fields_differ() -> None:
    options = Field.record(Field.rows()).options
    assert len({str(random_places("complete", number, options)) for number in range(8)}) == 8


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("mesa 5,1; ridge 1,1", "AR-A1: block mesa .* over the edge of the 6x6 board"),
        ("mesa 1,1; ridge 2,1", "AR-A1: block ridge .* lies on another block at 2,1"),
        ("mesa 0,0; ridge 3,2", "AR-A1: block mesa .* covers the corner 0,0"),
        ("mesa 1,1; ridge 1,3 7", "a block is laid as"),
        ("mesa somewhere 1,1; ridge 1,3", "a block is laid as"),
        ("nowhere", "there is no basic field 'nowhere'; there are .*random"),
    ],
)
def test_ar_8_and_ar_a1_an_impossible_field_is_refused_with_the_reason(
    field: str, why: str
) -> None:
    with pytest.raises(SettingError, match=why):
        start(field=field)


def test_ar_a1_a_block_may_cover_a_corner_if_the_option_allows_it() -> None:
    position = start(field="mesa 0,0; ridge 3,2", block_on_corner="allow")
    assert position.field.storeys[0] == 1


def test_ar_a2_marks_and_walls_under_a_block_vanish_and_too_few_marks_are_refused() -> None:
    position = start(field="mesa 2,0; ridge 1,3")
    squares = list(position.field.mark_squares[: position.field.marks])
    assert squares.count(side(position, 2, 0)) == 1  # the block's own mark, not the board's
    assert not position.field.walls[side(position, 2, 1)] >> EAST & 1
    with pytest.raises(ImpossibleField, match="AR-A2: 20 samples need"):
        check_marks(Terrain(3, 3, marks=[(1, 1)]), 20)


def test_ar_a3_a_wall_on_the_rim_of_a_block_counts_unless_hidden() -> None:
    for option, expected in (("keep", 1), ("hide", 0)):
        position = start(field="mesa 2,0; ridge 1,3", wall_on_block_edge=option)
        assert position.field.walls[side(position, 2, 0)] >> WEST & 1 == expected
        assert position.field.walls[side(position, 1, 0)] >> EAST & 1 == expected


APART = "terrace 1,1 0; plateau 1,5 0; tower 6,3 0"


def test_ar_69_and_ar_a8_a_low_block_lies_beside_the_high_one() -> None:
    with pytest.raises(ImpossibleField, match="AR-69: no low block"):
        start("complete", field=APART)
    start("complete", field=APART, low_next_to_high="advise")
    start("complete", field=APART, edition="nl")


def test_ar_68_and_ar_a55_a_high_block_that_nobody_can_climb_is_refused() -> None:
    tower = Placed(Block("tower", "complete", 2, 2, 2, ((0, 0),), ()), 2, 2, 0)
    terrain = Terrain(6, 6, marks=[(2, 2)])
    terrain.storeys = dict.fromkeys(tower.squares(), 2)
    with pytest.raises(ImpossibleField, match=r"AR-A55: no rover can get from 0,0 to 2,2"):
        check_reach(terrain, set())
    terrain.arrows = {(2, 2, NORTH)}
    check_reach(terrain, working_lifts(terrain))


def test_ar_82_and_ar_a46_elevators_at_border_wall_or_higher_block_are_dead() -> None:
    terrain = Terrain(4, 3)
    terrain.storeys = {(0, 0): 1, (1, 0): 2, (1, 1): 1, (2, 1): 1}
    terrain.add_wall((1, 1, SOUTH))
    terrain.arrows = {
        (0, 0, NORTH),  # over the border
        (0, 0, EAST),  # at a higher block
        (1, 1, SOUTH),  # at a wall
        (1, 1, EAST),  # at a block of the same height
        (1, 0, SOUTH),  # two storeys down to one: works
        (0, 0, SOUTH),  # works
    }
    expected = {(1, 0, SOUTH), (1, 1, NORTH), (0, 0, SOUTH), (0, 1, NORTH)}
    assert working_lifts(terrain) == expected


def test_ar_a7_the_basic_level_has_elevators_only_with_the_option() -> None:
    assert not any(start().field.lifts)
    assert any(start(elevators_in_basic="on").field.lifts)


def test_ar_72_and_ar_74_each_base_is_a_lab_of_the_two_next_colours() -> None:
    labs = [int(mask) for mask in start("complete").field.labs]
    assert labs == [0b0110, 0b1100, 0b1001, 0b0011]
    assert [int(mask) for mask in start().field.labs] == [0b1111] * 4


def test_ar_71_nine_points_win_at_the_complete_level_and_seven_at_the_basic() -> None:
    assert (int(start().field.goal), int(start("complete").field.goal)) == (7, 9)


@pytest.mark.parametrize("turns", range(4))
def test_a_turned_block_turns_its_marks_and_elevators_along(turns: int) -> None:
    block = Block("test", "basic", 1, 3, 2, ((2, 0),), ((2, 0, NORTH),))
    placed = Placed(block, 4, 4, turns)
    corner = {0: (6, 4), 1: (5, 6), 2: (4, 5), 3: (4, 4)}[turns]
    assert placed.square((2, 0)) == corner
    assert placed.side((2, 0, NORTH)) == (*corner, turns)
    wide, high = (3, 2) if turns % 2 == 0 else (2, 3)
    assert set(placed.squares()) == {(4 + x, 4 + y) for x in range(wide) for y in range(high)}


def test_an_unknown_option_or_value_names_the_right_ones() -> None:
    with pytest.raises(SettingError, match="no option 'colour'; there are"):
        start(colour="red")
    with pytest.raises(SettingError, match="sample_pull can be one or to_rover, not 'two'"):
        start(sample_pull="two")
    with pytest.raises(SettingError, match="turn_cap is a number from 1 to 1000, not 0"):
        start(turn_cap=0)
    with pytest.raises(SettingError, match="level can be basic or complete"):
        start("hard")
    with pytest.raises(SettingError, match="edition can be en or de or nl"):
        start(edition="fr")
