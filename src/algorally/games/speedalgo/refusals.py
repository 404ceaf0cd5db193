"""Why a choice is refused: the rule's number, and what would have been right."""

from algorally.core.errors import GameError, IllegalChoice
from algorally.core.position import Position
from algorally.games.speedalgo.names import (
    AB,
    AT,
    BLOCKS,
    CARDS,
    ELSE,
    ENOUGH,
    LANE_NAMES,
    LAY,
    NEXT,
    READY,
    REP,
    SA,
    SAS,
    START,
    TAKE_BACK,
    TARGET,
    TIME_UP,
    TRAFFIC_AT,
    P,
    Phase,
)
from algorally.games.speedalgo.options import FLIP, NONE, OPEN_LIVE, WRITTEN_DOWN
from algorally.games.speedalgo.rules.moving import NOBODY, car_at
from algorally.games.speedalgo.rules.program import (
    block_has,
    block_is_complete,
    blocks_used,
    else_is_due,
    is_movement,
    is_unused,
    last_of,
    part_size,
    side_is_allowed,
    sign_before,
)
from algorally.games.speedalgo.setup import leaves_lanes_enough
from algorally.games.speedalgo.state import Driver, Field
from algorally.games.speedalgo.terrain import column_of, lane_of, square_text
from algorally.games.speedalgo.vocabulary import car_name, hand

WHAT_TO_DO = {
    Phase.TRAFFIC: ("a traffic car is to be placed: traffic C5", "SA-7"),
    Phase.PLACES: ("your bolide is to be placed on column 0: start C", "SA-10"),
    Phase.PROGRAM: ("your program is to be built: REP AB - ATG; ready", "SA-15"),
    Phase.TARGET: ("a car is to be chosen: target C5", "SA-B16"),
}


def is_written_down(field: Field) -> bool:
    """SA-B16: whether targets are written down while programming."""
    return bool(field.options.targets_chosen == WRITTEN_DOWN)


# --- a program given as text ---------------------------------------------------------------------


def refuse_half_block(driver: Driver, field: Field) -> None:
    """SA-38, SA-42: a block must be complete before the next one begins."""
    if driver.length == 0 or last_of(driver) == NEXT or block_is_complete(driver, field):
        return
    if block_has(driver, SAS):
        raise IllegalChoice("SAS needs a card for each part: SAS P / AB", "SA-42", "SA-B9")
    if block_has(driver, SA):
        raise IllegalChoice("SA must be completed by a movement card: SA P", "SA-42")
    raise IllegalChoice("REP must be completed by a movement card: REP AB", "SA-38")


def refuse_else(driver: Driver, field: Field) -> None:
    """SA-44: only SAS has an else part, and a card before it."""
    if not else_is_due(driver):
        raise IllegalChoice("a / parts the two cards of SAS: SAS P / AB", "SA-44", "SA-B9")
    if part_size(driver) == 0 and not field.options.allow_empty_branch:
        raise IllegalChoice("SAS needs a card for each part: SAS P / AB", "SA-42", "SA-B9")


def refuse_in_block(driver: Driver, field: Field, card: int) -> None:
    """SA-B7, SA-B10: what lies in one block must fit into it."""
    sign = sign_before(driver, field, card)
    if sign == ELSE:
        most = int(field.options.max_body)
        words = f"a part of SAS holds at most {most}; a / parts it from the other: SAS P / AB"
        raise IllegalChoice(words, "SA-B10", "SA-B9", "SA-44")
    if sign != NEXT:
        return
    if block_has(driver, REP) or block_has(driver, SA) or block_has(driver, SAS):
        most = int(field.options.max_body)
        cards = "one movement card" if most == 1 else f"up to {most} movement cards"
        words = f"a repetition, and each part of a condition, holds {cards}; {CARDS[card]} does"
        raise IllegalChoice(f"{words} not fit: put - before it", "SA-B10", "SA-B7", "SA-38")
    raise IllegalChoice(
        "a block is one movement card, or REP, SA or SAS with its own; put - between blocks",
        "SA-B7",
        "SA-38",
    )


def car_with_square(position: Position, car: int) -> str:
    """A car by its name and the square on which it stands."""
    square = int(position.state.places[car])
    return car_name(position, car) + (f" on {square_text(square)}" if square >= 0 else "")


# --- actions -----------------------------------------------------------------------------------


def refuse(position: Position, seat: int, action: int) -> GameError:
    """Why an acting seat may not play an action now, and what would be right."""
    phase = Phase(int(position.state.phase))
    if action == TIME_UP:
        return IllegalChoice("only the clock decides so, when the time is up", "SA-B36")
    if phase == Phase.PROGRAM:
        return _refuse_program(position, seat, action)
    if phase == Phase.TRAFFIC and action >= TRAFFIC_AT:
        return _refuse_traffic(position, action - TRAFFIC_AT)
    if phase == Phase.PLACES and START <= action < TRAFFIC_AT:
        lane = LANE_NAMES[action - START]
        return IllegalChoice(f"a bolide stands on {lane}0 already; choose another lane", "SA-B4")
    if phase == Phase.TARGET and TARGET <= action <= ENOUGH:
        return _refuse_target(position, action - TARGET)
    words, rule = WHAT_TO_DO[phase]
    return IllegalChoice(words, rule)


