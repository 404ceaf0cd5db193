"""Why the database could not do what it was asked for."""

from algorally.core.errors import TableError


class Unavailable(TableError):
    """The database does not answer; whether the entry was stored is not known."""

    def __init__(self) -> None:
        super().__init__(
            "unavailable", "it could not be stored just now; it is safe to send it again"
        )


class Gone(TableError):
    """There is no such table, or no more."""

    def __init__(self) -> None:
        super().__init__("no_such_table", "there is no such table; check the link")


class NotSaving(TableError):
    """Nothing can be written just now."""

    def __init__(self) -> None:
        super().__init__("not_saving", "nothing can be saved just now; the server's log says why")
