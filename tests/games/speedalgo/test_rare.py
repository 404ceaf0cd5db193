"""Rare cases: what cannot be said in a scene."""

from pathlib import Path

import pytest

from algorally.core.errors import IllegalChoice, NotYourTurn, UnreadableChoice
from algorally.core.events import LAID_OPEN, SeenEvent, seen_by
from algorally.core.position import Position
from algorally.core.records import same_bytes
from algorally.core.scene import load_scene, play_steps
from algorally.games.speedalgo.names import (
    CARS,
    ENOUGH,
    READY,
    TAKE_BACK,
    TARGET,
    TRAFFIC,
    EventKind,
    Phase,
)

pytestmark = pytest.mark.modes

GIVEN = """
game = "speedalgo"
title = "a position"
[options]
{options}
[given]
columns = 12
traffic = ["A5", "C3", "E11"]
[given.cars.red]
at = "C0"
roll = 2
[given.cars.blue]
at = "D0"
roll = 3
[[do]]
programs = {{ {programs} }}
"""


def lay(tmp_path: Path, options: str = "") -> Position:
    """The position before any program is laid."""
    path = tmp_path / "scene.toml"
    path.write_text(GIVEN.format(options=options, programs=""), encoding="utf-8")
    scene = load_scene(path)
    return scene.game.scenes.lay_out(scene)


def play(tmp_path: Path, programs: str, options: str = "") -> list[SeenEvent]:
    """What happened in a round."""
    path = tmp_path / "scene.toml"
    path.write_text(GIVEN.format(options=options, programs=programs), encoding="utf-8")
    played = play_steps(load_scene(path))
    assert played.problem == ""
    return list(played.notes)


def targets(position: Position, seat: int) -> set[int]:
    return {action - TARGET for action in position.legal(seat) if TARGET <= action < ENOUGH}


def test_sa_b40_only_cars_on_the_track_can_be_written(tmp_path: Path) -> None:
    position = lay(tmp_path, 'targets_chosen = "written"')
    position.play_text(0, "ATD")
    assert targets(position, 0) == {0, 1, 2}
    position.play_text(1, "P")
    assert targets(position, 1) == {0, 1, 2, TRAFFIC}


def test_sa_b40_nothing_is_laid_or_ready_before_the_cars_are_written(tmp_path: Path) -> None:
    position = lay(tmp_path, 'targets_chosen = "written"')
    position.play_text(1, "AT")
    for _ in range(3):
        assert set(position.legal(1)) == {TARGET + car for car in targets(position, 1)}
        position.play(1, position.legal(1)[0])
    assert READY in position.legal(1)
    assert not targets(position, 1)


def test_sa_31_a_car_that_has_left_the_track_cannot_be_chosen(tmp_path: Path) -> None:
    position = lay(tmp_path)
    position.play_text(0, "ATG - ATD; ready")
    position.play_text(1, "ready")
    position.play_text(0, "target E11")
    assert targets(position, 0) == {0, 1}
    with pytest.raises(IllegalChoice, match="SA-31: traffic 3 is not on the track"):
        position.play(0, TARGET + 2)
    assert position.say(TARGET + 2) == "target car 3"


def test_sa_b14_enough_is_offered_from_the_second_car_on(tmp_path: Path) -> None:
    position = lay(tmp_path, 'at_count = "up_to"')
    position.play_text(0, "ready")
    position.play_text(1, "AT; ready")
    assert ENOUGH not in position.legal(1)
    position.play_text(1, "A5")
    assert ENOUGH in position.legal(1)
    position.play_text(1, "enough")
    assert position.state.turn == 2


def test_only_the_player_whose_program_runs_chooses_a_car(tmp_path: Path) -> None:
    position = lay(tmp_path)
    position.play_text(0, "ATD; ready")
    position.play_text(1, "ready")
    assert position.acting() == [0]
    assert position.legal(1) == []
    with pytest.raises(NotYourTurn):
        position.play_text(1, "target A5")
    with pytest.raises(IllegalChoice, match="SA-B16: a car is to be chosen"):
        position.play(0, READY)


def test_sa_b5_nothing_is_taken_back_where_it_is_not_agreed(tmp_path: Path) -> None:
    for way in ("secret", "open_sequential"):
        position = lay(tmp_path, f'programming = "{way}"')
        position.play_text(0, "AB")
        assert TAKE_BACK not in position.legal(0)
    position = lay(tmp_path, 'programming = "open_live"')
    assert TAKE_BACK not in position.legal(0)
    position.play_text(0, "AB")
    assert TAKE_BACK in position.legal(0)


def test_sa_b16_no_car_is_chosen_while_programs_are_built(tmp_path: Path) -> None:
    position = lay(tmp_path)
    position.play_text(0, "AT")
    for text in ("target A5", "enough", "AB - ATD [A5]"):
        with pytest.raises(IllegalChoice, match="SA-B16: cars are chosen while the program runs"):
            position.clone().play_text(0, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "say what to do, for instance: REP AB"),
        ("ABX", "'ABX' is no card; cards are AB ABD"),
        ("target", "name the square of a car"),
        ("target F5", 'a square is written "C5"'),
        ("traffic", "name one square: traffic C5"),
        ("start", "name a lane from A to E"),
        ("start F", "name a lane from A to E"),
    ],
)
def test_what_cannot_be_read_says_what_could(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(UnreadableChoice, match=why):
        lay(tmp_path).play_text(0, text)


def test_a_position_in_the_middle_of_a_run_can_be_written_and_read(tmp_path: Path) -> None:
    position = lay(tmp_path, 'nest_rep_cond = true\nmax_body = 2\ncondition_card = "flip"')
    position.play_text(0, "REP SAS P / AB ATD - AT; ready")
    position.play_text(1, "SA P - ABG; ready")
    assert position.state.phase == Phase.TARGET
    words = position.game.words
    assert same_bytes(words.read_position(words.write_position(position)).states, position.states)


def test_nothing_happens_after_the_game_is_over(tmp_path: Path) -> None:
    notes = play(tmp_path, 'red = "AB", blue = "REP AB"', "round_cap = 1")
    assert [event.kind for event in notes].index(EventKind.GAME_OVER) == len(notes) - 1


def test_sa_b30_traffic_that_advances_is_told_from_front_to_back(tmp_path: Path) -> None:
    notes = play(tmp_path, "", "traffic_advances = true")
    assert [event.a for event in notes if event.kind == EventKind.ADVANCED] == [2, 0, 1]


def test_sa_18_a_push_is_told_as_two_moves_the_pushed_car_first(tmp_path: Path) -> None:
    notes = play(tmp_path, 'red = "P"')
    moved = [event.a for event in notes if event.kind == EventKind.MOVED]
    assert moved == [TRAFFIC + 1, TRAFFIC]
    assert max(moved) < CARS


def test_sa_22_programs_run_one_after_the_other(tmp_path: Path) -> None:
    position = lay(tmp_path)
    position.play_text(0, "AB; ready")
    events = seen_by(LAID_OPEN, position.play(1, READY))
    told = [(event.kind, event.seat) for event in events]
    runs = (EventKind.RUN_BEGAN, EventKind.RUN_ENDED)
    assert [entry for entry in told if entry[0] in runs] == [
        (EventKind.RUN_BEGAN, 0),
        (EventKind.RUN_ENDED, 0),
        (EventKind.RUN_BEGAN, 1),
        (EventKind.RUN_ENDED, 1),
    ]
