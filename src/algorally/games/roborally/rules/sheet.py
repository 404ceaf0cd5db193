"""What events change on a program sheet and beside it: hand, registers, option cards."""

from algorally.core.compile import compiled
from algorally.core.deck import HIDDEN, put, take
from algorally.games.roborally.names import (
    ABLATIVE_COAT,
    ALL_REGISTERS,
    COAT_LAYERS,
    CONDITIONAL_PROGRAM,
    CRAB_LEGS,
    EMPTY,
    FLYWHEEL,
    HAND,
    HOWITZER_SHOTS,
    MINI_HOWITZER,
    MOVE1,
    OPTION_CARDS,
    PLAIN,
    REGISTERS,
    SIDESTEP,
    UTURN,
)
from algorally.games.roborally.rules.cards import (
    bury,
    is_card,
    is_rotation,
    kind_of,
    put_away,
    take_top,
)
from algorally.games.roborally.state import SHOTS, Race, Robot

FLYWHEEL_SLOT = HAND - 1
KEEPS_FLYWHEEL, KEEPS_CONDITION, KEEPS_HAND = 1, 2, 4  # what DONE tells of cards that stay


@compiled
def has(robot: Robot, option: int) -> bool:
    """Whether a robot has an option card."""
    return bool(robot.options >> option & 1)


# --- cards --------------------------------------------------------------------------------------


@compiled
def take_into_hand(robot: Robot, card: int) -> None:
    """A dealt card comes into the first free slot."""
    for slot in range(FLYWHEEL_SLOT):
        if robot.hand[slot] == EMPTY:
            robot.hand[slot] = card
            return


@compiled
def take_from_hand(robot: Robot, card: int) -> None:
    """A card leaves the hand."""
    for slot in range(HAND):
        if robot.hand[slot] == card:
            robot.hand[slot] = EMPTY
            return


@compiled
def lay(robot: Robot, place: int, card: int) -> None:
    """A card goes from the hand into a register; a rotation lies below the move beside it."""
    take_from_hand(robot, card)
    if place < REGISTERS:
        robot.registers[place] = card
        return
    register = place - REGISTERS
    first = robot.registers[register]
    if is_rotation(first):
        robot.registers[register] = card
        card = int(first)
    robot.seconds[register] = card
    is_move1 = kind_of(robot.registers[register]) == MOVE1
    if is_move1 and kind_of(card) != UTURN and has(robot, CRAB_LEGS):
        robot.crab |= 1 << register


@compiled
def keep(robot: Robot, option: int, card: int) -> None:
    """An unused card goes onto an option card, or none does."""
    take_from_hand(robot, card)
    if option == FLYWHEEL:
        robot.hand[FLYWHEEL_SLOT] = card
    elif card == EMPTY:
        robot.skipped = 1
    else:
        robot.conditional = card


@compiled
def finish_program(race: Race, robot: Robot, laid: int, left: int, kept: int) -> None:
    """RR-16: the program is final; cards left over are put away, face down.

    Who cannot see the program sees where cards lie, and how many went away.
    """
    robot.done = 1
    robot.skipped = 0
    for register in range(REGISTERS):
        if laid >> register & 1 and robot.registers[register] == EMPTY:
            robot.registers[register] = HIDDEN
        if laid >> REGISTERS + register & 1 and robot.seconds[register] == EMPTY:
            robot.seconds[register] = HIDDEN
    if kept & KEEPS_HAND == 0:
        seen = put_hand_aside(race, robot)
        for _ in range(left - seen):
            put(race.aside, HIDDEN)
    note_kept(robot, kept)


@compiled
def note_kept(robot: Robot, kept: int) -> None:
    """Whoever cannot see them knows whether cards lie on option cards."""
    if kept & KEEPS_FLYWHEEL == 0:
        robot.hand[FLYWHEEL_SLOT] = EMPTY
    elif robot.hand[FLYWHEEL_SLOT] == EMPTY:
        robot.hand[FLYWHEEL_SLOT] = HIDDEN
    if kept & KEEPS_CONDITION and robot.conditional == EMPTY:
        robot.conditional = HIDDEN


@compiled
def put_hand_aside(race: Race, robot: Robot) -> int:
    """All cards of a hand but the Flywheel's are put away, face down; how many could be seen."""
    count = 0
    for slot in range(FLYWHEEL_SLOT):
        if EMPTY < robot.hand[slot] < PLAIN:
            put(race.aside, robot.hand[slot])
            count += 1
        robot.hand[slot] = EMPTY
    return count


@compiled
def return_hand(race: Race, robot: Robot, cards: int) -> None:
    """RR-O22: a dealt hand goes away; who cannot see it knows how many cards it had."""
    seen = put_hand_aside(race, robot)
    for _ in range(cards - seen):
        put(race.aside, HIDDEN)


@compiled
def empty_register(robot: Robot, register: int) -> None:
    """Nothing lies in a register."""
    robot.registers[register] = EMPTY
    robot.seconds[register] = EMPTY
    others = ALL_REGISTERS & ~(1 << register)
    robot.shown &= others
    robot.unseen &= others
    robot.crab &= others


