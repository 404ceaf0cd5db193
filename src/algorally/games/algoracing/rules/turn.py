"""One turn, from its beginning to the next player's."""

from algorally.core.compile import compiled, rule
from algorally.core.events import Log
from algorally.games.algoracing.names import (
    ALL_THE_WAY,
    BASIC,
    JUMP,
    MAX_ROW,
    NOTHING,
    OF_ROVER,
    STEP,
    TELEPORT,
    EventKind,
    Phase,
)
from algorally.games.algoracing.rules.cards import draw_cards, refill
from algorally.games.algoracing.rules.commands import all_the_way, jump, step, turn
from algorally.games.algoracing.rules.elevator import (
    ride,
    ride_after_run,
    ride_between,
    ride_first,
)
from algorally.games.algoracing.rules.ending import check_round, check_turn_cap
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.row import NO_CYCLE, cycle_above, cycle_split_by
from algorally.games.algoracing.rules.samples import stand
from algorally.games.algoracing.rules.teleport import teleport
from algorally.games.algoracing.state import Field, Race


@rule("AR-5")
def begin_turn(race: Race, field: Field, log: Log, who: int) -> None:
    """Players take turns; a turn begins with the ride that an elevator still owes the rover."""
    tell(race, field, log, EventKind.TURN_BEGAN, who, 0, 0, 0)
    stand(race, field, log, who)
    ride_first(race, field, log, who)


@compiled
def insert_card(race: Race, field: Field, log: Log, card: int, position: int) -> None:
    """AR-88: a card goes in front of, behind or between the cards of the row."""
    split = cycle_split_by(race, position)
    if split != NO_CYCLE:
        tell(race, field, log, EventKind.UNCYCLED, race.seat, split, 1, 0)
    tell(race, field, log, EventKind.INSERTED, race.seat, card, position, 0)


@rule("AR-90")
def cover_card(race: Race, field: Field, log: Log, card: int, position: int) -> None:
    """A card covers another; the cycle above a changed card is discarded."""
    cycle = cycle_above(race, position)
    if cycle != NO_CYCLE:
        tell(race, field, log, EventKind.UNCYCLED, race.seat, cycle, 1, 0)
    tell(race, field, log, EventKind.COVERED, race.seat, card, position, 0)


@rule("AR-A30")
def add_cycle(race: Race, field: Field, log: Log, card: int, position: int, span: int) -> None:
    """A cycle card is laid above the row; it counts among the three cards of the turn."""
    tell(race, field, log, EventKind.CYCLED, race.seat, card, position, span)


@rule("AR-89", "AR-A38")
def remove_cycle(race: Race, field: Field, log: Log, position: int) -> None:
    """Cycle cards, and only they, may be taken away; they go to the discard pile."""
    tell(race, field, log, EventKind.UNCYCLED, race.seat, position, 0, 0)


@compiled
def start_afresh(race: Race, field: Field, log: Log) -> None:
    """AR-A34: the row is thrown away, and the player starts from nothing."""
    tell(race, field, log, EventKind.ROW_DISCARDED, race.seat, 0, 0, 0)


@compiled
def carry_out(race: Race, field: Field, log: Log, who: int, command: int) -> int:
    """Carry out one command, or say what keeps it from being carried out."""
    if command == STEP:
        return step(race, field, log, who)
    if command == ALL_THE_WAY:
        return all_the_way(race, field, log, who)
    if command == JUMP:
        return jump(race, field, log, who)
    if command == TELEPORT:
        return teleport(race, field, log, who)
    return turn(race, field, log, who, command)


@rule("AR-37")
def next_command(race: Race, field: Field, log: Log, who: int) -> None:
    """A command that cannot be carried out is skipped, and the run goes on."""
    command = race.program[race.ran]
    here = race.rovers[who].square
    tell(race, field, log, EventKind.COMMAND, who, command, 0, 0)
    why = carry_out(race, field, log, who, command)
    if why != NOTHING and race.phase != Phase.OVER:
        tell(race, field, log, EventKind.SKIPPED, who, command, why % OF_ROVER, why // OF_ROVER)
    if race.rovers[who].square != here:
        ride_between(race, field, log, who)


@rule("AR-20", "AR-41", "AR-A10")
def run_on(race: Race, field: Field, log: Log) -> None:
    """The rover carries out the commands in order; pickups and deliveries do not interrupt."""
    who = race.seat
    while race.ran < race.commands and race.phase == Phase.BUILD:
        next_command(race, field, log, who)
    if race.phase == Phase.BUILD:
        ride_after_run(race, field, log, who)
    if race.phase == Phase.BUILD:
        end_run(race, field, log)


@compiled
def run(race: Race, field: Field, log: Log) -> None:
    """The row is run."""
    tell(race, field, log, EventKind.RUN_BEGAN, race.seat, 0, 0, 0)
    run_on(race, field, log)


@rule("AR-84", "AR-87")
def clear_row(race: Race, field: Field, log: Log) -> None:
    """The shared row stays until it has five commands; at the basic level it never stays."""
    if race.length == MAX_ROW or field.level == BASIC:
        tell(race, field, log, EventKind.ROW_DISCARDED, race.seat, 0, 0, 0)


@compiled
def end_run(race: Race, field: Field, log: Log) -> None:
    """After the run: the row, the hand, the next player."""
    clear_row(race, field, log)
    refill(race, field, log, race.seat)
    end_turn(race, field, log)


@rule("AR-A28")
def end_pass(race: Race, field: Field, log: Log) -> None:
    """A passing player draws as many cards as were discarded."""
    tell(race, field, log, EventKind.PASSED, race.seat, 0, 0, 0)
    draw_cards(race, field, log, race.seat, race.laid + race.rovers[race.seat].owed)
    end_turn(race, field, log)


@rule("AR-12")
def end_turn(race: Race, field: Field, log: Log) -> None:
    """The turn passes to the next player in the agreed order, unless the game is over."""
    check_round(race, field, log)
    check_turn_cap(race, field, log)
    if race.phase != Phase.OVER:
        begin_turn(race, field, log, (race.seat + 1) % field.seats)


@compiled
def ride_chosen(race: Race, field: Field, log: Log, heading: int) -> None:
    """AR-A47: the player has chosen between two elevators; then the turn goes on."""
    decided = race.phase
    tell(race, field, log, EventKind.DECISION, race.seat, Phase.BUILD, 0, 0)
    ride(race, field, log, race.seat, heading)
    if race.phase == Phase.OVER:
        return
    if decided == Phase.RIDE_BETWEEN:
        run_on(race, field, log)
    elif decided == Phase.RIDE_LAST:
        end_run(race, field, log)
