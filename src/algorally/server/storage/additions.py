"""What is written to the database, and what is read of it."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from algorally.match.entries import Header, Stored
from algorally.match.match import Stage
from algorally.server.messages.tables import Draft, TableInfo


class Archived(NamedTuple):
    """What is kept of a table as it was after an entry; of a game that was over it is whole."""

    number: int
    is_whole: bool
    info: TableInfo
    content: bytes


class Addition(NamedTuple):
    """Something to be written: a table, an entry, a draft, an archive, for how long this
    process lives; whichever are given.
    """

    table: str = ""
    header: Header | None = None
    stored: Sequence[Stored] = ()
    stage: str = ""  # the stage of the table afterwards, if it changes
    draft: tuple[int, Draft] | None = None
    archived: Archived | None = None
    origin: str = ""  # from where a table is made
    lease: int = 0  # milliseconds


class Listed(NamedTuple):
    """A table in a list, and the number of its last entry."""

    table: str
    number: int


class Named(msgspec.Struct):
    """As much of a header as is read when nothing else can be."""

    game: str = ""


class Facts(NamedTuple):
    """What the database says of a table that cannot be read."""

    game: str
    created: int
    stage: Stage
