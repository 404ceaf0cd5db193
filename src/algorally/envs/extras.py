"""What environments need beside the project itself."""

from algorally.core.errors import AlgorallyError


class MissingExtra(AlgorallyError, ImportError):
    """A package is not installed that only some users need."""


def missing(extra: str) -> MissingExtra:
    """What to say where an extra is not installed."""
    return MissingExtra(
        f"algorally.envs.{extra} needs a package that is not installed:"
        f" pip install 'algorally[{extra}]'"
    )
