"""Set-up: docks, cards, lives; then the first turn begins."""

from algorally.core.compile import compiled, rule
from algorally.core.dice import below, seed
from algorally.games.roborally.names import (
    CARDS,
    MAX_ROBOTS,
    NOBODY,
    OFF,
    OPTION_CARDS,
    RECOMPILE,
    EventKind,
    Question,
    Stage,
)
from algorally.games.roborally.options import ALWAYS, AT_RANDOM, CAPTURE, YES
from algorally.games.roborally.rules.cards import draw_next
from algorally.games.roborally.rules.happen import STAGES, happen
from algorally.games.roborally.rules.program import hand_size
from algorally.games.roborally.rules.ruin import next_option
from algorally.games.roborally.rules.sheet import has
from algorally.games.roborally.rules.turn import OFFERED
from algorally.games.roborally.state import Field, Race

RECOMPILE_ASKED = int(Question.RECOMPILE) + STAGES * int(Stage.RECOMPILE)
START_ASKED = int(Question.START_ROW) + STAGES * int(Stage.SET_UP)
OPTION_ASKED = int(Question.CHOOSE_OPTION) + STAGES * int(Stage.SET_UP)


@rule("RR-5", "RR-S7")
def choose_docks(race: Race, field: Field) -> None:
    """Chance decides who has the first dock; the others follow clockwise."""
    first = 0
    if field.options.first_player == AT_RANDOM:
        first = below(race.dice, field.seats)
    for place in range(field.robots):
        rest = place // int(field.seats) * int(field.seats)
        race.order[place] = rest + (first + place) % int(field.seats)


@rule("RR-4", "RR-S5", "RR-C1")
def place_robots(race: Race, field: Field) -> None:
    """Each robot stands on its dock, facing the factory floor, with its archive marker there."""
    for who in range(MAX_ROBOTS):
        robot = race.robots[who]
        robot.square = OFF
        robot.controller = NOBODY
        robot.weapon = NOBODY
    for place in range(field.robots):
        robot = race.robots[race.order[place]]
        robot.square = field.docks[place] if field.options.teams != CAPTURE else OFF
        robot.archive = field.docks[place]
        robot.heading = field.dock_facings[place]
        robot.lives = field.options.lives
        robot.damage = field.options.start_damage


@rule("RR-3")
def lay_cards(race: Race, field: Field) -> None:
    """All program cards make a deck, and so do all option cards; flags stand on the course."""
    for card in range(CARDS):
        race.deck.cards[card] = card + 1
    race.deck.count = CARDS
    if field.options.option_cards == YES:
        for option in range(OPTION_CARDS):
            race.option_deck.cards[option] = option + 1
        race.option_deck.count = OPTION_CARDS
    for flag in range(field.flag_count):
        race.flag_squares[flag] = field.flag_squares[flag]
        race.holders[flag] = NOBODY


@rule("RR-C3")
def give_options(race: Race, field: Field) -> None:
    """On some courses all robots start with option cards."""
    for place in range(field.robots):
        for _ in range(field.options.start_options):
            if race.option_deck.count > 0:
                who, option = race.order[place], next_option(race)
                happen(race, field, EventKind.OPTION_DRAWN, who, option, 0, 0, 0)


@compiled
def deal_first(race: Race, field: Field) -> None:
    """The hands of the first turn."""
    for place in range(field.robots):
        who = int(race.order[place])
        for _ in range(hand_size(race.robots[who])):
            card = draw_next(race)
            happen(race, field, EventKind.DEALT, who, 0, 0, 0, card)


@compiled
def begin_first(race: Race, field: Field) -> None:
    """All program, unless somebody may recompile first."""
    for place in range(field.robots):
        who = int(race.order[place])
        if has(race.robots[who], RECOMPILE):
            happen(race, field, EventKind.ASKED, who, RECOMPILE_ASKED, 0, place + 1, 0)
            return
    happen(race, field, EventKind.PROGRAMMING, race.order[0], 0, 0, 0, 0)


@compiled
def offer_first(race: Race, field: Field) -> None:
    """RR-C4: the first player chooses one of three option cards."""
    who = int(race.order[0])
    for _ in range(min(OFFERED, int(race.option_deck.count))):
        happen(race, field, EventKind.OPTION_OFFERED, who, next_option(race), 0, 0, 0)
    happen(race, field, EventKind.ASKED, who, OPTION_ASKED, 0, 1, 0)


@compiled
def start(race: Race, field: Field, number: int) -> None:
    """A new game from a seed."""
    seed(race.dice, number)
    choose_docks(race, field)
    place_robots(race, field)
    lay_cards(race, field)
    race.mover = NOBODY
    race.superbot = race.order[0] if field.options.superbot == ALWAYS else NOBODY
    give_options(race, field)
    if field.options.teams == CAPTURE:
        happen(race, field, EventKind.ASKED, race.order[0], START_ASKED, 0, 1, 0)
        return
    if field.options.option_choice == ALWAYS and race.option_deck.count > 0:
        offer_first(race, field)
        return
    happen(race, field, EventKind.TURN_BEGAN, race.order[0], 1, 0, 0, 0)
    deal_first(race, field)
    begin_first(race, field)
