"""The bytes that events changed in a view, as `Position.follow` notes them.

For each event come the number of bytes that it changed, then the place and the new value of each
of them; numbers and places take two bytes, the lower one first.
"""

import struct
from collections.abc import Iterator

import numpy as np

from algorally.core.records import Rows

COUNT = struct.Struct("<H")
CHANGE = struct.Struct("<HB")  # place and value


def changes(patch: bytes) -> Iterator[list[tuple[int, int]]]:
    """For each event the places it changed, with the values that are there now."""
    end = 0
    while end < len(patch):
        (count,) = COUNT.unpack_from(patch, end)
        begun, end = end + COUNT.size, end + COUNT.size + count * CHANGE.size
        yield list(CHANGE.iter_unpack(patch[begun:end]))


def apply(states: Rows, patch: bytes) -> None:
    """Make all the changes of a patch in the first of some records."""
    octets = states[:1].view(np.uint8)
    for change in changes(patch):
        for place, value in change:
            octets[place] = value
