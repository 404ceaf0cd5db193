"""Cars seen from above, driving to the right, around the middle of their square."""

from algorally.core.drawing import area, box, circle, faint, line, oval, round_box, sign
from algorally.games.speedalgo.names import COLOURS

INK, LIGHT = "#1d2025", "#fffaf0"
PAINT = ("#d81e2c", "#1f5fd6", "#14914a", "#ffc914")  # of the bolides, by colour
SHADE = ("#8d0f1a", "#123a8c", "#0a5a2c", "#b98700")
GLASS = "#22364a"
TRAFFIC_PAINT = (
    *("#e9e4d8", "#b9a7d1", "#d8b7c4", "#9fb8a6"),
    *("#c9a27c", "#b9c3cc", "#a7c4c9", "#e9e4d8"),
    *("#a9b3c7", "#d9c99a", "#c4c1b4", "#c58f7d"),
)
KINDS = 4

SHADOW = faint(0.35, oval(3, 8, 44, 26, "#000"))


# --- bolides -------------------------------------------------------------------------------------


def _tyres() -> str:
    """Four wide wheels, the rear ones wider."""
    wheels = ""
    for x, wide, high in ((-37, 24, 15), (14, 20, 12)):
        for y in (-33, 33 - high):
            wheels += round_box(x, y, wide, high, 4, "#15171b")
            wheels += line(f"M{x + 5} {y + high / 2:g}H{x + wide - 5}", "#5a606a", 2)
    return wheels


def _wings(paint: str, shade: str) -> str:
    """The wings in front and behind, and what carries the wheels."""
    axles = line("M-25 -24V24M24 -24V24", "#3a3f48", 4)
    rear = round_box(-47, -25, 13, 50, 3, shade) + box(-43, -25, 4, 50, paint)
    front = area("M36 -28Q47 -26 47 0Q47 26 36 28L38 8V-8Z", paint)
    return axles + rear + front + line("M40 -22V22", shade, 3)


def _hull(paint: str, shade: str) -> str:
    """A slender nose, side pods and a stripe."""
    pods = area("M-38 -11L-24 -20H2Q12 -19 16 -10V10Q12 19 2 20H-24L-38 11Z", paint)
    nose = area("M4 -11L40 -5Q46 0 40 5L4 11Z", paint)
    rim = ' stroke="#fff" stroke-width="1.5" stroke-opacity="0.7"'
    pods = pods.replace("/>", f"{rim}/>")
    return pods + nose + line("M-22 -17H0M-22 17H0", shade, 3) + line("M20 0H38", LIGHT, 3)


def _pilot() -> str:
    """The cockpit and a helmet."""
    return (
        oval(13, 0, 10, 8, "#14161a")
        + circle(11, 0, 6, LIGHT)
        + area("M13 -5A6 6 0 0 1 13 5Z", GLASS)
    )


def bolide(colour: int) -> str:
    """A racing car of a colour with the letter of it on a plate."""
    paint, shade = PAINT[colour], SHADE[colour]
    plate = circle(-14, 0, 15, LIGHT, f' stroke="{INK}" stroke-width="2"')
    letter = sign(COLOURS[colour][0].upper(), 24, INK, -14)
    return (
        SHADOW + _wings(paint, shade) + _tyres() + _hull(paint, shade) + _pilot() + plate + letter
    )


# --- traffic -------------------------------------------------------------------------------------


def _wheels() -> str:
    """What is to be seen of the wheels under an ordinary car."""
    return "".join(round_box(x, y, 16, 8, 3, "#15171b") for x in (-32, 16) for y in (-27, 19))


def _lamps(front: float, rear: float) -> str:
    """Bright lamps in front, red ones behind."""
    shapes = ""
    for y in (-17, 11):
        shapes += round_box(front - 5, y, 6, 7, 2, "#fff3b0") + round_box(
            rear, y, 4, 7, 1, "#c3313a"
        )
    return shapes


def _edge(shape: str) -> str:
    return shape.replace("/>", f' stroke="{INK}" stroke-width="2"/>', 1)


def _saloon(paint: str) -> str:
    """Bonnet, cabin and boot."""
    body = _edge(round_box(-43, -23, 86, 46, 13, paint)) + _lamps(43, -43)
    screens = area("M14 -18L24 -14V14L14 18Z", GLASS) + area("M-25 -17L-32 -13V13L-25 17Z", GLASS)
    return body + screens + line("M-20 -19H10M-20 19H10", GLASS, 4)


def _hatchback(paint: str) -> str:
    """A short car with a round back."""
    body = _edge(area("M-34 -23H22Q38 -22 38 0Q38 22 22 23H-34Q-40 0 -34 -23Z", paint))
    screens = area("M12 -18Q23 -12 23 0Q23 12 12 18L8 0Z", GLASS) + round_box(
        -35, -15, 6, 30, 3, GLASS
    )
    return body + _lamps(35, -38) + screens + line("M-24 -20H6M-24 20H6", GLASS, 4)


def _lorry(paint: str) -> str:
    """A cab in front of a long box."""
    load = _edge(round_box(-46, -26, 64, 52, 4, paint)) + faint(
        0.25, line("M-34 -26V26M-22 -26V-16M-22 16V26M-10 -26V-16M-10 16V26M2 -26V26", INK, 2)
    )
    cab = _edge(round_box(21, -23, 25, 46, 7, "#f4f1ea")) + round_box(34, -18, 7, 36, 3, GLASS)
    return load + cab + _lamps(46, -46)


def _pickup(paint: str) -> str:
    """A cabin in front, an open bed behind."""
    body = _edge(round_box(-45, -22, 90, 44, 9, paint)) + _lamps(45, -45)
    bed = round_box(-40, -16, 24, 32, 3, "#5b5248") + line(
        "M-35 -16V16M-28 -16V16M-22 -16V16", "#7d7264", 2
    )
    return (
        body
        + bed
        + area("M18 -17L27 -13V13L18 17Z", GLASS)
        + line("M-10 -18H14M-10 18H14", GLASS, 4)
    )


BODIES = (_saloon, _hatchback, _lorry, _pickup)


def traffic(car: int) -> str:
    """An ordinary car with its number, counted from 1, on the roof."""
    paint = TRAFFIC_PAINT[car]
    x = -14 if car % KINDS == 2 else -4
    plate = round_box(x - 17, -14, 34, 28, 8, LIGHT).replace(
        "/>", f' stroke="{INK}" stroke-width="1.5"/>'
    )
    return SHADOW + _wheels() + BODIES[car % KINDS](paint) + plate + sign(car + 1, 22, INK, x)


BEAM = "".join(
    area(f"M44 {y}L150 {y - 26}V{y + 26}Z", "#fff2b3", ' opacity="0.13"')
    + area(f"M44 {y}L104 {y - 15}V{y + 15}Z", "#fff2b3", ' opacity="0.2"')
    for y in (-13, 13)
)
