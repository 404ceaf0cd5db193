"""Who made a table and from where, whether it may be watched, and who was there lately."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

AT_ONCE = 500  # headers


def upgrade() -> None:
    """Fill the columns from the headers, which do not tell from where tables were made."""
    columns = (
        sa.Column("host", sa.String(40), nullable=False, server_default=""),
        sa.Column("origin", sa.String(20), nullable=False, server_default=""),
        sa.Column("watched", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
    )
    for column in columns:
        op.add_column("tables", column)
    fill()
    op.create_index("ix_tables_host", "tables", ["host", "stage"])
    op.create_index("ix_tables_origin", "tables", ["origin", "stage"])
    op.create_index("ix_sitters_table_id", "sitters", ["table_id"])


def fill() -> None:
    """Write down who made each table, and whether it may be watched."""
    connection, last = op.get_bind(), ""
    query = sa.text(f"SELECT id, header FROM tables WHERE id > :last ORDER BY id LIMIT {AT_ONCE}")
    change = sa.text("UPDATE tables SET host = :host, watched = :watched WHERE id = :id")
    while rows := connection.execute(query, {"last": last}).all():
        connection.execute(change, [{"id": name, **facts(header)} for name, header in rows])
        last = rows[-1][0]


def facts(text: str) -> dict[str, Any]:
    """What a header says, as far as it can be read."""
    try:
        header = json.loads(text)
        return {"host": str(header.get("host", "")), "watched": bool(header.get("watched", True))}
    except (ValueError, AttributeError):
        return {"host": "", "watched": True}


def downgrade() -> None:
    """Forget it."""
    op.drop_index("ix_sitters_table_id", "sitters")
    op.drop_index("ix_tables_origin", "tables")
    op.drop_index("ix_tables_host", "tables")
    for name in ("seen", "watched", "origin", "host"):
        op.drop_column("tables", name)
