"""What `algorally serve` does."""

import socket
from pathlib import Path

import sqlalchemy as sa

from algorally.cli.output import note
from algorally.cli.progress import preparing
from algorally.core.errors import SettingError
from algorally.server.config import Config, default_bot_threads, default_data
from algorally.server.logs import set_up_logs
from algorally.server.serve import prepare_games
from algorally.server.serve import serve as serve_tables

LEVELS = ("debug", "info", "warning", "error")


def serve(
    host: str,
    port: int,
    database: str,
    data: Path | None,
    bot_threads: int | None,
    requests: int,
    origins: list[str],
    log: str,
) -> None:
    """Prepare the rules, open the database, and serve."""
    if log.lower() not in LEVELS:
        raise SettingError(f"--log is one of {', '.join(LEVELS)}, not {log!r}")
    check_port(host, port)
    config = Config(
        host=host,
        port=port,
        database=database,
        data=data or default_data(),
        bot_threads=bot_threads or default_bot_threads(),
        requests_a_minute=requests,
        origins=tuple(origins),
    )
    with preparing():
        prepare_games()
    set_up_logs(log)
    note(f"Serving on http://{host}:{port}")
    try:
        serve_tables(config)
    except sa.exc.SQLAlchemyError as error:
        why = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise SettingError(f"the database cannot be opened: {why}") from error


def check_port(host: str, port: int) -> None:
    """Say plainly that a port is taken, before the rules are prepared."""
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
