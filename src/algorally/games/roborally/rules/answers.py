"""What the answers to questions lead to."""

from algorally.core.compile import compiled
from algorally.core.events import Log
from algorally.games.roborally.names import (
    ARM,
    BY_RECOMPILE,
    FACE,
    NO,
    NOBODY,
    OPTION,
    PLACE,
    EventKind,
    Phase,
    Question,
    Stage,
)
from algorally.games.roborally.rules.cleanup import (
    enter,
    ring_square,
    use_site,
)
from algorally.games.roborally.rules.courses import start_at
from algorally.games.roborally.rules.executing import change_by, set_out
from algorally.games.roborally.rules.flags import (
    arm_reaches,
    touch_with_arm,
)
from algorally.games.roborally.rules.happen import tell
from algorally.games.roborally.rules.program import (
    recompile,
)
from algorally.games.roborally.rules.questions import ask
from algorally.games.roborally.rules.ruin import (
    hit,
    take_token,
)
from algorally.games.roborally.rules.shooting import take_aim
from algorally.games.roborally.rules.turn import abort
from algorally.games.roborally.state import Field, Race


@compiled
def answer_before(race: Race, field: Field, log: Log, who: int) -> None:
    """Yes to what is asked before cards are carried out."""
    if race.question == Question.RECOMPILE:
        recompile(race, field, log, who)
        hit(race, field, log, who, 1, BY_RECOMPILE, NOBODY)
    elif race.question == Question.ANNOUNCE:
        tell(race, field, log, EventKind.ANNOUNCED, who, 0, 0, 0)
    elif race.question == Question.GYROSCOPE:
        tell(race, field, log, EventKind.STABILISED, who, 0, 0, 0)
    elif race.question == Question.CONDITION:
        tell(race, field, log, EventKind.SWAPPED, who, race.register, 0, 0)
    else:
        tell(race, field, log, EventKind.ABORTING, who, 0, 0, 0)
        abort(race, field, log, who)


@compiled
def answer_damage(race: Race, field: Field, log: Log, who: int, action: int) -> None:
    """A token is taken, or an option goes instead; a destroyed robot loses one."""
    if action == NO:
        take_token(race, field, log, who)
    else:
        option, question = action - OPTION, race.question
        tell(race, field, log, EventKind.OPTION_LOST, who, option, question, 0)


@compiled
def use_arm(race: Race, field: Field, log: Log, who: int, direction: int) -> None:
    """The arm touches a flag, or uses a repair site."""
    square = arm_reaches(race, field, race.robots[who].square, direction)
    if race.stage == Stage.REPAIRS:
        use_site(race, field, log, who, square)
    else:
        touch_with_arm(race, field, log, who, square)


@compiled
def answer_entry(race: Race, field: Field, log: Log, who: int, action: int) -> None:
    """Where a robot comes back, which way it faces, and whether it starts powered down."""
    if race.question == Question.PLACE:
        centre = int(race.robots[who].archive)
        square = ring_square(field, centre, race.about, action - PLACE)
        ask(race, field, log, who, Question.FACE, square)
    elif race.question == Question.FACE:
        enter(race, field, log, who, action - FACE)
    elif action != NO:
        tell(race, field, log, EventKind.STARTS_DOWN, who, 0, 0, 0)


@compiled
def answer_set_up(race: Race, field: Field, log: Log, who: int, action: int) -> None:
    """What is chosen before the first turn."""
    if race.question == Question.START_ROW:
        ask(race, field, log, who, Question.START_COLUMN, action - PLACE)
    elif race.question == Question.START_COLUMN:
        start_at(race, field, log, who, action - PLACE)
    else:
        tell(race, field, log, EventKind.OPTION_KEPT, who, action - OPTION, 0, 0)


@compiled
def answer_cleanup(race: Race, field: Field, log: Log, who: int, action: int) -> None:
    """What is chosen at the end of a turn."""
    if race.question != Question.STAY_DOWN:
        answer_entry(race, field, log, who, action)
    elif action != NO:
        tell(race, field, log, EventKind.STAYS_DOWN, who, 0, 0, 0)


@compiled
def carry_out_answer(race: Race, field: Field, log: Log, who: int, action: int) -> None:
    """What an answer leads to."""
    question = int(race.question)
    if question <= Question.ABORT:
        if action != NO:
            answer_before(race, field, log, who)
    elif question <= Question.REVERSE_GEAR:
        set_out(race, field, log, who, change_by(question, action != NO))
    elif question <= Question.FIRE_CONTROL:
        take_aim(race, field, log, who, action)
    elif question == Question.ARM:
        if action != NO:
            use_arm(race, field, log, who, action - ARM)
    elif question <= Question.LOSE:
        answer_damage(race, field, log, who, action)
    elif question <= Question.START_DOWN:
        answer_cleanup(race, field, log, who, action)
    else:
        answer_set_up(race, field, log, who, action)


@compiled
def answer(race: Race, field: Field, log: Log, action: int) -> None:
    """A question is answered; then the turn goes on."""
    who = int(race.seat)
    tell(race, field, log, EventKind.ANSWERED, who, race.question, action, 0)
    race.phase = Phase.RUN
    carry_out_answer(race, field, log, who, action)
