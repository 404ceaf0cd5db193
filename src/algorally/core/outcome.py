"""What a state says of the outcome, where it keeps a `turn` and `winners`, as states do."""

from typing import Any

from algorally.core.compile import compiled


@compiled
def turns(state: Any) -> int:
    """How many turns have begun."""
    return int(state.turn)


@compiled
def winners(state: Any) -> int:
    """Who has won, as a bit mask; 0 until the game is over."""
    return int(state.winners)
