"""What only some courses have: moving flags, boards that turn, the SuperBot, teams."""

from algorally.core.compile import compiled, rule
from algorally.core.dice import below
from algorally.core.events import Log
from algorally.core.grid import EAST, WEST
from algorally.core.records import Mask
from algorally.games.roborally.names import (
    BLOCKED,
    BOARD,
    BY_EXPRESS,
    BY_TEAM,
    NOBODY,
    OFF,
    PLACE,
    EventKind,
    Question,
)
from algorally.games.roborally.options import (
    ALWAYS,
    CAPTURE,
    CONTROL,
    NO_TEAMS,
    TANDEM,
)
from algorally.games.roborally.rules.cards import dock_place
from algorally.games.roborally.rules.floor import (
    belt_at,
    flag_at,
    is_active,
    is_pit,
    robot_at,
    seat_of,
    step_from,
)
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.state import Field, Race

START_ROWS = 6  # rows at the back in which robots start

# --- flags that move ---------------------------------------------------------------------------


@rule("RR-C7")
def ride_flag(race: Race, field: Field, log: Log, flag: int, cause: int) -> None:
    """A flag rides on belts; one that falls is away until the next register."""
    square = int(race.flag_squares[flag])
    belt = belt_at(race, field, square) if square >= 0 else 0
    if belt == 0 or (cause == BY_EXPRESS and belt <= 4):
        return
    there = step_from(race, field, square, (belt - 1) & 3)
    if there == BLOCKED:
        return
    if there >= 0 and is_pit(race, field, there):
        there = OFF
    tell(race, field, log, EventKind.FLAG_MOVED, race.order[0], flag, there, NOBODY)


@compiled
def ride_flags(race: Race, field: Field, log: Log, cause: int) -> None:
    """All flags ride, where flags move."""
    if field.options.moving_flags == ALWAYS:
        for flag in range(field.flag_count):
            ride_flag(race, field, log, flag, cause)


@compiled
def bring_flags_back(race: Race, field: Field, log: Log) -> None:
    """RR-C7: flags that fell come back to their first squares."""
    if field.options.moving_flags == ALWAYS:
        for flag in range(field.flag_count):
            if race.flag_squares[flag] == OFF:
                home = int(field.flag_squares[flag])
                tell(race, field, log, EventKind.FLAG_MOVED, race.order[0], flag, home, NOBODY)


# --- boards that turn --------------------------------------------------------------------------


@rule("RR-C9")
def turn_board(race: Race, field: Field, log: Log, who: int, square: int) -> None:
    """When a flag is touched a coin decides whether its board turns by a quarter."""
    if field.options.turning_boards != ALWAYS or field.on_board[square] < 0:
        return
    if below(race.dice, 2):
        tell(race, field, log, EventKind.BOARD_TURNED, who, field.on_board[square], 0, 0)


# --- teams -------------------------------------------------------------------------------------


@compiled
def teams(field: Field) -> int:
    """How many teams there are: pairs, or two halves; without teams every seat is one."""
    if field.options.teams == NO_TEAMS:
        return int(field.seats)
    return int(field.seats) // 2 if field.options.teams == TANDEM else 2


@compiled
def team_of(race: Race, field: Field, who: int) -> int:
    """The team of a robot, by the order of the docks; without teams its seat."""
    if field.options.teams == NO_TEAMS:
        return seat_of(field, who)
    return dock_place(race, field, who) % teams(field)


@compiled
def seats_of(race: Race, field: Field, team: int) -> int:
    """The seats of a team, as bits."""
    seats = 0
    for who in range(field.robots):
        if team_of(race, field, who) == team:
            seats |= 1 << seat_of(field, who)
    return seats


@rule("RR-C13")
def share_flag(race: Race, field: Field, log: Log, who: int, flag: int) -> None:
    """In tandem a flag counts for both robots of the team, whichever touches it."""
    if field.options.teams != TANDEM:
        return
    for other in range(field.robots):
        if other != who and team_of(race, field, other) == team_of(race, field, who):
            tell(race, field, log, EventKind.TOUCHED, other, flag, 0, 0)


@rule("RR-C16")
def take_control(race: Race, field: Field, log: Log) -> None:
    """A robot on a flag puts it under the control of its team."""
    for place in range(field.robots):
        who = int(race.order[place])
        if is_active(race, who):
            square = int(race.robots[who].square)
            flag = flag_at(race, field, square)
            team = team_of(race, field, who)
            if flag != NOBODY and race.holders[flag] != team:
                tell(race, field, log, EventKind.FLAG_MOVED, who, flag, square, team)


