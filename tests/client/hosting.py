"""What the host of a table does."""

from algorally.client import Seat, Server


def start_when_full(server: Server, table: str) -> None:
    """Begin the game when everybody has sat down."""
    with Seat(server, table, -1) as looking_on:
        while any(seat.taken == "free" for seat in looking_on.table.seats):
            looking_on.wait_for_news()
    server.start(table)
