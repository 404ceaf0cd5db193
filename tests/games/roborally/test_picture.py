"""The picture and the text show what is on the factory floor, and nothing that is hidden."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from algorally.core.deck import HIDDEN
from algorally.core.game import find_game
from algorally.core.grid import DX, DY, EAST, NORTH, SOUTH, WEST
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.games.roborally.boards import (
    courses,
    lay_course,
    make_field,
    write_terrain,
)
from algorally.games.roborally.bodies import OUTLINES, PAINT
from algorally.games.roborally.names import (
    BRAKES,
    COLOURS,
    CRAB_LEGS,
    NOBODY,
    OFF,
    PLAIN,
    RIGHT,
    Phase,
)
from algorally.games.roborally.picture import MARGIN, UNIT, ground, svg, text
from algorally.games.roborally.plain_text import look
from algorally.games.roborally.state import Field, Race
from algorally.games.roborally.terrain import Placed, lay_boards, read_board

GAME = find_game("roborally")
SVG = "{http://www.w3.org/2000/svg}"
SOME = ("chop_shop_challenge", "whirlwind_tour", "vault_assault", "pilgrimage", "marathon_madness")

SMALL = """
.>v
O.N
rhE

walls 1,0W
lasers 0,2N*2
pushers odd 1,1E
crushers 2,4 0,2
"""
BAY = """
L.R

