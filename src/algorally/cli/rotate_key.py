"""What `algorally rotate-key` does."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from algorally.cli.output import say
from algorally.core.errors import SettingError
from algorally.server.config import default_data
from algorally.server.storage.database import cannot_open, database_url
from algorally.server.storage.folder import FolderInUse, take_folder
from algorally.server.storage.keys import add_signing_key, forget_older_keys, signing_keys
from algorally.server.storage.store import Store


def rotate_key(database: str, data: Path | None, makes_one: bool, forgets_older: bool) -> None:
    """Make a new signing key, and forget the earlier ones if that is wanted."""
    if not (makes_one or forgets_older):
        raise SettingError("--no-new alone would change nothing; add --forget-older")
    url = database_url(database, data or default_data())
    with alone(url, data or default_data()) as engine:
        if makes_one:
            add_signing_key(engine)
            say("A new key signs all cookies and links from now on.")
        if forgets_older:
            forget_older_keys(engine)
            say("Cookies and links that were signed with an earlier key are worth nothing now.")
        elif earlier := len(signing_keys(engine)) - 1:
            say(f"Those that were signed with an earlier key stay good (earlier keys: {earlier}).")


@contextlib.contextmanager
def alone(url: sa.URL, data: Path) -> Iterator[sa.Engine]:
    """A database that no server uses: each knows only the keys that were there when it started."""
    with contextlib.ExitStack() as open_things:
        if url.get_backend_name() == "sqlite":
            open_things.enter_context(lock(data, Path(str(url.database))))
        try:
            store = Store(url, process="rotate-key")
        except sa.exc.SQLAlchemyError as error:
            raise cannot_open(error) from error
        open_things.callback(store.close)
        if store.is_shared and store.living():
            raise in_use("this database")
        yield store.engine


def lock(data: Path, file: Path) -> contextlib.AbstractContextManager[object]:
    """The lock of a folder in which there is a database already."""
    if not file.exists():
        raise SettingError(f"there is no database {file}; name the server's folder with --data")
    try:
        return take_folder(data, file)
    except FolderInUse as error:
        raise in_use(f"the folder {data}") from error


def in_use(what: str) -> SettingError:
    """Why nothing was changed."""
    return SettingError(
        f"a server uses {what}, and would not know the new key; stop it, and start it afterwards"
    )
