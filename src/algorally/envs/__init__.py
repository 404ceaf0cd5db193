"""Standard environments for learners: Gymnasium, PettingZoo and OpenSpiel.

Importing this package makes the Gymnasium environments known, where Gymnasium is installed;
`algorally.envs.pettingzoo` and `algorally.envs.openspiel` are imported by those who want them.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from algorally.envs.gymnasium import register

    register()
