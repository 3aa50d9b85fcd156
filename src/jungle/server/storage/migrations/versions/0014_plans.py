"""Conditional moves."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    user_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "plans",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("user_id", user_id, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_plans_game_id_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_plans_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_plans"),
    )
    op.create_index("ix_plans_user_id", "plans", ["user_id"])


def downgrade() -> None:
    op.drop_table("plans")
