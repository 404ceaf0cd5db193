"""What learners see of a view: planes of squares for the board, and a row of numbers for the rest.

Every game says in its `observation` what the planes and numbers are, and writes them from a view;
what is hidden from a seat is blanked there already.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.core.compile import compiled

Planes = npt.NDArray[np.int8]  # a row for each plane, a column for each square
Numbers = npt.NDArray[np.int16]

WAYS = ("north", "east", "south", "west")


class Plane(NamedTuple):
    """A map of the board, with a number for each square."""

    name: str
    sentence: str


class Part(NamedTuple):
    """Some neighbouring numbers that belong together."""

    name: str
    length: int
    sentence: str


class Observation(NamedTuple):
    """What is observed of a game, and by which functions."""

    ground: Sequence[Plane]  # what never changes; these planes come first
    pieces: Sequence[Plane]  # what does
    parts: Sequence[Part]  # the numbers, in order
    shape: Callable[[Any], tuple[int, int]]  # field -> how many squares along the two axes
    draw_ground: Callable[..., None]  # field, planes
    observe: Callable[..., None]  # view, field, seat, planes, numbers: all but the ground
    axes: tuple[str, str] = ("rows", "columns")

    @property
    def planes(self) -> list[Plane]:
        """All planes, in order."""
        return [*self.ground, *self.pieces]

    @property
    def length(self) -> int:
        """How many numbers there are."""
        return sum(part.length for part in self.parts)


def one_of(what: str, names: Sequence[str]) -> list[Plane]:
    """A plane for each of several things of a kind."""
    return [Plane(f"{what}_{name}", f"1 = {what} {name}".replace("_", " ")) for name in names]


@compiled
def clear_planes(planes: Planes, first: int) -> None:
    """Nothing is on the planes from a first one on."""
    for plane in range(first, len(planes)):
        for square in range(len(planes[plane])):
            planes[plane, square] = 0


@compiled
def draw_sides(planes: Planes, first: int, square: int, sides: int) -> None:
    """Mark a square on one of four planes for each of its sides in a set."""
    for side in range(4):
        planes[first + side, square] = sides >> side & 1


@compiled
def note(numbers: Numbers, place: int, value: int) -> int:
    """Write a number; the place of the next."""
    numbers[place] = value
    return place + 1


@compiled
def note_choice(numbers: Numbers, place: int, count: int, chosen: int) -> int:
    """Write which of so many things is chosen: 1 for that one, 0 for the others."""
    for number in range(count):
        numbers[place + number] = 1 if number == chosen else 0
    return place + count


@compiled
def note_set(numbers: Numbers, place: int, count: int, bits: int) -> int:
    """Write which of so many things are in a set: 1 for those, 0 for the others."""
    for number in range(count):
        numbers[place + number] = bits >> number & 1
    return place + count


@compiled
def note_square(numbers: Numbers, place: int, square: int, width: int) -> int:
    """Write column and row of a square, -1 for both where there is none."""
    numbers[place] = square % width if square >= 0 else -1
    numbers[place + 1] = square // width if square >= 0 else -1
    return place + 2


@compiled
def note_nothing(numbers: Numbers, place: int) -> None:
    """Write 0 from a place on; a loop over a part of its own is many times quicker."""
    rest = numbers[place:]
    for number in range(len(rest)):
        rest[number] = 0


@compiled
def beside(seat: int, number: int, seats: int) -> int:
    """Who comes at a place when a seat counts from itself; those beyond the seats stay there."""
    return (seat + number) % seats if number < seats else number
