"""What each event changes: rules decide and tell, and this is all that changes a race.

The same function keeps a seat's view up to date from the events that the seat may see; only
dice, the order of the draw pile and the types of hidden samples change without an event.
"""

from algorally.core import telling
from algorally.core.compile import bind, compiled
from algorally.core.deck import move_all, put, take
from algorally.games.algoracing.names import (
    CARRIED,
    DELIVERED,
    KINDS,
    LEFT,
    MAX_ROW,
    MAX_SEATS,
    TURN,
    UTURN,
    X2,
    EventKind,
    Phase,
)
from algorally.games.algoracing.options import DISCARD, FLEXIBLE
from algorally.games.algoracing.rules.row import unroll
from algorally.games.algoracing.state import Field, Race


@compiled
def card_in_hand(field: Field, kind: int) -> int:
    """AR-A9: which card a command is laid with; flexible turn cards are all of one kind."""
    if field.options.turn_cards == FLEXIBLE and LEFT <= kind <= UTURN:
        return TURN
    return kind


@compiled
def leave_hand(race: Race, who: int, kind: int) -> None:
    """A card leaves a hand, whether or not the viewer knew that it was there."""
    rover = race.rovers[who]
    rover.held -= 1
    if rover.hand[kind] > 0:
        rover.hand[kind] -= 1


@compiled
def open_gap(race: Race, position: int) -> None:
    """Move the cards of the row from a position on, and the cycles above them, to the right."""
    for place in range(race.length, position, -1):
        race.row[place] = race.row[place - 1]
        race.fresh[place] = race.fresh[place - 1]
        race.times[place] = race.times[place - 1]
        race.span[place] = race.span[place - 1]
    race.times[position] = 0
    race.span[position] = 0
    race.length += 1


@compiled
def insert(race: Race, field: Field, who: int, kind: int, position: int) -> None:
    """A card from the hand joins the row."""
    leave_hand(race, who, card_in_hand(field, kind))
    open_gap(race, position)
    race.row[position] = kind
    race.fresh[position] = 1
    race.laid += 1
    race.changed = 1


@compiled
def cover(race: Race, field: Field, who: int, kind: int, position: int) -> None:
    """A card from the hand is laid on a card of the row."""
    leave_hand(race, who, card_in_hand(field, kind))
    under = card_in_hand(field, race.row[position])
    if field.options.covered_cards == DISCARD:
        put(race.discards, under)
    else:
        race.covered[under] += 1
    race.row[position] = kind
    race.fresh[position] = 1
    race.laid += 1
    race.changed = 1


@compiled
def set_cycle(race: Race, who: int, kind: int, position: int, span: int) -> None:
    """A cycle card from the hand is laid above one or two cards."""
    leave_hand(race, who, kind)
    race.times[position] = kind - X2 + 2
    race.span[position] = span
    race.laid += 1
    race.changed = 1


@compiled
def drop_cycle(race: Race, position: int) -> None:
    """AR-A38: a cycle card that leaves the row goes to the discard pile."""
    put(race.discards, X2 + race.times[position] - 2)
    race.times[position] = 0
    race.span[position] = 0
    race.changed = 1


@compiled
def discard_row(race: Race, field: Field) -> None:
    """All cards of the row go to the discard pile: seen, covered and cycles."""
    for position in range(race.length):
        put(race.discards, card_in_hand(field, race.row[position]))
        if race.times[position] > 0:
            drop_cycle(race, position)
        race.row[position] = 0
        race.fresh[position] = 0
    for kind in range(KINDS):
        for _ in range(race.covered[kind]):
            put(race.discards, kind)
        race.covered[kind] = 0
    race.length = 0
    race.changed = 1


@compiled
def begin_turn(race: Race, who: int) -> None:
    """A turn begins with no card laid."""
    race.turn += 1
    race.rovers[who].turns += 1
    race.seat = who
    race.phase = Phase.BUILD
    race.laid = 0
    race.changed = 0
    race.moved = 0
    for position in range(MAX_ROW):
        race.fresh[position] = 0


@compiled
def move(race: Race, who: int, there: int) -> None:
    """AR-46: a rover that changes its square is free to be compensated again."""
    rover = race.rovers[who]
    rover.square = there
    rover.waits = 0
    if who == race.seat:
        race.moved = 1
    for other in range(MAX_SEATS):
        race.locks[who * MAX_SEATS + other] = 0
        race.locks[other * MAX_SEATS + who] = 0


