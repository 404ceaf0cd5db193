"""The seats of a game: how many there may be, their colours, and what they are called."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from algorally.core.errors import SettingError

if TYPE_CHECKING:
    from algorally.core.position import Position


def check_players(title: str, seats: object, allowed: range, rule: str) -> None:
    """A game is for so many players."""
    if type(seats) is not int or seats not in allowed:
        raise SettingError(
            f"{rule}: {title} is for {allowed[0]} to {allowed[-1]} players, not {seats!r}"
        )


def write_colours(field: Any, chosen: Any, colours: Sequence[str], rule: str) -> None:
    """Each seat has a colour: those that are chosen, in turn order; the unused ones follow."""
    names = re.split(r"[\s,]+", chosen.strip()) if isinstance(chosen, str) else chosen
    named = [str(name).lower() for name in (names if isinstance(names, Iterable) else [names])]
    wrong = [name for name in named if name not in colours or named.count(name) > 1]
    if wrong or len(named) != field.seats:
        raise SettingError(
            f"{rule}: {field.seats} different colours of {', '.join(colours)} are needed,"
            f" not {' '.join(named) or 'none'}"
        )
    unused = [name for name in colours if name not in named]
    for seat, name in enumerate([*named, *unused]):
        field.colours[seat] = colours.index(name)


def seat_name(position: "Position", seat: int) -> str:
    """A seat is called by its colour."""
    return position.game.colours[int(position.field.colours[seat])]


def names_in(position: "Position", seats: int) -> list[str]:
    """The seats of a bit mask, by name."""
    return [seat_name(position, seat) for seat in range(position.seats) if int(seats) >> seat & 1]
