"""Why a choice is refused: the rule's number, and what would have been right."""

from algorally.core.errors import GameError, IllegalChoice
from algorally.core.position import Position
from algorally.games.roborally.names import (
    ADD,
    DONE,
    END_TURN,
    LAST_CARD,
    LAY,
    NEXT_REGISTER,
    REGISTERS,
    STAND_STILL,
    TIME_UP,
    Phase,
    Question,
)
from algorally.games.roborally.rules.program import next_open, programmer_of
from algorally.games.roborally.vocabulary import card_name, hand, robot_name

ASKED = {
    Question.RECOMPILE: ("deal a new hand for a damage token, or not", "RR-O22"),
    Question.ANNOUNCE: ("announce a power down for the next turn, or not", "RR-18"),
    Question.GYROSCOPE: ("switch the gyroscope on for this turn, or not", "RR-O13"),
    Question.CONDITION: ("swap the kept card into the register, or not", "RR-O5"),
    Question.ABORT: ("replace the card, and all later ones, or not", "RR-O2"),
    Question.BRAKES: ("stay where you are instead of moving 1, or not", "RR-O3"),
    Question.FOURTH_GEAR: ("move 4 instead of 3, or not", "RR-O12"),
    Question.REVERSE_GEAR: ("back up 2 instead of 1, or not", "RR-O23"),
    Question.WEAPON: ("fire a weapon instead of the main laser, or not", "RR-O27"),
    Question.HIGH_POWER: ("shoot through the obstacle, or not", "RR-O14"),
    Question.FIRE_CONTROL: ("lock a register, destroy an option, or do damage", "RR-O10"),
    Question.ARM: ("touch a square with the arm, or not", "RR-O15"),
    Question.DAMAGE: ("discard an option card, or take the damage token", "RR-64"),
    Question.LOSE: ("choose the option card that is lost", "RR-66"),
    Question.STAY_DOWN: ("stay powered down, or wake up", "RR-55"),
    Question.PLACE: ("choose a free square beside the archive", "RR-58"),
    Question.FACE: ("choose which way the robot faces", "RR-56"),
    Question.START_DOWN: ("start the turn powered down, or not", "RR-76"),
    Question.START_ROW: ("choose a row to start in, counted from the back", "RR-C15"),
    Question.START_COLUMN: ("choose a free square of that row", "RR-C15"),
    Question.CHOOSE_OPTION: ("choose the option card to keep", "RR-C4"),
}


def refuse(position: Position, seat: int, action: int) -> GameError:
    """Why an acting seat may not play an action now, and what would be right."""
    race = position.state
    if action in (TIME_UP, STAND_STILL):
        return IllegalChoice("only the clock decides so, when the time is up", "RR-17", "RR-72")
    if action in (NEXT_REGISTER, END_TURN):
        return IllegalChoice("the registers run by themselves", "RR-20")
    if race.phase == Phase.PROGRAM:
        return _refuse_program(position, seat, action)
    if race.phase == Phase.PAUSE:
        return IllegalChoice("a damaged robot that is awake may announce a power down", "RR-18")
    words, rule = ASKED[Question(int(race.question))]
    name = robot_name(position, int(race.seat))
    return IllegalChoice(f"{name} has to {words}", rule, *_general(action))


def _general(action: int) -> list[str]:
    """Rules that speak against laying cards at any other time."""
    return ["RR-16"] if action <= DONE else []


def _refuse_program(position: Position, seat: int, action: int) -> IllegalChoice:
    who = int(programmer_of(position.state, position.field, seat))
    robot = position.state.robots[who]
    if action >= DONE:
        left = REGISTERS - int(next_open(position.state, position.field, robot))
        if action == DONE:
            words = f"every register must be filled first; from register {REGISTERS - left + 1} on"
            return IllegalChoice(f"{words} cards are missing", "RR-15")
        return IllegalChoice("programs are laid now: cards, then done", "RR-15")
    card = action - (LAY if action < ADD else ADD) + 1
    held = hand(position, seat)
    if card_name(card) not in held or card > LAST_CARD:
        return IllegalChoice(f"{card_name(card)} is not in the hand: {' '.join(held)}", "RR-15")
    if action >= ADD:
        words = "only a move and a rotation lie in one register, with Dual Processor or Crab Legs"
        return IllegalChoice(f"{words}, if enough cards are left", "RR-O8", "RR-O6", "RR-15")
    return IllegalChoice("all registers are full: done", "RR-15", "RR-O5", "RR-O11")
