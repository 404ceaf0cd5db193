"""What the host of a table does."""

import time

from algorally.client import Server


def start_when_full(server: Server, table: str) -> None:
    """Begin the game when everybody has sat down."""
    while any(seat.taken == "free" for seat in server.table(table).table.seats):
        time.sleep(0.05)
    server.start(table)
