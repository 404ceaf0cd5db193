"""Register phases of RoboRally when chance lays whole programs instead of card after card.

The rules do so themselves for whoever runs out of time (RR-17): each open register gets any unused
card, all alike, so the programs are as random as those that are laid by single choices.
"""

import time

from numba import njit

from algorally.core.bits import first_bit
from algorally.core.dice import seed
from algorally.core.events import clear
from algorally.core.game import find_game
from algorally.core.records import Rows
from algorally.core.search import random_action
from algorally.core.workspace import Workspace
from algorally.games.roborally.choices import acting, legal, play
from algorally.games.roborally.names import REGISTERS, TIME_UP, Phase
from algorally.games.roborally.setup import start

GAMES = 50  # before anybody looks at the clock


@njit(error_model="numpy")
def blind_games(work: Workspace, empty: Rows, first: int, games: int) -> int:
    """Play whole games, all questions answered at random; the turns that they took."""
    turns = 0
    race, field = work.states[0], work.fields[0]
    mask, dice, log = work.masks[0], work.dices[0], work.logs[0]
    for number in range(first, first + games):
        work.states[0] = empty[0]
        start(race, field, number)
        seed(dice, number)
        seats = acting(race, field)
        while seats:
            seat = first_bit(seats)
            action = TIME_UP
            if race.phase != Phase.PROGRAM:
                legal(race, field, seat, mask)
                action = random_action(mask, dice)
            clear(log)
            play(race, field, seat, action, log)
            seats = acting(race, field)
        turns += race.turn
    return turns


def registers_a_second(seats: int, settings: dict[str, str], seconds: float) -> float:
    """Register phases in a second of one core's time."""
    game = find_game("roborally")
    work, empty = game.workspace(game.make_field(seats, settings)), game.state.rows()
    blind_games(work, empty, 0, 1)  # the first time it is compiled
    turns = first = 0
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        turns += blind_games(work, empty, first, GAMES)
        first += GAMES
    return turns * REGISTERS / (time.process_time() - begun)
