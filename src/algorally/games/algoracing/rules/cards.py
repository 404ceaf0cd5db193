"""Hands, the draw pile and the discard pile."""

from algorally.core.compile import rule
from algorally.core.deck import shuffle, top
from algorally.core.events import EVERYONE, Log
from algorally.games.algoracing.names import HAND_SIZE, EventKind
from algorally.games.algoracing.options import YES
from algorally.games.algoracing.rules.happen import tell, tell_secret
from algorally.games.algoracing.state import Field, Race


@rule("AR-23")
def reshuffle(race: Race, field: Field, log: Log, who: int) -> None:
    """When the draw pile is used up, the discard pile is shuffled and becomes the draw pile."""
    if race.draw.count == 0 and race.discards.count > 0:
        tell(race, field, log, EventKind.RESHUFFLED, who, 0, 0, 0)
        shuffle(race.draw, race.dice)


@rule("AR-A29")
def draw_cards(race: Race, field: Field, log: Log, who: int, wanted: int) -> None:
    """A player draws the cards that are due; those that are not there are drawn next time."""
    audience = EVERYONE if field.options.open_hands == YES else 1 << who
    short = 0
    for _ in range(wanted):
        reshuffle(race, field, log, who)
        if race.draw.count > 0:
            tell_secret(race, field, log, EventKind.DREW, who, top(race.draw), audience)
        else:
            short += 1
    if short > 0:
        tell(race, field, log, EventKind.SHORT, who, short, 0, 0)


@rule("AR-21")
def refill(race: Race, field: Field, log: Log, who: int) -> None:
    """After a run in which cards were laid, the hand is filled up to five."""
    if race.laid > 0:
        draw_cards(race, field, log, who, HAND_SIZE - race.rovers[who].held)
    else:
        draw_cards(race, field, log, who, race.rovers[who].owed)
