"""Opening the database: SQLite in a folder, or PostgreSQL by its address."""

import fcntl
import os
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from algorally.core.errors import SettingError

FILE = "algorally.sqlite3"
MIGRATING = 2005_0001  # any number that nobody else locks


def database_url(address: str, data: Path) -> sa.URL:
    """The database that was asked for, SQLite in the data folder unless it is another."""
    if not address:
        return sa.URL.create("sqlite", database=str(data / FILE))
    try:
        url = sa.make_url(address)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise SettingError(
            "the database's address is not one; write for instance"
            " postgresql://user@host:5432/name, or leave it out for SQLite in the data folder"
        ) from error
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise SettingError(f"databases are sqlite and postgresql, not {url.drivername!r}")
    return url


def open_engine(url: sa.URL) -> sa.Engine:
    """An engine whose commits are on the disk when they return."""
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})
        sa.event.listen(engine, "connect", _set_up_sqlite)
        return engine
    return sa.create_engine(
        url, pool_size=6, max_overflow=4, pool_pre_ping=True, connect_args={"connect_timeout": 5}
    )


def _set_up_sqlite(connection: Any, record: Any) -> None:
    """Readers do not wait for the writer, and a commit survives a power cut."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def prepare(engine: sa.Engine) -> None:
    """Bring the database to the newest version of its tables."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several processes may start at once
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
        else:  # all or nothing, should the server be killed meanwhile; Python would not begin here
            connection.exec_driver_sql("BEGIN")
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise SettingError(
                "a newer version of Algorally made this database; install that version,"
                " or name another folder with --data"
            ) from error


def lock_folder(data: Path) -> IO[str]:
    """SQLite belongs to one server process; a second one is refused."""
    data.mkdir(parents=True, exist_ok=True)
    lock = (data / "server.lock").open("a+")
    os.set_inheritable(lock.fileno(), False)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise SettingError(
            f"another server uses the folder {data}; stop it, name another folder with --data,"
            " or let several servers share a PostgreSQL database with --database"
        ) from error
    return lock
