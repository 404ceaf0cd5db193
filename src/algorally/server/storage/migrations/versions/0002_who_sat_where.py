"""Who has sat at which table, so that people find their games again."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and fill it from what the entries tell."""
    sitters = op.create_table(
        "sitters",
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("guest", "table_id", name="pk_sitters"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_sitters_table_id"),
    )
    query = sa.text('SELECT table_id, body FROM entries WHERE body LIKE \'%"kind":"sit"%\'')
    told = ((table, json.loads(body)) for table, body in op.get_bind().execute(query))
    seated = {(entry["guest"], table) for table, entry in told if entry["kind"] == "sit"}
    if seated:
        op.bulk_insert(sitters, [{"guest": guest, "table_id": table} for guest, table in seated])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("sitters")
