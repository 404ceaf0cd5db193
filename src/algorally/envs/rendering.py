"""Pictures of positions, in the modes that environments know."""

import sys

from algorally.core.errors import SettingError
from algorally.core.position import Position

RENDER_MODES = ["human", "ansi", "svg"]
METADATA = {"render_modes": RENDER_MODES, "render_fps": 1}


def check_mode(mode: str | None) -> str | None:
    """A mode that there is, or none."""
    if mode is not None and mode not in RENDER_MODES:
        raise SettingError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def picture(view: Position, mode: str | None) -> str | None:
    """A view as text or as SVG; for humans the text is printed."""
    if mode is None:
        return None
    if mode == "svg":
        return view.svg()
    if mode == "human":
        sys.stdout.write(f"{view.text()}\n")
        return None
    return view.text()
