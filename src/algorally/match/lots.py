"""Set-up by the house: what players would choose before the first turn is drawn by lot."""

import random

from algorally.core.position import Position

MOST_CHOICES = 1000  # before the first turn; every game has far fewer


def house_dice(seed: int, purpose: str) -> random.Random:
    """Dice of the house, such as those of a bot: the same for the same seed of a table.

    The seed is hashed with the purpose, so nothing that they show leads back to the cards.
    """
    return random.Random(f"{seed} {purpose}")


def drawn_by_house(position: Position, seed: int) -> tuple[tuple[int, int], ...]:
    """The choices by which the house sets up a game; they follow from the seed like the cards."""
    return drawn_by_lot(position, house_dice(seed, "set-up"))


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
