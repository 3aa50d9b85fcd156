"""Tournaments with rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("format", sa.Text(), nullable=False, server_default="arena"))
    op.add_column("tournaments", sa.Column("schedule", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("tournaments", sa.Column("round", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tournaments", sa.Column("next_at", sa.BigInteger()))
    op.create_index("ix_tournaments_next_at", "tournaments", ["next_at"])
    op.add_column("entrants", sa.Column("seed", sa.Float()))
    op.create_table(
        "tournament_boards",
        sa.Column("tournament_id", sa.Text(), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("blue_id", ID, sa.ForeignKey("users.id", ondelete="SET NULL")),
        sa.Column("red_id", ID, sa.ForeignKey("users.id", ondelete="SET NULL")),
        sa.Column("is_bye", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("blue_points", sa.Integer()),
        sa.Column("red_points", sa.Integer()),
        sa.Column("is_forfeit", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("game_id", sa.Text()),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "number", name=op.f("pk_tournament_boards")),
    )
    for column in ("game_id", "blue_id", "red_id"):
        op.create_index(f"ix_tournament_boards_{column}", "tournament_boards", [column])
    op.create_table(
        "tournament_log",
        sa.Column("id", ID, nullable=False),
        sa.Column("tournament_id", sa.Text(), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_log")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournament_log_tournament_id", "tournament_log", ["tournament_id"])


def downgrade() -> None:
    op.drop_table("tournament_log")
    op.drop_table("tournament_boards")
    op.drop_column("entrants", "seed")
    op.drop_index("ix_tournaments_next_at", "tournaments")
    for column in ("next_at", "round", "schedule", "format"):
        op.drop_column("tournaments", column)
