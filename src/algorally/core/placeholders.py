"""Rules of any game, as templates call them: `bind` puts those of one game in their place.

A template is a loop that is the same for every game, such as those of `core.door`; `Rules`,
`Planning` and `Observation` say what each of these functions takes.
"""

from typing import Any

start: Any = None
acting: Any = None
legal: Any = None
play: Any = None
blank: Any = None
guess: Any = None
happen: Any = None
points: Any = None
winners: Any = None
turns: Any = None
judge: Any = None
redundant: Any = None
propose: Any = None
habit: Any = None
imagine: Any = None
observe: Any = None
allow: Any = None
decide: Any = None
runs: Any = None
step: Any = None
stage: Any = None
