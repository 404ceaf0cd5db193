"""What moves over the factory floor, seen from above, around the middle of its square."""

from algorally.core.drawing import area, circle, group, line, oval, round_box, sign
from algorally.core.grid import DX, DY
from algorally.games.roborally.names import COLOURS

PAINT = (
    *("#e02b35", "#2a6df0", "#17924c", "#ffd42a"),
    *("#ff7a14", "#8a3fd1", "#f4f4ee", "#8b5a34"),
)  # by colour
INK, LIGHT = "#14171c", "#fffdf4"
CLOTH, POLE = "#e5178c", "#f4e7c8"
GOLD, HURT, GLOW = "#ffc400", "#c40f1f", "#fffbd6"
DARK_PAINT = ("red", "blue", "green", "violet", "brown")


def rim(stroke: str, width: float) -> str:
    """The line around a shape."""
    return f' stroke="{stroke}" stroke-width="{width:g}"'


def readable_on(colour: int) -> str:
    """What can be read on the paint of a colour."""
    return LIGHT if COLOURS[colour] in DARK_PAINT else INK


# --- robots --------------------------------------------------------------------------------------
# Every colour has an outline of its own, facing north, so that nobody needs to tell colours apart.

OUTLINES = (
    "M-33 -31H33V37H-33Z",  # red: a box
    "M0 -37A37 37 0 0 1 0 37A37 37 0 0 1 0 -37Z",  # blue: a disc
    "M-23 -32H23L44 3L23 38H-23L-44 3Z",  # green: six corners
    "M0 -46L43 37Q0 27 -43 37Z",  # yellow: a wedge
    "M0 -44L40 2L0 46L-40 2Z",  # orange: a diamond
    "M0 -42L11 -28L29 -31L28 -13L43 -2L30 10L33 28L15 28L4 42H-4L-15 28L-33 28L-30 10L-43 -2"
    "L-28 -13L-29 -31L-11 -28Z",  # violet: a star
    "M-19 -42H19V-20H42V20H19V42H-19V20H-42V-20H-19Z",  # white: a cross
    "M-43 -36H43V-16H29V38H-29V-16H-43Z",  # brown: a hammer
)
BEAK = "M0 -52L17 -29Q0 -36 -17 -29Z"
EYES = "".join(oval(x, -22, 6, 5, LIGHT) + circle(x, -23.5, 2.8, INK) for x in (-9, 9))
CLOSED_EYES = line("M-14 -22Q-9 -18 -4 -22M4 -22Q9 -18 14 -22", LIGHT, 3)
VISOR = round_box(-19, -29, 38, 14, 7, INK)
LAMP = area("M-10 -44L-24 -68Q0 -76 24 -68L10 -44Z", GLOW, ' opacity="0.5"')
HALO = circle(0, 0, 48, "none", rim(GOLD, 6))


def _hull(shape: int, colour: int, asleep: bool) -> str:
    """A body that looks ahead with bright eyes, or is dark and has closed them."""
    around = area(OUTLINES[shape], INK, rim(INK, 9))
    body = area(OUTLINES[shape], PAINT[colour], rim(LIGHT, 3))
    if asleep:
        night = area(OUTLINES[shape], INK, ' opacity="0.45"')
        beak = area(BEAK, "#7d838c", rim(INK, 4))
        return around + body + night + beak + VISOR + CLOSED_EYES
    return LAMP + around + body + area(BEAK, LIGHT, rim(INK, 4)) + VISOR + EYES


def _badge(damage: int) -> str:
    """How many damage tokens a robot has."""
    return circle(31, 31, 18, HURT, rim(LIGHT, 3)) + sign(damage, 28, LIGHT, 31, 31)


SNORING = "".join(
    f'<g stroke="{INK}" stroke-width="5" paint-order="stroke">{sign("z", size, LIGHT, x, y)}</g>'
    for size, x, y in ((34, 27, -22), (26, 41, -40))
)


def robot(
    shape: int,
    colour: int,
    heading: int,
    letter: str,
    damage: int = 0,
    asleep: bool = False,
    is_superbot: bool = False,
) -> str:
    """A robot with its letter, and its damage if it has any; its beak shows where it faces."""
    hull = group("hull", 0, 0, _hull(shape, colour, asleep), quarters=heading)
    ink = LIGHT if asleep else readable_on(colour)
    name = sign(letter, 38, ink, -8 * DX[heading], -8 * DY[heading])  # behind the eyes
    under = area(OUTLINES[shape], "#000", f'{rim("#000", 9)} opacity="0.3"')
    shadow = group("shadow", 4, 8, under, quarters=heading)
    crown = HALO if is_superbot else ""
    notes = (SNORING if asleep else "") + (_badge(damage) if damage else "")
    return shadow + crown + hull + name + notes


def archive(colour: int, letter: str) -> str:
    """The marker of the square where a robot comes back."""
    return circle(0, 0, 12, PAINT[colour], rim(INK, 3)) + sign(letter, 16, readable_on(colour))


# --- flags ---------------------------------------------------------------------------------------


WAVING = "M-23 -45Q8 -53 44 -43L36 -18L44 8Q8 -2 -23 6Z"


def flag(number: object) -> str:
    """A flag with its number."""
    foot = oval(-24, 42, 15, 5, "#000", ' opacity="0.4"')
    pole = line("M-25 42V-44", INK, 10) + line("M-25 42V-44", POLE, 5)
    cloth = area(WAVING, CLOTH, rim(LIGHT, 4))
    around = area(WAVING, INK, rim(INK, 9))
    return foot + around + pole + cloth + sign(number, 44, LIGHT, 6, -20)


# --- who is to decide ----------------------------------------------------------------------------

TURN = "".join(
    f'<rect x="-48" y="-48" width="96" height="96" rx="16"{stroke}/>'
    for stroke in (
        f'{rim(INK, 10)} opacity="0.7"',
        f'{rim(LIGHT, 5)} stroke-dasharray="16 11"',
    )
)
