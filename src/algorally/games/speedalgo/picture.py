"""The track as a picture."""

from algorally.core.game import Position
from algorally.games.speedalgo.plain_text import text

__all__ = ["ground", "svg", "text"]


def svg(position: Position) -> str:
    return "<svg/>"


def ground(position: Position) -> str:
    return "<svg/>"
