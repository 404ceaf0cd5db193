"""What environments need beside the project itself."""

from algorally.core.errors import AlgorallyError


class MissingExtra(AlgorallyError, ImportError):
    """A package is not installed that only some users need."""


def missing(extra: str, what: str = "") -> MissingExtra:
    """What to say without an extra; it is for the module of its name, or for this."""
    return MissingExtra(
        f"{what or f'algorally.envs.{extra}'} needs a package that is not installed:"
        f" pip install 'algorally[{extra}]'"
    )
