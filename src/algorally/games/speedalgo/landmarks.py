"""Things that stand beside the road: in meadows, cities, mountains, by the sea and at night."""

from math import cos, pi, sin

from algorally.core.drawing import area, box, circle, faint, group, line, oval, round_box

STEP = 104  # from one thing beside the road to the next


def _shadow(x: float, y: float, wide: float, high: float) -> str:
    return faint(0.25, oval(x, y, wide, high, "#000"))


# --- plants --------------------------------------------------------------------------------------


def _tree(dark: str, middle: str, bright: str) -> str:
    """A leafy crown."""
    crown = "".join(circle(x, y, r, dark) for x, y, r in ((-18, 6, 22), (16, 10, 23), (0, -14, 25)))
    crown += "".join(
        circle(x, y, r, middle) for x, y, r in ((-20, 0, 15), (12, 4, 17), (-2, -18, 17))
    )
    lights = ((-24, -5, 6), (-8, -24, 7), (8, -4, 6), (-6, 2, 4))
    return _shadow(9, 14, 40, 34) + crown + "".join(circle(x, y, r, bright) for x, y, r in lights)


def _star(points: int, outer: float, inner: float, fill: str) -> str:
    """A many-pointed star, as firs look from above."""
    corners = []
    for number in range(2 * points):
        reach = inner if number % 2 else outer
        angle = pi * number / points
        corners.append(f"{reach * sin(angle):.0f} {-reach * cos(angle):.0f}")
    return area(f"M{'L'.join(corners)}Z", fill)


def _fir(dark: str, middle: str, bright: str) -> str:
    """A fir."""
    return (
        _shadow(10, 14, 34, 30)
        + _star(11, 40, 26, dark)
        + _star(9, 28, 17, middle)
        + _star(7, 15, 8, bright)
    )


def _bushes(dark: str, bright: str, flower: str) -> str:
    """Low bushes in bloom."""
    shapes = _shadow(6, 20, 42, 18)
    for x, y, r in ((-26, 12, 15), (2, 4, 19), (28, 14, 14)):
        shapes += circle(x, y, r, dark) + circle(x - 3, y - 4, r * 0.62, bright)
    blossoms = ((-30, 6), (-20, 14), (-4, -4), (8, 6), (0, 12), (24, 10), (32, 16))
    return shapes + "".join(circle(x, y, 3.2, flower) for x, y in blossoms)


def _palm() -> str:
    """A palm with its bent leaves."""
    leaf = area("M0 0Q14 -16 42 -6Q22 -2 0 0Z", "#2f8f4e") + area(
        "M0 0Q16 -6 42 -6Q18 4 0 0Z", "#57b868"
    )
    leaves = "".join(f'<g transform="rotate({angle})">{leaf}</g>' for angle in range(0, 360, 45))
    return _shadow(12, 16, 38, 26) + leaves + circle(0, 0, 5, "#8a5a2b")


MEADOW_TREE = _tree("#2c6e35", "#3f8f45", "#68b65a")
CITY_TREE = _tree("#3b6b3a", "#558a4a", "#85b06a")
NIGHT_TREE = _tree("#0d2230", "#14323f", "#1d4552")
FIR = _fir("#1f4a3a", "#2e6a4e", "#5c9877")


# --- things in the meadow ------------------------------------------------------------------------


def _bale(x: float, y: float) -> str:
    return circle(x, y, 15, "#d9b45a") + circle(x, y, 9, "#c79c3e") + circle(x, y, 4, "#e7c878")


