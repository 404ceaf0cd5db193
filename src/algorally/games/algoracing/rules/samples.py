"""Picking samples up and delivering them."""

from algorally.core.bits import count_bits, nth_bit
from algorally.core.compile import compiled, rule
from algorally.core.dice import below
from algorally.core.events import Log
from algorally.games.algoracing.names import CAPACITY, CARRIED, COLOURS, TOKENS, EventKind, Phase
from algorally.games.algoracing.options import ON_STATE, STANDING
from algorally.games.algoracing.rules.ending import check_points, check_samples
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.state import Field, Race


@compiled
def tokens_at(race: Race, place: int) -> int:
    """How many samples lie on a square, or are carried by a rover (CARRIED + seat)."""
    count = 0
    for token in range(TOKENS):
        if race.places[token] == place:
            count += 1
    return count


@compiled
def token_bits(race: Race, place: int) -> int:
    """The samples at a place, as bits."""
    tokens = 0
    for token in range(TOKENS):
        if race.places[token] == place:
            tokens |= 1 << token
    return tokens


@compiled
def carried(race: Race, who: int) -> int:
    """How many samples a rover carries."""
    return tokens_at(race, CARRIED + who)


@rule("AR-39")
def has_room(race: Race, who: int) -> bool:
    """A rover carries several samples at a time, but never more than three."""
    return carried(race, who) < CAPACITY


@rule("AR-A12")
def random_token(race: Race, place: int) -> int:
    """Samples are face down, so one of several is taken at random."""
    tokens = token_bits(race, place)
    return nth_bit(tokens, below(race.dice, count_bits(tokens)))


@rule("AR-33", "AR-38")
def pick_up(race: Race, field: Field, log: Log, who: int) -> None:
    """A rover picks up what lies on its square, face down, as far as it has room."""
    square = race.rovers[who].square
    while race.phase != Phase.OVER and has_room(race, who) and tokens_at(race, square) > 0:
        token = random_token(race, square)
        tell(race, field, log, EventKind.PICKED_UP, who, token, square, 0)


@rule("AR-35", "AR-74")
def on_its_lab(race: Race, field: Field, who: int) -> bool:
    """Any base is a lab at the basic level; at the complete one it shows a lab of the colour."""
    rover = race.rovers[who]
    for base in range(len(COLOURS)):
        if race.bases[base] == rover.square and field.labs[base] >> rover.colour & 1:
            return True
    return False


@rule("AR-40", "AR-34")
def deliver(race: Race, field: Field, log: Log, who: int) -> None:
    """At its lab all samples that a rover carries are turned up and score, not before."""
    if not on_its_lab(race, field, who) or carried(race, who) == 0:
        return
    for token in range(TOKENS):
        if race.places[token] == CARRIED + who:
            tell(race, field, log, EventKind.SCORED, who, token, race.types[token], 0)
    check_points(race, field, log, who)
    check_samples(race, field, log)


@rule("AR-A14", "AR-A13")
def arrive(race: Race, field: Field, log: Log, who: int) -> None:
    """On arrival a rover delivers, picks up, and delivers again."""
    deliver(race, field, log, who)
    pick_up(race, field, log, who)
    deliver(race, field, log, who)
    stand(race, field, log, who)


@rule("AR-A15")
def stand(race: Race, field: Field, log: Log, who: int) -> None:
    """A rover that stands on its lab never keeps samples on board, however it got them."""
    if who >= field.seats:  # AR-A6: an idle rover never carries anything
        return
    if field.options.deliver_trigger == ON_STATE:
        deliver(race, field, log, who)
    if field.options.pickup_when == STANDING and tokens_at(race, race.rovers[who].square) > 0:
        for _ in range(TOKENS):
            pick_up(race, field, log, who)
            if field.options.deliver_trigger == ON_STATE:
                deliver(race, field, log, who)
