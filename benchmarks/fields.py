"""Are the ready fields good? Greedy bots play them: is every seat as likely to win, does it end?

Use: python benchmarks/fields.py [GAMES] [LEVEL ...]
"""

import sys
import time
from collections.abc import Mapping
from typing import Any

from algorally.bots.greedy import Greedy
from algorally.bots.levels import take_turn
from algorally.core.game import find_game
from algorally.games.algoracing.boards import ready_fields
from algorally.games.algoracing.names import BY_TURN_CAP, LEVELS, EventKind


def play_games(seats: int, games: int, settings: Mapping[str, Any]) -> tuple[list[float], str]:
    """Win rates by seat, and the mean length and share of games that the turn cap ended."""
    game = find_game("algoracing")
    bots = [Greedy(seat) for seat in range(seats)]
    wins, turns, capped = [0.0] * seats, 0, 0
    for number in range(games):
        position = game.start(seats=seats, seed=number, **settings)
        while not position.over:
            seat = position.acting()[0]
            _, events = take_turn(position, seat, bots[seat])[-1]
            last = events[-1]
            capped += last["kind"] == EventKind.GAME_OVER and last["b"] == BY_TURN_CAP
        standing = position.standing()
        turns += standing.turns
        for winner in standing.winners:
            wins[winner] += 1 / len(standing.winners)
    facts = f"{turns / games / seats:5.1f} turns each, {100 * capped / games:4.1f} % capped"
    return [won / games for won in wins], facts


def main() -> None:
    """Print a line for every ready field and number of seats."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for level in sys.argv[2:] or LEVELS:
        for name in ready_fields(level):
            for seats in (2, 3, 4):
                begun = time.perf_counter()
                rates, facts = play_games(seats, games, {"level": level, "field": name})
                edge = max(abs(rate - 1 / seats) for rate in rates)
                shown = " ".join(f"{100 * rate:4.1f}" for rate in rates)
                seconds = time.perf_counter() - begun
                print(
                    f"{level:8} {name:12} {seats} seats: wins % {shown:20}"
                    f" edge {100 * edge:4.1f} %, {facts}, {seconds:.0f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
