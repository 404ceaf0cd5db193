"""The track as plain text; only what everybody may see."""

from algorally.core.game import Position


def text(position: Position) -> str:
    return "track"
