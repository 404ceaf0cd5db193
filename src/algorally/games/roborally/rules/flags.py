"""Flags, archive markers, the Mechanical Arm, and the end of the game."""

from algorally.core.bits import allow, first_bit
from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import EAST, NORTH, NOWHERE, SOUTH, WEST
from algorally.core.records import Mask
from algorally.games.roborally.names import (
    ARM,
    BY_FLAGS,
    BY_NOBODY,
    BY_SURVIVAL,
    BY_TURN_CAP,
    FLOOR,
    HAMMER,
    MAX_ROBOTS,
    MECHANICAL_ARM,
    NO,
    NOBODY,
    EventKind,
    Question,
    Stage,
)
from algorally.games.roborally.options import ALWAYS, CAPTURE, YES
from algorally.games.roborally.rules.courses import (
    play_for_team,
    seats_of,
    share_flag,
    team_of,
    teams,
    turn_board,
)
from algorally.games.roborally.rules.floor import (
    flag_at,
    is_active,
    site_at,
    step_from,
)
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.questions import ask
from algorally.games.roborally.rules.sheet import has
from algorally.games.roborally.state import Field, Race

CORNERS = ((NORTH, EAST), (SOUTH, EAST), (SOUTH, WEST), (NORTH, WEST))  # diagonals, clockwise

# --- touching ----------------------------------------------------------------------------------


@rule("RR-50", "RR-S2")
def may_touch(race: Race, field: Field, who: int, flag: int) -> bool:
    """Flags are touched in their order, and after one the next only from the next turn on."""
    robot = race.robots[who]
    if flag == NOBODY or flag != robot.touched or not may_score(race, field, who):
        return False
    return not (robot.touched_now and field.options.one_flag_per_turn == YES)


@compiled
def may_score(race: Race, field: Field, who: int) -> bool:
    """RR-C10, RR-C11: only the SuperBot scores, and of two robots the first; flags held do not."""
    if field.options.teams >= CAPTURE or who >= field.seats:
        return False
    return field.options.superbot != ALWAYS or who == race.superbot


@compiled
def touch(race: Race, field: Field, log: Log, who: int, square: int) -> None:
    """A robot touches the flag on a square, if it is its next."""
    flag = flag_at(race, field, square)
    if may_touch(race, field, who, flag):
        tell(race, field, log, EventKind.TOUCHED, who, flag, 0, 0)
        share_flag(race, field, log, who, flag)
        turn_board(race, field, log, who, square)


@rule("RR-51")
def move_archive(race: Race, field: Field, log: Log, who: int, square: int) -> None:
    """A robot on any flag or repair site moves its archive marker there."""
    if site_at(race, field, square) != FLOOR and race.robots[who].archive != square:
        tell(race, field, log, EventKind.ARCHIVED, who, square, 0, 0)


@compiled
def touch_all(race: Race, field: Field, log: Log) -> None:
    """All robots that are still there touch what they stand on."""
    for place in range(field.robots):
        who = int(race.order[place])
        if is_active(race, who):
            square = int(race.robots[who].square)
            if site_at(race, field, square) != FLOOR:  # on which no flag stands, either
                touch(race, field, log, who, square)
                move_archive(race, field, log, who, square)
    if field.options.teams >= CAPTURE:
        play_for_team(race, field, log)


# --- the arm -----------------------------------------------------------------------------------


@compiled
def round_corner(race: Race, field: Field, square: int, first: int, second: int) -> int:
    """The square that a way over two sides leads to, negative if there is none."""
    there = step_from(race, field, square, first)
    return step_from(race, field, there, second) if there >= 0 else there


