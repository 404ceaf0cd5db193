"""What the factory floor does in a register: belts, pushers, gears, crushers."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import turned
from algorally.games.roborally.names import (
    BLOCKED,
    BY_CONFLICT,
    BY_CRUSHER,
    BY_EXPRESS,
    BY_GEAR,
    BY_PUSHER,
    GEAR_LEFT,
    GEAR_RIGHT,
    NOBODY,
    EventKind,
)
from algorally.games.roborally.options import YES
from algorally.games.roborally.rules.floor import (
    belt_at,
    is_active,
    kind_at,
    printed,
    quarters_of,
    robot_at,
    step_from,
)
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.moving import neighbour_ahead, push, put_robot
from algorally.games.roborally.rules.ruin import destroy
from algorally.games.roborally.state import Field, Race

EXPRESS = 4  # belts from this number on are express belts

# --- belts -------------------------------------------------------------------------------------


@rule("RR-36", "RR-37")
def ride_target(race: Race, field: Field, square: int, cause: int) -> int:
    """Express belts move one square first; then express and normal belts move one square."""
    belt = belt_at(race, field, square)
    if belt == 0 or (cause == BY_EXPRESS and belt <= EXPRESS):
        return BLOCKED
    return step_from(race, field, square, (belt - 1) & 3)


@compiled
def get_on(race: Race, field: Field, cause: int) -> bool:
    """Note where belts are going to move robots; False if they move none."""
    any_goes = False
    for who in range(field.robots):
        robot = race.robots[who]
        if is_active(race, who):
            goal = ride_target(race, field, robot.square, cause)
            if goal != BLOCKED:
                robot.goal = goal
                robot.goes = 1
                any_goes = True
    return any_goes


@compiled
def comes_too(race: Race, field: Field, who: int) -> bool:
    """Whether another robot is moved onto the same square."""
    for other in range(field.robots):
        rival = race.robots[other]
        if other != who and rival.goes and rival.goal == race.robots[who].goal:
            return True
    return False


@rule("RR-38")
def is_held_up(race: Race, field: Field, who: int) -> bool:
    """Belts move all robots at once and never push: who meets another on the square stays."""
    robot = race.robots[who]
    if robot.goal < 0:
        return False
    if comes_too(race, field, who):
        return True
    other = robot_at(race, field, robot.goal)
    if other == NOBODY:
        return False
    return race.robots[other].goes == 0 or race.robots[other].goal == robot.square


@compiled
def sort_out(race: Race, field: Field, log: Log) -> None:
    """Who is held up may hold up another, until all is clear; 2 marks who has to stay."""
    going = True
    while going:
        going = False
        for who in range(field.robots):
            if race.robots[who].goes == 1 and is_held_up(race, field, who):
                race.robots[who].goes = 2
        for who in range(field.robots):
            if race.robots[who].goes == 2:
                race.robots[who].goes = 0
                going = True
                other = robot_at(race, field, race.robots[who].goal)
                tell(race, field, log, EventKind.STOPPED, who, BY_CONFLICT, other, 0)


@rule("RR-39", "RR-O13")
def turn_on_curve(race: Race, field: Field, log: Log, who: int, way: int, cause: int) -> None:
    """A belt that moves a robot onto a curve turns it by a quarter; a gyroscope holds it."""
    robot = race.robots[who]
    belt = belt_at(race, field, robot.square)
    if belt == 0 or robot.stabilised:
        return
    quarters = ((belt - 1) & 3) - way & 3
    if quarters & 1:
        heading = turned(robot.heading, quarters)
        tell(race, field, log, EventKind.TURNED, who, heading, cause, 0)


@compiled
def ride(race: Race, field: Field, log: Log, who: int, cause: int) -> None:
    """A belt moves a robot."""
    robot = race.robots[who]
    way = (belt_at(race, field, robot.square) - 1) & 3
    put_robot(race, field, log, who, robot.goal, cause, NOBODY)
    if is_active(race, who):
        turn_on_curve(race, field, log, who, way, cause)


@compiled
def move_belts(race: Race, field: Field, log: Log, cause: int) -> None:
    """All belts of a kind move at once."""
    if not get_on(race, field, cause):
        return
    sort_out(race, field, log)
    for place in range(field.robots):
        who = int(race.order[place])
        if race.robots[who].goes:
            ride(race, field, log, who, cause)
    for who in range(field.robots):
        race.robots[who].goal = 0
        race.robots[who].goes = 0


# --- pushers -----------------------------------------------------------------------------------


@compiled
def pusher_acts(race: Race, field: Field, who: int) -> bool:
    """Whether a pusher that works in this register is behind a robot."""
    if not is_active(race, who):
        return False
    square = printed(race, field, race.robots[who].square)
    return bool(field.pushers[square] >> race.register & 1)


@rule("RR-40", "RR-S10")
def pusher_pushes(race: Race, field: Field, log: Log, who: int) -> None:
    """A pusher pushes off its wall in its registers, and with the robot all in line."""
    square = int(race.robots[who].square)
    way = turned(field.pushes[printed(race, field, square)], quarters_of(race, field, square))
    is_chain = neighbour_ahead(race, field, who, way) != NOBODY
    if field.options.pusher_chains == YES or not is_chain:
        push(race, field, log, who, way, BY_PUSHER, NOBODY)


@compiled
def move_pushers(race: Race, field: Field, log: Log) -> None:
    """All pushers that work in this register push who was there when they began."""
    any_acts = False
    for who in range(field.robots):
        if pusher_acts(race, field, who):
            race.robots[who].goes = 1
            race.robots[who].goal = race.robots[who].square
            any_acts = True
    if not any_acts:
        return
    for place in range(field.robots):
        who = int(race.order[place])
        if race.robots[who].goes and race.robots[who].square == race.robots[who].goal:
            pusher_pushes(race, field, log, who)
        race.robots[who].goes = 0
        race.robots[who].goal = 0


# --- gears and crushers ------------------------------------------------------------------------


@rule("RR-41")
def move_gears(race: Race, field: Field, log: Log) -> None:
    """A gear turns the robot on it by a quarter."""
    for place in range(field.robots):
        who = int(race.order[place])
        robot = race.robots[who]
        if not is_active(race, who) or robot.stabilised:
            continue
        kind = kind_at(race, field, robot.square)
        if kind in (GEAR_LEFT, GEAR_RIGHT):
            heading = turned(robot.heading, 3 if kind == GEAR_LEFT else 1)
            tell(race, field, log, EventKind.TURNED, who, heading, BY_GEAR, 0)


@rule("RR-42")
def move_crushers(race: Race, field: Field, log: Log) -> None:
    """A crusher destroys the robot under it in its registers, after gears and before lasers."""
    for place in range(field.robots):
        who = int(race.order[place])
        if is_active(race, who):
            square = printed(race, field, race.robots[who].square)
            if field.crushers[square] >> race.register & 1:
                destroy(race, field, log, who, BY_CRUSHER, NOBODY)
