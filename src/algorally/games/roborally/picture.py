"""placeholder until the pictures are there"""
from algorally.core.position import Position
def ground(position: Position) -> str: return "<svg/>"
def svg(position: Position) -> str: return "<svg/>"
def text(position: Position) -> str: return ""
