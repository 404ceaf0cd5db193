"""The data folder: it belongs to one server process, and nobody else on the machine reads it.

The database holds the keys that sign cookies and links, so whoever reads it can take any seat.
"""

import fcntl
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from algorally.core.errors import SettingError

FILE = "algorally.sqlite3"
LOCK = "server.lock"
OPERATOR = "operator-token"
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite adds to the name of a database
OWN_FOLDER, OWN_FILE = 0o700, 0o600
OTHERS = 0o077  # the rights of everybody but the owner

log = logging.getLogger("algorally.store")


class FolderInUse(SettingError):
    """Another process has locked the folder."""


def take_folder(data: Path, database: Path) -> IO[str]:
    """Lock the folder of an SQLite database, and close it to others; the lock is to be kept."""
    lock = _lock(data)
    _close(data, database)
    return lock


def _lock(data: Path) -> IO[str]:
    """SQLite belongs to one server process; a second one is refused."""
    data.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
    lock = os.fdopen(_open_own(data / LOCK), "a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise FolderInUse(
            f"another server uses the folder {data}; stop it, name another folder with --data,"
            " or let several servers share a PostgreSQL database with --database"
        ) from error
    return lock


def _close(data: Path, database: Path) -> None:
    """Take all rights to a folder and a database in it from others; a new database is made so.

    SQLite gives the files beside a database the rights of the database.
    """
    os.close(_open_own(database))
    was_open = any(folder.stat().st_mode & OTHERS for folder in (data, database.parent))
    beside = (database.with_name(database.name + end) for end in BESIDE)
    files = [data / LOCK, data / OPERATOR, database, *beside]
    tightened = [path for path in (*_own_folder(data), *files) if _take_from_others(path)]
    if tightened and was_open:
        log.warning(
            "others on this machine could read the data folder, and now they cannot; should one"
            " have done so, `algorally rotate-key --forget-older` makes what they found worthless",
            extra={"facts": {"closed": [str(path) for path in tightened]}},
        )


def _own_folder(data: Path) -> Iterator[Path]:
    """The folder, unless there is something else in it as well: then it is not for us to close."""
    ours = (LOCK, OPERATOR)
    if all(path.name in ours or path.name.startswith("algorally") for path in data.iterdir()):
        yield data


def _open_own(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, OWN_FILE)


def _take_from_others(path: Path) -> bool:
    """Whether others had rights to something that is ours."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    if not found.st_mode & OTHERS or found.st_uid != os.geteuid():
        return False
    path.chmod(found.st_mode & ~OTHERS & 0o7777)
    return True
