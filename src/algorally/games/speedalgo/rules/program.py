"""Building a program: which card may be laid next on the holder.

A program is a row of cards and two signs: NEXT parts two blocks, ELSE the parts of SAS. The block
being built is what follows the last NEXT; in it the last repetition, condition or ELSE begins the
part to which movement cards are added.
"""

from algorally.core.compile import compiled, rule
from algorally.games.speedalgo.names import (
    AB,
    BLOCKS,
    ELSE,
    EMPTY,
    MOVEMENTS,
    NEXT,
    REP,
    SA,
    SAS,
    P,
)
from algorally.games.speedalgo.options import FLIP, NONE, YES
from algorally.games.speedalgo.state import Driver, Field


@compiled
def is_movement(card: int) -> bool:
    """Whether a card is a movement card."""
    return AB <= card <= P


@compiled
def last_of(driver: Driver) -> int:
    """The last card or sign, EMPTY if there is none."""
    return driver.program[driver.length - 1] if driver.length > 0 else EMPTY


@compiled
def block_start(driver: Driver) -> int:
    """The place where the block being built begins."""
    place = driver.length
    while place > 0 and driver.program[place - 1] != NEXT:
        place -= 1
    return place


@compiled
def block_has(driver: Driver, card: int) -> bool:
    """Whether a card or sign lies in the block being built."""
    for place in range(block_start(driver), driver.length):
        if driver.program[place] == card:
            return True
    return False


@compiled
def blocks_used(driver: Driver) -> int:
    """How many blocks hold cards, the one being built among them."""
    blocks = 1 if driver.length > 0 else 0
    for place in range(driver.length):
        if driver.program[place] == NEXT:
            blocks += 1
    return blocks


@compiled
def movements_before(driver: Driver, place: int) -> int:
    """Movement cards side by side up to a place."""
    size = 0
    while size < place and is_movement(driver.program[place - 1 - size]):
        size += 1
    return size


@compiled
def part_size(driver: Driver) -> int:
    """Movement cards in the part being built: since the last repetition, condition or sign."""
    return movements_before(driver, driver.length)


@compiled
def has_frame(driver: Driver) -> bool:
    """Whether the block being built has a repetition or a condition."""
    return block_has(driver, REP) or block_has(driver, SA) or block_has(driver, SAS)


@compiled
def else_is_due(driver: Driver) -> bool:
    """Whether the block being built has an SAS whose else part has not begun."""
    return block_has(driver, SAS) and not block_has(driver, ELSE)


@rule("SA-B7")
def is_unused(driver: Driver, card: int) -> bool:
    """Each card is used once a round; SA and SAS are the two sides of one card."""
    for place in range(driver.length):
        there = driver.program[place]
        if there == card or (card >= SA and there in (SA, SAS)):
            return False
    return True


@compiled
def movements_left(driver: Driver) -> int:
    """Movement cards that are not in the program."""
    left = MOVEMENTS
    for place in range(driver.length):
        if is_movement(driver.program[place]):
            left -= 1
    return left


@rule("SA-38", "SA-42")
def block_is_complete(driver: Driver, field: Field) -> bool:
    """A repetition or condition must be completed by movement cards, SAS in both parts."""
    if part_size(driver) == 0:
        return False
    return not else_is_due(driver) or field.options.allow_empty_branch == YES


@rule("SA-B10", "SA-53")
def part_has_room(driver: Driver, field: Field) -> bool:
    """Under a repetition, and in each part of a condition, lies one card; a variant allows more."""
    return has_frame(driver) and part_size(driver) < field.options.max_body


@rule("SA-15")
def may_begin_block(driver: Driver, field: Field) -> bool:
    """Cards are laid side by side on the four blocks of the holder."""
    if driver.length == 0 or last_of(driver) == NEXT:
        return True
    return block_is_complete(driver, field) and blocks_used(driver) < BLOCKS


@compiled
def else_needs(driver: Driver, field: Field) -> int:
    """Movement cards that must be kept back for the else part."""
    return 1 if else_is_due(driver) and field.options.allow_empty_branch != YES else 0


@compiled
def awaits_rep(driver: Driver, field: Field) -> bool:
    """Whether an else was said that could only be meant for REP: else it goes without saying."""
    full = movements_before(driver, driver.length - 1) >= field.options.max_body
    return last_of(driver) == ELSE and full


