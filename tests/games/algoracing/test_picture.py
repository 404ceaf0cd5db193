"""The picture and the text show what is on the field, and nothing that is hidden."""

from xml.etree import ElementTree as Xml

import pytest

from algorally.core.game import find_game
from algorally.core.grid import EAST, NORTH, NOWHERE, SOUTH, WEST
from algorally.core.position import Position
from algorally.games.algoracing.names import (
    CARRIED,
    COMPLETE,
    JUMP,
    OUT,
    RED,
    RIGHT,
    STEP,
    YELLOW,
    Phase,
)
from algorally.games.algoracing.options import OBSTRUCTS
from algorally.games.algoracing.picture import svg, text
from algorally.games.algoracing.state import Field, Race

GAME = find_game("algoracing")
SVG = "{http://www.w3.org/2000/svg}"


def small_position(level: int = 0) -> Position:
    """Three by two squares: high ground at 1,0, a hill at 2,0, red at 0,0 and yellow at 2,1."""
    fields, states = Field.rows(), Race.rows()
    field, race = Field.record(fields), Race.record(states)
    field.width, field.height, field.seats, field.level, field.marks = 3, 2, 2, level, 2
    field.storeys[1], field.storeys[2] = 2, 1
    field.blocks[1], field.blocks[2] = 1, 2
    field.mark_squares[0], field.mark_squares[1] = 2, 3
    field.walls[0], field.walls[3] = 1 << SOUTH, 1 << NORTH
    field.arrows[1], field.arrows[2] = 1 << EAST | 1 << NORTH, 1 << WEST
    field.lifts[1], field.lifts[2] = 1 << EAST, 1 << WEST
    race.places[:] = [OUT] * len(race.places)
    race.bases[:] = [0, 4, NOWHERE, NOWHERE]
    field.labs[0], field.labs[1] = 0b0110, 0b1100
    place_rover(race, 0, 0, EAST)
    place_rover(race, 1, 5, WEST)
    race.rovers[2].square = race.rovers[3].square = NOWHERE
    race.places[0] = race.places[1] = race.places[2] = 2
    race.places[3], race.places[4] = CARRIED + 1, 3
    race.phase, race.seat = Phase.BUILD, 1
    return Position(GAME, fields, states)


def place_rover(race: Race, seat: int, square: int, heading: int) -> None:
    """Put a rover on a square, with five cards in its player's hand."""
    rover = race.rovers[seat]
    rover.square, rover.heading, rover.colour, rover.held = square, heading, seat, 5


def played(choices: int, **settings: str) -> Position:
    """A game after some first legal choices."""
    position = GAME.start(seats=3, seed=4, **settings)
    for _ in range(choices):
        seat = position.acting()[0]
        position.play(seat, position.legal(seat)[0])
    return position


def groups(position: Position, kind: str) -> list[Xml.Element]:
    """The parts of the picture that show things of a kind."""
    picture = Xml.fromstring(svg(position))
    return [group for group in picture.iter(f"{SVG}g") if group.get("class") == kind]


def letters(group: Xml.Element) -> list[str]:
    """The letters and numbers printed on a part of the picture."""
    return [str(sign.text) for sign in group.iter(f"{SVG}text")]


@pytest.fixture(params=[0, 2, 6, 30], ids="after {} choices".format)
def choices(request: pytest.FixtureRequest) -> int:
    """How far a game is played."""
    return int(request.param)


@pytest.fixture(params=["basic", "complete"])
def position(request: pytest.FixtureRequest, choices: int) -> Position:
    """Games of both levels, from set-up to their middle."""
    return played(choices, level=request.param)


BOARD = """\
      0       1       2
   +-------+---x---+-------+
 0 |.R R>  |2      >1    *3|
   +#######+-------+-------+
 1 |.    *  .Y      .  Y<  |
   +-------+-------+-------+"""


# --- text ----------------------------------------------------------------------------------------


def test_the_text_draws_the_field() -> None:
    assert text(small_position()).startswith(f"{BOARD}\nsigns: ")


def test_the_text_explains_its_signs() -> None:
    legend = text(small_position()).split("\n")[6]
    for sign in (". ground", "1 storey 1", "2 storey 2", "# wall", "x dead elevator", "*3 several"):
        assert sign in legend


