"""How rules make something happen: it is written down and it changes the state, in one call.

A game binds these to its `happen`, so nothing in it can change untold, nor be told and not happen.
"""

from typing import Any

from algorally.core.events import EVERYONE, Log, write
from algorally.core.placeholders import happen


def tell(state: Any, field: Any, log: Log, kind: int, seat: int, a: int, b: int, c: int) -> None:
    """Something happens that everybody may see."""
    write(log, kind, seat, a, b, c, 0, EVERYONE)
    # What is handed on may be a narrow number of a record, too small to be shifted or added to.
    happen(state, field, kind, int(seat), int(a), int(b), int(c), 0)


def tell_secret(
    state: Any, field: Any, log: Log, kind: int, seat: int, secret: int, audience: int
) -> None:
    """Something happens of which one fact is known to the audience alone, a bit mask of seats.

    With the bit UNHEARD the others do not even hear of it.
    """
    write(log, kind, seat, 0, 0, 0, secret, audience)
    happen(state, field, kind, int(seat), 0, 0, 0, int(secret))