@compiled
def lock(race: Race, one: int, other: int) -> None:
    """Two rovers get no compensation from each other for now."""
    race.locks[one * MAX_SEATS + other] = 1
    race.locks[other * MAX_SEATS + one] = 1


@compiled
def score(race: Race, who: int, token: int, sample: int) -> None:
    """A delivered sample is turned up and stays with its player."""
    race.places[token] = DELIVERED + who
    race.types[token] = sample
    race.rovers[who].delivered[sample] += 1


@compiled
def replace(race: Race, who: int, kind: int) -> None:
    """A passing player puts a card on the discard pile."""
    leave_hand(race, who, kind)
    put(race.discards, kind)
    race.laid += 1
    race.phase = Phase.REPLACE


@compiled
def receive(race: Race, who: int, card: int) -> None:
    """A card is drawn; a viewer who may not see it only counts it."""
    take(race.draw)
    rover = race.rovers[who]
    rover.held += 1
    if rover.owed > 0:
        rover.owed -= 1
    if card >= 0:
        rover.hand[card] += 1


@compiled
def place_base(race: Race, who: int, square: int, colour: int, rover_there: int) -> None:
    """A base token lies on a corner, with a rover on it or not."""
    race.bases[colour] = square
    if rover_there:
        race.rovers[who].square = square


@compiled
def change_row(race: Race, field: Field, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """The events of building a row."""
    if kind == EventKind.INSERTED:
        insert(race, field, seat, a, b)
    elif kind == EventKind.COVERED:
        cover(race, field, seat, a, b)
    elif kind == EventKind.CYCLED:
        set_cycle(race, seat, a, b, c)
    elif kind == EventKind.UNCYCLED:
        drop_cycle(race, a)
    elif kind == EventKind.ROW_DISCARDED:
        discard_row(race, field)
    elif kind == EventKind.RUN_BEGAN:
        unroll(race)
    elif kind == EventKind.COMMAND:
        race.ran += 1


@compiled
def change_field(race: Race, kind: int, seat: int, a: int, b: int) -> None:
    """The events on the field: rovers and samples."""
    if kind == EventKind.MOVED:
        move(race, seat, b)
    elif kind == EventKind.FACED:
        race.rovers[seat].heading = a
    elif kind == EventKind.PAID:
        race.places[a] = CARRIED + b
    elif kind == EventKind.LOCKED:
        lock(race, seat, a)
    elif kind == EventKind.PICKED_UP:
        race.places[a] = CARRIED + seat
    elif kind == EventKind.SCORED:
        score(race, seat, a, b)
    elif kind == EventKind.LAID_DOWN:
        race.places[a] = b
    elif kind == EventKind.WAITS:
        race.rovers[seat].waits = 1


@compiled
def change_table(race: Race, kind: int, seat: int, a: int, b: int, c: int, secret: int) -> None:
    """The events around the field: set-up, turns, hands and the end."""
    if kind == EventKind.BASE_PLACED:
        place_base(race, seat, a, b, c)
    elif kind == EventKind.DECISION:
        race.phase = a
        race.seat = seat
    elif kind == EventKind.TURN_BEGAN:
        begin_turn(race, seat)
    elif kind == EventKind.REPLACED:
        replace(race, seat, a)
    elif kind == EventKind.RESHUFFLED:
        move_all(race.discards, race.draw)
    elif kind == EventKind.DREW:
        receive(race, seat, secret)
    elif kind == EventKind.SHORT:
        race.rovers[seat].owed = a
    elif kind == EventKind.GAME_OVER:
        race.winners = a
        race.phase = Phase.OVER


@compiled
def happen(
    race: Race, field: Field, kind: int, seat: int, a: int, b: int, c: int, secret: int
) -> None:
    """Change a race, or a seat's view of it, as an event says."""
    change_row(race, field, kind, seat, a, b, c)
    change_field(race, kind, seat, a, b)
    change_table(race, kind, seat, a, b, c, secret)


tell = bind(telling.tell, "algoracing", happen=happen)
tell_secret = bind(telling.tell_secret, "algoracing", happen=happen)
