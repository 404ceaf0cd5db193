"""Keeping tables: everything that the server asks of the database."""

from algorally.server.storage.archives import Archives
from algorally.server.storage.forgetting import Forgetting
from algorally.server.storage.guests import Guests
from algorally.server.storage.reading import Reading
from algorally.server.storage.writing import Writing


class Store(Writing, Reading, Archives, Guests, Forgetting):
    """The database as the server uses it."""
