"""The field of a given position: the parts of a scene's [given] that do not change."""

from collections.abc import Mapping
from typing import Any

from algorally.core.errors import SceneError
from algorally.core.records import Rows
from algorally.core.scene import check_type, one_of, read_with, words
from algorally.core.seats import write_colours
from algorally.games.speedalgo.boards import COLUMNS, RUNOFF, write_track
from algorally.games.speedalgo.names import COLOURS, FACES, PREPARED_ROUNDS, SCENERIES, TRAFFIC
from algorally.games.speedalgo.options import OPTION_SET
from algorally.games.speedalgo.state import Field
from algorally.games.speedalgo.terrain import column_of, read_square


def roll_of(what: str, value: Any) -> int:
    """What the die can show."""
    check_type(what, value, int, "a number")
    if value not in FACES:
        raise SceneError(f"{what}: the die shows 1, 2, 3 or 4, not {value}")
    return int(value)


def square_of(what: str, field: Field, text: Any, behind: bool) -> int:
    """A square of the track, or also of the run-off behind it."""
    square = read_with(read_square, what, text, 'a square "C5"')
    last = int(field.columns) + (int(field.runoff) if behind else 0) - 1
    if column_of(square) > last:
        raise SceneError(f"{what}: {text} is off the track, whose last column is {last}")
    return square


def read_field(given: Mapping[str, Any], options: Mapping[str, Any], colours: list[str]) -> Rows:
    """The field record of a given position, with one row."""
    rows = Field.rows()
    field = Field.record(rows)
    field.seats = len(colours)
    columns = given.get("columns", COLUMNS.default_number)
    scenery = SCENERIES[one_of("scenery", given.get("scenery", SCENERIES[0]), SCENERIES)]
    OPTION_SET.write(field.options, options)
    write_track(field, columns, given.get("runoff", RUNOFF.default_number), scenery)
    write_colours(field, colours, COLOURS, "SA-5")
    traffic = words("traffic", given.get("traffic", []))
    if len(traffic) > TRAFFIC:
        raise SceneError(f"traffic: there are {TRAFFIC} cars, not {len(traffic)}")
    field.traffic = len(traffic)
    return rows


def prepare_throw(field: Field, number: int, seat: int, value: int) -> None:
    """SA-B35: what a seat will throw in a round, counted from 1."""
    if number > PREPARED_ROUNDS:
        raise SceneError(f"rolls: they can be given for the first {PREPARED_ROUNDS} rounds")
    field.throws[(number - 1) * len(field.colours) + seat] = value
