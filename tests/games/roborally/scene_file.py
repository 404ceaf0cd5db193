"""A scene file, what may be wrong with it, and what may come out otherwise than it says.

The contract suite tries each change: the old text, the new one, and what is said of it.
"""

SCENE = """
game = "roborally"
title = "two robots"
rules = ["RR-34"]
seed = 3
[options]
lives = 3
[given]
rows = [".....", "..>..", "....."]
walls = ["4,0E"]
lasers = ["0,2E*2"]
pushers = ["0,0S odd"]
crushers = ["4,1 2,4"]
flags = ["3,2", "0,1"]
deck = ["move2:670", "left:90"]
option_deck = ["brakes"]
[given.robots.A]
at = "1,0E"
damage = 1
options = ["flywheel"]
flywheel = "move1:490"
[given.robots.B]
at = "2,0N"
damage = 5
lives = 2
archive = "3,2"
next_flag = 2
locked = ["", "", "", "", "right:80"]
[[do]]
registers = { A = ["move3:790", "left:70"], B = ["", "uturn:10"] }
[[do]]
announce = ["A"]
[[do]]
cleanup = true
[[do]]
deal = true
[expect]
flags = ["3,2", "0,1"]
[expect.robots.A]
at = "3,0N"
damage = 0
powered_down = true
[expect.robots.B]
at = "4,0S"
locked = [4, 5]
hand_size = 3
"""

WRONG = [
    ("lives = 3", "lives = 0", "lives is a number from 1 to 5, not 0"),
    ("lives = 3", 'course = "checkmate"', "course is set for a whole game, it is no rule option"),
    ('"..>.."', '"..x.."', "rows: 'x' at 2,1 is no square; squares are"),
    ('"..>.."', '"..>."', "rows: row 1 has 4 squares, not 5"),
    ('walls = ["4,0E"]', 'walls = ["4,0"]', 'walls: it is written "x,yN"'),
    ('walls = ["4,0E"]', 'walls = ["5,0E"]', "walls: 5,0 lies off the floor, which has 0,0 to"),
    ('"0,2E*2"', '"0,2E*x"', 'lasers: it is written "x,yN" or "x,yN*2"'),
    ('"0,0S odd"', '"0,0S seldom"', 'pushers: registers are "odd", "even" or numbers'),
    ('"4,1 2,4"', '"4,1 6"', 'crushers: registers are "odd", "even" or numbers'),
    ('flags = ["3,2", "0,1"]\ndeck', 'flags = ["3,2", "3,2"]\ndeck', "flags: two stand on 3,2"),
    ('"0,0S odd"', '"0,0S odd", "0,0E even"', "pushers: two are on 0,0"),
    ('"0,2E*2"', ", ".join(['"0,2E"'] * 65), "lasers: a floor has at most 64, not 65"),
    ('["3,2", "0,1"]\ndeck', f"{[f'{x},2' for x in range(5)] * 2}\ndeck", "flags: a floor has at"),
    ('"move2:670"', '"move2:680x"', "deck: a card is written"),
    ('"move2:670"', '"move2:500"', "deck: move2 has the priorities 670, 680 to 780, not 500"),
    ('"move2:670"', '"move2"', "deck: cards of the deck have a priority"),
    ('"left:90"]', '"move2:670"]', "deck: there is only one card 670"),
    ('option_deck = ["brakes"]', 'option_deck = ["horn"]', "option_deck: 'horn' is unknown"),
    ('option_deck = ["brakes"]', 'option_deck = ["flywheel"]', "there is only one flywheel"),
    ('at = "1,0E"', 'at = "2,0E"', "robots.B.at: 2,0 is taken by A"),
    ('at = "1,0E"', 'at = "destroyed"', 'robots.A is destroyed, so it needs archive = "2,1"'),
    ('at = "1,0E"', "", 'robots.A needs a place: at = "2,1N"'),
    ('"..>.."', '"O.>.."', "flags: 0,1 is a pit"),
    ("damage = 1", "damage = 10", "robots.A.damage: it is a number from 0 to 9, not 10"),
    ("damage = 1", "hurt = 1", "robots.A has no key 'hurt'; it can have at, damage"),
    ('options = ["flywheel"]', 'options = ["horn"]', "robots.A.options: 'horn' is unknown"),
    ('options = ["flywheel"]', "", 'robots.A.flywheel: it needs options = ["flywheel"]'),
    ('locked = ["", "", "", "", "right:80"]', "", "robots.B has 5 damage or more, so it needs"),
    ('locked = ["", ', "locked = [", "robots.B.locked: it has 5 entries"),
    ("[given.robots.B]", "[given.robots.C]", "step 1, registers: 'B' is unknown; it can be A, C"),
    ('A = ["move3:790", "left:70"]', "A = 3", "step 1, registers.A must be a list, not 3"),
    ('"left:70"', '"left:75"', "registers.A: left has the priorities 70, 90 to 410, not 75"),
    ('"left:70"', '"left:70+left:90+left:110"', "a register holds at most two cards"),
    ("cleanup = true", "cleanup = false", "step 3: cleanup = true, or leave it out"),
    ("deal = true", "", "step 4 must have exactly one of registers, cleanup, announce, deal"),
    ('announce = ["A"]', 'announce = ["C"]', "step 2, announce: 'C' is unknown; it can be A, B"),
    ("deal = true", 'deal = true\nreenter = { A = "1,1N" }', "step 4: reenter stands beside"),
    (
        "cleanup = true",
        'cleanup = true\nreenter = { A = "1,1" }',
        'step 3, reenter.A: write "2,3N" or "2,3N down"',
    ),
    ("[expect.robots.B]", "[expect.robots.C]", "expect.robots has no key 'C'"),
]

OTHERWISE = [
    ('at = "3,0N"', 'at = "3,0S"', "robots.A.at: expected '3,0S', came '3,0N'"),
    ("powered_down = true", "powered_down = false", "robots.A.powered_down: expected False, came"),
    ("locked = [4, 5]", "locked = [5]", "robots.B.locked: expected [5], came [4, 5]"),
    ("hand_size = 3", "hand_size = 4", "robots.B.hand_size: expected 4, came 3"),
    ('announce = ["A"]', 'announce = ["A", "A"]', "step 2: refused: RR-18"),
]
