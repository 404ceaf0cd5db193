"""The picture and the text show what is on the track, and no program that is hidden."""

import random
import re
from functools import cache
from xml.etree import ElementTree as Xml

import pytest

from algorally.core.game import find_game
from algorally.core.position import Position
from algorally.games.speedalgo.boards import tracks
from algorally.games.speedalgo.given_position import RaceBuilder
from algorally.games.speedalgo.names import CARDS, GONE, LANES, SA, SAS, TRAFFIC, UNPLACED, Phase
from algorally.games.speedalgo.picture import MARGIN, UNIT, ground, svg, text

GAME = find_game("speedalgo")
SVG = "{http://www.w3.org/2000/svg}"
SPECTATOR = -1
RED, BLUE = 0, 1
CODE = re.compile(rf"\b({'|'.join(CARDS[1 : SAS + 1])})\b")


def small_position(**options: str) -> Position:
    """Twelve columns: red on C2, blue on A0, three traffic cars, all are to build programs."""
    given = {
        "columns": 12,
        "runoff": 3,
        "traffic": ["C3", "E11", "A1"],
        "order": ["blue", "red"],
        "cars": {"red": {"at": "C2", "roll": 3}, "blue": {"at": "A0", "roll": 1}},
    }
    builder = RaceBuilder(given, options)
    builder.lay_cars()
    builder.lay_order()
    builder.begin()
    return builder.position


@cache
def reached(phase: Phase, track: str) -> Position:
    """A game of chance on a track, played until a phase is reached."""
    dice = random.Random(7)
    position = GAME.start(seats=3, seed=3, track=track, round_cap=2)
    while position.state.phase != phase:
        if phase == Phase.RUN and position.state.phase == Phase.TARGET:
            position.state.phase = Phase.RUN
            continue
        seat = dice.choice(position.acting())
        position.play(seat, dice.choice(position.legal(seat)))
    return position


@pytest.fixture(params=list(Phase), ids=lambda phase: phase.name)
def phase(request: pytest.FixtureRequest) -> Phase:
    """Every phase of a game."""
    return Phase(request.param)


@pytest.fixture(params=list(tracks()))
def position(request: pytest.FixtureRequest, phase: Phase) -> Position:
    """Every phase on every track."""
    return reached(phase, str(request.param)).clone()


def groups(position: Position, kind: str) -> list[Xml.Element]:
    """The parts of the picture that show things of a kind."""
    picture = Xml.fromstring(svg(position))
    return [group for group in picture.iter(f"{SVG}g") if group.get("class") == kind]


def signs(group: Xml.Element) -> list[str]:
    """The letters and numbers printed on a part of the picture."""
    return [str(sign.text) for sign in group.iter(f"{SVG}text")]


def on_track(position: Position, first: int, behind: int) -> list[int]:
    """The squares of some cars, those that stand on the track."""
    return [int(place) for place in position.state.places[first:behind] if place >= 0]


GRID = """\
    0  1  2  3  4  5  6  7  8  9 10 11   12 13
A   B  3  .  .  .  .  .  .  .  .  .  . #  .  .
B   o  .  .  .  .  .  .  .  .  .  .  . #  .  .
C   o  .  R  1  .  .  .  .  .  .  .  . #  .  .
D   o  .  .  .  .  .  .  .  .  .  .  . #  .  .
E   o  .  .  .  .  .  .  .  .  .  .  2 #  .  .
signs: . free square, o free start place, # finish line, R red bolide, B blue bolide, \
a number is a traffic car"""


# --- text ----------------------------------------------------------------------------------------


def test_the_text_draws_the_track_and_explains_its_signs() -> None:
    assert text(small_position()).startswith(f"{GRID}\n")


def test_the_text_tells_everything_in_words() -> None:
    position = small_position()
    position.play_text(RED, "REP AB - ATG; ready")
    assert text(position).split("\n")[7:] == [
        "blue is to build a program",
        "round 1 of at most 30; running order: blue, red",
        "track: lanes A to E from left to right, columns 0 to 11, then the finish line",
        "red (R) on C2, 10 columns to go; rolled 3; ready; program REP AB - ATG",
        "blue (B) on A0, 12 columns to go; rolled 1; not ready yet; no card to be seen",
        "traffic: A1 car 3, C3 car 1, E11 car 2",
    ]


def test_a_line_is_drawn_to_the_farthest_bolide() -> None:
    position = small_position()
    position.state.places[TRAFFIC] = 17 * LANES
    row = text(position).split("\n")[1]
    assert row.endswith("#  .  .  .  .  .  R")
    assert "red (R) on A17, 6 columns behind the line" in text(position)
    position.state.places[TRAFFIC] = 12 * LANES
    assert "red (R) on A12, 1 column behind the line" in text(position)
    position.state.places[TRAFFIC] = 11 * LANES
    assert "red (R) on A11, 1 column to go" in text(position)


