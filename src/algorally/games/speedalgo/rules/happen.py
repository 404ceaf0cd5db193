"""What each event changes: rules decide and tell, and this is all that changes a race.

The same function keeps a seat's view up to date from the events that the seat may see; only the
dice change without an event.
"""

from algorally.core import telling
from algorally.core.compile import bind, compiled
from algorally.core.events import EVERYONE, UNHEARD, Log
from algorally.games.speedalgo.names import (
    AT,
    ATD,
    ATG,
    CARS,
    ELSE,
    EMPTY,
    GONE,
    MAX_STEPS,
    NO_FURTHER,
    TRAFFIC,
    WRITTEN,
    WRITTEN_AT,
    WRITTEN_ATD,
    WRITTEN_ATG,
    WRITTEN_P,
    EventKind,
    P,
    Phase,
)
from algorally.games.speedalgo.options import SECRET, WRITTEN_DOWN
from algorally.games.speedalgo.rules.finish import is_behind_line
from algorally.games.speedalgo.rules.program import is_movement, last_of
from algorally.games.speedalgo.rules.unroll import unroll
from algorally.games.speedalgo.state import Driver, Field, Race


@compiled
def traffic_left(race: Race) -> int:
    """Traffic cars on the track."""
    count = 0
    for car in range(TRAFFIC):
        if race.places[car] >= 0:
            count += 1
    return count


@compiled
def cars_left(race: Race) -> int:
    """All cars on the track."""
    count = 0
    for car in range(CARS):
        if race.places[car] >= 0:
            count += 1
    return count


@compiled
def targets_of(race: Race, who: int, card: int) -> int:
    """SA-29, SA-30, SA-B14: AT moves as many cars as the die shows, ATD, ATG and P one."""
    if card == AT:
        return min(int(race.drivers[who].roll), traffic_left(race))
    if card in (ATD, ATG):
        return min(1, traffic_left(race))
    return min(1, cars_left(race) - 1) if card == P else 0


@compiled
def first_written(card: int) -> int:
    """Where the targets of a card are written."""
    if card == AT:
        return WRITTEN_AT
    if card == ATD:
        return WRITTEN_ATD
    if card == ATG:
        return WRITTEN_ATG
    return WRITTEN_P


@compiled
def last_written(card: int) -> int:
    """The place behind the targets of a card."""
    if card == AT:
        return WRITTEN_ATD
    return first_written(card) + (1 if AT < card <= P else 0)


@compiled
def written_beside(driver: Driver, card: int) -> int:
    """How many cars are written beside a card."""
    count = 0
    for place in range(first_written(card), last_written(card)):
        if driver.written[place] > 0:
            count += 1
    return count


@compiled
def targets_now(race: Race, field: Field, who: int, card: int) -> int:
    """SA-B40: cars that a card moves when it runs; a written one counts even if it has left."""
    due = targets_of(race, who, card)
    if due > 0 and field.options.targets_chosen == WRITTEN_DOWN:
        return written_beside(race.drivers[who], card)
    return due


@compiled
def lay(race: Race, field: Field, who: int, card: int) -> None:
    """A card or sign is added to a program, unless the viewer may not see it."""
    driver = race.drivers[who]
    if card <= EMPTY:
        return
    driver.program[driver.length] = card
    driver.length += 1
    if field.options.targets_chosen == WRITTEN_DOWN and is_movement(card):
        driver.due = targets_of(race, who, card)


@compiled
def write_target(driver: Driver, car: int) -> None:
    """A car is written beside the card laid last."""
    if car == NO_FURTHER:
        driver.due = 0
    if car < 0 or driver.due == 0:
        return
    place = first_written(last_of(driver))
    while driver.written[place] > 0:
        place += 1
    driver.written[place] = car + 1
    driver.due -= 1


@compiled
def take_back(driver: Driver) -> None:
    """The card laid last goes back to the hand, with its targets and the sign before it."""
    card = last_of(driver)
    for place in range(first_written(card), last_written(card)):
        driver.written[place] = 0
    driver.due = 0
    shorten(driver)
    if card < ELSE and last_of(driver) >= ELSE:
        shorten(driver)


@compiled
def shorten(driver: Driver) -> None:
    """The last card or sign leaves the program."""
    driver.length -= 1
    driver.program[driver.length] = EMPTY


@compiled
def clear_program(driver: Driver) -> None:
    """SA-24: all cards go back to the hand."""
    while driver.length > 0:
        shorten(driver)
    for place in range(WRITTEN):
        driver.written[place] = 0
    driver.due = 0
    driver.ready = 0


@compiled
def clear_steps(race: Race) -> None:
    """No program runs."""
    for step in range(MAX_STEPS):
        race.steps[step].card = EMPTY
        race.steps[step].place = 0
        race.steps[step].leap = 0
    race.length = 0
    race.step = 0
    clear_targets(race)