def test_signs_that_are_not_used_are_not_explained() -> None:
    legend = next(line for line in text(played(0)).split("\n") if line.startswith("signs"))
    for sign in ("elevator", "storey 2", "base", "rover", "several"):
        assert sign not in legend


def test_a_mark_shows_only_where_neither_sample_nor_rover_is() -> None:
    position = small_position()
    position.state.places[4] = OUT
    assert " 1 |.    o  .Y " in text(position)
    position.state.rovers[1].square = 3
    assert " 1 |.  Y<   .Y " in text(position)


def test_the_text_tells_of_each_rover_in_words() -> None:
    position = small_position()
    rover = position.state.rovers[0]
    rover.delivered[YELLOW], rover.delivered[RED], rover.waits = 2, 1, 1
    lines = text(position).split("\n")
    assert lines[7] == (
        "red at 0,0 facing east, carries 0, 5 points, delivered yellow yellow red; 5 cards in hand;"
        " waits for the elevator"
    )
    assert lines[8] == (
        "yellow at 2,1 facing west, carries 1, 0 points, delivered nothing; 5 cards in hand;"
        " is to move"
    )
    assert lines[9:] == ["bases: red 0,0; yellow 1,1", "samples: 2,0 x3; 0,1"]


def test_the_text_tells_who_has_won() -> None:
    position = small_position()
    position.state.phase, position.state.winners = Phase.OVER, 1 << 0
    assert "in hand; has won\nyellow" in text(position)
    assert "is to" not in text(position)


@pytest.mark.parametrize(
    ("phase", "words"), [(Phase.CORNERS, "a corner"), (Phase.RIDE_LAST, "an el")]
)
def test_the_text_tells_what_is_to_be_decided(phase: Phase, words: str) -> None:
    position = small_position()
    position.state.phase = phase
    assert f"delivered nothing; 5 cards in hand; is to choose {words}" in text(position)


def test_before_corners_are_chosen_no_rover_is_on_the_field() -> None:
    lines = text(played(0)).split("\n")
    assert sum("not on the field yet" in line for line in lines) == 3
    assert "bases: none yet" in lines


def test_samples_that_players_still_have_to_lay_are_counted() -> None:
    assert text(played(0, sample_placement="players")).endswith("samples: 12 still to be laid")
    assert text(played(1, sample_placement="players")).endswith("11 still to be laid")


def test_the_text_tells_the_row_at_the_complete_level() -> None:
    position = small_position(COMPLETE)
    assert text(position).endswith("\nrow: empty")
    race = position.state
    race.length, race.row[:3], race.covered[JUMP] = 3, [STEP, RIGHT, JUMP], 1
    race.times[0], race.span[0], race.times[2], race.span[2] = 2, 2, 3, 1
    assert text(position).endswith(
        "\nrow: 0 step, 1 right, 2 jump; cycle x2 over 0-1; cycle x3 over 2; covered cards: 1"
    )


def test_the_text_tells_whose_labs_the_bases_are_at_the_complete_level() -> None:
    words = "bases: red 0,0 (lab of yellow and green); yellow 1,1 (lab of green and blue)"
    assert words in text(small_position(COMPLETE))


def test_a_seam_is_drawn_where_it_obstructs() -> None:
    position = small_position()
    position.field.storeys[1] = 1
    assert " 0 |.R R>  |1      x1    *3|" in text(position)
    position.field.arrows[1] = position.field.arrows[2] = 0
    assert " 0 |.R R>  |1       1    *3|" in text(position)
    position.field.options.seam_between_blocks = OBSTRUCTS
    assert " 0 |.R R>  |1      |1    *3|" in text(position)


def test_the_text_is_ascii_and_its_grid_fits_a_terminal(position: Position) -> None:
    assert text(position).isascii()
    grid = text(position).split("\nsigns")[0].split("\n")
    assert len({len(line) for line in grid[1:]}) == 1
    assert len(grid[1]) < 80


# --- picture -------------------------------------------------------------------------------------


def test_the_picture_has_a_size_and_a_description(position: Position) -> None:
    picture = Xml.fromstring(svg(position))
    side = 100 * int(position.field.width) + 132
    assert picture.get("viewBox") == f"0 0 {side} {side}"
    assert "red at " in str(picture[1].text) or "red not on" in str(picture[1].text)


