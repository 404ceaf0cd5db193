"""The database: tables with their headers, and the list of entries of each.

What goes on at a table follows from its header and its entries. `stage`, `keeper`, `host`,
`watched` and `sitters` only help to find tables; `stage` and `sitters` are written in the same
transaction as the entry that changes them, but for what somebody hides. `origin` is for the limits
of `server.limits`, `seen` for the caretaker, `hosted` for other processes: that the host of a table
looks on without a seat is no entry. `archives` are for the time when the rules are others,
and nothing follows from the entries any more.
"""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("header", sa.Text, nullable=False),  # JSON, see match.entries.Header
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("stage", sa.String(10), nullable=False),
    sa.Column("keeper", sa.String(40), nullable=False),  # the process that moves bots and clocks
    sa.Column("previous", sa.String(20), unique=True),  # a table has one rematch
    sa.Column("host", sa.String(40), nullable=False, server_default=""),  # as in the header
    sa.Column("origin", sa.String(20), nullable=False, server_default=""),  # a digest, see limits
    sa.Column("watched", sa.Boolean, nullable=False, server_default=sa.true()),  # as in the header
    sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),  # with somebody connected
    sa.Column("hosted", sa.BigInteger, nullable=False, server_default="0"),  # with its host there
    sa.Index("ix_tables_stage", "stage", "created"),
    sa.Index("ix_tables_host", "host", "stage"),
    sa.Index("ix_tables_origin", "origin", "stage"),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # which settles who was first
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # JSON, see match.entries
    sa.Column("sender", sa.String(60), nullable=False),
    sa.Column("client_id", sa.String(64)),
    sa.UniqueConstraint("table_id", "sender", "client_id"),  # sent twice, it counts once
)

sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("guest", sa.String(40), primary_key=True),  # who has, or once had, a seat
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),  # off the list
    sa.Index("ix_sitters_table_id", "table_id"),
)

archives = sa.Table(
    "archives",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # of the last entry that it knows
    sa.Column("is_whole", sa.Boolean, nullable=False),  # the game was over; it stays as it is
    sa.Column("info", sa.Text, nullable=False),  # JSON, see messages.TableInfo
    sa.Column("content", sa.LargeBinary, nullable=False),  # see server.archive
)

drafts = sa.Table(
    "drafts",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),  # the step that the program answers
    sa.Column("actions", sa.Text, nullable=False),  # JSON
)

spent_codes = sa.Table(
    "spent_codes",
    metadata,
    sa.Column("number", sa.String(40), primary_key=True),  # of a code that counts once
    sa.Column("until", sa.BigInteger, nullable=False),  # when it would be too old anyhow
)

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("alive_until", sa.BigInteger, nullable=False),
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
