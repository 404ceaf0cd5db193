"""When a program may be worked on that is not finished."""

from algorally.core.errors import TableError, UnreadableChoice
from algorally.match.checks import check_running
from algorally.match.match import Match
from algorally.server.messages.tables import Draft


def check_draft(match: Match, draft: Draft) -> None:
    """A draft answers the present step with actions that a seat can choose."""
    check_running(match)  # before the game seats change hands, and drafts would with them
    if draft.on != match.step:
        raise TableError("stale", "the game went on; this program answers an earlier step")
    check_thinking(match)
    game = match.game
    if any(action == game.time_up or not 0 <= action < game.actions for action in draft.actions):
        raise UnreadableChoice(f"actions are numbered 0 to {game.actions - 1}")


def check_thinking(match: Match) -> None:
    """A pause is no time to think where time is short: nothing is tried out or prepared."""
    if match.is_frozen:
        raise TableError(
            "paused", "the game and its clocks are paused, so nobody works on programs"
        )
