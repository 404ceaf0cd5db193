"""Data files to a field record: decks, boards, blocks, ready, random and hand-laid fields."""

import random
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from algorally.core.compile import rule
from algorally.core.errors import ImpossibleField, SettingError
from algorally.core.game import Preset
from algorally.core.grid import HEADINGS
from algorally.core.records import Rows
from algorally.core.seats import check_players, write_colours
from algorally.core.settings import Setting
from algorally.games.algoracing.names import (
    ALL_COLOURS,
    CARDS,
    COLOURS,
    COMPLETE,
    LEFT,
    LEVELS,
    MAX_SQUARES,
    SEATS,
    TELEPORT,
    TURN,
    TYPES,
    UTURN,
)
from algorally.games.algoracing.options import (
    ALLOW,
    EDITION,
    FLEXIBLE,
    KEEP,
    MUST,
    OPTION_SET,
    OPTIONS,
    YES,
)
from algorally.games.algoracing.state import Field
from algorally.games.algoracing.terrain import (
    Block,
    Placed,
    Side,
    Square,
    Terrain,
    check_marks,
    check_reach,
    lay_out,
    working_lifts,
)

DATA = Path(__file__).parent / "data"
RANDOM_TRIES = 10_000
# Unless players choose their colours (AR-11): the order that proved fairest at the complete
# level, where it matters at whose bases a colour has its labs (see benchmarks/fields.py).
USUAL_COLOURS = {2: ("red", "green"), 3: ("red", "green", "yellow"), 4: COLOURS}
LEVEL = Setting("level", LEVELS, "AR-1", "the basic or the complete rules")
SETTINGS = (LEVEL, EDITION, *OPTIONS)
SQUARE = re.compile(r"(\d+),(\d+)")
SIDE = re.compile(r"(\d+),(\d+)([NESW])")
PLACE = re.compile(r"(\d+),(\d+)(?:\s+([0-3]))?")


@cache
def data(name: str) -> dict[str, Any]:
    """A data file of this game."""
    return tomllib.loads((DATA / f"{name}.toml").read_text())


def read_square(text: str) -> Square:
    """A square written "x,y"."""
    match = SQUARE.fullmatch(text)
    if not match:
        raise SettingError(f'a square is written "x,y" with numbers from 0, not {text!r}')
    return int(match[1]), int(match[2])


def read_side(text: str) -> Side:
    """A side of a square, or a piece with a heading, written "x,yD"."""
    match = SIDE.fullmatch(text)
    if not match:
        raise SettingError(f'a square with a side is written "x,yN" (N, E, S or W), not {text!r}')
    return int(match[1]), int(match[2]), HEADINGS.index(match[3])


@cache
def blocks_of(level: str) -> dict[str, Block]:
    """The hill blocks of a level, by name."""
    blocks = {}
    for name, block in data("blocks").items():
        if name != "invented" and block["level"] == level:
            width, height = (int(number) for number in block["size"].split("x"))
            marks = tuple(read_square(mark) for mark in block["marks"])
            lifts = tuple(read_side(side) for side in block["elevators"])
            blocks[name] = Block(name, level, block["storeys"], width, height, marks, lifts)
    return blocks


@rule("AR-3", "AR-4", "AR-67", in_python=True)
def check_blocks(level: str, places: Mapping[str, str]) -> None:
    """The basic level has two blocks of one storey, the complete one two low and one high."""
    wanted = set(blocks_of(level))
    if set(places) != wanted:
        raise ImpossibleField(
            f"AR-{3 if level == 'basic' else 4}: the {level} level has the blocks"
            f" {', '.join(sorted(wanted))}; laid out are {', '.join(sorted(places)) or 'none'}"
        )


