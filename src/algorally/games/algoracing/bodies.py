"""What stands on the field, seen from above, around the middle of its square or edge."""

from collections.abc import Sequence

from algorally.core.drawing import area, box, circle, group, line, round_box, sign
from algorally.games.algoracing.names import CAPACITY, COLOURS
from algorally.games.algoracing.plain_text import LETTERS

PAINT = ("#d3202f", "#ffcf2e", "#1f9a55", "#2b6be0")  # by colour of a rover or base
INK, LIGHT, VIOLET, GREY = "#2a1714", "#fff8e7", "#5b3592", "#8d8783"


def _rim(stroke: str, width: float) -> str:
    """The line around a shape."""
    return f' stroke="{stroke}" stroke-width="{width:g}"'


def _readable_on(colour: int) -> str:
    """What can be read on the paint of a colour."""
    return INK if COLOURS[colour] == "yellow" else "#fff"


# --- fixed to the field --------------------------------------------------------------------------

MARK = circle(0, 0, 10, INK, f' fill-opacity="0.2"{_rim(INK, 4)}')
PLATFORM = line(
    "M-36 -20V-36H-20M20 -36H36V-20M36 20V36H20M-20 36H-36V20", INK, 5, ' opacity="0.75"'
)
POINTING_OUT = "M0 -49L16 -31H7V-18H-7V-31H-16Z"
ARROW = area(POINTING_OUT, LIGHT, _rim(INK, 3))
DEAD_ARROW = area(POINTING_OUT, "#c4bdb6", _rim(GREY, 2)) + line(
    "M-17 -47L17 -19M17 -47L-17 -19", INK, 4
)
STONES = "".join(
    round_box(x, -9, width, 18, 5, fill)
    for x, width, fill in ((-49, 34, "#b5aea6"), (-15, 27, "#cbc5bc"), (12, 37, "#a69e95"))
)
GLEAM = line("M-43 -4H-21M-9 -4H6M18 -4H42", "#fff", 2, ' opacity="0.7"')
WALL = f'<g stroke="#4b433e" stroke-width="2">{STONES}</g>{GLEAM}'
WALL_SHADOW = box(-50, -10, 100, 20, INK, ' rx="5" opacity="0.6"')


def _flask(colour: int, x: float, y: float) -> str:
    """A lab: a round flask with the letter of the colour that delivers here."""
    glass = area("M-5 -20V-12A13 13 0 1 0 5 -12V-20M-8 -20H8", PAINT[colour], _rim(LIGHT, 3))
    return group("lab", x, y, glass + sign(LETTERS[colour], 19, _readable_on(colour)))


def base(colour: int, labs: Sequence[int]) -> str:
    """A landing pad with the letter of its colour, and with the labs on it."""
    pad = box(-45, -45, 90, 90, PAINT[colour], f' rx="14"{_rim(LIGHT, 4)}')
    ring = circle(0, 0, 20, INK, f' fill-opacity="0.16"{_rim(LIGHT, 3)}')
    letter = sign(LETTERS[colour], 27, _readable_on(colour), -31, -30)
    flasks = (_flask(lab, 32, 54 * place - 23) for place, lab in enumerate(labs))
    return pad + ring + letter + "".join(flasks)


# --- what moves ----------------------------------------------------------------------------------

TURN = "".join(
    box(-47, -47, 94, 94, "none", f' rx="16"{stroke}')
    for stroke in (
        f'{_rim(INK, 9)} opacity="0.6"',
        f'{_rim(LIGHT, 5)} stroke-dasharray="15 10"',
    )
)
SPROUT = "M0 11V0C0 -8 -6 -10 -12 -10C-12 -3 -8 1 0 1M0 5C0 -2 5 -5 11 -5C11 2 7 6 0 6"
BEAM = area("M-7 -30L-24 -54H24L7 -30Z", "#fff7c2", ' opacity="0.6"')
WHEELS = "".join(round_box(x, y, 13, 16, 4, INK) for x in (-32, 19) for y in (-23, -4, 15))
BODY = "M0 -40L22 -17V24Q22 32 14 32H-14Q-22 32 -22 24V-17Z"
WINDOW = area("M0 -34L13 -18H-13Z", INK) + circle(0, -22, 3, "#fff7c2")


def sample(count: int) -> str:
    """A face-down token, or a pile of them with its number."""
    rim = _rim(VIOLET, 3)
    shapes = circle(0, 4, 18, VIOLET, rim) + circle(0, 0, 18, LIGHT, rim)
    if count > 1:
        return shapes + circle(0, -5, 18, LIGHT, rim) + sign(count, 26, VIOLET, 0, -5)
    return shapes + area(SPROUT, VIOLET, rim)


def _cargo(count: int) -> str:
    """The room for samples on board, as many bright dots as it holds samples."""
    fills = (LIGHT if place < count else INK for place in range(CAPACITY))
    return "".join(circle(10 * place - 10, 23, 4, fill) for place, fill in enumerate(fills))


def rover(colour: int, heading: int, cargo: int, idle: bool) -> str:
    """A vehicle that shines along its heading; grey and without a light if it is idle."""
    paint, ink, light = (GREY, INK, "") if idle else (PAINT[colour], _readable_on(colour), BEAM)
    vehicle = light + WHEELS + area(BODY, paint, _rim(LIGHT, 3)) + WINDOW + _cargo(cargo)
    return group("vehicle", 0, 0, vehicle, quarters=heading) + sign(LETTERS[colour], 27, ink)
