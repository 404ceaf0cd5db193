"""Lasers and the weapons of option cards: all aim first, then everything fires at once."""

from algorally.core.bits import allow
from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import NOWHERE, neighbour, turned
from algorally.core.records import Mask
from algorally.games.roborally.names import (
    BLOCKED,
    BY_DAMAGE,
    BY_LASER,
    BY_ROBOT_LASER,
    BY_WEAPON,
    DESTROYED_AT,
    DOUBLE_BARRELED_LASER,
    FIRE_CONTROL,
    HIGH_POWER_LASER,
    LOCK,
    MINI_HOWITZER,
    NO,
    NOBODY,
    OFF,
    OPTION,
    POWER_DOWN_SHIELD,
    PRESSOR_BEAM,
    RADIO_CONTROL,
    REAR_FIRING_LASER,
    REGISTERS,
    SCRAMBLER,
    TRACTOR_BEAM,
    VOID,
    WEAPON,
    WEAPONS,
    EventKind,
    Question,
)
from algorally.games.roborally.options import ALWAYS, DOUBLE, PRINTED
from algorally.games.roborally.rules.cards import draw_next
from algorally.games.roborally.rules.floor import (
    end_of_line,
    first_in_line,
    is_awake,
    lies_at,
    quarters_of,
    robot_at,
    step_from,
)
from algorally.games.roborally.rules.happen import tell, tell_secret
from algorally.games.roborally.rules.moving import neighbour_ahead, push
from algorally.games.roborally.rules.questions import ask
from algorally.games.roborally.rules.ruin import destroy, hit, lock_register
from algorally.games.roborally.rules.sheet import has
from algorally.games.roborally.state import SHOTS, Field, Race

AIM_WEAPON, AIM_PIERCING = SHOTS, SHOTS + 1  # what AIMED sets, beside the aims of each shot
SUBSTEPS = 8  # of a robot that aims: weapon, high power, then each shot
LOCK_AIM = 1  # + register
OPTION_AIM = LOCK_AIM + REGISTERS  # + option

# --- aiming ------------------------------------------------------------------------------------


@compiled
def target_of(race: Race, field: Field, who: int) -> int:
    """Whom the main laser would hit."""
    return first_in_line(race, field, race.robots[who].square, race.robots[who].heading)


@compiled
def through(race: Race, field: Field, square: int, way: int) -> int:
    """The next square beyond a wall, OFF if there is none."""
    there = neighbour(field.width, field.height, square, way)
    return OFF if there == NOWHERE or field.kinds[there] == VOID else there


@rule("RR-O14")
def target_behind(race: Race, field: Field, who: int) -> int:
    """The High-Power Laser may go through one wall or one robot, and hits that robot as well."""
    way = int(race.robots[who].heading)
    square = end_of_line(race, field, race.robots[who].square, way)
    if robot_at(race, field, square) != NOBODY and square != race.robots[who].square:
        return first_in_line(race, field, square, way)
    if step_from(race, field, square, way) != BLOCKED:
        return NOBODY
    beyond = through(race, field, square, way)
    if beyond == OFF:
        return NOBODY
    there = robot_at(race, field, beyond)
    return there if there != NOBODY else first_in_line(race, field, beyond, way)


@rule("RR-O16", "RR-O18", "RR-O24", "RR-O26")
def may_fire(race: Race, field: Field, who: int, weapon: int, target: int) -> bool:
    """Weapons fire instead of the main laser, each where it has an effect on the target."""
    robot = race.robots[who]
    if not has(robot, weapon):
        return False
    if weapon == TRACTOR_BEAM:
        return neighbour_ahead(race, field, who, robot.heading) != target
    if weapon == RADIO_CONTROL:
        return race.register < REGISTERS - 1 and is_awake(race, target)
    if weapon == SCRAMBLER:
        return may_scramble(race, target)
    return True


@compiled
def may_scramble(race: Race, target: int) -> bool:
    """A next register that has a card and is not locked can be scrambled."""
    register = int(race.register) + 1
    if register >= REGISTERS or not is_awake(race, target):
        return False
    robot = race.robots[target]
    return robot.registers[register] != 0 and not robot.locked >> register & 1


@compiled
def weapons_at_hand(race: Race, field: Field, who: int) -> int:
    """The weapons that a robot may fire, as bits."""
    target = target_of(race, field, who)
    weapons = 0
    if target != NOBODY:
        for number in range(len(WEAPONS)):
            if may_fire(race, field, who, WEAPONS[number], target):
                weapons |= 1 << number
    return weapons


