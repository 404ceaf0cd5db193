"""Pictures of positions, in the modes that environments know."""

import io
import sys
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from algorally.core.errors import SettingError
from algorally.core.position import Position
from algorally.envs.extras import missing

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
METADATA = {"render_modes": RENDER_MODES, "render_fps": 1}
WIDTH = 640  # dots of a picture; how high it is follows from the board
PAINTERS = ("resvg_py", "PIL")  # packages that turn SVG into dots


def check_mode(mode: str | None) -> str | None:
    """A mode that there is, or none."""
    if mode is not None and mode not in RENDER_MODES:
        raise SettingError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    if mode == "rgb_array" and not all(map(find_spec, PAINTERS)):
        raise missing("render", "render_mode rgb_array")
    return mode


def picture(view: Position, mode: str | None) -> Any:
    """A view as text, as SVG or as dots; for humans the text is printed."""
    if mode is None:
        return None
    if mode == "svg":
        return view.svg()
    if mode == "rgb_array":
        return painted(view.svg())
    if mode == "human":
        sys.stdout.write(f"{view.text()}\n")
        return None
    return view.text()


def painted(svg: str) -> npt.NDArray[np.uint8]:
    """A picture as rows of dots, each red, green and blue."""
    import resvg_py  # noqa: PLC0415 - an extra, which only pictures need
    from PIL import Image  # noqa: PLC0415

    png = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="white")
    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"))
