"""Classes whose teacher admits each new pupil."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def _key(column: str, table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_applicants_{column}_{table}"
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.add_column("classes", sa.Column("admits", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    user_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "applicants",
        sa.Column("class_id", sa.Text(), nullable=False),
        sa.Column("user_id", user_id, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _key("class_id", "classes"),
        _key("user_id", "users"),
        sa.PrimaryKeyConstraint("class_id", "user_id", name="pk_applicants"),
    )
    op.create_index("ix_applicants_user_id", "applicants", ["user_id"])


def downgrade() -> None:
    op.drop_table("applicants")
    op.drop_column("classes", "admits")
