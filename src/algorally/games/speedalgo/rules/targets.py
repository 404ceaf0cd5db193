"""Which cars an instruction moves: chosen while it runs, or written down beforehand."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.speedalgo.names import (
    AT,
    CARS,
    NO_TRAFFIC,
    NOTHING_TO_PUSH,
    TARGET_APART,
    TARGET_GONE,
    TRAFFIC,
    EventKind,
    P,
    Phase,
)
from algorally.games.speedalgo.options import SKIP, UP_TO, WRITTEN_DOWN
from algorally.games.speedalgo.rules.happen import first_written, tell, traffic_left
from algorally.games.speedalgo.rules.moving import NOBODY, advance_traffic, bolide, interrupt
from algorally.games.speedalgo.rules.program import last_of
from algorally.games.speedalgo.rules.pushing import can_reach, has_car_to_push, push
from algorally.games.speedalgo.state import Driver, Field, Race


@rule("SA-29", "SA-B17")
def may_target(race: Race, car: int) -> bool:
    """Any traffic car on the track may be chosen, AT moves different ones; any neighbour for P."""
    if race.card == P:
        return can_reach(race, race.seat, car)
    return car < TRAFFIC and race.places[car] >= 0 and race.taken >> car & 1 == 0


@compiled
def only_target(race: Race) -> int:
    """The one car that may be chosen, NOBODY if there is a choice or none."""
    found = NOBODY
    for car in range(CARS):
        if may_target(race, car):
            if found != NOBODY:
                return NOBODY
            found = car
    return found


@rule("SA-B14", "SA-30")
def may_stop_choosing(race: Race, field: Field) -> bool:
    """AT moves exactly as many cars as the die shows; with the option one is enough."""
    if field.options.at_count != UP_TO:
        return False
    return race.phase == Phase.TARGET and race.card == AT and race.moved > 0


@rule("SA-B16")
def written_target(race: Race) -> int:
    """With the option the cars are those written beside the card, the same at each repetition."""
    place = first_written(race.card) + race.moved
    return race.drivers[race.seat].written[place] - 1


@rule("SA-B26")
def without_target(race: Race, field: Field, log: Log) -> bool:
    """A traffic card without traffic stops the program, or is skipped by the option."""
    if race.card == P:
        interrupt(race, field, log, NOTHING_TO_PUSH, NOBODY)
        return False
    if field.options.no_target == SKIP:
        tell(race, field, log, EventKind.SKIPPED, race.seat, race.card, 0, 0)
        return True
    interrupt(race, field, log, NO_TRAFFIC, NOBODY)
    return False


@compiled
def note_fewer(race: Race, field: Field, log: Log) -> None:
    """SA-B14: where fewer traffic cars are left than the die shows, AT makes do with them."""
    if race.card == AT and race.due == traffic_left(race) < race.drivers[race.seat].roll:
        tell(race, field, log, EventKind.FEWER, race.seat, race.due, 0, 0)


@compiled
def has_target(race: Race) -> bool:
    """Whether there is any car for the instruction that begins."""
    if race.card == P:
        return has_car_to_push(race, race.seat)
    return traffic_left(race) > 0


@compiled
def act_on(race: Race, field: Field, log: Log, car: int) -> bool:
    """The chosen car is moved; False after a collision."""
    tell(race, field, log, EventKind.CHOSE, race.seat, car, 0, 0)
    if race.card == P:
        return push(race, field, log, car)
    return advance_traffic(race, field, log, race.card, car)


@rule("SA-B40")
def act_as_written(race: Race, field: Field, log: Log) -> bool:
    """The next written car is moved; one that is not there any more stops the program."""
    car = written_target(race)
    if not may_target(race, car):
        reason = TARGET_GONE if race.places[car] < 0 else TARGET_APART
        interrupt(race, field, log, reason, car)
        return False
    return act_on(race, field, log, car)


@compiled
def next_target(race: Race, field: Field, log: Log) -> bool:
    """The next car that is due: written, the only one, or to be chosen; False if it stops here."""
    if field.options.targets_chosen == WRITTEN_DOWN:
        return act_as_written(race, field, log)
    only = only_target(race)
    if only != NOBODY and not (field.options.at_count == UP_TO and race.moved > 0):
        return act_on(race, field, log, only)
    tell(race, field, log, EventKind.DECISION, race.seat, Phase.TARGET, 0, 0)
    return True


# --- written down while programming -------------------------------------------------------------


@compiled
def is_written(driver: Driver, car: int) -> bool:
    """Whether a car is written beside the card laid last."""
    first = first_written(last_of(driver))
    for place in range(first, first + (driver.roll if last_of(driver) == AT else 1)):
        if driver.written[place] == car + 1:
            return True
    return False


@compiled
def may_write(race: Race, seat: int, car: int) -> bool:
    """SA-B16: any car on the track that the card could move, not the own one and none twice."""
    driver = race.drivers[seat]
    if driver.due == 0 or race.places[car] < 0 or car == bolide(seat):
        return False
    if last_of(driver) != P and car >= TRAFFIC:
        return False
    return not is_written(driver, car)
