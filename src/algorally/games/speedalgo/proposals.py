"""What bots think of beside their search: others who program sensibly, and conditions."""

from collections.abc import Iterator

from algorally.core.compile import compiled
from algorally.core.dice import Dice
from algorally.core.search import Chart, Found
from algorally.games.speedalgo.names import AB, ABD, ABG, LAY, READY, REP, SA, SAS, P
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.view import hide_program, is_hidden


@compiled
def imagine(
    race: Race, view: Race, field: Field, seat: int, chart: Chart, found: Found, dice: Dice
) -> None:
    """Those who have programmed before program once more: sensibly, not as a guess does."""
    for who in range(field.seats):
        if is_hidden(race, field, who, seat) and race.drivers[who].ready:
            hide_program(race.drivers[who])
            race.drivers[who].ready = 0


CAUTIOUS = (AB, ABD, ABG, P)  # what is worth doing in only one of two cases


def lay(*cards: int) -> list[int]:
    """The choices that lay cards."""
    return [LAY + card - AB for card in cards]


def vary(plan: list[int]) -> Iterator[list[int]]:
    """The same program with one card under a condition.

    Where all is known a condition is never better than what it leads to; where it is not, it may
    be. What is chosen while the program runs is left open, as that depends on it.
    """
    laid = plan[: plan.index(READY)] if READY in plan else plan
    if not {*lay(SA, SAS)}.isdisjoint(laid):
        return
    others = [card for card in CAUTIOUS if not {*lay(card)} & {*laid}]
    for place, action in enumerate(laid):
        card = action - LAY + AB
        if card not in CAUTIOUS or laid[place - 1 : place] == lay(REP):
            continue
        before, after = laid[:place], [*laid[place + 1 :], READY]
        yield [*before, *lay(SA, card), *after]
        for other in others:
            yield [*before, *lay(SAS, other, card), *after]
            yield [*before, *lay(SAS, card, other), *after]
