"""Events in words; in those that are only foreseen, numbers may be hidden."""

from collections.abc import Mapping

from algorally.core.events import SeenEvent
from algorally.core.grid import HEADINGS
from algorally.core.position import Position
from algorally.core.words import Teller, listed, tell_by
from algorally.games.roborally.names import (
    BY_CONFLICT,
    BY_FLAGS,
    BY_NOBODY,
    BY_SURVIVAL,
    BY_TEAM,
    BY_TURN_CAP,
    BY_WALL,
    CAUSES,
    NOBODY,
    OPTION_NAMES,
    SIDESTEP,
    EventKind,
    Question,
)
from algorally.games.roborally.refusals import ASKED
from algorally.games.roborally.rules.happen import STAGES
from algorally.games.roborally.rules.shooting import LOCK_AIM, OPTION_AIM
from algorally.games.roborally.state import SHOTS
from algorally.games.roborally.vocabulary import (
    at,
    register_name,
    robot_name,
    spoken_card,
)

WAYS = {
    "card": "moves",
    "push": "is pushed",
    "express": "rides the express belt",
    "belt": "rides the belt",
    "pusher": "is pushed by a pusher",
    "weapon": "is moved by a weapon",
}
FATES = {
    "pit": "falls into a pit",
    "edge": "falls off the board",
    "damage": "is destroyed by its tenth damage",
    "crusher": "is crushed",
}
ENDINGS = {
    BY_FLAGS: "all flags are touched",
    BY_SURVIVAL: "all others are out of the game",
    BY_NOBODY: "all robots are out of the game",
    BY_TURN_CAP: "the last turn is over",
    BY_TEAM: "the team has done it",
}


def tell(position: Position, event: SeenEvent) -> str:
    """An event in words, "" where there is nothing to tell."""
    return tell_by(TELLERS, position, event)


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _cause(event_cause: int, words: Mapping[str, str], otherwise: str) -> str:
    return words.get(CAUSES[event_cause], otherwise) if event_cause >= 0 else otherwise


def _tell_move(position: Position, who: str, event: SeenEvent) -> str:
    return f"{who} {_cause(event.b, WAYS, 'moves')} to {at(position, event.a)}"


def _tell_turn(position: Position, who: str, event: SeenEvent) -> str:
    return f"{who} turns to face {HEADINGS[event.a]}" if event.a >= 0 else f"{who} turns"


def _tell_stop(position: Position, who: str, event: SeenEvent) -> str:
    if event.a == BY_CONFLICT:
        return f"{who} stays on the belt: another robot is in the way (RR-38)"
    if event.a == BY_WALL or event.b < 0:
        return f"{who} is stopped by a wall (RR-33)"
    return f"{who} cannot push {robot_name(position, event.b)}: a wall is behind (RR-34)"


def _tell_end(position: Position, who: str, event: SeenEvent) -> str:
    if event.a < 0 or event.b < 0:
        return "the game is over"
    winners = [robot_name(position, seat) for seat in range(position.seats) if event.a >> seat & 1]
    verb = "wins" if len(winners) == 1 else "share the win"
    outcome = f"{listed(winners)} {verb}" if winners else "nobody wins"
    return f"{ENDINGS.get(event.b, 'the game is over')}: {outcome}"


def _tell_question(position: Position, who: str, event: SeenEvent) -> str:
    question = Question(event.a % STAGES) if event.a >= 0 else Question.NOTHING
    return f"{who} has to {ASKED[question][0]}" if question in ASKED else ""


def _tell_shot(position: Position, who: str, event: SeenEvent) -> str:
    weapon = "the laser" if event.c < 0 else OPTION_NAMES[event.c].replace("_", " ")
    return f"{who} fires {weapon} at {robot_name(position, event.b)}" if event.b >= 0 else ""


def _tell_aim(position: Position, who: str, event: SeenEvent) -> str:
    """What Fire Control will do instead of damage; which weapon fires is told with the shot."""
    if event.a >= SHOTS or event.b < LOCK_AIM:
        return ""
    goal = f"lock register {event.b - LOCK_AIM + 1}"
    if event.b >= OPTION_AIM:
        goal = f"destroy {OPTION_NAMES[event.b - OPTION_AIM].replace('_', ' ')}"
    return f"{who} aims with fire control at {robot_name(position, event.c)}: {goal} (RR-O10)"


def _tell_dealt(position: Position, who: str, event: SeenEvent) -> str:
    return f"{who} is dealt {spoken_card(event.secret)}" if event.secret > 0 else ""