def read_places(level: str, places: Mapping[str, str]) -> list[Placed]:
    """Where the blocks lie: `{"mesa": "1,2 0"}` = upper left square, quarter turns clockwise."""
    check_blocks(level, places)
    placed = []
    for name, place in places.items():
        match = PLACE.fullmatch(place.strip())
        if not match:
            raise SettingError(
                f'a block is laid as "x,y turns" (upper left square and 0 to 3 quarter turns'
                f" clockwise); {name} has {place!r}"
            )
        block = blocks_of(level)[name]
        placed.append(Placed(block, int(match[1]), int(match[2]), int(match[3] or 0)))
    return placed


def ready_fields(level: str) -> dict[str, dict[str, Any]]:
    """The ready fields of a level, by name."""
    fields: dict[str, dict[str, Any]] = data("fields")[level]
    return fields


def presets() -> list[Preset]:
    """The ready fields for people to choose from."""
    return [
        Preset(f"{level} field", name, field["sentence"], {"level": level, "field": name})
        for level in LEVELS
        for name, field in ready_fields(level).items()
    ]


def random_places(level: str, number: int, options: Any) -> dict[str, str]:
    """A random field that the checks allow, the same for the same number."""
    dice = random.Random(number)
    size = data("boards")[level]["size"]
    for _ in range(RANDOM_TRIES):
        places = {}
        for name in blocks_of(level):
            x, y, turns = dice.randrange(size), dice.randrange(size), dice.randrange(4)
            places[name] = f"{x},{y} {turns}"
        try:
            checked_terrain(level, places, options)
        except ImpossibleField:
            continue
        return places
    raise ImpossibleField(f"no field found in {RANDOM_TRIES} tries; choose a ready one")


def choose_places(level: str, chosen: object, options: Any) -> Mapping[str, str]:
    """The places of the blocks: of a ready field, a random one, or laid by hand."""
    if isinstance(chosen, Mapping):
        return {str(name): str(place) for name, place in chosen.items()}
    text = str(chosen).lower()
    if text in ready_fields(level):
        places: dict[str, str] = ready_fields(level)[text]["blocks"]
        return places
    if match := re.fullmatch(r"random(?:-(\d+))?", text):
        return random_places(level, int(match[1] or 0), options)
    if re.search(r"\d,\d", text):
        return laid_by_hand(text)
    for other in LEVELS:
        if text in ready_fields(other):
            raise SettingError(f"{text} is a field of the {other} level: set level = {other}")
    names = ", ".join(ready_fields(level))
    example = "; ".join(f"{name} x,y turns" for name in blocks_of(level))
    raise SettingError(
        f"there is no {level} field {text!r}; there are {names}, random, random-NUMBER,"
        f' or lay the blocks yourself: "{example}"'
    )


def laid_by_hand(text: str) -> dict[str, str]:
    """Blocks as a person lays them: "mesa 1,2 0; ridge 3,3 1"."""
    places: dict[str, str] = {}
    for part in text.split(";"):
        name, _, place = part.strip().partition(" ")
        if name in places:
            raise ImpossibleField(f"AR-8: the block {name} is laid twice")
        if name:
            places[name] = place
    return places


def checked_terrain(level: str, places: Mapping[str, str], options: Any) -> Terrain:
    """The terrain of a board with its blocks, or an error that says what is wrong with it."""
    board = data("boards")[level]
    terrain = lay_out(
        board["size"],
        [read_square(mark) for mark in board["marks"]],
        [read_side(wall) for wall in board["walls"]],
        read_places(level, places),
        {
            "corners_allowed": options.block_on_corner == ALLOW,
            "rim_walls": options.wall_on_block_edge == KEEP,
            "low_beside_high": options.low_next_to_high == MUST,
        },
    )
    drop_basic_arrows(terrain, level, options)
    check_marks(terrain, TYPES * data("deck")["samples_of_each_type"][level])
    check_reach(terrain, working_lifts(terrain))
    return terrain


@rule("AR-A7", in_python=True)
def drop_basic_arrows(terrain: Terrain, level: str, options: Any) -> None:
    """The basic level has no elevators unless the option says so."""
    if level == "basic" and options.elevators_in_basic != YES:
        terrain.arrows.clear()


