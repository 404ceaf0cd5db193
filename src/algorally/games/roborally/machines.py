"""What is fixed to the factory floor, seen from above, around the middle of its square.

Everything that has a way leads north and is turned into its place.
"""

from collections.abc import Iterable

from algorally.core.drawing import area, box, circle, group, line, round_box, sign
from algorally.core.grid import DX, DY, EAST, SOUTH, WEST
from algorally.games.roborally.bodies import INK, LIGHT, rim
from algorally.games.roborally.names import GEAR_LEFT, GEAR_RIGHT, HAMMER, PIT, WRENCH
from algorally.games.roborally.plain_text import numbers_in

BUTT = ' stroke-linecap="butt"'
STEEL, VIOLET = "#4b5159", "#7a2f8f"
RAY = "#ff1f1f"

# --- belts ---------------------------------------------------------------------------------------

STRAIGHT, ACROSS = "M0 50V-50", "M-50 0H50"
CURVES = {EAST: "M50 0A50 50 0 0 1 0 -50", SOUTH: STRAIGHT, WEST: "M-50 0A50 50 0 0 0 0 -50"}
RAILS, BEDS = ("#f2a900", "#3aa0ff"), ("#443f37", "#16345f")  # of normal and of express belts
MARKS, STROKES = ("#ffc42e", "#6cc4ff"), (12, 9)
CHEVRONS = ("M-25 13L0 -12L25 13", "M-21 11L0 -10L21 11")
PLAIN_MARKS = (((0, 0, 0),), ((0, 14, 0), (0, -18, 0)))  # where: x, y, degrees
BENT_MARKS = (((-5, -25, 24),), ((-30, -4, 66), (-3, -33, 20)))  # from the west
MEETING_MARKS = (((0, -24, 0),), ((0, -26, 0), (0, -8, 0)))
BENT_SHAFT = "M-41 -1A50 50 0 0 0 -6 -26"
SHAFTS = {EAST: "M44 18H30Q0 18 0 -12", SOUTH: "M0 43V-30", WEST: "M-44 18H-30Q0 18 0 -12"}


def _chevrons(express: int, marks: Iterable[tuple[float, float, float]]) -> str:
    """Chevrons that point the way."""
    shapes = ""
    for x, y, angle in marks:
        turn = f" rotate({angle:g})" if angle else ""
        shapes += f'<path d="{CHEVRONS[express]}" transform="translate({x:g} {y:g}){turn}"/>'
    return shapes


def _marks(express: int, fed: list[int]) -> str:
    """Which way a belt leads: one chevron, two on an express belt, arrows where belts meet."""
    if fed in ([], [SOUTH]):
        return _chevrons(express, PLAIN_MARKS[express])
    if len(fed) > 1:
        shafts = "".join(SHAFTS[side] for side in fed)
        return f'<path d="{shafts}"/>{_chevrons(express, MEETING_MARKS[express])}'
    bent = _chevrons(express, BENT_MARKS[express])
    if not express:
        bent += f'<path d="{BENT_SHAFT}"/>'
    return bent if fed == [WEST] else f'<g transform="scale(-1 1)">{bent}</g>'


def belt(express: int, fed: list[int]) -> str:
    """A belt that others feed from these sides: straight, a curve, or several that meet."""
    ways = "".join(CURVES[side] for side in fed) or STRAIGHT
    if EAST in fed and WEST in fed:
        ways += ACROSS
    rails = line(ways, RAILS[express], 90, BUTT) + line(ways, BEDS[express], 76, BUTT)
    stroke = f'stroke="{MARKS[express]}" stroke-width="{STROKES[express]}"'
    return f"{rails}<g {stroke}>{_marks(express, fed)}</g>"


# --- single squares ------------------------------------------------------------------------------


def _pit() -> str:
    """A dark hole with a striped rim."""
    rim_box = box(-46, -46, 92, 92, "#f5c518", ' rx="12"')
    stripes = box(-43, -43, 86, 86, "none", f' rx="9"{rim(INK, 7)} stroke-dasharray="14 13"{BUTT}')
    deep = "".join(
        round_box(-half, -half + drop, 2 * half, 2 * half - drop, 8, fill)
        for half, drop, fill in ((39, 0, "#3a3d42"), (35, 4, "#1b1d21"), (30, 10, "#050607"))
    )
    return rim_box + stripes + deep


def _gear(is_right: bool) -> str:
    """A toothed wheel, green if it turns to the right, red if to the left."""
    paint, shade = ("#27a65a", "#0f5c2e") if is_right else ("#dc3a3a", "#7d1414")
    teeth = "".join(
        f'<rect x="-9" y="-47" width="18" height="94" rx="4" transform="rotate({angle})"/>'
        for angle in range(0, 180, 30)
    )
    wheel = f'<g fill="{shade}">{teeth}</g>' + circle(0, 0, 39, paint, rim(shade, 4))
    turning = line("M-14 19A23 23 0 1 1 22 2", LIGHT, 10) + area("M3 1H38L21 26Z", LIGHT)
    if not is_right:
        turning = f'<g transform="scale(-1 1)">{turning}</g>'
    return wheel + turning


