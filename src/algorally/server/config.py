"""How a server is set up."""

import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

REQUESTS_A_MINUTE = 600
CONNECTIONS = 300
SOCKETS = 200
GUEST_SOCKETS = 20


def default_data() -> Path:
    """Where the database is kept unless another folder is named."""
    return user_data_path("algorally")


def default_bot_threads() -> int:
    """Half of the machine, so that people never wait because bots think."""
    return max(1, (os.cpu_count() or 2) // 2)


@dataclass(frozen=True)
class Limits:
    """How much one guest, or all of one address, may take; 0: as much as they like."""

    tables_of_guest: int = 40  # made, and neither over nor closed
    tables_of_address: int = 200
    listed_of_guest: int = 3  # that wait for players
    listed_of_address: int = 10
    seats_of_guest: int = 4  # at a table of somebody else
    seats_of_address: int = 4  # the same, and at a listed one: classes share an address


NO_LIMITS = Limits(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Config:
    """What was asked for on the command line."""

    host: str = "127.0.0.1"
    port: int = 8080
    database: str = ""  # SQLite in the data folder
    data: Path = Path()
    bot_threads: int = 1
    requests_a_minute: int = REQUESTS_A_MINUTE  # from one address; 0: as many as they like
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    limits: Limits = Limits()
    keep_open: int = 7  # days that a table is kept which nobody touches; 0: for ever
    keep_running: int = 60
    keep_finished: int = 365
    names: tuple[str, ...] = ()  # by which it is called, beside its address
    proxies: tuple[str, ...] = ()  # that say for whom they ask, and are believed
    connections: int = CONNECTIONS  # from one address; here and below 0 is as many as they like
    sockets: int = SOCKETS  # of tables, from one address
    guest_sockets: int = GUEST_SOCKETS  # of tables, of one guest
