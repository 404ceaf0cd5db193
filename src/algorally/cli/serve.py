"""What `algorally serve` does."""

import os
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from litestar import Litestar

from algorally.cli.output import note
from algorally.core.errors import SettingError
from algorally.server.addresses import Proxies
from algorally.server.app import make_app
from algorally.server.config import (
    NO_LIMITS,
    Config,
    Limits,
    default_bot_threads,
    default_data,
)
from algorally.server.door import EVERYWHERE
from algorally.server.logs import set_up_logs
from algorally.server.serve import serve as serve_tables
from algorally.server.storage.database import cannot_open

LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True)
class Wish:
    """What was typed."""

    host: str
    port: int
    database: str
    data: Path | None
    bot_threads: int | None
    requests: int
    connections: int
    sockets: int
    guest_sockets: int
    origins: list[str]
    names: list[str]
    proxies: list[str]
    log: str
    limits: bool
    keep_open: int
    keep_running: int
    keep_finished: int

    def config(self) -> Config:
        """The server that is asked for."""
        return Config(
            host=self.host,
            port=self.port,
            database=self.database,
            data=self.data or default_data(),
            bot_threads=self.bot_threads or default_bot_threads(),
            requests_a_minute=self.requests,
            connections=self.connections,
            sockets=self.sockets,
            guest_sockets=self.guest_sockets,
            origins=tuple(self.origins),
            limits=Limits() if self.limits else NO_LIMITS,
            keep_open=self.keep_open,
            keep_running=self.keep_running,
            keep_finished=self.keep_finished,
            names=tuple(self.names),
            proxies=tuple(self.proxies),
        )


def serve(wish: Wish, open_browser: bool) -> None:
    """Open the database and serve; the games are prepared meanwhile."""
    if wish.log.lower() not in LEVELS:
        raise SettingError(f"--log is one of {', '.join(LEVELS)}, not {wish.log!r}")
    check_port(wish.host, wish.port)
    config = wish.config()
    Proxies(config.proxies)  # before the database is opened for nothing
    set_up_logs(wish.log)
    app = open_app(config)
    address = f"http://{'localhost' if wish.host in EVERYWHERE else wish.host}:{wish.port}"
    note(f"Serving on {address}, until you press Ctrl+C")
    if open_browser and has_screen():
        threading.Timer(1.0, webbrowser.open, [address]).start()
    serve_tables(app, config)


def open_app(config: Config) -> Litestar:
    """The server with its database, or a sentence that says why it cannot be opened."""
    try:
        return make_app(config)
    except sa.exc.SQLAlchemyError as error:
        raise cannot_open(error) from error


def has_screen() -> bool:
    """Whether a browser could open a window here."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def check_port(host: str, port: int) -> None:
    """Say plainly that a port is taken."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SettingError(
            f"cannot listen on {host} port {port}: {why}; choose another --host or --port"
        ) from error
