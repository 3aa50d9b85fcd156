"""Puzzle ratings and personal bests, kept with the account."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    user_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "records",
        sa.Column("user_id", user_id, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_records_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "name", name="pk_records"),
    )


def downgrade() -> None:
    op.drop_table("records")