@compiled
def joins_part(driver: Driver, field: Field) -> bool:
    """Whether the next movement card goes into the part being built."""
    room = part_has_room(driver, field) and not awaits_rep(driver, field)
    return room and movements_left(driver) > else_needs(driver, field)


@compiled
def opens_else(driver: Driver, field: Field) -> bool:
    """Whether the next movement card begins the else part, because the then part is full."""
    return else_is_due(driver) and not joins_part(driver, field)


@compiled
def is_open(driver: Driver, field: Field) -> bool:
    """Whether the next movement card goes into the block being built."""
    return joins_part(driver, field) or opens_else(driver, field)


@compiled
def takes_movement(driver: Driver, field: Field) -> bool:
    """Whether a movement card can follow: in the block being built, or as the next block."""
    return is_open(driver, field) or may_begin_block(driver, field)


@compiled
def nests_in_else(driver: Driver, field: Field) -> bool:
    """Whether REP, laid behind a full then part, can only be meant for the else part."""
    return opens_else(driver, field) and not block_is_complete(driver, field)


@compiled
def may_nest(driver: Driver, field: Field, card: int) -> bool:
    """SA-B10: with the option REP lies in a condition, or a condition under REP, alone there."""
    if field.options.nest_rep_cond != YES:
        return False
    last = last_of(driver)
    if card != REP:
        return last == REP
    return SA <= last <= ELSE or nests_in_else(driver, field)


@compiled
def may_frame(driver: Driver, field: Field, card: int) -> bool:
    """Whether a repetition or condition can be laid, with a movement card left to complete it.

    Wherever SAS can be laid, so many cards are left that both its parts can be filled.
    """
    if not is_unused(driver, card) or movements_left(driver) == 0:
        return False
    begins = last_of(driver) != NEXT and may_begin_block(driver, field)
    return begins or may_nest(driver, field, card)


@rule("SA-B9", "SA-50", "SA-51", "SA-52")
def side_is_allowed(driver: Driver, field: Field, card: int) -> bool:
    """The side of the condition card is free, or not that of the last time, or it is not used."""
    if field.options.condition_card == NONE:
        return False
    return field.options.condition_card != FLIP or driver.side in (EMPTY, card)


@compiled
def may_say_else(driver: Driver, field: Field) -> bool:
    """Whether the else part may begin where a movement card would not begin it."""
    if not else_is_due(driver):
        return False
    if joins_part(driver, field):
        empty = last_of(driver) == SAS and field.options.allow_empty_branch == YES
        return empty or part_size(driver) > 0
    ambiguous = block_is_complete(driver, field) and field.options.nest_rep_cond == YES
    return ambiguous and is_unused(driver, REP) and movements_left(driver) > 0


@compiled
def may_say_next(driver: Driver, field: Field) -> bool:
    """Whether a block may be closed that could take a further card."""
    if not block_is_complete(driver, field) or blocks_used(driver) >= BLOCKS:
        return False
    return is_open(driver, field) and movements_left(driver) > 0


@compiled
def may_lay(driver: Driver, field: Field, card: int) -> bool:
    """Whether a card or sign may follow in a program."""
    if is_movement(card):
        return is_unused(driver, card) and takes_movement(driver, field)
    if card == REP:
        return may_frame(driver, field, card)
    if card in (SA, SAS):
        return side_is_allowed(driver, field, card) and may_frame(driver, field, card)
    if card == ELSE:
        return may_say_else(driver, field)
    return may_say_next(driver, field)


@rule("SA-16", "SA-B8")
def may_be_ready(driver: Driver, field: Field) -> bool:
    """Blocks may stay empty, all four of them, but no block half done."""
    return driver.due == 0 and (driver.length == 0 or block_is_complete(driver, field))


@compiled
def sign_before(driver: Driver, field: Field, card: int) -> int:
    """The sign that is laid together with a card because nothing else could be meant."""
    if driver.length == 0 or card >= ELSE or last_of(driver) == NEXT:
        return EMPTY
    if is_movement(card):
        if joins_part(driver, field):
            return EMPTY
        return ELSE if opens_else(driver, field) else NEXT
    if may_nest(driver, field, card):
        return ELSE if is_movement(last_of(driver)) else EMPTY
    return NEXT
