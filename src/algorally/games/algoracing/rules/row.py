"""The row of command cards and the cycles above it."""

from algorally.core.compile import compiled, rule
from algorally.games.algoracing.names import COMPLETE, KINDS, MAX_LAID, MAX_ROW, X2, X3
from algorally.games.algoracing.options import YES
from algorally.games.algoracing.state import Field, Race

NO_CYCLE = -1


@rule("AR-52")
def cycle_above(race: Race, position: int) -> int:
    """A cycle lies above cards of the row: where the one above this card begins, or NO_CYCLE."""
    if race.times[position] > 0:
        return position
    if position > 0 and race.times[position - 1] > 0 and race.span[position - 1] > 1:
        return position - 1
    return NO_CYCLE


@compiled
def append(race: Race, position: int) -> None:
    """The command at a position comes next in the program."""
    race.program[race.commands] = race.row[position]
    race.commands += 1


@rule("AR-53", "AR-54")
def unroll_cycle(race: Race, position: int) -> None:
    """A cycle repeats the one command under it, or the two under it as a sequence."""
    for _ in range(race.times[position]):
        for offset in range(race.span[position]):
            append(race, position + offset)


@rule("AR-55")
def unroll(race: Race) -> None:
    """A run carries out the row from the start, each cycle in its place."""
    race.ran = 0
    race.commands = 0
    position = 0
    while position < race.length:
        if race.times[position] > 0:
            unroll_cycle(race, position)
            position += race.span[position]
        else:
            append(race, position)
            position += 1
    for place in range(race.commands, len(race.program)):
        race.program[place] = 0


@rule("AR-19", "AR-83")
def may_lay_more(race: Race) -> bool:
    """A player lays at most three cards from the hand in a turn, cycles included."""
    return race.laid < MAX_LAID


@rule("AR-86", "AR-A37")
def row_has_room(race: Race) -> bool:
    """The row never has more than five command cards; cycles do not count."""
    return race.length < MAX_ROW


@rule("AR-88", "AR-A35")
def may_insert(race: Race, position: int) -> bool:
    """A new card goes in front of, behind or between the cards of the row, which keep order."""
    return position <= race.length


@rule("AR-A31")
def may_cover(race: Race, field: Field, position: int) -> bool:
    """Cards of earlier turns may be covered, own cards of this turn not."""
    return field.level == COMPLETE and position < race.length and race.fresh[position] == 0


@rule("AR-A32")
def may_cycle(race: Race, position: int, span: int) -> bool:
    """A cycle lies over one card, or two neighbours, that have no cycle yet."""
    if position + span > race.length:
        return False
    for place in range(position, position + span):
        if cycle_above(race, place) != NO_CYCLE:
            return False
    return True


@rule("AR-A33")
def cycle_split_by(race: Race, position: int) -> int:
    """An insertion strictly between the two cards of a sideways cycle breaks that cycle."""
    if 0 < position < race.length and race.times[position - 1] > 0 and race.span[position - 1] > 1:
        return position - 1
    return NO_CYCLE


@rule("AR-85", "AR-91", "AR-A36")
def may_run(race: Race, field: Field) -> bool:
    """At the complete level a row may be run unchanged; at the basic level lay a card first."""
    return race.length > 0 and (race.laid > 0 or field.level == COMPLETE)


@rule("AR-A34")
def may_start_afresh(race: Race, field: Field) -> bool:
    """With the option a player may throw the row away, who has a command to begin a new one."""
    if field.options.fresh_start != YES or race.length == 0 or race.changed == 1:
        return False
    for kind in range(KINDS):
        if race.rovers[race.seat].hand[kind] > 0 and kind not in (X2, X3):
            return True
    return False


@rule("AR-22", "AR-92")
def may_pass(race: Race) -> bool:
    """A player passes instead of changing the row, not after it."""
    return race.changed == 0
