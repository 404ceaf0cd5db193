"""Steps of a game in which every choice is played in one: there are none."""

from typing import Any

from algorally.core.compile import compiled


@compiled
def runs_never(state: Any) -> bool:
    """After each choice somebody chooses again."""
    return False


@compiled
def no_step(state: Any, field: Any, log: Any) -> None:
    """There is nothing between two choices."""


@compiled
def no_stage(state: Any, action: int) -> int:
    """All choices are alike."""
    return 0