def test_the_picture_has_each_thing_as_often_as_the_field(position: Position) -> None:
    state, field = position.state, position.field
    on_field = [int(place) for place in state.places if 0 <= place < 81]
    assert len(groups(position, "rover")) == sum(rover.square != NOWHERE for rover in state.rovers)
    assert len(groups(position, "base")) == sum(base != NOWHERE for base in state.bases)
    assert len(groups(position, "sample")) == len(set(on_field))
    marks = {int(mark) for mark in field.mark_squares[: field.marks]}
    assert len(groups(position, "mark")) == len(marks - set(on_field))
    assert len(groups(position, "wall")) * 2 == sum(int(sides).bit_count() for sides in field.walls)


def test_idle_rovers_are_drawn_as_such() -> None:
    position = played(3, neutral_rovers="on")
    assert len(groups(position, "rover")) == 3
    (idle,) = groups(position, "idle rover")
    assert letters(idle) == ["B"]
    assert "blue at " in text(position)
    assert "facing north, idle\n" in text(position)


def test_every_rover_and_base_has_its_letter() -> None:
    position = played(6)
    assert sorted(letters(rover)[0] for rover in groups(position, "rover")) == ["G", "R", "Y"]
    assert sorted(letters(base)[0] for base in groups(position, "base")) == ["B", "G", "R", "Y"]


def test_labs_are_drawn_at_the_complete_level_only() -> None:
    assert groups(small_position(), "lab") == []
    labs = groups(small_position(COMPLETE), "lab")
    assert [letters(lab) for lab in labs] == [["Y"], ["G"], ["G"], ["B"]]


def test_a_pile_of_samples_shows_how_many() -> None:
    signs = [letters(sample) for sample in groups(small_position(), "sample")]
    assert sorted(signs) == [[], ["3"]]


def test_an_arrow_that_points_up_or_off_the_board_is_dead() -> None:
    position = small_position()
    assert len(groups(position, "elevator")) == 1
    assert len(groups(position, "dead elevator")) == 2
    assert len(groups(position, "platform")) == 2


def test_the_rover_that_is_to_act_is_framed_until_the_game_is_over() -> None:
    position = small_position()
    assert len(groups(position, "turn")) == 1
    position.state.phase = Phase.OVER
    assert groups(position, "turn") == []


def test_each_heading_gives_another_picture() -> None:
    position = small_position()
    pictures = set()
    for heading in range(4):
        position.state.rovers[0].heading = heading
        pictures.add("".join(Xml.tostring(group, "unicode") for group in groups(position, "rover")))
    assert len(pictures) == 4


def test_each_number_of_samples_on_board_gives_another_picture() -> None:
    position = small_position()
    before = [Xml.tostring(rover) for rover in groups(position, "rover")]
    position.state.places[5] = CARRIED + 1
    after = [Xml.tostring(rover) for rover in groups(position, "rover")]
    assert before[0] == after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize("storey", [1, 2])
def test_higher_ground_is_drawn_higher_and_with_its_number(storey: int) -> None:
    position = small_position()
    position.state.bases[1] = position.state.rovers[1].square = 4
    (lower,) = [group for group in groups(position, "base") if "Y" in letters(group)]
    position.field.storeys[4] = storey
    (higher,) = [group for group in groups(position, "base") if "Y" in letters(group)]
    rise = 17 * storey
    assert lower.get("transform") == "translate(216 216)"
    assert higher.get("transform") == f"translate({216 - 6 * storey} {216 - rise})"
    assert svg(position).count(f">{storey}</text>") > svg(small_position()).count(
        f">{storey}</text>"
    )


# --- secrets -------------------------------------------------------------------------------------


def test_neither_picture_nor_text_depends_on_what_is_hidden(position: Position) -> None:
    for viewer in (-1, 0, 1):
        assert svg(position.view(viewer)) == svg(position)
        assert text(position.view(viewer)) == text(position)


def test_another_type_of_a_sample_changes_nothing() -> None:
    position = small_position()
    before = svg(position), text(position)
    position.state.types[:5] = 3
    assert (svg(position), text(position)) == before


def test_drawing_changes_nothing() -> None:
    position = played(30, level="complete")
    before = position.states.tobytes(), position.fields.tobytes()
    assert (svg(position), text(position)) == (svg(position), text(position))
    assert (position.states.tobytes(), position.fields.tobytes()) == before
