"""A program as the steps that run: repetitions unrolled, conditions as tests with leaps."""

from algorally.core.compile import compiled, rule
from algorally.games.speedalgo.names import ELSE, NEXT, REP, SA, SAS
from algorally.games.speedalgo.state import Driver, Race


@compiled
def part_end(driver: Driver, place: int) -> int:
    """The place behind a part: at its ELSE or NEXT, or at the end of the program."""
    while place < driver.length and driver.program[place] != ELSE and driver.program[place] != NEXT:
        place += 1
    return place


@compiled
def add_step(race: Race, card: int, place: int) -> None:
    """One step more."""
    step = race.steps[race.length]
    step.card = card
    step.place = place
    step.leap = 0
    race.length += 1


@compiled
def add_movements(race: Race, driver: Driver, place: int, end: int) -> None:
    """The movement cards of a part, in order."""
    for card_place in range(place, end):
        add_step(race, driver.program[card_place], card_place)


@rule("SA-39", "SA-B13")
def repetitions(driver: Driver) -> int:
    """The number of repetitions is the owner's throw."""
    return int(driver.roll)


@compiled
def add_part(race: Race, driver: Driver, place: int, end: int) -> None:
    """A part: movement cards, or REP with the cards that it repeats."""
    if place < end and driver.program[place] == REP:
        for _ in range(repetitions(driver)):
            add_movements(race, driver, place + 1, end)
    else:
        add_movements(race, driver, place, end)


@compiled
def add_condition(race: Race, driver: Driver, place: int) -> int:
    """A test, its parts, and the leaps over the one that is not run; the place behind it."""
    test = int(race.length)
    add_step(race, driver.program[place], place)
    end = part_end(driver, place)
    add_part(race, driver, place + 1, end)
    if end < driver.length and driver.program[end] == ELSE:
        behind = int(race.length)
        add_step(race, ELSE, end)
        last = part_end(driver, end + 1)
        add_part(race, driver, end + 1, last)
        race.steps[behind].leap = race.length - behind - 1
        race.steps[test].leap = behind - test
        return last
    race.steps[test].leap = race.length - test - 1
    return end


@compiled
def is_condition(card: int) -> bool:
    """Whether a card is a side of the condition card."""
    return card in (SA, SAS)


@compiled
def add_block(race: Race, driver: Driver, place: int) -> int:
    """One block; the place behind it."""
    card = driver.program[place]
    if is_condition(card):
        return add_condition(race, driver, place)
    if card == REP and is_condition(driver.program[place + 1]):
        end = place
        for _ in range(repetitions(driver)):
            end = add_condition(race, driver, place + 1)
        return end
    end = part_end(driver, place)
    add_part(race, driver, place, end)
    return end


@compiled
def unroll(race: Race, who: int) -> None:
    """SA-17: the steps of a program, from left to right."""
    driver = race.drivers[who]
    race.length = 0
    race.step = 0
    place = 0
    while place < driver.length:
        place = add_block(race, driver, place) + 1
