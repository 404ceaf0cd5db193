"""What a seat may see, and a guess at what it may not."""

from algorally.core.bits import count_bits, nth_bit
from algorally.core.compile import compiled, rule
from algorally.core.dice import Dice, below, hide, seed, word
from algorally.games.speedalgo.names import AB, CARS, NEXT, WRITTEN, Phase
from algorally.games.speedalgo.options import SECRET
from algorally.games.speedalgo.rules.happen import lay, shorten, write_target
from algorally.games.speedalgo.rules.program import may_be_ready, may_lay, sign_before
from algorally.games.speedalgo.rules.targets import may_write
from algorally.games.speedalgo.state import Driver, Field, Race


@compiled
def hide_program(driver: Driver) -> None:
    """Nothing is to be seen on a holder."""
    while driver.length > 0:
        shorten(driver)
    for place in range(WRITTEN):
        driver.written[place] = 0
    driver.due = 0


@compiled
def is_hidden(race: Race, field: Field, who: int, seat: int) -> bool:
    """Whether a seat may not see a program."""
    return race.phase == Phase.PROGRAM and field.options.programming == SECRET and who != seat


@rule("SA-B37")
def blank(race: Race, field: Field, seat: int) -> None:
    """Hidden from a seat: what lies on the other holders until all are ready, and the dice."""
    hide(race.dice)
    for who in range(field.seats):
        if is_hidden(race, field, who, seat):
            hide_program(race.drivers[who])


@compiled
def cards_to_follow(driver: Driver, field: Field) -> int:
    """The cards and signs that may be laid next, as bits."""
    cards = 0
    for card in range(AB, NEXT + 1):
        if may_lay(driver, field, card):
            cards |= 1 << card
    return cards


@compiled
def guess_targets(race: Race, seat: int, dice: Dice) -> None:
    """Random cars are written beside the card laid last."""
    while race.drivers[seat].due > 0:
        car = below(dice, CARS)
        if may_write(race, seat, car):
            write_target(race.drivers[seat], car)


@compiled
def guess_program(race: Race, field: Field, seat: int, dice: Dice) -> None:
    """A random program: each card, and being ready, as likely as any other choice."""
    driver = race.drivers[seat]
    done = False
    while not done:
        cards = cards_to_follow(driver, field)
        ready = 1 if may_be_ready(driver, field) else 0
        chosen = below(dice, count_bits(cards) + ready)
        done = chosen == count_bits(cards)
        if not done:
            card = nth_bit(cards, chosen)
            lay(race, field, seat, sign_before(driver, field, card))
            lay(race, field, seat, card)
            guess_targets(race, seat, dice)


@compiled
def guess(race: Race, field: Field, seat: int, dice: Dice) -> None:
    """Complete a view at random, consistent with all that the seat knows."""
    for who in range(field.seats):
        if is_hidden(race, field, who, seat) and race.drivers[who].ready:
            guess_program(race, field, who, dice)
    seed(race.dice, word(dice))