def test_the_text_tells_of_cars_that_are_not_on_the_track() -> None:
    position = small_position()
    position.field.traffic = 4
    position.state.places[:4] = [UNPLACED, GONE, 7, UNPLACED]
    position.state.places[TRAFFIC] = UNPLACED
    lines = text(position).split("\n")
    assert "red (R) not on the track yet; rolled 3; not ready yet; no card to be seen" in lines
    assert lines[-3:] == [
        "traffic: C1 car 3",
        "traffic still to be placed: 1 and 4",
        "traffic passed the line: 2",
    ]
    position.state.places[:4] = GONE
    assert text(position).endswith("none on the track\ntraffic passed the line: 1, 2, 3 and 4")


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.TRAFFIC, "blue is to place traffic 4"),
        (Phase.PLACES, "blue is to choose a start place on column 0"),
        (Phase.PROGRAM, "red and blue are to build their programs"),
        (Phase.RUN, "blue's program runs"),
        (Phase.TARGET, "blue is to choose a car for AT, 2 cars are still due; moved already: "),
        (Phase.OVER, "the game is over; red has won"),
    ],
)
def test_the_text_tells_what_is_to_be_decided(phase: Phase, words: str) -> None:
    position = small_position()
    race = position.state
    position.field.traffic = 4
    race.places[3] = UNPLACED
    race.phase, race.card, race.due, race.taken, race.winners = phase, 4, 2, 0b101, 1 << RED
    line = text(position).split("\n")[7]
    assert line == words + ("traffic 1 and traffic 3" if phase == Phase.TARGET else "")


def test_before_the_first_round_there_is_none() -> None:
    assert "\nset-up; running order: red, blue, green\n" in text(reached(Phase.PLACES, "sprint"))


def test_the_text_tells_who_has_run() -> None:
    position = small_position()
    position.state.phase, position.state.ran = Phase.RUN, 1
    assert "running order: blue, red; blue ran in this round already\n" in text(position)


def test_the_text_tells_which_side_a_condition_card_must_show() -> None:
    position = small_position(condition_card="flip")
    assert "condition card" not in text(position)
    position.state.drivers[BLUE].side = SA
    assert "no card to be seen; a condition card must show SA\n" in text(position)


def test_the_text_tells_what_is_written_down() -> None:
    position = small_position(targets_chosen="written")
    position.play_text(RED, "P [A0]; AT")
    assert "program P - AT; written down: P: blue; 3 more to be written down" in text(position)
    position.play_text(RED, "[C3 A1]")
    assert "written down: P: blue; AT: traffic 1 and traffic 3; 1 more to be" in text(position)


def test_the_text_tells_of_the_finish_and_who_has_been_behind_it() -> None:
    position = small_position(finish="reach", crossed="sticky")
    position.state.drivers[RED].crossed = 1
    assert "then the finish line; reaching column 11 is enough\n" in text(position)
    assert "no card to be seen; has been behind the line\n" in text(position)


def test_an_empty_program_is_told_where_it_may_be_seen() -> None:
    assert "blue (B) on A0, 12 columns to go; rolled 1; not ready yet; empty program" in text(
        small_position(programming="open_live")
    )


def test_the_text_is_ascii_and_its_rows_are_as_long_as_each_other(position: Position) -> None:
    assert text(position).isascii()
    rows = text(position).split("\nsigns")[0].split("\n")
    assert len({len(row) for row in rows}) == 1
    assert [row[0] for row in rows] == [" ", "A", "B", "C", "D", "E"]


def test_the_text_names_every_car(position: Position) -> None:
    words = text(position)
    for car in range(TRAFFIC):
        assert re.search(rf"(traffic|car|:|,|and) {car + 1}\b", words), car
    for name in ("red (R) ", "blue (B) ", "green (G) "):
        assert f"\n{name}" in words


# --- picture -------------------------------------------------------------------------------------


def test_the_picture_has_a_size_and_a_description(position: Position) -> None:
    picture = Xml.fromstring(svg(position))
    wide = 2 * MARGIN + UNIT * int(position.field.columns + position.field.runoff)
    assert picture.get("viewBox") == f"0 0 {wide} {2 * MARGIN + LANES * UNIT}"
    assert "red (R) " in str(picture[1].text)


def test_every_car_stands_on_the_middle_of_its_square(position: Position) -> None:
    for kind, first, behind in (("traffic", 0, TRAFFIC), ("bolide", TRAFFIC, TRAFFIC + 4)):
        wanted = [
            f"translate({MARGIN + UNIT * (square // LANES) + UNIT // 2}"
            f" {MARGIN + UNIT * (square % LANES) + UNIT // 2})"
            for square in on_track(position, first, behind)
        ]
        assert [car.get("transform") for car in groups(position, kind)] == wanted


def test_every_car_has_its_letter_or_number() -> None:
    position = reached(Phase.PROGRAM, "circuit")
    assert [signs(car) for car in groups(position, "bolide")] == [["R"], ["B"], ["G"]]
    assert [signs(car) for car in groups(position, "traffic")] == [
        [str(number)] for number in range(1, TRAFFIC + 1)
    ]


