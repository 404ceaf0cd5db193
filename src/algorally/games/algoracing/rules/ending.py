"""Points, and the end of the game."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.algoracing.names import (
    BY_LAST_SAMPLE,
    BY_POINTS,
    BY_TURN_CAP,
    DELIVERED,
    TOKENS,
    TYPES,
    UNPLACED,
    EventKind,
    Phase,
)
from algorally.games.algoracing.options import (
    FEWER_TURNS,
    FINISH_ROUND,
    LATER_IN_ORDER,
    MORE_TYPES,
)
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.state import Field, Race


@rule("AR-6", "AR-49", "AR-50", "AR-A26")
def points(race: Race, who: int) -> int:
    """Two points for the first delivered sample of a type, one for each further one."""
    total = 0
    for sample in range(TYPES):
        if race.rovers[who].delivered[sample] > 0:
            total += 1 + int(race.rovers[who].delivered[sample])
    return total


@compiled
def types_delivered(race: Race, who: int) -> int:
    """How many types of samples a player has delivered."""
    total = 0
    for sample in range(TYPES):
        if race.rovers[who].delivered[sample] > 0:
            total += 1
    return total


@rule("AR-A24")
def tie_break(race: Race, field: Field, who: int) -> int:
    """What decides between players with equal points; the higher number wins."""
    if field.options.tie_rule == MORE_TYPES:
        return types_delivered(race, who)
    if field.options.tie_rule == FEWER_TURNS:
        return -int(race.rovers[who].turns)
    if field.options.tie_rule == LATER_IN_ORDER:
        return who
    return 0


@compiled
def ahead(race: Race, field: Field, one: int, other: int) -> bool:
    """Whether one player has more points than another, or wins the tie."""
    if points(race, one) != points(race, other):
        return points(race, one) > points(race, other)
    return tie_break(race, field, one) > tie_break(race, field, other)


@rule("AR-48")
def leaders(race: Race, field: Field) -> int:
    """The players with the most points, as a bit mask: nobody is ahead of them."""
    mask = 0
    for who in range(field.seats):
        beaten = False
        for other in range(field.seats):
            if ahead(race, field, other, who):
                beaten = True
        if not beaten:
            mask |= 1 << who
    return mask


@compiled
def all_delivered(race: Race) -> bool:
    """Whether every sample of the game lies turned up before a player."""
    for token in range(TOKENS):
        if race.places[token] < DELIVERED or race.places[token] == UNPLACED:
            return False
    return True


@compiled
def end_game(race: Race, field: Field, log: Log, winners: int, reason: int) -> None:
    """The game is over."""
    tell(race, field, log, EventKind.GAME_OVER, race.seat, winners, reason, 0)


@rule("AR-47", "AR-A23")
def check_points(race: Race, field: Field, log: Log, who: int) -> None:
    """A player who has the points that are needed wins at once."""
    if field.options.win_timing != FINISH_ROUND and points(race, who) >= field.goal:
        end_game(race, field, log, 1 << who, BY_POINTS)


@compiled
def check_samples(race: Race, field: Field, log: Log) -> None:
    """AR-48: when the last sample is delivered the most points win."""
    if race.phase != Phase.OVER and all_delivered(race):
        end_game(race, field, log, leaders(race, field), BY_LAST_SAMPLE)


@compiled
def check_round(race: Race, field: Field, log: Log) -> None:
    """AR-A23, the alternative: with enough points somewhere the round is played to its end."""
    if field.options.win_timing == FINISH_ROUND and race.seat == field.seats - 1:
        for who in range(field.seats):
            if points(race, who) >= field.goal and race.phase != Phase.OVER:
                end_game(race, field, log, leaders(race, field), BY_POINTS)


@rule("AR-A25")
def check_turn_cap(race: Race, field: Field, log: Log) -> None:
    """When everybody has taken the turns of the cap, the most points win."""
    if race.phase == Phase.OVER:
        return
    for who in range(field.seats):
        if race.rovers[who].turns < field.options.turn_cap:
            return
    end_game(race, field, log, leaders(race, field), BY_TURN_CAP)
