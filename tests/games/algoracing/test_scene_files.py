"""Scene files that cannot be read say which key is wrong and what would have been right."""

from pathlib import Path

import pytest

from algorally.core.errors import SceneError
from algorally.core.scene import load_scene, play_scene

SCENE = """
game = "algoracing"
title = "a step"
rules = ["AR-24"]
seed = 3
[options]
edition = "en"
[given]
level = "complete"
rows = ["....", ".12.", "...."]
walls = ["2,0E"]
elevators = ["1,1W"]
samples = ["3,1 red"]
labs = { red = ["blue"] }
row = ["left"]
cycles = ["x2 0"]
deck = ["jump"]
discard = ["uturn"]
[given.rovers.red]
at = "1,0E"
carrying = ["yellow"]
delivered = ["blue"]
hand = ["step", "right"]
[given.rovers.yellow]
at = "1,2N"
[[do]]
seat = "red"
edit = ["uncycle 0", "insert step 0", "cover 1 right"]
[expect]
to_move = "yellow"
row = ["step", "right"]
samples = ["3,1 red"]
[expect.rovers.red]
at = "2,0S"
"""


def play(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "scene.toml"
    path.write_text(text, encoding="utf-8")
    return play_scene(load_scene(path))


def test_the_scene_itself_is_in_order(tmp_path: Path) -> None:
    assert play(tmp_path, SCENE.replace("cover 1 right", "insert right 1")) != []
    assert play(tmp_path, SCENE) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game = "algoracing"', 'game = "chess"', "game: there is no game 'chess'; there are"),
        ('title = "a step"', "", "a scene needs 'title'"),
        ("seed = 3", "sead = 3", "a scene has no key 'sead'; it can have game, title"),
        ("seed = 3", "seed = -1", "a seed is a whole number from 0"),
        ("seed = 3", 'seed = "x"', "seed must be a whole number, not 'x'"),
        ('edition = "en"', 'edition = "fr"', "edition can be en or de or nl, not 'fr'"),
        ('edition = "en"', "pull = 1", "there is no option 'pull'; there are"),
        ('level = "complete"', 'level = "hard"', "level can be basic or complete"),
        ('"....", ".12."', '"....", ".12"', "rows must be texts of the same length"),
        (".12.", ".13.", "rows, square 2,1: '3' is unknown; it can be ., 1, 2"),
        ("2,0E", "4,0E", "walls: 4,0 is off the board, whose last square is 3,2"),
        ("2,0E", "2,0", "walls: a square with a side is written"),
        ("3,1 red", "3,1 pink", "samples: 'pink' is unknown; it can be yellow, blue"),
        ("3,1 red", "3;1 red", "samples: a square is written"),
        ('red = ["blue"]', 'pink = ["blue"]', "labs: 'pink' is unknown"),
        ('row = ["left"]', 'row = ["fly"]', "row: 'fly' is unknown; it can be step"),
        ("x2 0", "x2 0-1", "cycles: x2 0-1 lies beyond the row"),
        ("x2 0", "x2 zero", 'cycles: write "x2 0-1"'),
        ('["jump"]', '["jump", "x3", "x3", "x3"]', "there are only 2 cards x3 in the deck"),
        ('"1,2N"', '"1,0N"', "rovers.yellow.at: 1,0 is taken by red"),
        ('at = "1,2N"', "", 'rovers.yellow needs a place: at = "0,0E"'),
        ("[given.rovers.yellow]", "[given.rovers.pink]", "rovers: 'pink' is unknown"),
        ('carrying = ["yellow"]', 'carries = ["yellow"]', "rovers.red has no key 'carries'"),
        ('["yellow"]', '["yellow", "red", "red", "red"]', "a rover carries at most 3"),
        ('["step", "right"]\n[given', "5\n[given", "rovers.red.hand must be a list"),
        ('seat = "red"', 'seat = "green"', "step 1, seat: 'green' is unknown; it can be red, y"),
        ("edit =", "edits =", "step 1 has no key 'edits'; it can have seat, lay"),
        ("edit =", "run = true\nedit =", "step 1 must have exactly one of lay, edit, run, pass"),
        ("edit =", "time_up = 1\nedit =", "step 1: time_up = true, or leave it out"),
        ('"uncycle 0"', '"unloop 0"', "'unloop' is no card or command"),
        ('to_move = "yellow"', 'next = "yellow"', "expect has no key 'next'; it can have to_mo"),
        ("[expect.rovers.red]", "[expect.rovers.green]", "expect.rovers has no key 'green'"),
        ("[expect]", "[expect", "not a TOML file"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in SCENE
    with pytest.raises(SceneError) as caught:
        play(tmp_path, SCENE.replace(old, new, 1))
    assert str(tmp_path / "scene.toml") in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('at = "2,0S"', 'at = "3,0S"', "rovers.red.at: expected '3,0S', came '2,0S'"),
        ('to_move = "yellow"', 'to_move = "red"', "to_move: expected 'red', came 'yellow'"),
        ('"uncycle 0", ', '"uncycle 0", "uncycle 0", ', "step 1: refused: AR-89"),
        ('seat = "red"', 'seat = "red"\nillegal = true', "step 1: it was accepted, not refused"),
        (
            '"uncycle 0"',
            '"uncycle 3"]\nillegal = true\nbecause = "AR-19"\n[[do]]\nseat = "red"\nedit = ["run"',
            "step 1: expected a refusal because of AR-19, it names AR-89",
        ),
    ],
)
def test_what_comes_out_otherwise_is_told(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert any(line.startswith(problem) for line in play(tmp_path, SCENE.replace(old, new, 1)))
