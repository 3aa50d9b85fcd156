"""Cards of the training, kept with the account."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    user_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "cards",
        sa.Column("user_id", user_id, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("move", sa.Text()),
        sa.Column("theme", sa.Text()),
        sa.Column("stability", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("reviews", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_cards_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "id", name="pk_cards"),
    )


def downgrade() -> None:
    op.drop_table("cards")
