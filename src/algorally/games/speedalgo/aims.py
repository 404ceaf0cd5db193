"""What bots want to reach with a program, as they tell it afterwards."""

from collections.abc import Sequence

from algorally.core.aims import Aim, Aims
from algorally.core.position import Position
from algorally.games.speedalgo.names import Phase

SENTENCES = {
    "win": "I wanted to cross the line and win.",
    "drive": "I wanted to drive ahead, squares: {number}.",
    "nothing": "It brings me no further, but I liked the others less.",
}


def aim(before: Position, after: Position, seat: int, actions: Sequence[int]) -> Aim | None:
    """What a program is for, from what everybody can see."""
    if before.state.phase != Phase.PROGRAM:
        return None
    start, end = before.standing(), after.standing()
    if seat in end.winners:
        return Aim("win")
    columns = end.points[seat] - start.points[seat]
    return Aim("drive", columns) if columns > 0 else Aim("nothing")


AIMS = Aims(aim, SENTENCES)