@compiled
def clear_targets(race: Race) -> None:
    """No cars are due."""
    race.card = EMPTY
    race.due = 0
    race.moved = 0
    race.taken = 0


@compiled
def put_car(race: Race, field: Field, car: int, square: int) -> None:
    """A car comes to a square; a bolide behind the line is remembered (SA-B22)."""
    race.places[car] = square
    if car >= TRAFFIC and is_behind_line(field, square):
        race.drivers[car - TRAFFIC].crossed = 1


@compiled
def past_else(race: Race, step: int) -> int:
    """The step to go on with: behind a then part the else part is passed over."""
    if step < race.length and race.steps[step].card == ELSE:
        return step + 1 + race.steps[step].leap
    return step


@compiled
def choose(race: Race, car: int) -> None:
    """A car is chosen for the running instruction."""
    race.due -= 1
    race.moved += 1
    if car < TRAFFIC:
        race.taken |= 1 << int(car)
    race.phase = Phase.RUN


@compiled
def shift_order(race: Race, field: Field) -> None:
    """SA-25, SA-B29: the last becomes the first, the others keep their order."""
    last = race.order[field.seats - 1]
    for place in range(field.seats - 1, 0, -1):
        race.order[place] = race.order[place - 1]
    race.order[0] = last


@compiled
def change_program(
    race: Race, field: Field, kind: int, seat: int, a: int, b: int, secret: int
) -> None:
    """What happens on the holders."""
    driver = race.drivers[seat]
    if kind == EventKind.LAID:
        lay(race, field, seat, secret)
    elif kind == EventKind.WRITTEN:
        write_target(driver, secret)
    elif kind == EventKind.TAKEN_BACK:
        take_back(driver)
    elif kind == EventKind.READY:
        driver.ready = 1
    elif kind == EventKind.TURNED_UP:
        driver.program[b] = a
        driver.length = b + 1
    elif kind == EventKind.SHOWN:
        driver.written[a] = b + 1
    elif kind == EventKind.FLIPPED:
        driver.side = a
    elif kind == EventKind.ROLLED:
        driver.roll = a


@compiled
def change_run(race: Race, field: Field, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """What happens while a program runs."""
    if kind == EventKind.RUN_BEGAN:
        race.phase = Phase.RUN
        race.seat = seat
        unroll(race, seat)
    elif kind == EventKind.INSTRUCTION:
        clear_targets(race)
        race.card = a
        race.due = targets_now(race, field, seat, a)
        race.step = past_else(race, c + 1)
    elif kind == EventKind.TESTED:
        race.step = c + 1 + race.steps[c].leap if a == 0 else past_else(race, c + 1)
    elif kind == EventKind.CHOSE:
        choose(race, a)
    elif kind == EventKind.ENOUGH:
        race.phase = Phase.RUN
        clear_targets(race)
    elif kind == EventKind.RUN_ENDED:
        clear_steps(race)
        race.ran += 1


@compiled
def change_track(race: Race, field: Field, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """What happens on the track and at the table."""
    if kind <= EventKind.BOLIDE_PLACED:  # or TRAFFIC_PLACED, the two first kinds
        race.places[a] = b
    elif kind == EventKind.MOVED:
        put_car(race, field, a, c)
    elif kind == EventKind.REMOVED:
        race.places[a] = GONE
    elif kind == EventKind.ADVANCED:
        race.places[a] = c
    elif kind == EventKind.DECISION:
        race.seat = seat
        race.phase = a
    elif kind == EventKind.ROUND_BEGAN:
        race.turn = a
        race.seat = seat
        race.ran = 0
    elif kind == EventKind.ROUND_ENDED:
        shift_order(race, field)
        for who in range(field.seats):
            clear_program(race.drivers[who])
    elif kind == EventKind.GAME_OVER:
        race.winners = a
        race.phase = Phase.OVER


@compiled
def happen(
    race: Race, field: Field, kind: int, seat: int, a: int, b: int, c: int, secret: int
) -> None:
    """Change a race, or a seat's view of it, as an event says."""
    change_program(race, field, kind, seat, a, b, secret)
    change_run(race, field, kind, seat, a, b, c)
    change_track(race, field, kind, seat, a, b, c)


tell = bind(telling.tell, "speedalgo", happen=happen)
tell_secret = bind(telling.tell_secret, "speedalgo", happen=happen)


@compiled
def tell_program(race: Race, field: Field, log: Log, kind: int, seat: int, secret: int) -> None:
    """SA-B5: what a player lays or writes is seen by that player alone, or by all if agreed so.

    SA-B37: the others do not even hear of it, for how many cards there are tells much of them.
    """
    audience = 1 << int(seat) | UNHEARD if field.options.programming == SECRET else EVERYONE
    tell_secret(race, field, log, kind, seat, secret, audience)