def _crowd(wide: int, roof: str) -> str:
    """A stand full of people."""
    shirts = ("#e2533f", "#f3c64b", "#f8f4ea", "#4b86c9", "#7a5aa6", "#3fa070", "#e58bb0")
    shapes = faint(0.3, box(-wide + 8, -32, 2 * wide, 76, "#000"))
    shapes += round_box(-wide, -40, 2 * wide, 76, 6, "#d8d3c8")
    for row in range(3):
        for seat in range(wide // 9):
            fill = shirts[(3 * row + 5 * seat + seat * seat) % len(shirts)]
            shapes += circle(-wide + 12 + 18 * seat + 6 * (row % 2), -6 + 15 * row, 5.5, fill)
    return (
        shapes
        + round_box(-wide, -44, 2 * wide, 26, 5, roof)
        + line(f"M{-wide + 6} -31H{wide - 6}", "#fff", 3)
    )


def _tent(one: str, other: str) -> str:
    """A fair tent with a pointed roof."""
    roof = area("M-36 -32H36V32H-36Z", one) + area("M0 0L-36 -32H36ZM0 0L36 32H-36Z", other)
    return faint(0.28, box(-28, -22, 72, 62, "#000")) + roof + circle(0, 0, 5, "#fff")


POND = (
    oval(0, 2, 50, 30, "#d8c98f")
    + oval(0, 2, 45, 26, "#4f9fc4")
    + line("M-24 -2q8 -6 16 0t16 0M-4 12q7 -5 14 0t14 0", "#bfe3ee", 3)
)
BALES = _shadow(6, 16, 44, 16) + _bale(-26, 8) + _bale(6, 12) + _bale(-8, -14) + _bale(32, -2)
FLOWERS = "".join(
    circle(x, y, 4, fill) + circle(x, y, 1.6, "#7a4b12")
    for x, y, fill in (
        (-38, -10, "#fff7d6"), (-22, 14, "#ffd84d"), (-8, -18, "#ff8fa3"), (4, 8, "#fff7d6"),
        (20, -6, "#ffd84d"), (34, 18, "#ff8fa3"), (40, -20, "#fff7d6"),
    )
)  # fmt: skip
STAND = group("stand", STEP / 2, 0, _crowd(94, "#b8323a"))
TENT = _tent("#f4efe2", "#e0574a")
BUSHES = _bushes("#3a7a3c", "#5da653", "#ffe27a")

# --- things in the city --------------------------------------------------------------------------


def _gable(bright: str, dark: str) -> str:
    """A house with a ridge."""
    shapes = (
        faint(0.32, box(-38, -34, 92, 84, "#000"))
        + box(-48, -44, 92, 42, bright)
        + box(-48, -2, 92, 42, dark)
    )
    tiles = "".join(f"M-48 {y}H44" for y in (-34, -24, -14, 8, 18, 28))
    return (
        shapes
        + faint(0.25, line(tiles, "#000", 1.5))
        + line("M-48 -2H44", "#fff", 2, ' opacity="0.5"')
        + box(18, -26, 14, 14, "#6c3a2e")
    )


def _flat(roof: str, rim: str) -> str:
    """A flat roof with what stands on such roofs."""
    shapes = (
        faint(0.35, box(-36, -36, 94, 90, "#000"))
        + box(-48, -48, 94, 90, rim)
        + box(-41, -41, 80, 76, roof)
    )
    shapes += (
        box(-30, -30, 26, 20, rim) + box(-27, -27, 20, 14, "#7d868f") + circle(20, 14, 12, rim)
    )
    return (
        shapes
        + line("M20 4V24M10 14H30", "#7d868f", 4)
        + line("M-30 8H-6M-30 16H-6M-30 24H-6", "#8fb7d6", 5)
    )


def _tower() -> str:
    """A tower with a landing place on top."""
    shapes = (
        faint(0.4, box(-34, -34, 96, 92, "#000"))
        + box(-46, -50, 92, 94, "#5c7389")
        + box(-40, -44, 80, 82, "#86a1b5")
    )
    shapes += circle(0, -3, 30, "#5c7389") + circle(
        0, -3, 26, "none", ' stroke="#fff" stroke-width="4"'
    )
    return shapes + line("M-9 -15V9M9 -15V9M-9 -3H9", "#fff", 5)


PARK = (
    round_box(-48, -44, 96, 86, 12, "#8fb573")
    + line("M-48 -2H48M0 -44V42", "#e6dcc0", 9)
    + circle(0, -2, 15, "#e6dcc0")
    + circle(0, -2, 10, "#6fb7d6")
    + "".join(
        circle(x, y, 11, "#4f8a49") + circle(x - 3, y - 3, 6, "#7db06a")
        for x in (-27, 27)
        for y in (-25, 22)
    )
)
RED_HOUSE, SLATE_HOUSE = _gable("#c96a4c", "#a34e37"), _gable("#8895a3", "#66727f")
FLAT_ROOF, SAND_ROOF, TOWER = _flat("#b9b4ab", "#918b82"), _flat("#d9c6a4", "#b39d78"), _tower()

# --- things by the sea ---------------------------------------------------------------------------


def _umbrella(one: str, other: str) -> str:
    """A sunshade with its segments, and a towel."""
    towel = round_box(14, 4, 30, 46, 3, other) + line("M20 4V50M38 4V50", one, 3)
    wedge = "M0 0L-12.4 -30A32.4 32.4 0 0 1 12.4 -30Z"
    turned = (f' transform="rotate({45 * number})"' for number in range(8))
    wedges = "".join(
        area(wedge, (other, one)[number % 2], turn) for number, turn in enumerate(turned)
    )
    return (
        towel
        + _shadow(0, 6, 34, 30)
        + f'<g transform="translate(-12 -6)">{wedges}{circle(0, 0, 3, "#fff")}</g>'
    )


def _boat(sail: str) -> str:
    """A sailing boat."""
    hull = area("M-34 0Q-20 -15 12 -13Q32 -8 38 0Q32 8 12 13Q-20 15 -34 0Z", "#f8f3e6") + area(
        "M-24 0Q-12 -8 10 -7V7Q-12 8 -24 0Z", "#b9793f"
    )
    return (
        _shadow(6, 10, 38, 14)
        + hull
        + area("M14 0L-34 -4Q-26 -34 14 0Z", sail)
        + area("M16 0L32 -3Q28 -16 16 0Z", sail)
        + line("M-40 16q7 -6 14 0t14 0", "#fff", 3)
    )


SANDCASTLE = (
    _shadow(6, 10, 32, 22)
    + round_box(-26, -20, 52, 42, 4, "#d9ae63")
    + "".join(
        circle(x, y, 10, "#e9c682") + circle(x, y, 5, "#c99a4d")
        for x in (-24, 24)
        for y in (-18, 20)
    )
    + line("M0 0V-26", "#8a5a2b", 3)
    + area("M0 -26L18 -20L0 -14Z", "#e0574a")
)
STARFISH = (
    _shadow(3, 5, 18, 16)
    + _star(5, 22, 9, "#e2724b")
    + "".join(circle(x, y, 3, "#f8ead0") for x, y in ((-36, 20), (34, -14), (30, 26)))
)
PALM = _palm()
SHADES = (
    _umbrella("#e0574a", "#fff6e0"),
    _umbrella("#2b6fb0", "#ffe08a"),
    _umbrella("#3fa070", "#fff6e0"),
)
SAILS = (_boat("#e0574a"), _boat("#fff"), _boat("#f3c64b"))
WAVES = (
    box(0, 0, STEP, 62, "#2f93b8")
    + box(0, 0, STEP, 34, "#227ca3")
    + line("M6 16q8 -7 16 0t16 0M56 30q8 -7 16 0t16 0M20 46q8 -7 16 0t16 0", "#9fd6e6", 3)
    + area("M0 58q26 -12 52 0t52 0v12q-26 12 -52 0t-52 0z", "#eaf6f2")
    + area("M0 66q26 -10 52 0t52 0v12h-104z", "#e0c88f")
)

# --- things in the mountains ---------------------------------------------------------------------


def _peak(scale: float) -> str:
    """A summit: a bright and a dark flank, and snow on top."""
    shapes = area("M-52 44L-30 4L-8 -40L8 -18L30 10L56 44Z", "#6f7680") + area(
        "M-8 -40L8 -18L30 10L56 44H4L-4 8Z", "#4d535d"
    )
    snow = area("M-8 -40L-22 -12L-12 -18L-4 -4L2 -14L16 -4L8 -18Z", "#f6fafc") + area(
        "M-8 -40L8 -18L16 -4L2 -14Z", "#cfdbe6"
    )
    shade = faint(0.25, area("M-30 44L20 -10L76 44Z", "#000"))
    return group("peak", 0, 0, shade + shapes + snow, scale)


ROCKS = (
    _shadow(8, 16, 44, 18)
    + area("M-42 20L-34 -6L-14 -14L4 6L0 24Z", "#8b9097")
    + area("M-14 -14L4 6L0 24L-16 22Z", "#646a73")
    + area("M6 26L14 4L32 0L44 22Z", "#9ba0a6")
    + area("M32 0L44 22L28 26Z", "#6d737c")
)
CHALET = (
    faint(0.3, box(-24, -24, 66, 62, "#000"))
    + box(-34, -34, 66, 32, "#a9673a")
    + box(-34, -2, 66, 30, "#7e4727")
    + line("M-34 -2H32", "#e8c79a", 3)
    + box(8, -22, 12, 12, "#5a5f66")
    + faint(0.7, circle(26, -34, 7, "#fff") + circle(36, -42, 9, "#fff"))
)
LAKE = (
    oval(0, 2, 52, 30, "#8f9a86")
    + oval(0, 2, 47, 26, "#3f8fa8")
    + area("M-30 -4Q-10 -22 18 -14Q0 -8 -30 -4Z", "#8fd0d8", ' opacity="0.7"')
)
PEAK, HILL = _peak(1.12), _peak(0.8)
TWO_FIRS = group("fir", -18, -6, FIR, 0.8) + group("fir", 22, 14, FIR, 0.66)

# --- things at night -----------------------------------------------------------------------------


def _windows(wall: str, roof: str) -> str:
    """A house in which some are still awake."""
    shapes = box(-48, -46, 94, 92, wall) + box(-42, -40, 82, 80, roof)
    for row in range(3):
        for column in range(4):
            lit = (row * 3 + column * 5 + len(roof) + ord(wall[2])) % 4 in (0, 1)
            shapes += box(
                -34 + 18 * column, -30 + 24 * row, 11, 14, "#ffd97a" if lit else "#0a1420"
            )
    return shapes


def _lamp() -> str:
    """A street lamp and its light."""
    pools = "".join(
        circle(0, 30, r, "#ffe3a0", f' opacity="{o:g}"')
        for r, o in ((84, 0.08), (58, 0.1), (34, 0.16))
    )
    return (
        pools
        + line("M0 -14V24", "#5d6a78", 5)
        + circle(0, 30, 9, "#fff4cf")
        + circle(0, 30, 5, "#fff")
    )


LAMP = _lamp()
LATE_HOUSE, LATE_TOWER = _windows("#1b2738", "#243349"), _windows("#232038", "#2f2b4b")
FIREFLIES = "".join(
    circle(x, y, 2.4, "#e9f59a") + circle(x, y, 6, "#e9f59a", ' opacity="0.25"')
    for x, y in ((-30, 8), (-8, -16), (14, 12), (34, -8))
)
LIT_POND = (
    oval(0, 2, 50, 30, "#22384f")
    + oval(0, 2, 45, 26, "#16314f")
    + circle(14, -6, 12, "#f4f0d8", ' opacity="0.9"')
    + line("M2 10h26M6 17h18", "#f4f0d8", 2, ' opacity="0.5"')
)
