"""Sets of small numbers, such as seats or corners, as the bits of one whole number.

It is never negative, so a record keeps a set of eight in 16 bits.
"""

from algorally.core.compile import compiled
from algorally.core.records import Mask

MOST_BITS = 63  # that such a number has


@compiled
def nth_bit(bits: int, number: int) -> int:
    """The member of a set that comes at this place, counted from 0; 0 if it has not so many."""
    for member in range(MOST_BITS):
        if bits >> member & 1:
            if number == 0:
                return member
            number -= 1
    return 0


@compiled
def first_bit(bits: int) -> int:
    """The lowest member of a set that is not empty."""
    return nth_bit(bits, 0)


@compiled
def count_bits(bits: int) -> int:
    """How many members a set has."""
    count = 0
    while bits > 0:
        count += bits & 1
        bits >>= 1
    return count


@compiled
def allow(mask: Mask, first: int, bits: int) -> None:
    """Make actions legal: the set says which, counted from the first of their kind."""
    action = first
    while bits > 0:
        if bits & 1:
            mask[action] = 1
        action += 1
        bits >>= 1
