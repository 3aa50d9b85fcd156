"""Players who follow others."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    identity = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "follows",
        sa.Column("user_id", identity, nullable=False),
        sa.Column("followed_id", identity, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("looked", sa.BigInteger(), nullable=False),
        sa.Column("is_noticed", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_follows_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["followed_id"], ["users.id"], name="fk_follows_followed_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "followed_id", name="pk_follows"),
    )
    op.create_index("ix_follows_followed_id", "follows", ["followed_id"])


def downgrade() -> None:
    op.drop_table("follows")
