"""Simultaneous games for everybody, and chats of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("games", sa.Column("host_id", ID))
    op.add_column("entrants", sa.Column("is_admitted", sa.Boolean(), nullable=False, server_default=sa.text("true")))
    op.add_column(
        "tournaments", sa.Column("is_chat_closed", sa.Boolean(), nullable=False, server_default=sa.text("false"))
    )
    op.create_table(
        "tournament_remarks",
        sa.Column("id", ID, nullable=False),
        sa.Column("tournament_id", sa.Text(), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        sa.Column("user_id", ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_remarks")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournament_remarks_tournament_id", "tournament_remarks", ["tournament_id"])
    op.create_index("ix_tournament_remarks_user_id", "tournament_remarks", ["user_id"])


def downgrade() -> None:
    op.drop_table("tournament_remarks")
    op.drop_column("tournaments", "is_chat_closed")
    op.drop_column("entrants", "is_admitted")
    op.drop_column("games", "host_id")
