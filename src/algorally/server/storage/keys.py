"""The secrets of a server, which all its processes share.

Of the keys that sign cookies and links the newest one signs, and all of them are believed. Each is
a row: "signing", "signing 2" and so on, the newest with the highest number.
"""

import secrets as random_secrets

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from algorally.server.storage.schema import secrets

NAME = "signing"


def signing_keys(engine: sa.Engine) -> list[str]:
    """All keys, the newest last; the first is made when keys are asked for."""
    with engine.begin() as connection:
        if not _numbered(connection):
            _make(connection, _name(1))
        return [value for _, value in sorted(_numbered(connection).items())]


def secret(engine: sa.Engine, name: str) -> str:
    """A secret for one purpose, made when it is asked for the first time."""
    with engine.begin() as connection:
        _make(connection, name)
        query = sa.select(secrets.c.value).where(secrets.c.name == name)
        return str(connection.execute(query).scalar_one())


def add_signing_key(engine: sa.Engine) -> None:
    """Make a new key."""
    with engine.begin() as connection:
        _make(connection, _name(max(_numbered(connection), default=0) + 1))


def forget_older_keys(engine: sa.Engine) -> None:
    """Keep the newest key alone."""
    with engine.begin() as connection:
        older = sorted(_numbered(connection))[:-1]
        names = [_name(number) for number in older]
        connection.execute(secrets.delete().where(secrets.c.name.in_(names)))


def _numbered(connection: sa.Connection) -> dict[int, str]:
    """The keys by their numbers."""
    mine = (secrets.c.name == NAME) | secrets.c.name.startswith(f"{NAME} ")
    rows = connection.execute(sa.select(secrets).where(mine)).all()
    return {int(row.name.removeprefix(NAME) or 1): row.value for row in rows}


def _make(connection: sa.Connection, name: str) -> None:
    """Make a secret, unless another process has just made it."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    fresh = {"name": name, "value": random_secrets.token_urlsafe(32)}
    connection.execute(insert(secrets).on_conflict_do_nothing(), fresh)


def _name(number: int) -> str:
    return NAME if number == 1 else f"{NAME} {number}"