@rule("RR-O15")
def arm_reaches(race: Race, field: Field, square: int, direction: int) -> int:
    """The arm reaches one square, round a corner unless walls close both ways; else NOWHERE."""
    one, other = CORNERS[direction // 2]
    if direction & 1 == 0:
        there = step_from(race, field, square, direction // 2)
    else:
        there = round_corner(race, field, square, one, other)
        if there < 0:
            there = round_corner(race, field, square, other, one)
    return there if there >= 0 else NOWHERE


@compiled
def is_worth_it(race: Race, field: Field, who: int, square: int) -> bool:
    """Whether the arm does something on a square: a flag in play, a repair in cleanup."""
    if square == NOWHERE:
        return False
    if race.stage == Stage.REPAIRS:
        site = site_at(race, field, square)
        return site == HAMMER or (site != FLOOR and race.robots[who].damage > 0)
    if may_touch(race, field, who, flag_at(race, field, square)):
        return True
    is_new = race.robots[who].archive != square and site_at(race, field, square) != FLOOR
    return field.options.arm_moves_archive == ALWAYS and is_new


@compiled
def arm_choices(race: Race, field: Field, who: int) -> int:
    """The directions in which the arm does something, as bits."""
    directions = 0
    square = int(race.robots[who].square)
    for direction in range(8):
        if is_worth_it(race, field, who, arm_reaches(race, field, square, direction)):
            directions |= 1 << direction
    return directions


@compiled
def ask_arm(race: Race, field: Field, log: Log, who: int) -> bool:
    """A player with the arm is asked where something is in reach; False if nothing is."""
    has_arm = is_active(race, who) and has(race.robots[who], MECHANICAL_ARM)
    if not has_arm or not arm_choices(race, field, who):
        return False
    ask(race, field, log, who, Question.ARM, 0)
    return True


@compiled
def legal_arm(race: Race, field: Field, who: int, mask: Mask) -> None:
    """Where the arm may reach."""
    mask[NO] = 1
    allow(mask, ARM, arm_choices(race, field, who))


@rule("RR-S9")
def touch_with_arm(race: Race, field: Field, log: Log, who: int, square: int) -> None:
    """The arm touches a flag; the archive marker stays, unless the option says otherwise."""
    touch(race, field, log, who, square)
    if field.options.arm_moves_archive == ALWAYS:
        move_archive(race, field, log, who, square)


# --- the end -----------------------------------------------------------------------------------


@compiled
def finish_game(race: Race, field: Field, log: Log, winners: int, reason: int) -> None:
    """The game is over."""
    tell(race, field, log, EventKind.GAME_OVER, race.order[0], winners, reason, 0)


@rule("RR-52", "RR-C14")
def seats_with_all_flags(race: Race, field: Field) -> int:
    """Who touches the last flag first wins, with its team; who does at the same time, too."""
    seats = 0
    for who in range(field.robots):
        if race.robots[who].touched >= field.flag_count and race.robots[who].finished == 0:
            seats |= seats_of(race, field, team_of(race, field, who))
    return seats


@compiled
def teams_in_play(race: Race, field: Field) -> int:
    """The teams, or seats, with a robot that is not out of the game, as bits."""
    found = 0
    for who in range(field.robots):
        if race.robots[who].lives > 0 and race.robots[who].finished == 0:
            found |= 1 << team_of(race, field, who)
    return found


@compiled
def is_single(found: int) -> bool:
    """Whether a set has one member."""
    return found & (found - 1) == 0


@rule("RR-S3", "RR-C17")
def check_survivors(race: Race, field: Field, log: Log) -> None:
    """When all others are out of the game the last one, or team, wins; when all are, nobody."""
    found = teams_in_play(race, field)
    if found == 0:
        finish_game(race, field, log, race.winners, BY_NOBODY)
    elif is_single(found) and teams(field) > 1 and field.options.last_robot_wins == YES:
        winners = int(race.winners)
        if winners == 0:
            winners = seats_of(race, field, first_bit(found))
        finish_game(race, field, log, winners, BY_SURVIVAL)


@rule("RR-S4")
def finish_robots(race: Race, field: Field, log: Log) -> None:
    """Robots that have touched all flags leave the board, and the others play on."""
    place = int(race.finished) + 1
    for turn in range(field.robots):
        who = int(race.order[turn])
        robot = race.robots[who]
        if robot.touched >= field.flag_count and robot.finished == 0 and is_active(race, who):
            tell(race, field, log, EventKind.FINISHED, who, place, 0, 0)


@compiled
def check_end(race: Race, field: Field, log: Log) -> None:
    """RR-52: the game is over when somebody has touched all flags."""
    if field.flag_count == 0 or field.options.teams >= CAPTURE:
        return
    if field.options.play_on == ALWAYS:
        finish_robots(race, field, log)
        return
    seats = seats_with_all_flags(race, field)
    if seats:
        finish_game(race, field, log, seats, BY_FLAGS)


@compiled
def seats_with_most_flags(race: Race, field: Field) -> int:
    """Who has touched most flags of those who are still in the game, with the team."""
    most = 0
    for who in range(field.robots):
        if race.robots[who].lives > 0:
            most = max(most, int(race.robots[who].touched))
    seats = 0
    for who in range(field.robots):
        if race.robots[who].touched == most and race.robots[who].lives > 0:
            seats |= seats_of(race, field, team_of(race, field, who))
    return seats


@rule("RR-S12")
def check_turn_cap(race: Race, field: Field, log: Log) -> None:
    """After the last turn allowed whoever has touched most flags wins."""
    if race.turn < field.options.turn_cap:
        return
    winners = int(race.winners)  # if somebody has touched all, and the others played on
    if winners == 0:
        winners = seats_with_most_flags(race, field)
    finish_game(race, field, log, winners, BY_TURN_CAP)


@compiled
def points(race: Race, seat: int) -> int:
    """How many flags a robot has touched; who finished before others has more."""
    robot = race.robots[seat]
    ahead = MAX_ROBOTS - int(robot.finished) if robot.finished else 0
    return int(robot.touched) + ahead