@compiled
def controlling_team(race: Race, field: Field) -> int:
    """The team that controls all flags, NOBODY if none does."""
    team = int(race.holders[0])
    for flag in range(field.flag_count):
        if race.holders[flag] != team:
            return NOBODY
    return team


# --- capture the flag --------------------------------------------------------------------------


@compiled
def home_square(race: Race, field: Field, who: int, row: int, column: int) -> int:
    """A square of the back rows of a team's board: of the left one or the right one."""
    team = team_of(race, field, who)
    width = int(field.width)
    corner = int(field.board_corners[team])
    x = corner % width + (row if team == 0 else BOARD - 1 - row)
    return (corner // width + column) * width + x


@compiled
def may_start(race: Race, field: Field, who: int, row: int, column: int) -> bool:
    """RR-C15: a robot starts on a free square of its back rows that is no pit."""
    square = home_square(race, field, who, row, column)
    return robot_at(race, field, square) == NOBODY and not is_pit(race, field, square)


@compiled
def row_has_room(race: Race, field: Field, who: int, row: int) -> bool:
    """Whether a robot can start somewhere in a row."""
    for column in range(BOARD):
        if may_start(race, field, who, row, column):
            return True
    return False


@compiled
def legal_start(race: Race, field: Field, who: int, mask: Mask) -> None:
    """The rows from the back, then the squares of the one that was chosen."""
    if race.question == Question.START_ROW:
        for row in range(START_ROWS):
            if row_has_room(race, field, who, row):
                mask[PLACE + row] = 1
    else:
        for column in range(BOARD):
            if may_start(race, field, who, race.about, column):
                mask[PLACE + column] = 1


@compiled
def start_at(race: Race, field: Field, log: Log, who: int, column: int) -> None:
    """A robot stands on its starting square and faces the other team."""
    square = home_square(race, field, who, race.about, column)
    heading = EAST if team_of(race, field, who) == 0 else WEST
    damage = field.options.start_damage
    tell(race, field, log, EventKind.REENTERED, who, square, heading, damage)
    tell(race, field, log, EventKind.ARCHIVED, who, square, 0, 0)


@compiled
def is_sent_home(race: Race, field: Field, who: int, by: int) -> bool:
    """RR-C15: whoever pushes an enemy on the own board sends it back to its start."""
    if field.options.teams != CAPTURE or by == NOBODY:
        return False
    team = team_of(race, field, by)
    if team == team_of(race, field, who):
        return False
    return bool(field.on_board[race.robots[who].square] == team)


@compiled
def carried_by(race: Race, field: Field, who: int) -> int:
    """The flag that a robot carries, NOBODY if none."""
    for flag in range(field.flag_count):
        if race.holders[flag] == who:
            return flag
    return NOBODY


@rule("RR-C15")
def carry_flags(race: Race, field: Field, log: Log) -> None:
    """A robot on the other team's flag carries it along until it is destroyed."""
    for flag in range(field.flag_count):
        holder = int(race.holders[flag])
        if holder != NOBODY and not is_active(race, holder):
            home = int(field.flag_squares[flag])
            tell(race, field, log, EventKind.FLAG_MOVED, holder, flag, home, NOBODY)
        elif holder != NOBODY:
            square = int(race.robots[holder].square)
            tell(race, field, log, EventKind.FLAG_MOVED, holder, flag, square, holder)
        else:
            who = robot_at(race, field, race.flag_squares[flag])
            if who != NOBODY and team_of(race, field, who) != flag:
                square = int(race.flag_squares[flag])
                tell(race, field, log, EventKind.FLAG_MOVED, who, flag, square, who)


@compiled
def capturing_team(race: Race, field: Field) -> int:
    """The team that has brought the other flag to its own, NOBODY if none has."""
    for who in range(field.robots):
        team = team_of(race, field, who)
        carries = is_active(race, who) and carried_by(race, field, who) != NOBODY
        is_home = race.holders[team] == NOBODY and carries
        if is_home and race.robots[who].square == race.flag_squares[team]:
            return team
    return NOBODY


@compiled
def play_for_team(race: Race, field: Field, log: Log) -> None:
    """What flags do at the end of a register where teams hold them, and who has won by it."""
    team = NOBODY
    if field.options.teams == CONTROL:
        take_control(race, field, log)
        team = controlling_team(race, field)
    elif field.options.teams == CAPTURE:
        carry_flags(race, field, log)
        team = capturing_team(race, field)
    if team != NOBODY:
        winners = seats_of(race, field, team)
        tell(race, field, log, EventKind.GAME_OVER, race.order[0], winners, BY_TEAM, 0)
