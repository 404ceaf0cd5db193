"""How many tables one may follow at once."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from algorally.core.errors import TableError
from algorally.server.addresses import Tally, address_of


class Places:
    """The open sockets of tables, by address and by guest."""

    def __init__(self, of_address: int, of_guest: int) -> None:
        self._addresses = Tally(of_address)
        self._guests = Tally(of_guest)

    def arrive(self, scope: Mapping[str, Any], held: ExitStack) -> Callable[[str], None]:
        """Take a place for a socket, until what is held is let go.

        What is returned takes one for its guest, who is known only when hello has been said.
        """
        _take(self._addresses, address_of(scope), held, "from your address")

        def admit(guest: str) -> None:
            if guest:
                _take(self._guests, guest, held, "by you")

        return admit


def _take(tally: Tally, name: str, held: ExitStack, whose: str) -> None:
    if not tally.take(name):
        raise TableError(
            "too_many_open", f"{tally.most} tables are followed {whose}, which is all; close some"
        )
    held.callback(tally.give_back, name)
