"""What is kept of tables, to be looked at when the rules are others."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; the server fills it from the entries, beside everything else."""
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("is_whole", sa.Boolean, nullable=False),
        sa.Column("info", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_archives"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_archives_table_id"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("archives")
