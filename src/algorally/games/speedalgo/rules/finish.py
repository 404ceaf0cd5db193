"""The finish line."""

from algorally.core.compile import rule
from algorally.games.speedalgo.options import REACH
from algorally.games.speedalgo.state import Field
from algorally.games.speedalgo.terrain import column_of


@rule("SA-B1")
def is_behind_line(field: Field, square: int) -> bool:
    """A bolide has crossed when its column lies behind the last one, or is it, by the option."""
    first = field.columns - 1 if field.options.finish == REACH else field.columns
    return column_of(square) >= first


@rule("SA-B19")
def leaves_track(field: Field, square: int) -> bool:
    """The finish is no border: traffic that passes it is taken out, bolides drive on behind it."""
    return column_of(square) >= field.columns
