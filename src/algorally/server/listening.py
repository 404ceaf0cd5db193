"""Hearing from the other processes on the same PostgreSQL what has been stored.

PostgreSQL itself sends the notices (see Store), and Litestar's channels hand them out. A notice
only says which tables have changed; the entries are read from the database. After a lost
connection nobody knows what was missed, so then every live table reads on.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable

import psycopg
import sqlalchemy as sa
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend

from algorally.server.live.hall import Hall
from algorally.server.storage.refusals import Unavailable
from algorally.server.storage.writing import CHANNEL

RECONNECT = 0.5  # seconds
CONNECTED = b""  # the notice that notices may have been missed

log = logging.getLogger("algorally.listening")


class Notices(ChannelsBackend):
    """PostgreSQL's LISTEN, which begins again whenever the connection is lost."""

    def __init__(self, url: sa.URL) -> None:
        plain = url.set(drivername="postgresql")
        self._address = plain.render_as_string(hide_password=False)

    async def on_startup(self) -> None:
        """Connecting is done by the stream."""

    async def on_shutdown(self) -> None:
        """The stream is cancelled by the plugin."""

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Notices are sent by the transaction that stores the entries, never from here."""
        raise NotImplementedError

    async def subscribe(self, channels: Iterable[str]) -> None:
        """There is one channel, and the stream listens to it."""

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """There is one channel, and the stream listens to it."""

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """What was missed is read from the database."""
        return []

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """All notices, for ever."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._address, autocommit=True, connect_timeout=5
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    yield CHANNEL, CONNECTED
                    async for notice in connection.notifies():
                        yield CHANNEL, notice.payload.encode()
            except psycopg.Error:
                log.warning("the connection for notices is lost; connecting again")
            await asyncio.sleep(RECONNECT)


async def listen(channels: ChannelsPlugin, hall: Hall, process: str) -> None:
    """Read on at the tables that other processes have changed."""
    async with channels.start_subscription([CHANNEL]) as subscriber:
        async for notice in subscriber.iter_events():
            sender, *names = notice.decode().split() or [""]
            if sender != process:
                await _read_on(hall, names if sender else None)


async def _read_on(hall: Hall, names: list[str] | None) -> None:
    """Read on; nobody says it again, so a database that does not answer is asked until it does."""
    while True:
        try:
            await hall.catch_up(names)
        except Unavailable:
            log.warning("the database does not answer; reading on later")
            await asyncio.sleep(RECONNECT)
        else:
            return
