"""The end of the game: who has crossed the line, and who wins."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.names import BY_FINISH, BY_ROUND_CAP, EventKind
from algorally.games.speedalgo.options import STICKY
from algorally.games.speedalgo.rules.finish import is_behind_line
from algorally.games.speedalgo.rules.happen import tell
from algorally.games.speedalgo.rules.moving import bolide
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.terrain import column_of

NOBODY_YET = -1


@rule("SA-B21", "SA-B22", "SA-B33")
def has_crossed(race: Race, field: Field, seat: int) -> bool:
    """Who has crossed is judged at the end of the round, however the bolide came there."""
    if field.options.crossed == STICKY:
        return race.drivers[seat].crossed == 1
    return is_behind_line(field, race.places[bolide(seat)])


@rule("SA-46", "SA-47", "SA-B28")
def farthest(race: Race, field: Field, only_crossed: bool) -> int:
    """The bolide in the largest column is ahead, with equal ones the one that ran later."""
    best = NOBODY_YET
    column = -1
    for place in range(field.seats):
        seat = race.order[place]
        there = column_of(race.places[bolide(seat)])
        if there >= column and (not only_crossed or has_crossed(race, field, seat)):
            best = int(seat)
            column = there
    return best


@rule("SA-4", "SA-45", "SA-B31")
def check_end(race: Race, field: Field, log: Log) -> None:
    """The game ends with the round in which a bolide crosses the line, or at the cap."""
    winner = farthest(race, field, True)
    reason = BY_FINISH
    if winner == NOBODY_YET and race.turn >= field.options.round_cap:
        winner = farthest(race, field, False)
        reason = BY_ROUND_CAP
    if winner != NOBODY_YET:
        tell(race, field, log, EventKind.GAME_OVER, race.seat, 1 << winner, reason, 0)


@compiled
def points(race: Race, seat: int) -> int:
    """How far a bolide has come: its column."""
    square = race.places[bolide(seat)]
    return int(column_of(square)) if square >= 0 else 0
