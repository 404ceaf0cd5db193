"""What is to be seen beside the road: meadows, streets, a beach, mountains, the night."""

from typing import NamedTuple

from algorally.core.drawing import box, group, line
from algorally.games.speedalgo.landmarks import (
    BALES,
    BUSHES,
    CHALET,
    CITY_TREE,
    FIR,
    FIREFLIES,
    FLAT_ROOF,
    FLOWERS,
    HILL,
    LAKE,
    LAMP,
    LATE_HOUSE,
    LATE_TOWER,
    LIT_POND,
    MEADOW_TREE,
    NIGHT_TREE,
    PALM,
    PARK,
    PEAK,
    POND,
    RED_HOUSE,
    ROCKS,
    SAILS,
    SAND_ROOF,
    SANDCASTLE,
    SHADES,
    SLATE_HOUSE,
    STAND,
    STARFISH,
    STEP,
    TENT,
    TOWER,
    TWO_FIRS,
    WAVES,
)

STRIP = 118  # how high the land above and below the road is
ROOM = 74  # that a flag needs on either side
GOLDEN = 0.618034


class Land(NamedTuple):
    """The colours of a track, and the things that stand beside it again and again."""

    soil: str
    texture: str  # drawn over each stretch of land
    asphalt: str
    squares: tuple[str, str]
    runoff: tuple[str, str]
    paint: str  # of the lines on the road
    kerbs: tuple[str, str]
    verge: str  # under the numbers
    numerals: str
    above: tuple[str, ...]  # things on the left side of the road
    below: tuple[str, ...]
    shore: str = ""  # drawn over each stretch above the road


# --- lands ---------------------------------------------------------------------------------------

PAVING = "M0 30H104M0 60H104M0 90H104M26 0V30M78 30V60M26 60V90M78 90V118"
LANDS = {
    "meadow": Land(
        soil="#7fb85a",
        texture=box(0, 0, STEP / 2, STRIP, "#77b053"),
        asphalt="#4a4e55",
        squares=("#8d9197", "#999da2"),
        runoff=("#6b6f76", "#72767d"),
        paint="#f7f5ee",
        kerbs=("#f5f2ea", "#cf2b36"),
        verge="#d9cfae",
        numerals="#3b3421",
        above=(MEADOW_TREE, STAND, "", FLOWERS, BUSHES, MEADOW_TREE, TENT, BALES, FLOWERS),
        below=(BUSHES, MEADOW_TREE, FLOWERS, BALES, MEADOW_TREE, POND, FLOWERS),
    ),
    "city": Land(
        soil="#c3bdb2",
        texture=line(PAVING, "#b1aa9e", 2),
        asphalt="#3f4349",
        squares=("#85898f", "#92969b"),
        runoff=("#62666d", "#696d74"),
        paint="#f7f5ee",
        kerbs=("#f5f2ea", "#2b4f9e"),
        verge="#e4dfd4",
        numerals="#2e2f33",
        above=(RED_HOUSE, CITY_TREE, FLAT_ROOF, TOWER, SLATE_HOUSE, PARK, SAND_ROOF),
        below=(SAND_ROOF, SLATE_HOUSE, CITY_TREE, RED_HOUSE, PARK, FLAT_ROOF, TOWER),
    ),
    "beach": Land(
        soil="#ecd8a0",
        texture=line("M10 30q9 -6 18 0t18 0M58 84q9 -6 18 0t18 0", "#dcc488", 3),
        asphalt="#545860",
        squares=("#969a9f", "#a3a7ab"),
        runoff=("#75797f", "#7c8086"),
        paint="#fffdf4",
        kerbs=("#fff8e6", "#138a9e"),
        verge="#f7eccb",
        numerals="#4a3d1c",
        above=(SAILS[0], "", SAILS[1], "", "", SAILS[2], ""),
        below=(PALM, SHADES[0], STARFISH, PALM, SHADES[1], SANDCASTLE, SHADES[2]),
        shore=WAVES,
    ),
    "mountain": Land(
        soil="#93a67c",
        texture=line("M12 24l6 8M60 70l6 8M84 30l6 8M30 100l6 8", "#80946a", 3),
        asphalt="#464a52",
        squares=("#868b93", "#93989f"),
        runoff=("#656a72", "#6c7179"),
        paint="#f7f5ee",
        kerbs=("#f5f2ea", "#c9782a"),
        verge="#d3d0c4",
        numerals="#33353a",
        above=(PEAK, FIR, HILL, TWO_FIRS, PEAK, ROCKS, LAKE),
        below=(TWO_FIRS, ROCKS, FIR, CHALET, TWO_FIRS, HILL, FIR),
    ),
    "night": Land(
        soil="#0f1b2b",
        texture=line("M20 30h10M70 84h10M50 54h6", "#16263a", 3),
        asphalt="#191d26",
        squares=("#3a414e", "#434b59"),
        runoff=("#272d38", "#2c323e"),
        paint="#c9cfd8",
        kerbs=("#aab3bf", "#7a2740"),
        verge="#16202f",
        numerals="#e6edf5",
        above=(LAMP, LATE_HOUSE, NIGHT_TREE, LAMP, LATE_TOWER, FIREFLIES, NIGHT_TREE),
        below=(NIGHT_TREE, LAMP, LATE_TOWER, FIREFLIES, LAMP, LATE_HOUSE, LIT_POND),
    ),
}


def spread(number: int) -> float:
    """A number between 0 and 1, well spread for neighbouring numbers."""
    return number * GOLDEN % 1


def _stretches(shapes: str, wide: int, y: int) -> str:
    """Shapes again and again along the road."""
    if not shapes:
        return ""
    return "".join(group("stretch", x, y, shapes) for x in range(0, wide, STEP))


def _things(things: tuple[str, ...], wide: int, y: int, flag: int) -> str:
    """Things along the road, in turn, a little out of line and of different sizes."""
    shapes = ""
    for number in range(wide // STEP + 1):
        thing = things[number % len(things)]
        x = STEP * number + 40 + round(24 * spread(number))
        if thing and abs(x - flag) > ROOM:
            aside = round(14 * spread(3 * number)) - 7
            scale = 0.86 + round(0.2 * spread(7 * number), 2)
            shapes += group("scenery", x, y + aside, thing, scale)
    return shapes


def beside(land: Land, wide: int, high: int, flag: int) -> str:
    """The whole land, over which the road is drawn, with room for a flag on either side."""
    shapes = box(0, 0, wide, high, land.soil)
    for y in (0, high - STRIP):
        shapes += _stretches(land.texture, wide, y)
    shapes += _stretches(land.shore, wide, 0)
    above = 34 if land.shore else STRIP // 2
    shapes += _things(land.above, wide, above, flag)
    return shapes + _things(land.below, wide, high - STRIP // 2, flag)
