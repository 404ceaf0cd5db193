"""Scene files that cannot be read say which key is wrong and what would have been right."""

from pathlib import Path

import pytest

from algorally.core.errors import SceneError
from algorally.core.scene import load_scene, play_scene

SCENE = """
game = "speedalgo"
title = "a round"
rules = ["SA-49"]
seed = 3
[options]
round_cap = 20
[given]
columns = 14
runoff = 5
scenery = "city"
traffic = ["A3", "C4"]
order = ["blue", "red"]
[given.cars.red]
at = "C0"
roll = 3
[given.cars.blue]
at = "D0"
[[do]]
programs = { red = "REP AB - ATG", blue = "ABD" }
targets = { red = ["C4"] }
rolls = { red = 2 }
[[do]]
programs = { red = "SAS P / AB" }
[expect]
traffic = ["A3", "B5"]
order = ["blue", "red"]
[expect.cars.red]
at = "C4"
sheet = "SAS P / AB"
"""


def play(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "scene.toml"
    path.write_text(text, encoding="utf-8")
    return play_scene(load_scene(path))


def test_the_scene_itself_is_in_order(tmp_path: Path) -> None:
    assert play(tmp_path, SCENE.replace("ATG", "ATD")) != []
    assert play(tmp_path, SCENE) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game = "speedalgo"', 'game = "chess"', "game: there is no game 'chess'; there are"),
        ('title = "a round"', "", "a scene needs 'title'"),
        ("seed = 3", "sead = 3", "a scene has no key 'sead'; it can have game, title"),
        ("round_cap = 20", "round_cap = 0", "round_cap is a number from 1 to 100, not 0"),
        ("round_cap = 20", "cap = 20", "there is no option 'cap'; there are"),
        ("round_cap = 20", 'track = "sprint"', "there is no option 'track'; there are"),
        ("columns = 14", "columns = 11", "columns is a number from 12 to 40, not 11"),
        ("runoff = 5", "runoff = 41", "runoff is a number from 0 to 40, not 41"),
        ('"city"', '"moon"', "scenery: 'moon' is unknown; it can be meadow, city"),
        ("columns = 14", "length = 14", "given has no key 'length'; it can have columns"),
        ('"A3", "C4"]\norder', '"F3", "C4"]\norder', 'traffic: a square is written "C5"'),
        ('"A3", "C4"]\norder', '"A14", "C4"]\norder', "traffic: A14 is off the track, whose last"),
        ('"A3", "C4"]\norder', '"A3", "A3"]\norder', "traffic: another car stands on A3"),
        ('"A3", "C4"]\norder', '"A3", 4]\norder', "an entry of traffic must be a text in quotes"),
        (
            '["A3", "C4"]\norder',
            '["A1","A2","A3","A4","A5","A6","A7","A8","A9","A10","A11","A12","A13"]\norder',
            "traffic: there are 12 cars, not 13",
        ),
        ('order = ["blue", "red"]', 'order = ["blue"]', "order must name each of red, blue once"),
        ('at = "D0"', 'at = "C0"', "cars.blue.at: another car stands on C0 already"),
        ('at = "D0"', 'at = "D19"', "cars.blue.at: D19 is off the track, whose last column is 18"),
        ('at = "D0"', "at = 3", 'cars.blue.at must be a square "C5"'),
        ('at = "D0"', "", 'cars.blue needs a place: at = "C0"'),
        ("roll = 3", "roll = 5", "cars.red.roll: the die shows 1, 2, 3 or 4, not 5"),
        ("roll = 3", "throw = 3", "cars.red has no key 'throw'; it can have at, roll"),
        ("[given.cars.blue]", "[given.cars.pink]", "cars: 'pink' is unknown; it can be red, blue"),
        ('programs = { red = "REP', 'program = { red = "REP', "step 1 has no key 'program'"),
        (
            'programs = { red = "REP AB - ATG", blue = "ABD" }',
            "",
            'step 1 needs programs = { red = "AB" }',
        ),
        ('blue = "ABD"', 'green = "ABD"', "step 1, programs: 'green' is unknown; it can be red"),
        ('blue = "ABD"', "blue = 3", "step 1, programs.blue must be a program in quotes"),
        ('blue = "ABD"', 'blue = "ABX"', "'ABX' is no card; cards are AB ABD"),
        ('red = ["C4"]', 'red = "C4"', "step 1, targets.red must be a list"),
        ('red = ["C4"]', "red = []", "step 1, targets.red: ATG needs one more; it can be A3, C4"),
        ("rolls = { red = 2 }", "rolls = { red = 0 }", "step 1, rolls.red: the die shows 1, 2"),
        ("rolls = { red = 2 }", 'time_up = ["pink"]', "step 1, time_up: 'pink' is unknown"),
        ('order = ["blue", "red"]\n[expect', "next = 1\n[expect", "expect has no key 'next'"),
        ("[expect.cars.red]", "[expect.cars.green]", "expect.cars has no key 'green'"),
        ("[expect]", "[expect", "not a TOML file"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in SCENE
    with pytest.raises(SceneError) as caught:
        play(tmp_path, SCENE.replace(old, new, 1))
    assert str(tmp_path / "scene.toml") in str(caught.value)
    assert message in str(caught.value)


def test_a_scene_needs_a_car(tmp_path: Path) -> None:
    text = 'game = "speedalgo"\ntitle = "nobody"\n[given]\n[[do]]\nprograms = {}\n'
    with pytest.raises(SceneError, match=r"given needs a car: \[given.cars.red\]"):
        play(tmp_path, text)


def test_sa_b35_throws_can_be_prepared_for_eight_rounds(tmp_path: Path) -> None:
    empty, prepared = "[[do]]\nprograms = {}\n", "[[do]]\nprograms = {}\nrolls = { red = 4 }\n"
    scene = 'game = "speedalgo"\ntitle = "many rounds"\n[given]\n[given.cars.red]\nat = "C0"\n'
    assert play(tmp_path, scene + empty * 6 + prepared + "[expect.cars.red]\nroll = 4\n") == []
    with pytest.raises(SceneError, match="rolls: they can be given for the first 8 rounds"):
        play(tmp_path, scene + empty * 7 + prepared)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('at = "C4"', 'at = "C5"', "cars.red.at: expected 'C5', came 'C4'"),
        ('"A3", "B5"', '"A3", "C4"', "traffic: expected ['A3', 'C4'], came ['A3', 'B5']"),
        ('"SAS P / AB"\n', '"SAS P"\n', "cars.red.sheet: expected 'SAS P', came 'SAS P / AB'"),
        ("REP AB - ATG", "REP AB - AB", "step 1: refused: SA-B7"),
        ('red = ["C4"]', 'red = ["C5"]', "step 1: refused: SA-29: no car stands on C5"),
        ('red = ["C4"]', 'red = ["C4", "B5"]', "step 1: refused: SA-29: red could not choose B5"),
        ("rolls = {", "illegal = true\nrolls = {", "step 1: it was accepted, not refused"),
        (
            '"REP AB - ATG"',
            '"REP" }\nillegal = true\nbecause = "SA-42"\n[[do]]\nprograms = { red = ""',
            "step 1: expected a refusal because of SA-42, it names SA-38",
        ),
    ],
)
def test_what_comes_out_otherwise_is_told(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in SCENE
    lines = play(tmp_path, SCENE.replace(old, new, 1))
    assert any(line.startswith(problem) for line in lines), lines
