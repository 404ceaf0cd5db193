"""Opening the database: SQLite in a folder, or PostgreSQL by its address."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from algorally.core.errors import SettingError
from algorally.server.storage.folder import FILE

QUOTING = (sa.exc.DataError, sa.exc.IntegrityError, sa.exc.ProgrammingError)
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
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise SettingError(
            "an SQLite database is a file; write for instance sqlite:///file.sqlite3"
        )
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


def reason(error: sa.exc.SQLAlchemyError) -> str:
    """What the database says is wrong; nothing that may repeat what somebody has written."""
    said = getattr(error, "orig", None)
    if said is None or isinstance(error, QUOTING):
        return type(said or error).__name__
    return str(said).strip().partition("\n")[0]


def cannot_open(error: sa.exc.SQLAlchemyError) -> SettingError:
    """A sentence about a database that cannot be opened."""
    return SettingError(f"the database cannot be opened: {reason(error)}")


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
