"""When the host of a table, without a seat there, was last connected to some process."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is known to have been."""
    op.add_column("tables", sa.Column("hosted", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("tables", "hosted")
