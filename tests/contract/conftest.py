"""The contract that every game fulfils: each test here runs for every game there is."""

import pytest
from hypothesis import HealthCheck, Phase, settings

from algorally.core.compile import MODE
from algorally.core.game import Game, find_game, games

# That the modes do the same is known from test_modes: the slow ones try less.
SHARE = {"compiled": 1, "checked": 3, "interpreted": 20}


def some(usual: int) -> settings:
    """So many examples of what takes long, where the rules are compiled."""
    return settings(max_examples=max(1, usual // SHARE[MODE]))


# The same examples in every run, and no stopwatch: a first call may compile for seconds.
settings.register_profile(
    "contract",
    max_examples={"compiled": 40, "checked": 15, "interpreted": 4}[MODE],
    deadline=None,
    phases=[Phase.generate] if MODE == "interpreted" else [Phase.generate, Phase.shrink],
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("contract")


@pytest.fixture(scope="session", params=games())
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return find_game(request.param)
