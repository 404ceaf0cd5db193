"""What an event changes: the client's view.ts and the rules' happen never drift apart."""

import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from algorally.core.codec import plain
from algorally.core.events import seen_by
from algorally.core.game import Game, Position, find_game, games
from algorally.core.records import Rows
from algorally.core.scene import find_scenes, load_scene, play_scene
from tests.playing import Journey, begin, choices, many_settings, viewers
from tests.web.places import CLIENT, ROOT, need_node

JOURNEYS = 12
LONGEST = 160  # choices
LATE = 25  # of so many choices one is made by the clock
SCENES = ROOT / "tests" / "games"

Recorded = dict[str, Any]  # a field, a view of a seat, and the events of each choice with the next


def seen(position: Position, viewer: int) -> Any:
    return plain(position.view(viewer).state)


def record(position: Position, viewer: int) -> Recorded:
    """The beginning of a record."""
    game, field = position.game.name, plain(position.field)
    return {"game": game, "field": field, "view": seen(position, viewer), "steps": []}


def add_step(recorded: Recorded, viewer: int, events: Rows, position: Position) -> None:
    step = {"events": seen_by(viewer, events), "after": seen(position, viewer)}
    recorded["steps"].append(step)


def journeys(game: Game) -> Iterator[Journey]:
    """Games with varied options, at every level and with every number of seats."""
    dice = random.Random(game.name)
    varied = many_settings(game.name)
    for number, seed in enumerate(dice.sample(range(2**32), JOURNEYS)):
        seats = game.seats[number % len(game.seats)]
        yield Journey(seats, varied[number * 7 % len(varied)], seed, LONGEST)


def played_at_random(game: Game) -> Iterator[Recorded]:
    """Long games, each as one of its seats or a spectator sees it."""
    for number, journey in enumerate(journeys(game)):
        position = begin(game, journey)
        everybody = viewers(position)
        viewer = everybody[number % len(everybody)]
        recorded = record(position, viewer)
        dice = random.Random(journey.seed)
        for seat, action in choices(position, journey.seed, journey.choices):
            late = dice.randrange(LATE) == 0
            events = position.time_up(seat) if late else position.play(seat, action)
            add_step(recorded, viewer, events, position)
        yield recorded


def played_in_scenes(game: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    """Every choice in the game's scenes, which know the rare cases, as its seat sees it."""
    found: list[Recorded] = []
    play = Position.play

    def recording(position: Position, seat: int, action: int) -> Rows:
        before = position.clone()
        events = play(position, seat, action)
        found.append(record(before, seat))
        add_step(found[-1], seat, events, position)
        return events

    monkeypatch.setattr(Position, "play", recording)
    for path in find_scenes([SCENES / game.name]):
        play_scene(load_scene(path))
    monkeypatch.undo()
    yield from found


def kinds(played: list[Recorded]) -> set[int]:
    """The kinds of events that happened."""
    return {event.kind for one in played for step in one["steps"] for event in step["events"]}


@pytest.mark.parametrize("name", games())
def test_the_client_changes_a_view_as_the_rules_do(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_node()
    game = find_game(name)
    played = [*played_at_random(game), *played_in_scenes(game, monkeypatch)]
    assert kinds(played) == set(range(len(game.events))), "some kind of event is not tried"
    compare(played, tmp_path / "games.json")


def compare(played: list[Recorded], file: Path) -> None:
    """Let the client follow the games; it compares each view with the server's."""
    file.write_text(json.dumps(played))
    command = ["node", "node_modules/vitest/vitest.mjs", "run", "tests/view.test.ts"]
    environment = {**os.environ, "ALGORALLY_GAMES": str(file), "NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=CLIENT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(played)} passed" in done.stdout
