"""How cards are carried out: who comes first, how far, which way."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.core.grid import turned
from algorally.games.roborally.names import (
    BACKUP,
    BRAKES,
    BY_BLOCKED_ROBOT,
    BY_CARD,
    BY_RAMMING,
    BY_WALL,
    EMPTY,
    FOURTH_GEAR,
    MOVE1,
    MOVE2,
    MOVE3,
    NOBODY,
    RAMMING_GEAR,
    REVERSE_GEAR,
    UTURN,
    EventKind,
    Question,
)
from algorally.games.roborally.rules.cards import card_of, kind_of, urgency, writer_of
from algorally.games.roborally.rules.floor import is_active, is_awake
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.moving import neighbour_ahead, push
from algorally.games.roborally.rules.questions import ask
from algorally.games.roborally.rules.ruin import hit
from algorally.games.roborally.rules.sheet import has
from algorally.games.roborally.state import Field, Race


@compiled
def next_mover(race: Race, field: Field) -> int:
    """The robot that moves next, NOBODY if all have."""
    best = NOBODY
    highest = 0
    for who in range(field.robots):
        if race.robots[who].moved == 0 and is_awake(race, who) and card_of(race, who) != EMPTY:
            here = urgency(race, field, who)
            if here > highest:
                highest = here
                best = who
    return best


@rule("RR-30", "RR-31")
def reach(card: int) -> int:
    """A move goes one to three squares ahead, Back Up one square back without turning."""
    kind = kind_of(card)
    if kind in (MOVE1, BACKUP):
        return 1
    if kind == MOVE2:
        return 2
    return 3 if kind == MOVE3 else 0


@rule("RR-O8")
def shortened(steps: int, second: int) -> int:
    """Dual Processor: a move with a rotation goes one square less, with a U-turn two."""
    return max(0, steps - (2 if kind_of(second) == UTURN else 1))


@compiled
def is_crab(race: Race, who: int) -> bool:
    """Whether a robot carries out a sidestep."""
    return bool(race.robots[writer_of(race, who)].crab >> race.register & 1)


@compiled
def set_out(race: Race, field: Field, log: Log, who: int, change: int) -> None:
    """A robot begins to carry out its card, so many squares more or fewer than printed."""
    card = card_of(race, who)
    second = int(race.robots[writer_of(race, who)].seconds[race.register])
    steps = reach(card) + change
    if second != EMPTY and not is_crab(race, who):
        steps = shortened(steps, second)
    tell(race, field, log, EventKind.MOVES, who, card, second, steps)


@rule("RR-O3", "RR-O12", "RR-O23")
def gear_question(race: Race, who: int) -> int:
    """Brakes: Move 1 may be 0. Fourth Gear: Move 3 may be 4. Reverse Gear: Back Up may be 2."""
    robot = race.robots[who]
    if robot.options == 0:
        return Question.NOTHING
    kind = kind_of(card_of(race, who))
    second = race.robots[writer_of(race, who)].seconds[race.register]
    if kind == MOVE1 and has(robot, BRAKES) and second == EMPTY:
        return Question.BRAKES
    if kind == MOVE3 and has(robot, FOURTH_GEAR):
        return Question.FOURTH_GEAR
    if kind == BACKUP and has(robot, REVERSE_GEAR):
        return Question.REVERSE_GEAR
    return Question.NOTHING


@compiled
def begin_next(race: Race, field: Field, log: Log) -> bool:
    """The next robot begins, or its player is asked how; False if all have moved."""
    who = next_mover(race, field)
    if who == NOBODY:
        return False
    question = gear_question(race, who)
    if question == Question.NOTHING:
        set_out(race, field, log, who, 0)
    else:
        ask(race, field, log, who, question, card_of(race, who))
    return True


@compiled
def change_by(question: int, is_yes: bool) -> int:
    """How many squares more a robot goes after an answer."""
    if not is_yes:
        return 0
    return -1 if question == Question.BRAKES else 1


@rule("RR-O20")
def ram(race: Race, field: Field, log: Log, who: int, victim: int) -> None:
    """Ramming Gear: a robot that is pushed or bumped into by this one takes a damage."""
    if victim != NOBODY and has(race.robots[who], RAMMING_GEAR):
        hit(race, field, log, victim, 1, BY_RAMMING, who)


@compiled
def take_step(race: Race, field: Field, log: Log) -> None:
    """RR-30: moves are made one square at a time; what is blocked stops there."""
    who = int(race.mover)
    ahead = neighbour_ahead(race, field, who, race.way)
    race.steps -= 1
    if not push(race, field, log, who, race.way, BY_CARD, who):
        race.steps = 0
        why = BY_WALL if ahead == NOBODY else BY_BLOCKED_ROBOT
        tell(race, field, log, EventKind.STOPPED, who, why, ahead, 0)
    if not is_active(race, who):
        race.steps = 0
    ram(race, field, log, who, ahead)


@rule("RR-32")
def turn_robot(race: Race, field: Field, log: Log) -> None:
    """Rotate Left and Right turn a robot by a quarter, U-Turn by half, on the spot."""
    heading = turned(race.robots[race.mover].heading, race.spin)
    tell(race, field, log, EventKind.TURNED, race.mover, heading, BY_CARD, 0)


@compiled
def move_on(race: Race, field: Field, log: Log) -> bool:
    """One step, one turn or the next robot; False when all have moved."""
    if race.mover == NOBODY or not is_active(race, race.mover):
        return begin_next(race, field, log)
    if race.steps > 0:
        take_step(race, field, log)
    elif race.spin > 0:
        turn_robot(race, field, log)
    else:
        return begin_next(race, field, log)
    return True