def test_no_two_cars_look_alike_even_without_their_numbers() -> None:
    shapes = set()
    for car in groups(reached(Phase.PROGRAM, "circuit"), "traffic"):
        for number in car.iter(f"{SVG}text"):
            number.text = ""
        del car.attrib["transform"]
        shapes.add(Xml.tostring(car))
    assert len(shapes) == TRAFFIC


def test_columns_and_lanes_are_named_on_the_ground(position: Position) -> None:
    printed = signs(Xml.fromstring(ground(position)))
    columns = int(position.field.columns + position.field.runoff)
    assert printed[: 2 * columns] == [str(column) for column in range(columns)] * 2
    assert printed[2 * columns :] == list("ABCDE")


def test_the_ground_is_the_picture_without_cars(position: Position) -> None:
    below, whole = Xml.fromstring(ground(position)), Xml.fromstring(svg(position))
    assert below.get("viewBox") == whole.get("viewBox")
    kinds = {group.get("class") for group in below.iter(f"{SVG}g")}
    assert kinds & {"traffic", "bolide", "turn", "winner", "beam"} == set()
    shapes = [Xml.tostring(part) for part in below[2:]]
    assert [Xml.tostring(part) for part in whole[2:]][: len(shapes)] == shapes


def test_the_ground_stays_the_same_while_cars_move() -> None:
    grounds = {ground(reached(phase, "coast")) for phase in Phase}
    assert len(grounds) == 1


def test_every_track_has_its_own_scenery() -> None:
    grounds = {ground(GAME.start(track=track, columns=12, runoff=2)) for track in tracks()}
    assert len(grounds) == len(tracks())


def test_a_bolide_behind_the_run_off_is_still_in_the_picture() -> None:
    position = small_position()
    before = Xml.fromstring(svg(position)).get("viewBox")
    assert before == "0 0 1840 840"
    position.state.places[TRAFFIC] = 15 * LANES
    assert Xml.fromstring(svg(position)).get("viewBox") == "0 0 1940 840"


def test_those_who_have_to_decide_are_framed() -> None:
    position = small_position()
    assert len(groups(position, "turn")) == 2
    position.play_text(RED, "AB; ready")
    assert [frame.get("transform") for frame in groups(position, "turn")] == ["translate(220 220)"]


def test_the_winner_is_wreathed() -> None:
    position = small_position()
    assert groups(position, "winner") == []
    position.state.phase, position.state.winners = Phase.OVER, 1 << RED
    wreaths = [wreath.get("transform") for wreath in groups(position, "winner")]
    assert wreaths == ["translate(420 420)"]
    assert groups(position, "turn") == []


def test_cars_have_their_lights_on_at_night() -> None:
    assert len(groups(reached(Phase.PROGRAM, "night"), "beam")) == TRAFFIC + 3
    assert groups(reached(Phase.PROGRAM, "coast"), "beam") == []


# --- secrets -------------------------------------------------------------------------------------


def programmed(*programs: str) -> Position:
    """The small position with programs laid, the last one not ready."""
    position = small_position()
    position.play_text(RED, f"{programs[0]}; ready")
    position.play_text(BLUE, programs[1])
    return position


def test_a_spectator_sees_no_program_while_programs_are_built() -> None:
    one, other = programmed("REP AB - P", "AB - ABG"), programmed("ATD", "SAS P / AT - REP ABD")
    assert text(one) != text(other)
    assert text(one.view(SPECTATOR)) == text(other.view(SPECTATOR))
    assert svg(one.view(SPECTATOR)) == svg(other.view(SPECTATOR))
    assert CODE.search(text(one.view(SPECTATOR))) is None
    description = str(Xml.fromstring(svg(one.view(SPECTATOR)))[1].text)
    assert CODE.search(description) is None


def test_a_player_sees_the_own_program_alone() -> None:
    words = text(programmed("REP AB - P", "AB - ABG").view(RED))
    assert "ready; program REP AB - P\n" in words
    assert "rolled 1; not ready yet; no card to be seen\n" in words


def test_programs_that_run_are_seen_by_all() -> None:
    position = reached(Phase.TARGET, "circuit")
    assert text(position.view(SPECTATOR)) == text(position)
    assert svg(position.view(SPECTATOR)) == svg(position)
    assert "; program " in text(position)


def test_views_can_be_drawn_in_every_phase(position: Position) -> None:
    for viewer in (SPECTATOR, 0, 1, 2):
        view = position.view(viewer)
        assert Xml.fromstring(svg(view)).tag == f"{SVG}svg"
        assert text(view).split("signs")[0] == text(position).split("signs")[0]


def test_drawing_changes_nothing(position: Position) -> None:
    before = position.states.tobytes(), position.fields.tobytes()
    assert (svg(position), text(position)) == (svg(position), text(position))
    assert (position.states.tobytes(), position.fields.tobytes()) == before
