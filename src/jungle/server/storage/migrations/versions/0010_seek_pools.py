"""Seeks are found by what they have in common."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("challenges", sa.Column("pool", sa.Text()))
    op.add_column("challenges", sa.Column("colour", sa.Text()))
    op.create_index("ix_challenges_pool_status", "challenges", ["pool", "status"])


def downgrade() -> None:
    op.drop_index("ix_challenges_pool_status", "challenges")
    op.drop_column("challenges", "colour")
    op.drop_column("challenges", "pool")
