"""Meeting another rover."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import NOWHERE
from algorally.games.algoracing.names import CARRIED, MAX_SEATS, EventKind
from algorally.games.algoracing.options import EVERY_BUMP
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.samples import carried, has_room, random_token, stand
from algorally.games.algoracing.state import Field, Race

NOBODY = -1


@compiled
def rover_at(race: Race, square: int) -> int:
    """Whose rover stands on a square, NOBODY if none does."""
    for who in range(MAX_SEATS):
        if race.rovers[who].square == square and square != NOWHERE:
            return who
    return NOBODY


@rule("AR-44")
def can_pay(race: Race, giver: int, taker: int) -> bool:
    """Compensation needs a sample on the one rover and room on the other."""
    return carried(race, giver) > 0 and has_room(race, taker)


@rule("AR-46", "AR-A21")
def locked(race: Race, one: int, other: int) -> bool:
    """After a compensation two rovers get no other from each other until one has moved."""
    return race.locks[one * MAX_SEATS + other] == 1


@rule("AR-43", "AR-45", "AR-A20")
def compensate(race: Race, field: Field, log: Log, giver: int, taker: int) -> None:
    """The rover in the way pays one sample, face down, to the one it obstructs."""
    if locked(race, giver, taker):
        return
    paid = can_pay(race, giver, taker)
    if paid:
        token = random_token(race, CARRIED + giver)
        tell(race, field, log, EventKind.PAID, giver, token, taker, 0)
    if paid or field.options.lock_set == EVERY_BUMP:
        tell(race, field, log, EventKind.LOCKED, giver, taker, 0, 0)
    stand(race, field, log, taker)
    stand(race, field, log, giver)


@rule("AR-42", "AR-A19")
def meet(race: Race, field: Field, log: Log, who: int, other: int) -> None:
    """A rover that runs into another stops before it, as at a wall, and is compensated."""
    tell(race, field, log, EventKind.BUMPED, who, other, 0, 0)
    compensate(race, field, log, other, who)