SPANNER = (
    "M-7 -14A17 17 0 0 1 -13 -38L-13 -25L0 -19L13 -25L13 -38A17 17 0 0 1 7 -14"
    "L7 30A7 7 0 0 1 -7 30Z"
)
MALLET = "M-20 -38H16L24 -28L16 -18H5V30A5 5 0 0 1 -5 30V-18H-20Z"


def _tool(outline: str, angle: float) -> str:
    shape = area(outline, "#e9edf0", rim(INK, 4))
    return f'<g transform="rotate({angle:g})">{shape}</g>'


def _site(has_hammer: bool) -> str:
    """A repair site: a wrench, or a wrench and a hammer, crossed."""
    plate = box(-42, -42, 84, 84, "#1f6f78", f' rx="16"{rim(LIGHT, 4)}')
    tools = _tool(SPANNER, 45)
    if has_hammer:
        tools = _tool(MALLET, -45) + tools
    return plate + tools


KINDS = {
    PIT: ("pit", _pit()),
    GEAR_LEFT: ("gear left", _gear(is_right=False)),
    GEAR_RIGHT: ("gear right", _gear(is_right=True)),
    WRENCH: ("wrench", _site(has_hammer=False)),
    HAMMER: ("hammer", _site(has_hammer=True)),
}


def dock(number: int, way: int) -> str:
    """A landing pad with its number, open towards the floor."""
    pad = circle(0, 0, 39, "#39424c", rim(LIGHT, 4))
    nose = area("M-13 -41L0 -50L13 -41Z", LIGHT, rim(LIGHT, 4))
    return group("way", 0, 0, pad + nose, quarters=way) + sign(number, 48, LIGHT)


# --- machines ------------------------------------------------------------------------------------


def _digits(registers: int, size: float, gap: float, upright: bool) -> str:
    """The numbers of registers in a row, or one under the other."""
    numbers = numbers_in(registers)
    shapes = ""
    for place, number in enumerate(numbers):
        along = gap * (place - (len(numbers) - 1) / 2)
        shapes += sign(number, size, LIGHT, *((0, along) if upright else (along, 0)))
    return shapes


def pusher(way: int, registers: int) -> str:
    """A ram on the wall behind, with the numbers of its registers."""
    house = box(-46, 14, 92, 36, VIOLET, f' rx="5"{rim(INK, 4)}')
    arm = box(-8, -14, 16, 28, "#c9ced3", rim(INK, 3))
    plate = box(-38, -26, 76, 14, "#d9a3e8", f' rx="3"{rim(INK, 3)}')
    tip = line("M-13 -34L0 -46L13 -34", VIOLET, 7)
    machine = group("ram", 0, 0, arm + plate + house + tip, quarters=way)
    numbers = _digits(registers, 31, 29, upright=way in (EAST, WEST))
    return machine + group("registers", -32 * DX[way], -32 * DY[way], numbers)


JAWS = "M-48 -48H48V-30L32 -20L16 -30L0 -20L-16 -30L-32 -20L-48 -30Z"


def crusher(registers: int) -> str:
    """Jaws from above, with the numbers of the registers in which they come down."""
    jaw = area(JAWS, STEEL, rim(INK, 4))
    both = jaw + f'<g transform="rotate(180)">{jaw}</g>'
    sides = line("M-45 -34V34M45 -34V34", STEEL, 8)
    plate = box(-46, -17, 92, 34, VIOLET, f' rx="6"{rim(INK, 3)}')
    gap = 18 if len(numbers_in(registers)) > 3 else 28
    return sides + both + plate + _digits(registers, 28, gap, upright=False)


def _offsets(beams: int) -> list[float]:
    """How far the beams of a laser lie from the middle line."""
    gap = min(15, 72 / max(1, beams - 1))
    return [gap * (beam - (beams - 1) / 2) for beam in range(beams)]


def rays(beams: int, squares: int) -> str:
    """Thin rays over some squares."""
    ways = "".join(f"M{x:g} 36V{50 - 100 * squares}" for x in _offsets(beams))
    return line(ways, RAY, 11, f' opacity="0.3"{BUTT}') + line(ways, RAY, 4.5, BUTT)


def emitter(beams: int) -> str:
    """A lamp for each beam, mounted on the wall behind."""
    offsets = _offsets(beams)
    house = box(
        offsets[0] - 15, 26, 30 - 2 * offsets[0], 24, "#2b2e33", f' rx="4"{rim("#ff6a5e", 3)}'
    )
    return house + "".join(circle(x, 28, 6.5, "#ffe1dc", rim("#d3121b", 3)) for x in offsets)


WALL = (
    box(-52, -10, 104, 20, INK, ' rx="4"')
    + box(-49, -7, 98, 14, "#ffe94d", ' rx="2"')
    + line("M-36 7L-26 -7M-12 7L-2 -7M12 7L22 -7M36 7L46 -7", INK, 6, BUTT)
)