def _option(event: SeenEvent) -> str:
    return OPTION_NAMES[event.a].replace("_", " ") if event.a >= 0 else "an option card"


def _tell_hit(position: Position, who: str, event: SeenEvent) -> str:
    by = f" by {robot_name(position, event.c)}" if event.c > NOBODY else ""
    return f"{who} is hit{by}: {event.a} damage" if event.a >= 0 else f"{who} is hit{by}"


TELLERS: Mapping[EventKind, Teller] = {
    EventKind.TURN_BEGAN: lambda p, who, e: f"turn {e.a} begins",
    EventKind.DEALT: _tell_dealt,
    EventKind.DONE: lambda p, who, e: f"{who} is done",
    EventKind.REVEALED: lambda p, who, e: (
        f"{who} turns up {register_name(e.b, e.c)} in register {e.a % SIDESTEP + 1}"
    ),
    EventKind.REPLACED: lambda p, who, e: f"{who} gets {spoken_card(e.b)} from the deck instead",
    EventKind.SWAPPED: lambda p, who, e: f"{who} swaps in the kept card",
    EventKind.SCRAMBLED: lambda p, who, e: f"the next register of {who} is scrambled",
    EventKind.LOCK_FILLED: lambda p, who, e: (
        f"register {e.a + 1} of {who} gets {spoken_card(e.b)} from the deck (RR-71)"
    ),
    EventKind.HAND_RETURNED: lambda p, who, e: f"{who} returns the hand for a new one",
    EventKind.MOVED: _tell_move,
    EventKind.TURNED: _tell_turn,
    EventKind.STOPPED: _tell_stop,
    EventKind.HIT: _tell_hit,
    EventKind.DAMAGED: lambda p, who, e: f"{who} has {e.a} damage",
    EventKind.ABSORBED: lambda p, who, e: f"the coat of {who} absorbs it",
    EventKind.SHIELDED: lambda p, who, e: f"the shield of {who} holds it",
    EventKind.DESTROYED: lambda p, who, e: f"{who} {_cause(e.a, FATES, 'is destroyed')}",
    EventKind.LIFE_LOST: lambda p, who, e: f"{who} has {_counted(e.a, 'life', 'lives')} left",
    EventKind.OUT: lambda p, who, e: f"{who} is out of the game",
    EventKind.LOCKED: lambda p, who, e: f"register {e.a + 1} of {who} is locked",
    EventKind.UNLOCKED: lambda p, who, e: f"register {e.a + 1} of {who} is open again",
    EventKind.REPAIRED: lambda p, who, e: f"{who} is repaired: {e.a} damage",
    EventKind.REENTERED: lambda p, who, e: f"{who} comes back on {at(p, e.a)}",
    EventKind.TOUCHED: lambda p, who, e: f"{who} touches flag {e.a + 1}",
    EventKind.ARCHIVED: lambda p, who, e: f"the archive of {who} moves to {at(p, e.a)}",
    EventKind.POWERED_DOWN: lambda p, who, e: f"{who} is powered down and repaired",
    EventKind.ANNOUNCED: lambda p, who, e: f"{who} will power down",
    EventKind.STAYS_DOWN: lambda p, who, e: f"{who} stays powered down",
    EventKind.STARTS_DOWN: lambda p, who, e: f"{who} starts the next turn powered down",
    EventKind.WAKES: lambda p, who, e: f"{who} wakes up",
    EventKind.STABILISED: lambda p, who, e: f"the gyroscope of {who} is on",
    EventKind.ABORTING: lambda p, who, e: f"{who} uses the abort switch",
    EventKind.CONTROLLED: lambda p, who, e: (
        f"{who} runs the program of {robot_name(p, max(e.a, 0))}"
    ),
    EventKind.AIMED: _tell_aim,
    EventKind.OPTION_DRAWN: lambda p, who, e: f"{who} gets {_option(e)}",
    EventKind.OPTION_OFFERED: lambda p, who, e: f"{who} may choose {_option(e)}",
    EventKind.OPTION_LOST: lambda p, who, e: f"{who} loses {_option(e)}",
    EventKind.OPTIONS_RETURNED: lambda p, who, e: "lost option cards are shuffled in again",
    EventKind.REGISTER_BEGAN: lambda p, who, e: f"register {e.a + 1}",
    EventKind.ASKED: _tell_question,
    EventKind.FIRED: _tell_shot,
    EventKind.BEAM: lambda p, who, e: f"a laser hits {who}",
    EventKind.GAME_OVER: _tell_end,
    EventKind.TIME_UP: lambda p, who, e: f"{who}'s time is up",
}
