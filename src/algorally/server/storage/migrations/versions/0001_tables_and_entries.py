"""Tables, their entries and drafts, the processes, and the server's secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("keeper", sa.String(40), nullable=False),
        sa.Column("previous", sa.String(20)),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("previous", name="uq_tables_previous"),
    )
    op.create_index("ix_tables_stage", "tables", ["stage", "created"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("sender", sa.String(60), nullable=False),
        sa.Column("client_id", sa.String(64)),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_entries_table_id"),
        sa.UniqueConstraint("table_id", "sender", "client_id", name="uq_entries_table_id"),
    )
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_drafts"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_drafts_table_id"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("alive_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )


def downgrade() -> None:
    """Drop them all."""
    for name in ("secrets", "processes", "drafts", "entries", "tables"):
        op.drop_table(name)
