"""Data files to a field record: the tracks."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from algorally.core.compile import rule
from algorally.core.errors import SettingError
from algorally.core.game import Preset
from algorally.core.records import Rows
from algorally.core.seats import check_players, write_colours
from algorally.core.settings import Setting
from algorally.games.speedalgo.names import (
    COLOURS,
    LONGEST,
    MAX_RUNOFF,
    SCENERIES,
    SEATS,
    SHORTEST,
    TRAFFIC,
)
from algorally.games.speedalgo.options import OPTION_SET, OPTIONS, VARIANT
from algorally.games.speedalgo.state import Field

DATA = Path(__file__).parent / "data"


class Track(NamedTuple):
    """A track as its data file describes it."""

    columns: int
    runoff: int
    scenery: str
    sentence: str


@cache
def tracks() -> dict[str, Track]:
    """All tracks by name, checked."""
    table = tomllib.loads((DATA / "tracks.toml").read_text())
    return {name: read_track(name, entry) for name, entry in table.items() if name != "invented"}


def read_track(name: str, entry: Mapping[str, Any]) -> Track:
    """A track from its table; the error says what would have been right."""
    if set(entry) != set(Track._fields):
        raise SettingError(f"track {name}: it needs {', '.join(Track._fields)} and nothing else")
    track = Track(**entry)
    COLUMNS.read(track.columns)
    RUNOFF.read(track.runoff)
    if track.scenery not in SCENERIES:
        raise SettingError(f"track {name}: scenery can be {', '.join(SCENERIES)}")
    return track


COLUMNS = Setting(
    "columns", range(SHORTEST, LONGEST + 1), "SA-B1", "columns of the track, if not its own", 24
)
RUNOFF = Setting(
    "runoff", range(MAX_RUNOFF + 1), "SA-B1", "columns drawn behind the finish, if not its own", 10
)
TRACK = Setting("track", tuple(tracks()), "SA-B1", "where the race is held")
SETTINGS = (TRACK, COLUMNS, RUNOFF, VARIANT, *OPTIONS)


def presets() -> list[Preset]:
    """The tracks, for people to choose."""
    return [
        Preset("track", name, track.sentence, {"track": name}) for name, track in tracks().items()
    ]


def write_track(field: Field, columns: Any, runoff: Any, scenery: str) -> None:
    """SA-B1: length and run-off, within what is allowed."""
    field.columns = COLUMNS.read(columns)
    field.runoff = RUNOFF.read(runoff)
    field.scenery = SCENERIES.index(scenery)


@rule("SA-2", in_python=True)
def check_seats(seats: int) -> None:
    """Two to four players."""
    check_players("SpeedAlgo", seats, SEATS, "SA-2")


def make_field(seats: int, settings: Mapping[str, Any]) -> Rows:
    """A checked field record from named settings: track, colours, variant and options."""
    chosen = dict(settings)
    check_seats(seats)
    rows = Field.rows()
    field = Field.record(rows)
    field.seats = seats
    field.traffic = TRAFFIC
    track = list(tracks().values())[TRACK.read(chosen.pop("track", TRACK.values[0]))]
    columns, runoff = chosen.pop("columns", track.columns), chosen.pop("runoff", track.runoff)
    colours = chosen.pop("colours", COLOURS[:seats])
    OPTION_SET.write(field.options, chosen)
    write_track(field, columns, runoff, track.scenery)
    write_colours(field, colours, COLOURS, "SA-5")
    return rows
