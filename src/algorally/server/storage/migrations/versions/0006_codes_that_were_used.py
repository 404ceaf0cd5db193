"""Which codes for another device have been used."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """None was used yet."""
    op.create_table(
        "spent_codes",
        sa.Column("number", sa.String(40), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_spent_codes"),
    )


def downgrade() -> None:
    """It is forgotten; the codes are too old soon."""
    op.drop_table("spent_codes")
