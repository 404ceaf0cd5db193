"""What happens when a player's time is up."""

from algorally.core.bits import first_bit
from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.roborally.names import (
    FACE,
    NO,
    OPTION,
    OPTION_CARDS,
    PLACE,
    EventKind,
    Question,
)
from algorally.games.roborally.rules.cleanup import may_enter, ring_square, sees_nobody
from algorally.games.roborally.rules.courses import may_start, row_has_room
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.state import Field, Race


@compiled
def last_option(options: int) -> int:
    """The option of a set that comes last by name."""
    option = OPTION_CARDS - 1
    while not options >> option & 1:
        option -= 1
    return option


@compiled
def first_place(race: Race, field: Field) -> int:
    """The first square of the ring that can be entered."""
    centre = int(race.robots[race.seat].archive)
    number = 0
    while not may_enter(race, field, ring_square(field, centre, race.about, number)):
        number += 1
    return number


@compiled
def first_facing(race: Race, field: Field) -> int:
    """The first heading that is allowed, clockwise from north."""
    is_displaced = race.about != race.robots[race.seat].archive
    heading = 0
    while is_displaced and not sees_nobody(race, field, race.about, heading):
        heading += 1
    return heading


@compiled
def first_start(race: Race, field: Field) -> int:
    """The first row, or the first square of it, in which a robot can start."""
    who = int(race.seat)
    number = 0
    if race.question == Question.START_ROW:
        while not row_has_room(race, field, who, number):
            number += 1
    else:
        while not may_start(race, field, who, race.about, number):
            number += 1
    return number


@rule("RR-72")
def plain_answer(race: Race, field: Field) -> int:
    """Who does not answer says no, keeps the options that come first, and faces north."""
    if race.question == Question.LOSE:
        return OPTION + last_option(int(race.robots[race.seat].options))
    if race.question == Question.CHOOSE_OPTION:
        return OPTION + first_bit(int(race.offered))
    if race.question == Question.PLACE:
        return PLACE + first_place(race, field)
    if race.question >= Question.START_ROW:
        return PLACE + first_start(race, field)
    if race.question == Question.FACE:
        return FACE + first_facing(race, field)
    return NO


@compiled
def tell_time_up(race: Race, field: Field, log: Log, who: int) -> None:
    """All hear that the clock decides."""
    tell(race, field, log, EventKind.TIME_UP, who, 0, 0, 0)
