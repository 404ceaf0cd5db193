"""A scene file, what may be wrong with it, and what may come out otherwise than it says.

The contract suite tries each change: the old text, the new one, and what is said of it.
"""

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

WRONG = [
    ('edition = "en"', 'edition = "fr"', "edition can be en or de or nl, not 'fr'"),
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
    ("edit =", "run = true\nedit =", "step 1 must have exactly one of lay, edit, run, pass"),
    ("edit =", "time_up = 1\nedit =", "step 1: time_up = true, or leave it out"),
    ('"uncycle 0"', '"unloop 0"', "'unloop' is no card or command"),
    ("[expect.rovers.red]", "[expect.rovers.green]", "expect.rovers has no key 'green'"),
]

OTHERWISE = [
    ('at = "2,0S"', 'at = "3,0S"', "rovers.red.at: expected '3,0S', came '2,0S'"),
    ('to_move = "yellow"', 'to_move = "red"', "to_move: expected 'red', came 'yellow'"),
    ('"uncycle 0", ', '"uncycle 0", "uncycle 0", ', "step 1: refused: AR-89"),
    (
        '"uncycle 0"',
        '"uncycle 3"]\nillegal = true\nbecause = "AR-19"\n[[do]]\nseat = "red"\nedit = ["run"',
        "step 1: expected a refusal because of AR-19, it names AR-89",
    ),
]
