"""When the sweeper looks at games is kept apart from them, so that moves change no index."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

FREE_SPACE = 60
"""How full PostgreSQL fills a page, in percent: the rest is for the next versions of its rows."""


def upgrade() -> None:
    op.create_table(
        "deadlines",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_deadlines_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_deadlines"),
    )
    op.create_index("ix_deadlines_at", "deadlines", ["at"])
    # The sweeper looks at each of them at once, and postpones it.
    op.execute(
        "INSERT INTO deadlines (game_id, at) SELECT id, 0 FROM games WHERE status = 'started' AND deadline IS NOT NULL"
    )
    op.drop_index("ix_games_deadline", "games")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE games SET (fillfactor = {FREE_SPACE})")


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE games RESET (fillfactor)")
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.drop_table("deadlines")
