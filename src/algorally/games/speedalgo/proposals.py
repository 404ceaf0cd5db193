"""How bots imagine others, where a guess gives them any program."""

from algorally.core.compile import compiled
from algorally.games.speedalgo.state import Field, Race
from algorally.games.speedalgo.view import hide_program, is_hidden


@compiled
def imagine(race: Race, view: Race, field: Field, seat: int) -> None:
    """Those who have programmed before program once more: sensibly, not as a guess does."""
    for who in range(field.seats):
        if is_hidden(race, field, who, seat) and race.drivers[who].ready:
            hide_program(race.drivers[who])
            race.drivers[who].ready = 0
