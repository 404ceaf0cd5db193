"""Which finished games people have taken off their lists."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has taken off anything yet."""
    hidden = sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("sitters", hidden)


def downgrade() -> None:
    """All is listed again."""
    op.drop_column("sitters", "hidden")
