"""A scene file, what may be wrong with it, and what may come out otherwise than it says.

The contract suite tries each change: the old text, the new one, and what is said of it.
"""

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

WRONG = [
    ("round_cap = 20", "round_cap = 0", "round_cap is a number from 1 to 100, not 0"),
    ("round_cap = 20", 'track = "sprint"', "track is set for a whole game, it is no rule option"),
    ("columns = 14", "columns = 11", "columns is a number from 12 to 40, not 11"),
    ("runoff = 5", "runoff = 41", "runoff is a number from 0 to 40, not 41"),
    ('"city"', '"moon"', "scenery: 'moon' is unknown; it can be meadow, city"),
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
    ("[expect.cars.red]", "[expect.cars.green]", "expect.cars has no key 'green'"),
]

OTHERWISE = [
    ('at = "C4"', 'at = "C5"', "cars.red.at: expected 'C5', came 'C4'"),
    ('"A3", "B5"', '"A3", "C4"', "traffic: expected ['A3', 'C4'], came ['A3', 'B5']"),
    ('"SAS P / AB"\n', '"SAS P"\n', "cars.red.sheet: expected 'SAS P', came 'SAS P / AB'"),
    ("REP AB - ATG", "REP AB - AB", "step 1: refused: SA-B7"),
    ('red = ["C4"]', 'red = ["C5"]', "step 1: refused: SA-29: no car stands on C5"),
    ('red = ["C4"]', 'red = ["C4", "B5"]', "step 1: refused: SA-29: red could not choose B5"),
    (
        '"REP AB - ATG"',
        '"REP" }\nillegal = true\nbecause = "SA-42"\n[[do]]\nprograms = { red = ""',
        "step 1: expected a refusal because of SA-42, it names SA-38",
    ),
]
