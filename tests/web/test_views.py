"""What a client makes of the bytes that it is sent is what the server says of the view."""

import json
import os
import random
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from algorally.core.events import may_hear, seen_by
from algorally.core.game import Game, find_game, games
from algorally.core.position import Position
from algorally.core.records import Rows, plain
from algorally.core.scene import find_scenes, load_scene, play_scene
from tests.playing import Journey, begin, choices, many_settings, some_seats, viewers
from tests.web.places import CLIENT, ROOT, need_node

JOURNEYS = 12
LONGEST = 160  # choices
LATE = 25  # of so many choices one is made by the clock
SCENES = ROOT / "tests" / "games"

Recorded = dict[str, Any]  # a field, a view of a seat, and the events of each choice with the next


def packed(octets: bytes) -> str:
    return b64encode(octets).decode()


def record(position: Position, viewer: int) -> Recorded:
    """The beginning of a record."""
    view = position.view(viewer)
    return {
        "game": position.game.name,
        "field": packed(view.fields.tobytes()),
        "view": packed(view.states.tobytes()),
        "plain": {"field": plain(view.field), "view": plain(view.state)},
        "steps": [],
    }


def add_step(recorded: Recorded, viewer: int, events: Rows, before: Position) -> None:
    """What a choice told the viewer, and how the view looked after each event."""
    view = before.view(viewer)
    step = {"events": seen_by(viewer, events), "patch": packed(view.clone().follow(events))}
    after = []
    for place, audience in enumerate(events["audience"].tolist()):
        if may_hear(viewer, audience):
            view.follow(events[place : place + 1])
            after.append(packed(view.states.tobytes()))
    recorded["steps"].append({**step, "after": after, "plain": plain(view.state)})


def journeys(game: Game) -> Iterator[Journey]:
    """Games with varied options, at every level and with every number of seats."""
    dice = random.Random(game.name)
    varied = many_settings(game.name)
    for number, seed in enumerate(dice.sample(range(2**32), JOURNEYS)):
        settings = varied[number * 7 % len(varied)]
        yield Journey(some_seats(game, settings, number), settings, seed, LONGEST)


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
            before = position.clone()
            events = position.time_up(seat) if late else position.play(seat, action)
            add_step(recorded, viewer, events, before)
        yield recorded


def played_in_scenes(game: Game, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    """Every choice in the game's scenes, which know the rare cases, as its seat sees it."""
    found: list[Recorded] = []
    play = Position.play

    def recording(position: Position, seat: int, action: int) -> Rows:
        before = position.clone()
        events = play(position, seat, action)
        found.append(record(before, seat))
        add_step(found[-1], seat, events, before)
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
def test_the_client_reads_and_changes_a_view_as_the_server_does(
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
    command = ["node", "node_modules/vitest/vitest.mjs", "run", "tests/records.test.ts"]
    environment = {**os.environ, "ALGORALLY_GAMES": str(file), "NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=CLIENT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(played) + 1} passed" in done.stdout
