"""What bots want to reach with a program, as they tell it afterwards."""

from collections.abc import Iterable, Sequence

from algorally.core.aims import Aim, Aims
from algorally.core.planning import chart_of
from algorally.core.position import Position
from algorally.games.algoracing.names import CARRIED, RUN, Phase

SENTENCES = {
    "deliver": "I wanted to bring samples to a lab: {number}.",
    "collect": "I wanted to pick up samples: {number}.",
    "lab": "I wanted to bring my samples nearer to a lab.",
    "sample": "I wanted to come nearer to a sample.",
    "cards": "I wanted to change cards rather than drive.",
    "nothing": "It brings me no nearer to anything, but I liked the others less.",
}


def aim(before: Position, after: Position, seat: int, actions: Sequence[int]) -> Aim | None:
    """What a program is for, from what everybody can see."""
    if before.state.phase != Phase.BUILD:
        return None
    delivered = _delivered(after, seat) - _delivered(before, seat)
    collected = _aboard(after, seat) - _aboard(before, seat) + delivered
    if delivered:
        return Aim("deliver", delivered)
    if collected:
        return Aim("collect", collected)
    if RUN not in actions:
        return Aim("cards")
    if _aboard(before, seat) and _to_lab(after, seat) < _to_lab(before, seat):
        return Aim("lab")
    return Aim("sample" if _to_sample(after, seat) < _to_sample(before, seat) else "nothing")


def _delivered(position: Position, seat: int) -> int:
    return int(position.state.rovers[seat].delivered.sum())


def _aboard(position: Position, seat: int) -> int:
    return int((position.state.places == CARRIED + seat).sum())


def _to_lab(position: Position, seat: int) -> int:
    race, colour = position.state, position.state.rovers[seat].colour
    bases = zip(race.bases, position.field.labs, strict=True)
    return _nearest(position, seat, [base for base, labs in bases if labs >> colour & 1])


def _to_sample(position: Position, seat: int) -> int:
    return _nearest(position, seat, [place for place in position.state.places if place < CARRIED])


def _nearest(position: Position, seat: int, squares: Iterable[int]) -> int:
    """How many commands the nearest of some squares is away, as bots count them."""
    rover = position.state.rovers[seat]
    ways = chart_of(position)[int(rover.square) * 4 + int(rover.heading)]
    return min((int(ways[square]) for square in squares if square >= 0), default=0)


AIMS = Aims(aim, SENTENCES)
