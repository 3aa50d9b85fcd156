"""Indexes for searching a player's games."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_games_blue_id_number", "games", ["blue_id", "number"])
    op.create_index("ix_games_red_id_number", "games", ["red_id", "number"])


def downgrade() -> None:
    op.drop_index("ix_games_red_id_number", "games")
    op.drop_index("ix_games_blue_id_number", "games")