def write_terrain(field: Field, terrain: Terrain) -> None:
    """Copy a terrain into a field record."""
    field.width, field.height = terrain.width, terrain.height
    number = {square: square[1] * terrain.width + square[0] for square in _squares(terrain)}
    for square, index in number.items():
        field.storeys[index] = terrain.storey(square)
        field.blocks[index] = terrain.blocks.get(square, 0)
    for sides, bits in (
        (terrain.walls, field.walls),
        (working_lifts(terrain), field.lifts),
        (terrain.arrows, field.arrows),
    ):
        for x, y, heading in sides:
            if (x, y) in terrain:
                bits[number[x, y]] |= 1 << heading
    field.marks = len(terrain.marks)
    for place, mark in enumerate(terrain.marks):
        field.mark_squares[place] = number[mark]
    for place, corner in enumerate(terrain.corners):
        field.corners[place] = number[corner]


def _squares(terrain: Terrain) -> list[Square]:
    if terrain.width * terrain.height > MAX_SQUARES:
        raise SettingError(f"a field has at most {MAX_SQUARES} squares")
    return [(x, y) for y in range(terrain.height) for x in range(terrain.width)]


@rule("AR-2", "AR-A9", in_python=True)
def write_deck(field: Field) -> None:
    """The cards of the level; flexible turn cards are all of one kind."""
    for name, count in data("deck")["cards"].items():
        kind = CARDS.index(name)
        if kind >= TELEPORT and field.level != COMPLETE:
            continue
        if field.options.turn_cards == FLEXIBLE and LEFT <= kind <= UTURN:
            kind = TURN
        field.deck[kind] += count


@rule("AR-72", in_python=True)
def write_labs(field: Field) -> None:
    """A base token is a lab for the two next colours, at the basic level for all."""
    for base in range(len(COLOURS)):
        field.labs[base] = ALL_COLOURS
        if field.level == COMPLETE:
            field.labs[base] = 1 << (base + 1) % 4 | 1 << (base + 2) % 4


def check_labs(field: Field) -> None:
    """AR-A6: idle rovers never leave their bases, so every player needs another lab."""
    for seat in range(field.seats):
        unused = [int(colour) for colour in field.colours[field.seats :]]
        colour = int(field.colours[seat])
        labs = [base for base in range(len(COLOURS)) if field.labs[base] >> colour & 1]
        if field.options.neutral_rovers == YES and set(labs) <= set(unused):
            raise SettingError(
                f"AR-A6: idle rovers would stand on both labs of {COLOURS[colour]};"
                " choose other colours, or neutral_rovers = off"
            )


@rule("AR-1", in_python=True)
def check_seats(seats: int) -> None:
    """Two to four players."""
    check_players("Algoracing", seats, SEATS, "AR-1")


@rule("AR-71", in_python=True)
def write_level(field: Field, level: str) -> None:
    """The basic level ends at seven points with three samples of a type, the complete at nine."""
    field.level = LEVELS.index(level)
    field.goal = data("boards")[level]["goal"]
    for sample in range(TYPES):
        field.samples[sample] = data("deck")["samples_of_each_type"][level]


def make_field(seats: int, settings: Mapping[str, Any]) -> Rows:
    """A checked field record from named settings: level, field, colours, edition and options."""
    chosen = dict(settings)
    check_seats(seats)
    rows = Field.rows()
    field = Field.record(rows)
    field.seats = seats
    level = LEVELS[LEVEL.read(chosen.pop("level", LEVELS[0]))]
    place = chosen.pop("field", next(iter(ready_fields(level))))
    colours = chosen.pop("colours", USUAL_COLOURS[seats])
    OPTION_SET.write(field.options, chosen)
    write_level(field, level)
    write_colours(field, colours, COLOURS, "AR-11")
    write_deck(field)
    write_labs(field)
    check_labs(field)
    places = choose_places(level, place, field.options)
    write_terrain(field, checked_terrain(level, places, field.options))
    return rows
