"""Draws the pictures of the documentation: fields in the middle of a game of greedy bots."""

from pathlib import Path

from algorally.bots.greedy import Greedy
from algorally.bots.levels import take_turn
from algorally.core.game import find_game
from algorally.core.position import Position

HERE = Path(__file__).parent
PICTURES = {
    "algoracing-basic.svg": ("algoracing", 3, {"level": "basic", "field": "canyon"}, 12),
    "algoracing-complete.svg": ("algoracing", 4, {"level": "complete", "field": "summit"}, 14),
    "roborally-exchange.svg": ("roborally", 4, {"course": "risky_exchange"}, 4),
    "speedalgo-coast.svg": ("speedalgo", 4, {"track": "coast"}, 3),
}


def middle_of_a_game(name: str, seats: int, settings: dict[str, str], turns: int) -> Position:
    """A position after some turns of greedy bots."""
    position = find_game(name).start(seats=seats, seed=2, **settings)
    bots = [Greedy(seat) for seat in range(seats)]
    while position.standing().turns < turns:
        seat = position.acting()[0]
        take_turn(position, seat, bots[seat])
    return position


def main() -> None:
    """Write all pictures."""
    for file, arguments in PICTURES.items():
        (HERE / file).write_text(middle_of_a_game(*arguments).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