def _refuse_traffic(position: Position, square: int) -> IllegalChoice:
    race, field = position.state, position.field
    last = int(field.columns) - 1
    if not 1 <= column_of(square) <= last:
        return IllegalChoice(f"traffic stands on columns 1 to {last}", "SA-B3", "SA-7")
    if car_at(race, square) != NOBODY:
        return IllegalChoice(f"a car stands on {square_text(square)} already", "SA-8")
    assert not leaves_lanes_enough(race, field, lane_of(square))
    return IllegalChoice("the last cars are needed for the lanes that have none", "SA-9")


def _refuse_target(position: Position, car: int) -> IllegalChoice:
    race = position.state
    if TARGET + car == ENOUGH:
        return IllegalChoice("AT moves as many cars as the die shows", "SA-B14", "SA-30")
    name = car_with_square(position, car)
    if race.card == P:
        return IllegalChoice(f"{name} does not touch your bolide, so P cannot push it", "SA-34")
    rule = "SA-29" if race.card == AT else "SA-31"
    if race.places[car] < 0:
        return IllegalChoice(f"{name} is not on the track", rule)
    if int(race.taken) >> car & 1:
        return IllegalChoice(f"AT moves different cars, and {name} was moved already", "SA-29")
    return IllegalChoice(f"{CARDS[int(race.card)]} moves traffic cars, not bolides", rule)


def _refuse_program(position: Position, seat: int, action: int) -> IllegalChoice:
    driver, field = position.state.drivers[seat], position.field
    if driver.due and action != TAKE_BACK:
        return _refuse_written(position, seat, action)
    if action < READY:
        return _refuse_card(position, seat, action - LAY + AB)
    if action == READY:
        try:
            refuse_half_block(driver, field)
        except IllegalChoice as refusal:
            return refusal
        return IllegalChoice("a further card must follow behind the block's end", "SA-15")
    if action == TAKE_BACK:
        if field.options.programming == OPEN_LIVE:
            return IllegalChoice("no card lies on your holder yet", "SA-15")
        return IllegalChoice("cards are taken back by not sending them", "SA-B5")
    if TARGET <= action <= ENOUGH and not is_written_down(field):
        return IllegalChoice("cars are chosen while the program runs", "SA-B16")
    words, rule = WHAT_TO_DO[Phase.PROGRAM]
    return IllegalChoice(words, rule)


def _refuse_written(position: Position, seat: int, action: int) -> IllegalChoice:
    driver = position.state.drivers[seat]
    card = CARDS[int(last_of(driver))]
    if TARGET <= action < ENOUGH:
        name = car_with_square(position, action - TARGET)
        return IllegalChoice(f"{name} cannot be written beside {card}, or stands there", "SA-B16")
    return IllegalChoice(f"write the cars for {card} first: {card} [C5]", "SA-B16")


def _refuse_card(position: Position, seat: int, card: int) -> IllegalChoice:
    driver, field = position.state.drivers[seat], position.field
    name = CARDS[card]
    if card == ELSE:
        return IllegalChoice("a / parts the two cards of SAS: SAS P / AB", "SA-44", "SA-B9")
    if card == NEXT:
        return IllegalChoice("the next card begins a new block by itself", "SA-15")
    if not is_unused(driver, card):
        return _refuse_used(position, seat, card)
    if card >= SA and not side_is_allowed(driver, field, card):
        return _refuse_side(driver, field, name)
    if driver.length and last_of(driver) != NEXT and not block_is_complete(driver, field):
        nested = "" if is_movement(card) else f", not by {name}"
        rules = (
            ("SA-42", "SA-38") if block_has(driver, SA) or block_has(driver, SAS) else ("SA-38",)
        )
        return IllegalChoice(f"complete it by a movement card first{nested}", *rules, "SA-B10")
    if blocks_used(driver) >= BLOCKS:
        return IllegalChoice("the holder has four blocks, and all are used", "SA-15")
    if last_of(driver) == NEXT:
        return IllegalChoice(f"{name} begins a block by itself; take the - back", "SA-15")
    return IllegalChoice(f"too few movement cards are left to complete {name}", "SA-38", "SA-42")


def _refuse_used(position: Position, seat: int, card: int) -> IllegalChoice:
    if card >= SA:
        words = "SA and SAS are the two sides of one card, which is in your program already"
        return IllegalChoice(words, "SA-B7")
    left = " ".join(hand(position, seat))
    return IllegalChoice(f"{CARDS[card]} is in your program already; left are {left}", "SA-B7")


def _refuse_side(driver: Driver, field: Field, name: str) -> IllegalChoice:
    if field.options.condition_card == NONE:
        return IllegalChoice(f"this game is played without {name}", "SA-50", "SA-B9")
    assert field.options.condition_card == FLIP
    other = CARDS[int(driver.side)]
    return IllegalChoice(f"the card was turned over after its last use: use {other}", "SA-52")
