"""Boards, docking bays and courses: what the data files hold, and what is wrong with others."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from algorally.core.compile import MODE
from algorally.core.errors import SettingError
from algorally.games.roborally import GAME
from algorally.games.roborally.boards import boards, courses, lay_course, make_field, own_course
from algorally.games.roborally.judgement import CHART_SHAPE, FAR, draw_chart
from algorally.games.roborally.names import FLOOR, MAX_SQUARES
from algorally.games.roborally.state import Field
from algorally.games.roborally.terrain import over, read_board

FACES = (
    "chess", "chop_shop", "cross", "exchange", "island", "maelstrom", "spin_zone", "vault",
)  # fmt: skip
STUBS = (2, 4, 7, 9)
# pits, gears left and right, wrenches, hammers, normal belts, express belts; counted on the boards
ELEMENTS = {
    "island": (18, 4, 2, 2, 1, 46, 0),
    "chop_shop": (5, 4, 3, 2, 3, 36, 12),
    "spin_zone": (0, 8, 8, 2, 2, 0, 48),
    "maelstrom": (4, 0, 0, 2, 2, 54, 52),
    "chess": (4, 0, 0, 2, 2, 26, 36),
    "cross": (11, 0, 0, 2, 2, 60, 0),
    "vault": (4, 0, 2, 2, 4, 26, 6),
    "exchange": (2, 3, 2, 2, 1, 55, 13),
}


def test_every_face_is_twelve_by_twelve_and_every_bay_twelve_by_four() -> None:
    assert set(boards()) == {*FACES, "dock_a", "dock_b"}
    for name, board in boards().items():
        assert (board.width, board.height) == (12, 12 if name in FACES else 4), name


@pytest.mark.parametrize("name", FACES)
def test_a_face_has_its_elements_and_stubs(name: str) -> None:
    found = Counter("".join(boards()[name].rows))
    belts = sum(found[glyph] for glyph in "^>v<")
    express = sum(found[glyph] for glyph in "NESW")
    counted = tuple(found[glyph] for glyph in "OLRrh")
    assert (*counted, belts, express) == ELEMENTS[name]
    edges = {(x, 0, 0) for x in STUBS} | {(11, y, 1) for y in STUBS}
    edges |= {(x, 11, 2) for x in STUBS} | {(0, y, 3) for y in STUBS}
    assert edges <= boards()[name].walls


def test_the_lasers_reach_as_far_as_they_are_printed() -> None:
    printed = {
        "chop_shop": [3, 3, 6, 4, 3, 1],
        "spin_zone": [4, 2, 2, 4],
        "maelstrom": [5, 5, 5, 5],
        "cross": [2, 3, 2, 3],
        "vault": [4, 4, 4, 4, 4],
        "exchange": [3],
    }
    for name in FACES:
        terrain = lay_course(own_course(f"{name} 0,0; flags"))
        assert [len(terrain.beam(laser)) for laser in terrain.lasers] == printed.get(name, [])


def test_each_bay_has_eight_docks_which_face_the_floor() -> None:
    for name in ("dock_a", "dock_b"):
        terrain = lay_course(own_course(f"chess 0,0; {name} 0,12"))
        assert len({dock[:2] for dock in terrain.docks}) == 8
        assert {dock[2] for dock in terrain.docks} == {0}
    sideways = lay_course(own_course("chess 0,0; dock_a@3 12,0"))
    assert {dock[2] for dock in sideways.docks} == {3}


def test_there_are_all_thirty_four_courses() -> None:
    assert len(courses()) == 34
    assert sorted(course.page for course in courses().values()) == [
        13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 22, 23, 23, 24,
        25, 25, 26, 26, 27, 28, 29, 30, 31, 32, 32,
    ]  # fmt: skip


@pytest.mark.parametrize("name", courses())
def test_every_flag_stands_where_a_robot_can_stand(name: str) -> None:
    terrain = lay_course(courses()[name])
    assert terrain.width * terrain.height <= MAX_SQUARES
    for flag in terrain.flags:
        assert terrain.kinds[flag] == FLOOR, flag
        assert (flag in terrain.belts) == (name == "moving_targets")


@pytest.mark.parametrize("name", courses())
def test_no_belt_feeds_another_head_on(name: str) -> None:
    terrain = lay_course(courses()[name])
    for square, belt in terrain.belts.items():
        heading = (belt - 1) & 3
        ahead = over((*square, heading))[:2]
        if ahead in terrain.belts and not terrain.is_blocked((*square, heading)):
            assert (terrain.belts[ahead] - 1) & 3 != heading ^ 2, (square, ahead)


@pytest.mark.parametrize("name", courses())
def test_every_flag_can_be_reached_in_order_from_every_dock(name: str) -> None:
    if MODE == "interpreted":
        pytest.skip("a search over all squares takes the compiled rules")
    course = courses()[name]
    seats = 4 if course.rules.get("teams") or course.rules.get("robots_each") else 2
    field = Field.record(make_field(seats, {"course": name, "turning_boards": "no"}))
    chart = np.zeros(CHART_SHAPE, np.int16)
    draw_chart(field, chart)
    flags = [int(square) for square in field.flag_squares[: field.flag_count]]
    if not flags or name == "capture_the_flag":
        return
    for place in range(int(field.dock_count)):
        node = int(field.docks[place]) * 4 + int(field.dock_facings[place])
        assert chart[0, node] < FAR
    for number, (here, _) in enumerate(pairwise(flags), 1):
        assert all(chart[number, here * 4 + heading] < FAR for heading in range(4))


# --- boards and courses of one's own -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("...\n.x.", "board mine, line 2, column 2: 'x' is no square; squares are"),
        ("...\n..", "board mine, line 2, column 3: a row has 3 squares, as the first"),
        ("...\nwalls 1,0", "line 2, column 7: a wall is written"),
        ("...\nwalls 0,0N 3,0E", "line 2, column 12: 3,0 lies off the board"),
        ("...\nlasers 0,0N*0", "line 2, column 8: a laser is written"),
        ("...\npushers never 0,0N", "line 2, column 9: registers are"),
        ("...\npushers", "line 2, column 8: write"),
        ("...\ncrushers 1 0,0N", "line 2, column 12: a crusher is written"),
        ("...\nstubs x", "line 2, column 7: a stub is a number"),
        ("...\nstubs 1", "line 2, column 7: 1,1 lies off the board"),
        ("...\ndocks 1", "line 2, column 7: a dock is written"),
        ("walls 0,0N\n...", "line 1, column 7: the rows come first"),
        ("# nothing", "board mine: it has no rows"),
    ],
)
def test_a_board_that_is_wrong_names_line_and_column(text: str, problem: str) -> None:
    with pytest.raises(SettingError) as caught:
        read_board("mine", text)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("course", "problem"),
    [
        ("nowhere", "there is no course 'nowhere'; there are risky_exchange"),
        ("moon 0,0;", "there is no board 'moon'; there are chess"),
        ("chess@5 0,0;", "a board is laid as"),
        ("chess 0,0; chess 6,6; dock_a 0,12", "chess lies on another board at 6,6"),
        ("dock_a 0,0;", "a course has 1 to 4 boards, not 0"),
        ("chess 0,0; dock_a 0,12; flags 3,3", "flag 1 at 3,3 stands in a pit"),
        ("chess 0,0; dock_a 0,12; flags 3,40", "flag 1 at 3,40 stands off the floor"),
        ("chess 0,0; dock_a 0,12; flags 4,4 4,4", "stands on another flag"),
        ("chess 0,0; flags 4,4", "need as many docks; this course has 0"),
        ("chess 0,0; chess 48,36; dock_a 0,12", "the boards lie too far apart"),
    ],
)
def test_a_course_that_is_wrong_says_what_would_be_right(course: str, problem: str) -> None:
    with pytest.raises(SettingError) as caught:
        make_field(2, {"course": course})
    assert problem in str(caught.value)


def test_a_course_of_ones_own_is_played() -> None:
    course = "exchange@1 0,0; vault@2 12,0; dock_a@3 24,0; flags 3,4 15,6"
    position = GAME.start(3, seed=1, course=course)
    assert position.field.flag_count == 2
    position.playout(until_turn=3, seed=1)
    assert position.standing().turns == 3
