"""Set-up by the house: what players would choose before the first turn is drawn by lot."""

import random

from algorally.core.position import Position

MOST_CHOICES = 1000  # before the first turn; every game has far fewer


def drawn_by_lot(position: Position, dice: random.Random) -> tuple[tuple[int, int], ...]:
    """Choices that set up a game which has just begun: the seat and the action of each."""
    trial = position.clone()
    choices: list[tuple[int, int]] = []
    while not trial.standing().turns and (acting := trial.acting()):
        assert len(choices) < MOST_CHOICES, "the set-up does not end"
        action = dice.choice(trial.legal(acting[0]))
        trial.play(acting[0], action)
        choices.append((acting[0], action))
    return tuple(choices)
