"""The end of a turn: repairs, options, wiping registers, staying down, coming back."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import DX, DY, NOWHERE, turned
from algorally.core.records import Mask
from algorally.games.roborally.names import (
    CIRCUIT_BREAKER,
    FACE,
    FLOOR,
    HAMMER,
    NOBODY,
    PLACE,
    SUPERIOR_ARCHIVE,
    VOID,
    WIDEST_RING,
    EventKind,
    Question,
)
from algorally.games.roborally.options import UPGRADE, YES
from algorally.games.roborally.rules.flags import ask_arm
from algorally.games.roborally.rules.floor import (
    is_active,
    is_pit,
    robot_at,
    site_at,
    step_from,
)
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.questions import ask
from algorally.games.roborally.rules.ruin import draw_option, repair
from algorally.games.roborally.rules.sheet import has
from algorally.games.roborally.state import Field, Race

ENTRY_DAMAGE = 2
BREAKS_FROM = 3  # damage tokens at which the Circuit Breaker acts
SIGHT = 3  # squares before a displaced robot in which no other may stand
FARTHEST_RING = 64

# --- repairs -----------------------------------------------------------------------------------


@rule("RR-74", "RR-C5")
def use_site(race: Race, field: Field, log: Log, who: int, square: int) -> None:
    """A wrench or flag repairs one damage; with the hammer there is an option card as well."""
    site = site_at(race, field, square)
    if site == FLOOR:
        return
    if field.options.sites == UPGRADE:
        draw_option(race, field, log, who)
    else:
        repair(race, field, log, who)
    if site == HAMMER:
        draw_option(race, field, log, who)


@rule("RR-O4")
def break_circuit(race: Race, field: Field, log: Log, who: int) -> None:
    """The Circuit Breaker powers a robot down that ends its turn with three damage or more."""
    robot = race.robots[who]
    if field.options.power_down != YES or robot.announced:
        return
    if has(robot, CIRCUIT_BREAKER) and robot.damage >= BREAKS_FROM:
        tell(race, field, log, EventKind.ANNOUNCED, who, 0, 0, 0)


@compiled
def repair_on(race: Race, field: Field, log: Log) -> bool:
    """Each robot uses its site, then its arm, in the order of the docks; False at the end."""
    while race.place < 2 * field.robots:
        who = int(race.order[race.place // 2])
        is_arm = race.place & 1
        race.place += 1
        if is_arm:
            if ask_arm(race, field, log, who):
                return True
        elif is_active(race, who):
            use_site(race, field, log, who, race.robots[who].square)
    return False


@rule("RR-54")
def wipe_registers(race: Race, field: Field, log: Log) -> None:
    """Cards in registers that are not locked are discarded, and the cards are shuffled."""
    if race.superbot != NOBODY and race.robots[race.superbot].damage > 0:
        tell(race, field, log, EventKind.HEALED, race.superbot, 0, 0, 0)
    for place in range(field.robots):
        who = int(race.order[place])
        if race.robots[who].sits_out > 0:
            tell(race, field, log, EventKind.SITS_OUT, who, race.robots[who].sits_out - 1, 0, 0)
        if is_active(race, who):
            break_circuit(race, field, log, who)
        tell(race, field, log, EventKind.WIPED, who, 0, 0, 0)
    tell(race, field, log, EventKind.SHUFFLED, race.order[0], 0, 0, 0)


@rule("RR-55")
def may_stay_down(race: Race, who: int) -> bool:
    """Who is powered down says whether to stay so for another turn."""
    robot = race.robots[who]
    return bool(is_active(race, who) and robot.powered_down and not robot.announced)


# --- coming back -------------------------------------------------------------------------------


@compiled
def next_to_enter(race: Race, field: Field) -> int:
    """The robot that comes back next: in the order in which they were destroyed."""
    best = NOBODY
    for who in range(field.robots):
        robot = race.robots[who]
        comes = robot.fallen > 0 and robot.lives > 0 and robot.sits_out == 0
        if comes and (best == NOBODY or robot.fallen < race.robots[best].fallen):
            best = who
    return best


@compiled
def ring_square(field: Field, centre: int, ring: int, number: int) -> int:
    """A square of the ring around a square, clockwise from its north-western corner."""
    width = int(field.width)
    x = centre % width - ring
    y = centre // width - ring
    side = 2 * ring
    way = number // side + 1  # first to the east
    steps = number % side
    if way >= 2:
        x += side
    if way >= 3:
        y += side
    if way == 4:
        x -= side
    x += DX[turned(way, 0)] * steps
    y += DY[turned(way, 0)] * steps
    if 0 <= x < width and 0 <= y < field.height:
        return y * width + x
    return NOWHERE


@rule("RR-60")
def sees_nobody(race: Race, field: Field, square: int, heading: int) -> bool:
    """A displaced robot may not face another within three squares."""
    there = square
    for _ in range(SIGHT):
        there = step_from(race, field, there, heading)
        if there < 0:
            return True
        if robot_at(race, field, there) != NOBODY:
            return False
    return True


@compiled
def may_face_some_way(race: Race, field: Field, square: int) -> bool:
    """Whether a displaced robot could face any way from a square."""
    for heading in range(4):
        if sees_nobody(race, field, square, heading):
            return True
    return False


@rule("RR-58")
def may_enter(race: Race, field: Field, square: int) -> bool:
    """A displaced robot comes to an empty square that is no pit; nothing else matters."""
    if square == NOWHERE or field.kinds[square] == VOID or is_pit(race, field, square):
        return False
    return robot_at(race, field, square) == NOBODY and may_face_some_way(race, field, square)


@compiled
def ring_has_room(race: Race, field: Field, centre: int, ring: int) -> bool:
    """Whether some square of a ring can be entered."""
    for number in range(min(8 * ring, WIDEST_RING)):
        if may_enter(race, field, ring_square(field, centre, ring, number)):
            return True
    return False


@rule("RR-59")
def ring_to_enter(race: Race, field: Field, centre: int) -> int:
    """A neighbouring square, diagonals too; where none will do, one ring farther out."""
    ring = 1
    while ring < FARTHEST_RING and not ring_has_room(race, field, centre, ring):
        ring += 1
    return ring


@rule("RR-56")
def ask_to_enter(race: Race, field: Field, log: Log) -> bool:
    """A destroyed robot comes back on its archive marker, facing any way; False at the end."""
    who = next_to_enter(race, field)
    if who == NOBODY:
        return False
    archive = int(race.robots[who].archive)
    if robot_at(race, field, archive) == NOBODY and not is_pit(race, field, archive):
        ask(race, field, log, who, Question.FACE, archive)
    else:
        ask(race, field, log, who, Question.PLACE, ring_to_enter(race, field, archive))
    return True


@compiled
def legal_places(race: Race, field: Field, who: int, mask: Mask) -> None:
    """The squares of the ring that can be entered."""
    centre = int(race.robots[who].archive)
    for number in range(min(8 * race.about, WIDEST_RING)):
        if may_enter(race, field, ring_square(field, centre, race.about, number)):
            mask[PLACE + number] = 1


@compiled
def legal_facings(race: Race, field: Field, who: int, mask: Mask) -> None:
    """Any facing on the archive, elsewhere one without a robot in sight."""
    is_displaced = race.about != race.robots[who].archive
    for heading in range(4):
        if not is_displaced or sees_nobody(race, field, race.about, heading):
            mask[FACE + heading] = 1


@rule("RR-O25", "RR-75")
def entry_damage(race: Race, who: int) -> int:
    """Whoever comes back has two damage tokens, with a Superior Archive none."""
    return 0 if has(race.robots[who], SUPERIOR_ARCHIVE) else ENTRY_DAMAGE


@rule("RR-76")
def enter(race: Race, field: Field, log: Log, who: int, heading: int) -> None:
    """Whoever comes back may start the next turn powered down."""
    damage = entry_damage(race, who)
    tell(race, field, log, EventKind.REENTERED, who, race.about, heading, damage)
    if field.options.power_down == YES:
        ask(race, field, log, who, Question.START_DOWN, 0)
