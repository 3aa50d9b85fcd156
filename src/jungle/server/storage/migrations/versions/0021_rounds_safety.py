"""The safety level of a database that has tournaments with rounds, which older servers would run as arenas."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "UPDATE server_state SET value = 2 WHERE name = 'safety' AND value < 2 "
        "AND EXISTS (SELECT 1 FROM tournaments WHERE format <> 'arena')"
    )


def downgrade() -> None:
    op.execute("UPDATE server_state SET value = 1 WHERE name = 'safety'")