docks 1,0 2,0
"""


def on(fields: Rows, robots: int) -> Position:
    """A position with the robots on their docks, the last one in the first dock."""
    field, states = Field.record(fields), Race.rows()
    race = Race.record(states)
    race.flag_squares[:] = field.flag_squares
    race.order[:robots] = range(robots - 1, -1, -1)
    race.turn = 1
    for place, who in enumerate(race.order[:robots]):
        robot = race.robots[who]
        robot.square = robot.archive = field.docks[place]
        robot.lives = 3
    race.superbot = NOBODY
    race.holders[:] = [NOBODY] * len(race.holders)
    return Position(GAME, fields, states)


def on_course(name: str, seats: int = 8) -> Position:
    """A position on one of the courses."""
    return on(make_field(seats, {"course": name}), seats)


def small_position() -> Position:
    """Three by four squares with one of nearly everything, blue in dock 1 and red in dock 2."""
    terrain = lay_boards(
        [Placed(read_board("small", SMALL), 0, 0, 0)], [Placed(read_board("bay", BAY), 0, 3, 0)]
    )
    terrain.flags = [(0, 0), (2, 0)]
    fields = Field.rows()
    field = Field.record(fields)
    field.seats = field.robots = 2
    field.colours[:] = range(len(COLOURS))
    write_terrain(field, terrain)
    return on(fields, 2)


def groups(position: Position, kind: str, draw: Any = svg) -> list[Xml.Element]:
    """The parts of the picture that show things of a kind."""
    picture = Xml.fromstring(draw(position))
    return [group for group in picture.iter(f"{SVG}g") if group.get("class") == kind]


def letters(group: Xml.Element) -> list[str]:
    """The letters and numbers printed on a part of the picture."""
    return [str(sign.text) for sign in group.iter(f"{SVG}text")]


def square_of(position: Position, group: Xml.Element) -> int:
    """On which square a part of the picture stands."""
    x, y = re.findall(r"[\d.]+", str(group.get("transform")))[:2]
    column, row = (int((float(at) - MARGIN) // UNIT) for at in (x, y))
    return row * int(position.field.width) + column


# --- what is to be seen --------------------------------------------------------------------------


@pytest.mark.parametrize("name", courses())
def test_the_floor_is_seen_as_it_was_laid(name: str) -> None:
    assert look(on_course(name, 4)) == lay_course(courses()[name])


@pytest.mark.parametrize("board", range(4))
@pytest.mark.parametrize("quarters", range(1, 4))
def test_a_turned_board_is_seen_as_one_that_was_laid_so(board: int, quarters: int) -> None:
    course = courses()["frenetic_factory"]
    name, turns, place = re.split("[@ ]", course.boards[board])
    boards = list(course.boards)
    boards[board] = f"{name}@{(int(turns) + quarters) % 4} {place}"
    laid = lay_course(course._replace(boards=boards))
    position = on_course("frenetic_factory", 5)
    position.state.turns_of[board] = quarters
    seen = look(position)
    seen.flags = laid.flags  # which stay where they are, while the board turns under them
    assert seen == laid


# --- text ----------------------------------------------------------------------------------------

GRID = """\
    0   1   2
   +---+---+---+
 0 |.F1#>   vF2|
   +   +   +   +
 1 |O: >.   N  |
   +   +   +   +
 2 |rC: h   E  |
   +-*-+---+---+
 3 |L   dA^ dB^|
   +---+---+---+"""


def test_the_text_draws_the_floor() -> None:
    position = small_position()
    assert text(position).split("\nsigns: ")[0] == GRID


def test_the_text_explains_its_signs_and_no_others() -> None:
    position = small_position()
    legend = text(position).split("\n")[10]
    assert legend == (
        "signs: . floor, ^ > v < belt, N E S W express belt, O pit, L gear to the left,"
        " r wrench, h wrench and hammer, C crusher, d1 dock, - | border of a board, # wall,"
        " * on an edge: laser, = : its beams, ^ > v < on an edge: pusher, A^ robot and its heading,"
        " F1 flag"
    )
    position.state.robots[0].square, position.state.robots[1].square = 0, 2
    assert text(position).split("\n")[10].endswith("A^ robot and its heading, 1A^ robot on a flag")
    assert text(position).split("\n")[2] == " 0 |1B^#>   2A^|"


def test_the_text_tells_of_each_robot_in_the_order_of_the_docks() -> None:
    position = small_position()
    robot = position.state.robots[1]
    robot.square, robot.heading, robot.damage, robot.lives, robot.touched = 7, EAST, 6, 1, 1
    robot.options, robot.locked = 1 << BRAKES | 1 << CRAB_LEGS, 0b11000
    robot.powered_down = robot.announced = 1
    position.state.robots[0].square = OFF
    lines = text(position).split("\n")[11:14]
    assert lines[0] == "turn 1, robots are being programmed"
    assert lines[1] == (
        "A blue at 1,2E; damage 6; 1 life; next flag 2; archive 1,3; options brakes, crab_legs;"
        " locked registers 4 and 5; powered down; has announced a power down"
    )
    assert lines[2] == "B red destroyed; damage 0; 3 lives; next flag 1; archive 2,3"
    position.state.robots[0].lives = 0
    assert "B red out of the game; damage 0; 0 lives; next flag 1\n" in text(position)
    assert [letters(mark) for mark in groups(position, "archive")] == [["A"]]


def test_the_text_tells_the_cards_that_lie_face_up_and_no_others() -> None:
    position = small_position()
    robot = position.state.robots[0]
    robot.registers[:] = [84, 1, PLAIN + RIGHT, 60, 48]
    robot.seconds[0] = 7
    before = text(position), svg(position)
    assert "registers of" not in before[0]
    robot.registers[:] = [HIDDEN] * 5
    assert (text(position), svg(position)) == before
    robot.registers[:], robot.shown = [84, 1, PLAIN + RIGHT, 60, 48], 0b00111
    words = "registers of B: 1 move3:840+left:70, 2 uturn:10, 3 right"
    assert words in text(position).split("\n")
    assert words in svg(position)


def test_the_text_tells_what_the_machines_do() -> None:
    assert text(small_position()).split("\n")[-6:] == [
        "flags: 1 at 0,0, 2 at 2,0",
        "floor: 3 columns and 4 rows",
        "docks: 1 at 1,3, 2 at 2,3",
        "lasers: 0,2N with 2 beams",
        "pushers in registers 1, 3 and 5: 1,1E",
        "crushers in registers 2 and 4: 0,2",
    ]


def test_the_text_tells_who_has_won() -> None:
    position = small_position()
    position.state.phase, position.state.winners = Phase.OVER, 0b01
    assert "turn 1, the game is over" in text(position)
    assert [line[0] for line in text(position).split("\n") if "; has won" in line] == ["B"]


@pytest.mark.parametrize("name", courses())
def test_the_text_is_ascii_and_its_grid_fits_a_wide_terminal(name: str) -> None:
    drawn = text(on_course(name, 4))
    assert drawn.isascii()
    assert max(len(line) for line in drawn.split("\nsigns")[0].split("\n")) <= 160


# --- picture -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOME)
def test_the_picture_has_each_thing_once(name: str) -> None:
    position = on_course(name)
    field = position.field
    assert sorted(letters(robot)[0] for robot in groups(position, "robot")) == list("ABCDEFGH")
    assert sorted(letters(mark)[0] for mark in groups(position, "archive")) == list("ABCDEFGH")
    flags = {letters(flag)[0]: square_of(position, flag) for flag in groups(position, "flag")}
    assert flags == {
        str(number + 1): field.flag_squares[number] for number in range(field.flag_count)
    }
    lasers = list(field.laser_squares[: field.lasers])
    for kind in ("laser", "beam"):
        assert [square_of(position, laser) for laser in groups(position, kind)] == lasers
    pushers = [square for square in range(len(field.pushers)) if field.pushers[square]]
    assert [square_of(position, pusher) for pusher in groups(position, "pusher")] == pushers
    docks = [(letters(dock)[0], square_of(position, dock)) for dock in groups(position, "dock")]
    assert docks == [(str(number), square) for number, square in enumerate(field.docks, 1)]


def edges(field: Field) -> Iterator[tuple[int, int]]:
    """The middle of each edge with a wall on the paper."""
    for square, sides in enumerate(field.walls):
        x, y = square % int(field.width), square // int(field.width)
        for way in range(4):
            if int(sides) >> way & 1:
                yield (
                    MARGIN + UNIT * x + 50 + 50 * DX[way],
                    MARGIN + UNIT * y + 50 + 50 * DY[way],
                )


@pytest.mark.parametrize("name", SOME)
def test_a_wall_is_drawn_once_even_where_two_boards_have_it(name: str) -> None:
    position = on_course(name)
    drawn = [str(wall.get("transform")).split(")")[0] for wall in groups(position, "wall")]
    assert sorted(drawn) == sorted({f"translate({x} {y}" for x, y in edges(position.field)})


@pytest.mark.parametrize("name", courses())
def test_a_belt_is_drawn_as_a_curve_just_where_another_feeds_it_from_the_side(name: str) -> None:
    position = on_course(name, 4)
    field = position.field
    belts = [int(belt) for belt in field.belts]
    fed: dict[int, set[int]] = {}
    for square, belt in enumerate(belts):
        there = int(field.steps[4 * square + (belt - 1 & 3)]) if belt else OFF
        if there >= 0 and belts[there] and (quarters := belts[there] - belt & 3) != 2:
            fed.setdefault(there, set()).add(quarters)
    curves = {square for square, ways in fed.items() if ways in ({1}, {3})}
    junctions = {square for square, ways in fed.items() if len(ways) > 1}
    for kind, squares in (("curve", curves), ("junction", junctions)):
        drawn = [*groups(position, f"belt {kind}"), *groups(position, f"express {kind}")]
        assert sorted(square_of(position, belt) for belt in drawn) == sorted(squares)


@pytest.mark.parametrize(
    ("walls", "kinds"), [("", ["belt", "belt curve"]), ("walls 0,1N", ["belt"] * 2)]
)
def test_a_belt_behind_a_wall_feeds_nothing(walls: str, kinds: list[str]) -> None:
    fields = Field.rows()
    board = read_board("small", f"v\n>\n\n{walls}")
    write_terrain(Field.record(fields), lay_boards([Placed(board, 0, 0, 0)], []))
    picture = Xml.fromstring(ground(on(fields, 0)))
    drawn = [str(part.get("class")) for part in picture.iter(f"{SVG}g")]
    assert [kind for kind in drawn if kind.startswith("belt")] == kinds


def test_pushers_and_crushers_have_the_numbers_of_their_registers() -> None:
    position = small_position()
    assert [letters(pusher) for pusher in groups(position, "pusher")] == [["1", "3", "5"]]
    assert [letters(crusher) for crusher in groups(position, "crusher")] == [["2", "4"]]


def test_a_laser_has_a_ray_for_each_beam_as_far_as_the_next_wall() -> None:
    (beam,) = groups(small_position(), "beam")
    assert beam[0].get("d") == "M-7.5 36V-250M7.5 36V-250"


def test_the_ground_is_without_what_moves() -> None:
    position = small_position()
    for kind in ("robot", "flag", "archive", "turn"):
        assert groups(position, kind, ground) == []
    assert len(groups(position, "dock", ground)) == 2
    before = ground(position)
    position.state.robots[0].square = position.state.flag_squares[0] = 5
    assert ground(position) == before


def test_boards_lie_on_the_ground_as_they_were_laid() -> None:
    position = on_course("frenetic_factory")
    before = ground(position), position.svg()
    position.state.turns_of[1] = 1
    assert (ground(position), position.svg() == before[1]) == (before[0], False)


def test_nobody_needs_to_tell_colours_apart() -> None:
    assert len(set(OUTLINES)) == len(set(PAINT)) == len(COLOURS)
    bodies = {Xml.tostring(robot) for robot in groups(on_course("checkmate"), "hull")}
    assert len(bodies) == len(COLOURS)


def test_each_heading_damage_and_sleep_gives_another_picture() -> None:
    position = small_position()
    robot = position.state.robots[0]
    pictures = set()
    for heading in (NORTH, EAST, SOUTH, WEST):
        for damage in range(3):
            for asleep in range(2):
                robot.heading, robot.damage, robot.powered_down = heading, damage, asleep
                pictures.add(Xml.tostring(groups(position, "robot")[1]))
    assert len(pictures) == 4 * 3 * 2


def test_second_robots_have_their_players_paint_and_an_outline_of_their_own() -> None:
    fields = make_field(2, {"course": "interference"})
    position = on(fields, 4)
    drawn = {
        letters(robot)[0]: Xml.tostring(robot, "unicode") for robot in groups(position, "robot")
    }
    for letter, who, seat in (("D", 0, 0), ("B", 2, 0), ("A", 3, 1)):
        assert OUTLINES[who] in drawn[letter]
        assert PAINT[seat] in drawn[letter]
    assert "B second red at " in text(position)


def test_archive_markers_on_one_square_lie_side_by_side() -> None:
    position = on_course("checkmate")
    for robot in position.state.robots:
        robot.archive = 30
    places = {mark.get("transform") for mark in groups(position, "archive")}
    assert len(places) == 8


@pytest.mark.parametrize("heading", range(4))
def test_a_flag_under_a_robot_does_not_hide_where_it_faces(heading: int) -> None:
    position = small_position()
    robot = position.state.robots[0]
    robot.square, robot.heading = position.state.flag_squares[1], heading
    flag = next(flag for flag in groups(position, "flag") if letters(flag) == ["2"])
    x, y = (float(at) for at in re.findall(r"[\d.]+", str(flag.get("transform")))[:2])
    middle = MARGIN + 2 * UNIT + 50, MARGIN + 50
    assert DX[heading] * (x - middle[0]) + DY[heading] * (y - middle[1]) < 0
    assert square_of(position, flag) == robot.square


def test_the_superbot_has_a_crown() -> None:
    position = on_course("day_of_the_superbot")
    before = [Xml.tostring(robot) for robot in groups(position, "robot")]
    position.state.superbot = 3
    after = [Xml.tostring(robot) for robot in groups(position, "robot")]
    changed = [place for place in range(8) if before[place] != after[place]]
    assert changed == [7 - 3]
    assert [line[0] for line in text(position).split("\n") if "; is the SuperBot" in line] == ["E"]


def test_the_robot_that_is_asked_is_framed() -> None:
    position = small_position()
    assert groups(position, "turn") == []
    position.state.phase, position.state.seat = Phase.ASK, 1
    (frame,) = groups(position, "turn")
    assert square_of(position, frame) == position.state.robots[1].square
    assert "; is asked" in text(position)


# --- nothing is cut off --------------------------------------------------------------------------

Matrix = tuple[float, float, float, float, float, float]


def moved(matrix: Matrix, transform: str) -> Matrix:
    """What a transform makes of a matrix."""
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(number) for number in inside.split()]
        a, b, c, d, e, f = matrix
        if name == "translate":
            x, y = numbers
            matrix = (a, b, c, d, a * x + c * y + e, b * x + d * y + f)
        elif name == "scale":
            x, y = numbers * 2 if len(numbers) == 1 else numbers
            matrix = (a * x, b * x, c * y, d * y, e, f)
        elif numbers[0] % 90 == 0:
            for _ in range(int(numbers[0] // 90)):
                a, b, c, d = c, d, -a, -b
            matrix = (a, b, c, d, e, f)
    return matrix


def path_points(way: str) -> Iterator[tuple[float, float]]:
    """The points that a path goes through or is drawn to."""
    x = y = 0.0
    for command, inside in re.findall(r"([A-Za-z])([^A-Za-z]*)", way):
        numbers = [float(number) for number in inside.split()]
        if command in "HVhv":
            along = numbers[0] + (0 if command.isupper() else (x if command == "h" else y))
            x, y = (along, y) if command in "Hh" else (x, along)
        elif command not in "Zz":
            x, y = numbers[-2:]
        yield x, y


def points(element: Xml.Element, matrix: Matrix) -> Iterator[tuple[float, float]]:
    """The outermost points of all shapes on the paper."""
    a, b, c, d, e, f = matrix = moved(matrix, element.get("transform", ""))
    number = {
        name: float(value) for name, value in element.items() if re.fullmatch(r"-?[\d.]+", value)
    }
    corners: list[tuple[float, float]] = []
    if element.tag == f"{SVG}path":
        corners = list(path_points(str(element.get("d"))))
    elif element.tag == f"{SVG}rect":
        left, top = number["x"], number["y"]
        corners = [(left, top), (left + number["width"], top + number["height"])]
    elif element.tag == f"{SVG}circle":
        corners = [
            (number["cx"] + side * number["r"], number["cy"] + side * number["r"])
            for side in (-1, 1)
        ]
    for x, y in corners:
        yield a * x + c * y + e, b * x + d * y + f
    for inner in element:
        yield from points(inner, matrix)


@pytest.mark.parametrize("heading", range(4))
def test_nothing_lies_outside_the_picture(heading: int) -> None:
    position = on_course("marathon_madness")
    for robot, square in zip(
        position.state.robots, (12, 23, 336, 672, 391, 1004, 0, 0), strict=True
    ):
        robot.square, robot.heading = square or OFF, heading
    position.state.flag_squares[:2] = 12, 23
    picture = Xml.fromstring(svg(position))
    wide, high = (int(side) for side in str(picture.get("viewBox")).split()[2:])
    assert (wide, high) == (2 * MARGIN + 28 * UNIT, 2 * MARGIN + 36 * UNIT)
    places = list(points(picture, (1, 0, 0, 1, 0, 0)))
    assert len(places) > 5000
    assert min(x for x, _ in places) >= 0
    assert min(y for _, y in places) >= 0
    assert max(x for x, _ in places) <= wide
    assert max(y for _, y in places) <= high


@pytest.mark.parametrize("choices", [0, 7, 60])
def test_neither_picture_nor_text_depends_on_what_is_hidden(choices: int) -> None:
    position = GAME.start(seats=3, seed=4)
    for _ in range(choices):
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    for viewer in (-1, 0, 1):
        assert svg(position.view(viewer)) == svg(position)
        assert text(position.view(viewer)) == text(position)


def test_drawing_changes_nothing() -> None:
    position = on_course("frenetic_factory")
    before = position.states.tobytes(), position.fields.tobytes()
    assert (svg(position), text(position)) == (svg(position), text(position))
    assert (position.states.tobytes(), position.fields.tobytes()) == before
