"""The timer: how long players have to program."""

from algorally.core.position import Position
from algorally.games.roborally.names import Phase
from algorally.games.roborally.rules.program import is_programming


def seconds_left(position: Position, thinking: list[int]) -> int:
    """RR-17, RR-S6, RR-C8: seconds for those who are not done; the last has the timer's.

    Whoever programs several robots has so long for each of them.
    """
    race, field = position.state, position.field
    if race.phase != Phase.PROGRAM:
        return 0
    if len(thinking) > 1 or not field.options.timer:
        return int(field.options.programming_time)
    own = range(thinking[0], int(field.robots), int(field.seats))
    robots = sum(1 for who in own if is_programming(race, who))
    return int(field.options.timer) * max(1, robots)
