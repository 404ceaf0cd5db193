"""Play games of every kind and print what became of them: run in each mode, to be compared.

`python -m tests.contract.trace` prints, for some choices at a time, one digest of all bytes that
these led to. The games are the same in every mode, so the lines must be.
"""

import hashlib
import sys
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import numpy as np

from algorally.core.game import Game, find_game, games
from algorally.core.planning import chart_of
from algorally.core.position import Position
from algorally.core.records import Rows
from algorally.core.scene import find_scenes, load_scene, play_steps
from tests.playing import choices, contents, many_settings, some_seats, viewers

SCENES = Path(__file__).parents[1] / "games"
CHOICES = 200  # of each game
BATCH = 25  # choices in one digest


def look_around(position: Position, number: int) -> bytes:
    """What can be asked of a position: views, guesses, legal actions, the standing."""
    parts = [np.array(position.standing().points, np.int64).tobytes()]
    for viewer in viewers(position):
        view = position.view(viewer)
        parts += [contents(view), contents(view.guess(viewer, number))]
        parts.append(np.array(position.legal(viewer), np.int64).tobytes())
    return b"".join(parts)


def let_time_run_out(position: Position, kinds: Counter[int]) -> bytes:
    """What the clock would do for each seat that acts."""
    parts = []
    for seat in position.acting():
        clone = position.clone()
        events = clone.time_up(seat)
        kinds.update(events["kind"].tolist())
        parts += [events.tobytes(), contents(clone)]
    return b"".join(parts)


def judgements(position: Position) -> bytes:
    """How the stock bots judge a position, for each seat."""
    values = [position.judge(seat) for seat in range(position.seats)]
    return chart_of(position).tobytes() + np.array(values, np.int64).tobytes()


def play_game(position: Position, number: int, kinds: Counter[int]) -> list[str]:
    """Play one game and return a digest for each batch of choices."""
    digests = []
    digest = hashlib.sha256(contents(position) + position.fields.tobytes())
    for played, (seat, action) in enumerate(choices(position, number, CHOICES), 1):
        events = position.play(seat, action)
        kinds.update(events["kind"].tolist())
        digest.update(f"{seat} {action}".encode() + contents(position) + events.tobytes())
        if played % BATCH == 0:
            digest.update(look_around(position, played) + let_time_run_out(position, kinds))
            digests.append(f"choice {played}: {digest.hexdigest()}")
    digest.update(look_around(position, 0))
    return [*digests, f"end: {digest.hexdigest()}"]


def play_scenes(game: Game, kinds: Counter[int]) -> list[str]:
    """What becomes of the game's scenes, which know the rare cases."""
    lines = []
    play = Position.play

    def counting(position: Position, seat: int, action: int) -> Rows:
        events = play(position, seat, action)
        kinds.update(events["kind"].tolist())
        return events

    with patch.object(Position, "play", counting):
        for path in find_scenes([SCENES / game.name / "scenes"]):
            digest = hashlib.sha256(contents(play_steps(load_scene(path)).position))
            lines.append(f"{game.name}, scene {path.stem}: {digest.hexdigest()}")
    return lines


def trace(game: Game) -> list[str]:
    """Play a game with every number of seats and all kinds of settings, and its scenes."""
    lines = []
    kinds: Counter[int] = Counter()
    all_settings = many_settings(game.name)
    for number in range(max(len(all_settings), len(game.seats))):
        settings = all_settings[number % len(all_settings)]
        seats = some_seats(game, settings, number)
        position = game.start(seats, number, **settings)
        where = f"{game.name}, {seats} seats, seed {number}, {settings}"
        lines += [f"{where}, {line}" for line in play_game(position, number, kinds)]
        if number == 0:
            lines.append(f"{where}, judged: {hashlib.sha256(judgements(position)).hexdigest()}")
    lines += play_scenes(game, kinds)
    told = [name for kind, name in enumerate(game.events) if kinds[kind]]
    return [*lines, f"{game.name} told of {' '.join(told)}"]


if __name__ == "__main__":
    for game_name in games():
        sys.stdout.write("\n".join(trace(find_game(game_name))) + "\n")
