"""Devices that have signed in to an account before."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    user_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "devices",
        sa.Column("user_id", user_id, nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_devices_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "digest", name="pk_devices"),
    )


def downgrade() -> None:
    op.drop_table("devices")
