"""Bots from outside: sit at any table of any server and play there.

>>> from algorally.client import Seat, Server, play
"""

from algorally.client.errors import NoServer, ServerRefused
from algorally.client.playing import Bot, play
from algorally.client.seat import Seat
from algorally.client.server import Server

__all__ = ["Bot", "NoServer", "Seat", "Server", "ServerRefused", "play"]