@compiled
def shot_target(race: Race, field: Field, who: int, shot: int) -> int:
    """Whom a shot of the main laser hits: two barrels, and perhaps a robot behind."""
    if shot & 1 and not has(race.robots[who], DOUBLE_BARRELED_LASER):
        return NOBODY
    if shot < 2:
        return target_of(race, field, who)
    return target_behind(race, field, who) if race.robots[who].piercing else NOBODY


@compiled
def aim_question(race: Race, field: Field, log: Log, who: int, substep: int) -> bool:
    """One question of a robot that aims; False if there is none."""
    robot = race.robots[who]
    question = Question.NOTHING
    target = NOBODY
    if substep == 0:
        if weapons_at_hand(race, field, who):
            question, target = Question.WEAPON, target_of(race, field, who)
    elif robot.weapon != NOBODY:
        return False
    elif substep == 1:
        if has(robot, HIGH_POWER_LASER):
            question, target = Question.HIGH_POWER, target_behind(race, field, who)
    elif substep < 2 + SHOTS and has(robot, FIRE_CONTROL):
        question, target = Question.FIRE_CONTROL, shot_target(race, field, who, substep - 2)
    if target == NOBODY:
        return False
    ask(race, field, log, who, question, target)
    return True


@compiled
def aim_on(race: Race, field: Field, log: Log) -> bool:
    """The next question of the robots that aim, in the order of the docks; False at the end."""
    while race.place < field.robots * SUBSTEPS:
        who = int(race.order[race.place // SUBSTEPS])
        substep = race.place % SUBSTEPS
        race.place += 1
        if not is_awake(race, who) or not race.robots[who].options:
            race.place += SUBSTEPS - 1 - substep
        elif aim_question(race, field, log, who, substep):
            return True
    return False


@compiled
def legal_weapons(race: Race, field: Field, who: int, mask: Mask) -> None:
    """The weapons to choose from, or the laser."""
    mask[NO] = 1
    allow(mask, WEAPON, weapons_at_hand(race, field, who))


@compiled
def action_of(aim: int) -> int:
    """The choice that is this aim."""
    return OPTION + aim - OPTION_AIM if aim >= OPTION_AIM else LOCK + aim - LOCK_AIM


@rule("RR-O10")
def legal_fire_control(race: Race, mask: Mask) -> None:
    """Fire Control: instead of damage a hit locks a register of choice or destroys an option."""
    target = race.robots[race.about]
    mask[NO] = 1
    for register in range(REGISTERS):
        if not target.locked >> register & 1:
            mask[LOCK + register] = 1
    allow(mask, OPTION, int(target.options))
    robot = race.robots[race.seat]
    for shot in range(SHOTS):  # what one shot does the next one cannot do again
        if robot.aims[shot] and robot.marks[shot] == race.about:
            mask[action_of(int(robot.aims[shot]))] = 0


@compiled
def take_aim(race: Race, field: Field, log: Log, who: int, action: int) -> None:
    """The answer to a question of aiming."""
    if race.question == Question.WEAPON:
        if action != NO:
            weapon = WEAPONS[action - WEAPON]
            tell(race, field, log, EventKind.AIMED, who, AIM_WEAPON, weapon, 0)
    elif race.question == Question.HIGH_POWER:
        if action != NO:
            tell(race, field, log, EventKind.AIMED, who, AIM_PIERCING, 1, 0)
    elif action != NO:
        shot = (race.place - 1) % SUBSTEPS - 2
        aim = OPTION_AIM + action - OPTION if action >= OPTION else LOCK_AIM + action - LOCK
        tell(race, field, log, EventKind.AIMED, who, shot, aim, race.about)


# --- firing ------------------------------------------------------------------------------------


@rule("RR-O17")
def shield(race: Race, field: Field, log: Log, who: int, tokens: int, way: int) -> int:
    """The Power-Down Shield prevents one damage from each direction in each register."""
    robot = race.robots[who]
    if not robot.powered_down or not has(robot, POWER_DOWN_SHIELD) or robot.shielded >> way & 1:
        return tokens
    tell(race, field, log, EventKind.SHIELDED, who, way, 0, 0)
    return tokens - 1


@compiled
def shoot_at(
    race: Race, field: Field, log: Log, who: int, tokens: int, way: int, cause: int, by: int
) -> None:
    """Damage flies at a robot."""
    hit(race, field, log, who, shield(race, field, log, who, tokens, way), cause, by)


@compiled
def anyone_in_beam(race: Race, field: Field) -> bool:
    """Whether a robot stands where a board laser may hit it; on boards that turn, anywhere."""
    for who in range(field.robots):
        square = race.robots[who].square
        if square != OFF and (field.lit[square] or field.options.turning_boards == ALWAYS):
            return True
    return False


@rule("RR-43")
def fire_board_lasers(race: Race, field: Field, log: Log) -> None:
    """A board laser damages the robot nearest its source, one token for each beam."""
    if not anyone_in_beam(race, field):
        return
    for laser in range(field.lasers):
        printed_at = int(field.laser_squares[laser])
        square = lies_at(race, field, printed_at)
        way = turned(field.laser_headings[laser], quarters_of(race, field, square))
        target = robot_at(race, field, square)
        if target == NOBODY:
            target = first_in_line(race, field, square, way)
        if target != NOBODY:
            tell(race, field, log, EventKind.BEAM, target, laser, race.robots[target].square, 0)
            shoot_at(race, field, log, target, field.laser_beams[laser], way, BY_LASER, NOBODY)


@rule("RR-44", "RR-C6")
def laser_damage(race: Race, field: Field, who: int) -> int:
    """A robot's laser does one damage, the SuperBot's or where the course says so two."""
    return 2 if field.options.robot_lasers == DOUBLE or who == race.superbot else 1


@compiled
def fire_shot(race: Race, field: Field, log: Log, who: int, shot: int) -> None:
    """A shot of the main laser, unless Fire Control does something else with it."""
    target = shot_target(race, field, who, shot)
    if target == NOBODY:
        return
    robot = race.robots[who]
    if shot & 1 == 0:
        square = race.robots[target].square
        tell(race, field, log, EventKind.FIRED, who, square, target, NOBODY)
    if robot.aims[shot] == 0:
        tokens = laser_damage(race, field, who)
        shoot_at(race, field, log, target, tokens, robot.heading, BY_ROBOT_LASER, who)


@rule("RR-O7")
def fire_main_laser(race: Race, field: Field, log: Log, who: int) -> None:
    """The Double-Barreled Laser fires two shots instead of one."""
    for shot in range(SHOTS if race.robots[who].options else 1):
        fire_shot(race, field, log, who, shot)


@rule("RR-O21")
def fire_rear_laser(race: Race, field: Field, log: Log, who: int) -> None:
    """The Rear-Firing Laser fires one shot backwards, besides."""
    if not has(race.robots[who], REAR_FIRING_LASER):
        return
    way = turned(race.robots[who].heading, 2)
    target = first_in_line(race, field, race.robots[who].square, way)
    if target != NOBODY:
        square = race.robots[target].square
        tell(race, field, log, EventKind.FIRED, who, square, target, REAR_FIRING_LASER)
        shoot_at(race, field, log, target, laser_damage(race, field, who), way, BY_ROBOT_LASER, who)


@compiled
def fire_weapon(race: Race, field: Field, log: Log, who: int) -> None:
    """A weapon fires; whom it hits is remembered, for all of them move at once."""
    robot = race.robots[who]
    target = target_of(race, field, who)
    tell(race, field, log, EventKind.FIRED, who, race.robots[target].square, target, robot.weapon)
    robot.target = target + 1
    if robot.weapon == MINI_HOWITZER:
        shoot_at(race, field, log, target, 1, robot.heading, BY_WEAPON, who)


@compiled
def anyone_has_options(race: Race, field: Field) -> bool:
    """Whether a robot has option cards; without them nobody aims."""
    for who in range(field.robots):
        if race.robots[who].options:
            return True
    return False


@rule("RR-45")
def fire_everything(race: Race, field: Field, log: Log) -> None:
    """All lasers fire at once: who is destroyed by one still shoots, and still is in the way."""
    fire_board_lasers(race, field, log)
    for place in range(field.robots):
        who = int(race.order[place])
        if not is_awake(race, who):
            continue
        if race.robots[who].weapon == NOBODY:
            fire_main_laser(race, field, log, who)
        else:
            fire_weapon(race, field, log, who)
        if race.robots[who].options:
            fire_rear_laser(race, field, log, who)
    if anyone_has_options(race, field):
        control_fire(race, field, log)
        move_targets(race, field, log)
        disturb_targets(race, field, log)
        forget_targets(race, field)


# --- what weapons do besides -------------------------------------------------------------------


@compiled
def control_fire(race: Race, field: Field, log: Log) -> None:
    """What Fire Control does with the hits, in the order of the docks."""
    for place in range(field.robots):
        robot = race.robots[race.order[place]]
        for shot in range(SHOTS):
            if robot.aims[shot] and race.robots[robot.marks[shot]].square != OFF:
                by = int(race.order[place])
                carry_out_aim(race, field, log, by, robot.marks[shot], robot.aims[shot])


@rule("RR-S8")
def carry_out_aim(race: Race, field: Field, log: Log, by: int, target: int, aim: int) -> None:
    """A lock is a damage token on the chosen register; by the printed card it is only a lock."""
    robot = race.robots[target]
    if aim >= OPTION_AIM:
        if has(robot, aim - OPTION_AIM):
            tell(race, field, log, EventKind.OPTION_LOST, target, aim - OPTION_AIM, 0, 0)
    elif not robot.locked >> (aim - LOCK_AIM) & 1:
        if field.options.fire_control != PRINTED:
            tell(race, field, log, EventKind.HIT, target, 1, BY_ROBOT_LASER, by)
            tell(race, field, log, EventKind.DAMAGED, target, robot.damage + 1, BY_ROBOT_LASER, 0)
        if robot.damage >= DESTROYED_AT:
            destroy(race, field, log, target, BY_DAMAGE, by)
        else:
            lock_register(race, field, log, target, aim - LOCK_AIM)


@compiled
def push_heading(race: Race, who: int) -> int:
    """Which way a robot's weapon moves its target, NOWHERE if it does not."""
    robot = race.robots[who]
    if robot.target == 0:
        return NOWHERE
    if robot.weapon == TRACTOR_BEAM:
        return turned(robot.heading, 2)
    if robot.weapon in (MINI_HOWITZER, PRESSOR_BEAM):
        return int(robot.heading)
    return NOWHERE


@compiled
def find_goals(race: Race, field: Field) -> None:
    """Where each weapon would move its target."""
    for who in range(field.robots):
        way = push_heading(race, who)
        robot = race.robots[who]
        robot.goes = 0
        if way != NOWHERE:
            robot.goes = 1
            robot.goal = step_from(race, field, race.robots[robot.target - 1].square, way)


@compiled
def is_contested(race: Race, field: Field, who: int) -> bool:
    """Whether another weapon moves another robot onto the same square."""
    robot = race.robots[who]
    for other in range(field.robots):
        rival = race.robots[other]
        is_rival = other != who and rival.goes and rival.target != robot.target
        if is_rival and rival.goal == robot.goal and robot.goal >= 0:
            return True
    return False


@rule("RR-O27")
def move_targets(race: Race, field: Field, log: Log) -> None:
    """Weapons push or pull by one square; of two moves onto one square neither happens."""
    find_goals(race, field)
    for who in range(field.robots):
        if race.robots[who].goes and is_contested(race, field, who):
            race.robots[who].goes = 2
    for place in range(field.robots):
        who = int(race.order[place])
        target = int(race.robots[who].target) - 1
        if race.robots[who].goes == 1 and race.robots[target].square != OFF:
            push(race, field, log, target, push_heading(race, who), BY_WEAPON, who)
        if race.robots[who].weapon == MINI_HOWITZER and target >= 0:
            use_up_howitzer(race, field, log, who)


@compiled
def use_up_howitzer(race: Race, field: Field, log: Log, who: int) -> None:
    """RR-O16: after five shots the Mini Howitzer is gone."""
    left = race.robots[who].howitzer - 1
    if not has(race.robots[who], MINI_HOWITZER):
        return
    tell(race, field, log, EventKind.USES_LEFT, who, MINI_HOWITZER, left, 0)
    if left == 0:
        tell(race, field, log, EventKind.OPTION_LOST, who, MINI_HOWITZER, 0, 0)


@compiled
def disturb_targets(race: Race, field: Field, log: Log) -> None:
    """What the beams do that change programs."""
    for place in range(field.robots):
        who = int(race.order[place])
        target = int(race.robots[who].target) - 1
        if target < 0 or race.robots[target].square == OFF:
            continue
        if race.robots[who].weapon == RADIO_CONTROL:
            tell(race, field, log, EventKind.CONTROLLED, target, who, 0, 0)
        elif race.robots[who].weapon == SCRAMBLER and may_scramble(race, target):
            card = draw_next(race)
            if card:
                tell_secret(race, field, log, EventKind.SCRAMBLED, target, card, 0)


@compiled
def forget_targets(race: Race, field: Field) -> None:
    """Nothing is left of it."""
    for who in range(field.robots):
        race.robots[who].target = 0
        race.robots[who].goal = 0
        race.robots[who].goes = 0