@compiled
def bury_register(race: Race, robot: Robot, register: int) -> None:
    """The cards of a register go back into the deck."""
    if is_card(robot.registers[register]):
        bury(race, robot.registers[register])
    if is_card(robot.seconds[register]):
        bury(race, robot.seconds[register])
    empty_register(robot, register)


@compiled
def turn_up(robot: Robot, where: int, card: int, second: int) -> None:
    """All see what lies in a register."""
    register = where % SIDESTEP
    if where >= SIDESTEP:
        robot.crab |= 1 << register
    robot.registers[register] = card
    robot.seconds[register] = second
    robot.shown |= 1 << register
    robot.unseen &= ~(1 << register) & ALL_REGISTERS


@compiled
def wipe(race: Race, robot: Robot) -> None:
    """RR-54: cards of registers that are not locked go away, and what hand and option hold."""
    for register in range(REGISTERS):
        if not robot.locked >> register & 1:
            bury_register(race, robot, register)
    for slot in range(FLYWHEEL_SLOT):
        if is_card(robot.hand[slot]):
            bury(race, robot.hand[slot])
        robot.hand[slot] = EMPTY
    if is_card(robot.conditional):
        bury(race, robot.conditional)
    robot.conditional = EMPTY
    robot.dealt = 0
    robot.done = 0


@compiled
def replace(race: Race, robot: Robot, register: int, card: int) -> None:
    """A register gets the top card of the deck instead of what lies there; all see both."""
    take_top(race)
    put_away(race.discard, robot.registers[register])
    put_away(race.discard, robot.seconds[register])
    empty_register(robot, register)
    robot.registers[register] = card
    robot.shown |= 1 << register


@compiled
def scramble(race: Race, robot: Robot, register: int, card: int) -> None:
    """A register gets the top card of the deck, and nobody sees which."""
    take_top(race)
    put_away(race.aside, robot.registers[register])
    put_away(race.aside, robot.seconds[register])
    empty_register(robot, register)
    robot.registers[register] = card
    robot.unseen |= 1 << register


@compiled
def swap_condition(race: Race, robot: Robot, register: int) -> None:
    """The card on Conditional Program changes places with that of a register."""
    put_away(race.aside, robot.registers[register])
    put_away(race.aside, robot.seconds[register])
    empty_register(robot, register)
    robot.registers[register] = robot.conditional
    robot.conditional = EMPTY


@compiled
def heal(race: Race, robot: Robot) -> None:
    """All damage is gone, all registers open, and what was locked in them goes away."""
    robot.damage = 0
    for register in range(REGISTERS):
        if robot.locked >> register & 1:
            bury_register(race, robot, register)
    robot.locked = 0


# --- options ------------------------------------------------------------------------------------


@compiled
def take_option(race: Race, robot: Robot, option: int) -> None:
    """An option card comes from its deck to a robot."""
    take_option_card(race)
    own_option(robot, option)


@compiled
def take_option_card(race: Race) -> None:
    """The top card leaves the option deck."""
    if race.stacked_options > 0:
        race.stacked_options -= 1
    take(race.option_deck)
    race.buried_options = min(race.buried_options, race.option_deck.count)


@compiled
def bury_option(race: Race, option: int) -> None:
    """An option card goes under the deck."""
    deck = race.option_deck
    for place in range(deck.count, race.buried_options, -1):
        deck.cards[place] = deck.cards[place - 1]
    deck.cards[race.buried_options] = option + 1
    deck.count += 1
    race.buried_options += 1


@compiled
def keep_option(race: Race, robot: Robot, option: int) -> None:
    """RR-C4: one of the offered options is kept, the others go under the deck."""
    for other in range(OPTION_CARDS):
        if race.offered >> other & 1 and other != option:
            bury_option(race, other)
    race.offered = 0
    own_option(robot, option)


@compiled
def own_option(robot: Robot, option: int) -> None:
    """A robot has an option card, unused."""
    robot.options |= 1 << option
    if option == MINI_HOWITZER:
        robot.howitzer = HOWITZER_SHOTS
    elif option == ABLATIVE_COAT:
        robot.coat = COAT_LAYERS


@compiled
def lose_option(race: Race, robot: Robot, option: int) -> None:
    """An option card goes to the face-up discards; a card that lies on it goes away."""
    robot.options &= ~(1 << option)
    put(race.option_discard, option + 1)
    if option == MINI_HOWITZER:
        robot.howitzer = 0
    elif option == ABLATIVE_COAT:
        robot.coat = 0
    elif option == CONDITIONAL_PROGRAM and is_card(robot.conditional):
        put_away(race.aside, robot.conditional)
        robot.conditional = EMPTY
    elif option == FLYWHEEL and is_card(robot.hand[FLYWHEEL_SLOT]):
        put_away(race.aside, robot.hand[FLYWHEEL_SLOT])
        robot.hand[FLYWHEEL_SLOT] = EMPTY
    robot.losing = 0


@compiled
def aim(robot: Robot, what: int, value: int, target: int) -> None:
    """What a robot is going to shoot with, and what Fire Control makes of a hit."""
    if what < SHOTS:
        robot.aims[what] = value
        robot.marks[what] = target
    elif what == SHOTS:
        robot.weapon = value
    else:
        robot.piercing = value
