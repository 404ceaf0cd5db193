"""Set-up in play: samples on their marks, corners, facings, the deal."""

from algorally.core.bits import nth_bit
from algorally.core.compile import compiled, rule
from algorally.core.deck import put, shuffle
from algorally.core.dice import below, seed
from algorally.core.events import Log
from algorally.core.grid import NOWHERE, neighbour
from algorally.games.algoracing.names import (
    COLOURS,
    CORNERS,
    HAND_SIZE,
    KINDS,
    MAX_SEATS,
    OUT,
    TOKENS,
    TYPES,
    UNPLACED,
    EventKind,
    Phase,
)
from algorally.games.algoracing.options import BY_PLAYERS, NO_BORDER_NO_WALL, YES
from algorally.games.algoracing.rules.cards import draw_cards
from algorally.games.algoracing.rules.commands import wall_at
from algorally.games.algoracing.rules.happen import tell
from algorally.games.algoracing.rules.samples import tokens_at
from algorally.games.algoracing.rules.turn import begin_turn
from algorally.games.algoracing.state import Field, Race


@rule("AR-9", "AR-70")
def shuffle_samples(race: Race, field: Field) -> None:
    """The samples of the level are shuffled face down."""
    token = 0
    for sample in range(TYPES):
        for _ in range(field.samples[sample]):
            race.types[token] = sample
            race.places[token] = UNPLACED
            token += 1
    for last in range(token - 1, 0, -1):
        other = below(race.dice, last + 1)
        sample = race.types[other]
        race.types[other] = race.types[last]
        race.types[last] = sample
    for unused in range(token, TOKENS):
        race.places[unused] = OUT


@rule("AR-10")
def empty_marks(race: Race, field: Field) -> int:
    """At most one sample lies on a mark: those that are empty, as bits; some may stay so."""
    marks = 0
    for mark in range(field.marks):
        if tokens_at(race, field.mark_squares[mark]) == 0:
            marks |= 1 << mark
    return marks


@compiled
def place_at_random(race: Race, field: Field) -> None:
    """AR-A4: the samples go to random marks."""
    for token in range(TOKENS):
        if race.places[token] == UNPLACED:
            mark = nth_bit(empty_marks(race, field), below(race.dice, field.marks - token))
            race.places[token] = field.mark_squares[mark]


@rule("AR-17", "AR-51")
def shuffle_deck(race: Race, field: Field) -> None:
    """The deck of the level is shuffled: no cycles or teleports at the basic level."""
    for kind in range(KINDS):
        for _ in range(field.deck[kind]):
            put(race.draw, kind)
    shuffle(race.draw, race.dice)


@rule("AR-11")
def choose_colours(race: Race, field: Field) -> None:
    """Each player has the rover and the base of one colour."""
    for who in range(MAX_SEATS):
        race.rovers[who].colour = field.colours[who]
        race.rovers[who].square = NOWHERE
    for colour in range(len(COLOURS)):
        race.bases[colour] = NOWHERE


@compiled
def start(race: Race, field: Field, number: int) -> None:
    """Lay out a new game from a seed; the record is all zeros before."""
    seed(race.dice, number)
    choose_colours(race, field)
    shuffle_samples(race, field)
    shuffle_deck(race, field)
    race.seat = field.seats - 1
    race.phase = Phase.CORNERS
    if field.options.sample_placement == BY_PLAYERS:
        race.seat = 0
        race.phase = Phase.PLACE_SAMPLES
    else:
        place_at_random(race, field)


@rule("AR-A4")
def lay_sample(race: Race, field: Field, log: Log, mark: int) -> None:
    """With the option, players lay the face-down samples on marks of their choice in turn."""
    token = 0
    while race.places[token] != UNPLACED:
        token += 1
    tell(race, field, log, EventKind.LAID_DOWN, race.seat, token, field.mark_squares[mark], 0)
    following = (race.seat + 1) % field.seats
    if tokens_at(race, UNPLACED) > 0:
        tell(race, field, log, EventKind.DECISION, following, Phase.PLACE_SAMPLES, 0, 0)
    else:
        tell(race, field, log, EventKind.DECISION, field.seats - 1, Phase.CORNERS, 0, 0)


@compiled
def free_corners(race: Race, field: Field) -> int:
    """The corners on which no base lies yet, as bits."""
    corners = (1 << CORNERS) - 1
    for corner in range(CORNERS):
        for colour in range(len(COLOURS)):
            if race.bases[colour] == field.corners[corner]:
                corners &= ~(1 << corner)
    return corners


@rule("AR-16", "AR-A50", "AR-A6")
def place_unused_bases(race: Race, field: Field, log: Log) -> None:
    """Unused bases go to the free corners at random, with an idle rover if the option says so."""
    idle = 1 if field.options.neutral_rovers == YES else 0
    for who in range(field.seats, MAX_SEATS):
        corner = nth_bit(free_corners(race, field), below(race.dice, CORNERS - who))
        square = field.corners[corner]
        tell(race, field, log, EventKind.BASE_PLACED, who, square, race.rovers[who].colour, idle)


@rule("AR-13", "AR-14", "AR-A52")
def choose_corner(race: Race, field: Field, log: Log, corner: int) -> None:
    """From the last player on, each puts base and rover on a corner of choice."""
    who = race.seat
    square = field.corners[corner]
    tell(race, field, log, EventKind.BASE_PLACED, who, square, race.rovers[who].colour, 1)
    if who > 0:
        tell(race, field, log, EventKind.DECISION, who - 1, Phase.CORNERS, 0, 0)
    else:
        place_unused_bases(race, field, log)
        tell(race, field, log, EventKind.DECISION, field.seats - 1, Phase.FACINGS, 0, 0)


@rule("AR-15", "AR-A5")
def may_face(race: Race, field: Field, heading: int) -> bool:
    """A rover may start facing any side but a wall, be it stone or the border."""
    square = race.rovers[race.seat].square
    border = neighbour(field.width, field.height, square, heading) == NOWHERE
    if border and field.options.start_facing == NO_BORDER_NO_WALL:
        return False
    return not wall_at(field, square, heading)


@compiled
def facings(race: Race, field: Field) -> int:
    """The headings that the rover may start with, as bits."""
    headings = 0
    for heading in range(4):
        if may_face(race, field, heading):
            headings |= 1 << heading
    return headings


@rule("AR-18")
def deal(race: Race, field: Field, log: Log) -> None:
    """Each player is dealt five cards, hidden from the others."""
    for who in range(field.seats):
        draw_cards(race, field, log, who, HAND_SIZE)


@compiled
def choose_facing(race: Race, field: Field, log: Log, heading: int) -> None:
    """AR-15: the rover faces as its player likes; after the last one the game begins."""
    who = race.seat
    tell(race, field, log, EventKind.FACED, who, heading, 0, 0)
    if who > 0:
        tell(race, field, log, EventKind.DECISION, who - 1, Phase.FACINGS, 0, 0)
    else:
        deal(race, field, log)
        begin_turn(race, field, log, 0)
