"""What bots want to reach with a program, as they tell it afterwards."""

from collections.abc import Sequence

from algorally.core.aims import Aim, Aims
from algorally.core.planning import chart_of
from algorally.core.position import Position
from algorally.games.roborally.names import Phase

SENTENCES = {
    "flag": "I wanted to touch flag {number}.",
    "nearer": "I wanted to be at flag {number} sooner.",
    "wreck": "It costs my robot a life, but I liked the others less.",
    "nothing": "It brings me no nearer to flag {number}, but I liked the others less.",
}


def aim(before: Position, after: Position, seat: int, actions: Sequence[int]) -> Aim | None:
    """What a program is for, from what everybody can see."""
    if before.state.phase != Phase.PROGRAM:
        return None
    robot, then = before.state.robots[seat], after.state.robots[seat]
    if then.touched > robot.touched:
        return Aim("flag", int(then.touched))
    if then.lives < robot.lives:
        return Aim("wreck")
    is_nearer = _time(after, seat) < _time(before, seat)
    return Aim("nearer" if is_nearer else "nothing", int(robot.touched) + 1)


def _time(position: Position, seat: int) -> int:
    """How long a robot may expect to take to its next flag."""
    robot = position.state.robots[seat]
    return int(chart_of(position)[robot.touched, int(robot.square) * 4 + int(robot.heading)])


AIMS = Aims(aim, SENTENCES)
