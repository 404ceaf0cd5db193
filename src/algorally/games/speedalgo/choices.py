"""What a seat may do: action numbers, who acts, what is legal, and the door that plays it."""

from algorally.core.bits import allow
from algorally.core.compile import compiled
from algorally.core.events import Log
from algorally.core.records import Mask
from algorally.games.speedalgo.names import (
    AB,
    ACTIONS,
    AT,
    CARS,
    ENOUGH,
    LANES,
    LAY,
    NEXT,
    NO_FURTHER,
    READY,
    REP,
    START,
    TAKE_BACK,
    TARGET,
    TIME_UP,
    TRAFFIC_AT,
    EventKind,
    P,
    Phase,
)
from algorally.games.speedalgo.options import OPEN_LIVE, UP_TO
from algorally.games.speedalgo.rules.clock import time_up
from algorally.games.speedalgo.rules.happen import tell_program
from algorally.games.speedalgo.rules.program import (
    last_of,
    may_be_ready,
    may_lay,
    takes_movement,
)
from algorally.games.speedalgo.rules.targets import may_stop_choosing, may_target, may_write
from algorally.games.speedalgo.rules.turn import (
    choose_target,
    get_ready,
    is_programming,
    lay_card,
    run_on,
    stop_choosing,
)
from algorally.games.speedalgo.setup import (
    choose_place,
    free_places,
    leaves_lanes_enough,
    place_traffic,
)
from algorally.games.speedalgo.state import Driver, Field, Race


@compiled
def acting(race: Race, field: Field) -> int:
    """The seats that have to decide something now, as a bit mask; 0 when the game is over."""
    if race.phase == Phase.OVER:
        return 0
    if race.phase != Phase.PROGRAM:
        return 1 << int(race.seat)
    seats = 0
    for seat in range(field.seats):
        if is_programming(race, field, seat):
            seats |= 1 << seat
    return seats


@compiled
def legal_cards(driver: Driver, field: Field, mask: Mask) -> None:
    """Cards and signs that may follow in the program."""
    if takes_movement(driver, field):
        for card in range(AB, P + 1):
            mask[LAY + card - AB] = 1
        for place in range(driver.length):  # quicker than to ask of each card if it is used
            if driver.program[place] <= P:
                mask[LAY + driver.program[place] - AB] = 0
    for card in range(REP, NEXT + 1):
        if may_lay(driver, field, card):
            mask[LAY + card - AB] = 1


@compiled
def may_write_no_further(driver: Driver, field: Field) -> bool:
    """SA-B14: whether the cars written beside AT may be enough."""
    if field.options.at_count != UP_TO or last_of(driver) != AT:
        return False
    return driver.due > 0 and driver.written[0] > 0


@compiled
def may_take_back(driver: Driver, field: Field) -> bool:
    """SA-B5: where all see what is laid, it can be taken back until its player is ready."""
    return field.options.programming == OPEN_LIVE and driver.length > 0


@compiled
def legal_program(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Lay a card, write a car beside it, take it back, or be ready."""
    driver = race.drivers[seat]
    if driver.due > 0:
        for car in range(CARS):
            if may_write(race, seat, car):
                mask[TARGET + car] = 1
        if may_write_no_further(driver, field):
            mask[ENOUGH] = 1
    else:
        legal_cards(driver, field, mask)
        if may_be_ready(driver, field):
            mask[READY] = 1
    if may_take_back(driver, field):
        mask[TAKE_BACK] = 1


@compiled
def legal_targets(race: Race, field: Field, mask: Mask) -> None:
    """Which car the running instruction moves."""
    for car in range(CARS):
        if may_target(race, car):
            mask[TARGET + car] = 1
    if may_stop_choosing(race, field):
        mask[ENOUGH] = 1


@compiled
def legal_traffic(race: Race, field: Field, mask: Mask) -> None:
    """Squares for a traffic car, lane by lane: quicker than to ask of each square."""
    for lane in range(LANES):
        if leaves_lanes_enough(race, field, lane):
            for column in range(1, field.columns):
                mask[TRAFFIC_AT + column * LANES + lane] = 1
    for car in range(CARS):
        if race.places[car] >= 0:
            mask[TRAFFIC_AT + race.places[car]] = 0


@compiled
def legal_setup(race: Race, field: Field, mask: Mask) -> None:
    """The choices of set-up."""
    if race.phase == Phase.TRAFFIC:
        legal_traffic(race, field, mask)
    else:
        allow(mask, START, free_places(race))


@compiled
def allow_legal(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Set the bytes of the legal actions of a seat to 1, in a mask of zeros."""
    if race.phase == Phase.PROGRAM:
        if is_programming(race, field, seat):
            legal_program(race, field, seat, mask)
    elif race.phase == Phase.OVER or seat != race.seat:
        return
    elif race.phase == Phase.TARGET:
        legal_targets(race, field, mask)
    else:
        legal_setup(race, field, mask)


@compiled
def legal(race: Race, field: Field, seat: int, mask: Mask) -> None:
    """Set the bytes of the legal actions of a seat to 1, all others to 0."""
    for action in range(ACTIONS):
        mask[action] = 0
    allow_legal(race, field, seat, mask)


@compiled
def play_target(race: Race, field: Field, seat: int, car: int, log: Log) -> None:
    """A car is written down, or chosen for the instruction that runs."""
    if race.phase == Phase.PROGRAM:
        tell_program(race, field, log, EventKind.WRITTEN, seat, car)
    else:
        choose_target(race, field, log, car)


@compiled
def play_enough(race: Race, field: Field, seat: int, log: Log) -> None:
    """No further car: in what is written, or in what runs."""
    if race.phase == Phase.PROGRAM:
        tell_program(race, field, log, EventKind.WRITTEN, seat, NO_FURTHER)
    else:
        stop_choosing(race, field, log)


@compiled
def decide(race: Race, field: Field, seat: int, action: int, log: Log) -> None:
    """A choice itself, before programs go on."""
    if action < READY:
        lay_card(race, field, log, seat, action - LAY + AB)
    elif action == READY:
        get_ready(race, field, log, seat)
    elif action == TAKE_BACK:
        tell_program(race, field, log, EventKind.TAKEN_BACK, seat, 0)
    elif action < ENOUGH:
        play_target(race, field, seat, action - TARGET, log)
    elif action == ENOUGH:
        play_enough(race, field, seat, log)
    elif action < TRAFFIC_AT:
        choose_place(race, field, log, action - START)
    elif action == TIME_UP:
        time_up(race, field, log, seat)
    else:
        place_traffic(race, field, log, action - TRAFFIC_AT)


@compiled
def play(race: Race, field: Field, seat: int, action: int, log: Log) -> None:
    """The one door that changes a race; the action must be legal, or TIME_UP."""
    decide(race, field, seat, action, log)
    run_on(race, field, log)
