"""What can go wrong between a program and a server."""

from collections.abc import Sequence

from algorally.core.errors import AlgorallyError, TableError
from algorally.server.messages.frames import Refused
from algorally.server.messages.http import Problem


class ServerRefused(TableError):
    """The server said no; `code` tells programs why, `rules` which rules of the game forbid it."""

    def __init__(self, code: str, message: str, rules: Sequence[str] = ()) -> None:
        super().__init__(code, message)
        self.rules = tuple(rules)


class NoServer(AlgorallyError):
    """Nobody answers, or somebody who is no server of this version."""


def refusal(problem: Problem | Refused) -> ServerRefused:
    """What the server wrote, as an error to be raised."""
    return ServerRefused(problem.code, problem.words, problem.rules)


def no_answer(url: str, error: Exception, patience: float = 0.0) -> str:
    """What to do when nobody answers."""
    why = str(error) or type(error).__name__
    tried = f" within {patience:g} seconds" if patience else ""
    return (
        f"no server answers at {url}{tried} ({why});"
        " start one with `algorally serve`, or mend the address"
    )


def other_version(url: str, error: Exception) -> str:
    """What to do when the answer cannot be read."""
    return (
        f"{url} does not answer like a server of this version of Algorally ({error});"
        " install the version that it runs, or mend the address"
    )
